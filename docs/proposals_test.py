"""The numbers of docs/proposals.md are what its command counts today.

Usage: proposals_test.py CLONECHECK PAGE [--write]. To make the table anew:
bazel build -c opt //cli:clonecheck && python3 docs/proposals_test.py bazel-bin/cli/clonecheck docs/proposals.md --write

The run is told to stop as soon as all cases are judged: shrinking takes most of its time, and the table is of counts alone.
"""

import collections
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

CASES = 20000
BESIDE = ['keras-2.2.4', 'keras-2.3.1', 'fixed']
VALUES = 'completes,outputs'
# It raises for every functional model, and what is no functional model is a Sequential, which it is not asked for.
RAISES_ALWAYS = 'proposal-001'
BEGIN, END = '<!-- counts -->\n', '<!-- end -->'


def proposals(clonecheck):
    text = subprocess.run([clonecheck, 'list', 'cloners'], check=True, capture_output=True, text=True).stdout
    names = sorted(re.findall(r'^(proposal-[\w-]+)', text, re.MULTILINE))
    # The text as given first, then the readings of it and the repaired ones.
    return sorted(names, key=lambda name: (name[:len('proposal-000')], not name.endswith('-literal'), name))


def counted(clonecheck, cloners, obligations):
    """Of each cloner its part of the run file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'run.json')
        ours, its = pty.openpty()  # on a terminal it says how far it is
        process = subprocess.Popen(
            [clonecheck, 'fuzz', '--cases', str(CASES), '--seed', '1', '--cloners', ','.join(cloners), '--obligations', obligations,
             '--out', '', '--json', path], stdout=subprocess.DEVNULL, stderr=its, env={**os.environ, 'TERM': 'xterm'})
        os.close(its)
        said = ''
        while True:
            try:
                part = os.read(ours, 4096).decode(errors='replace')
            except OSError:  # so ends a terminal
                part = ''
            if not part:
                break
            before, said = said, said + part
            judged = '{0:,} cases of {0:,}'.format(CASES)
            if judged in said and judged not in before:
                process.terminate()
        os.close(ours)
        code = process.wait()
        assert code == 1, 'exit code %d, not 1 (findings): %s' % (code, said[-1000:])
        with open(path, encoding='utf-8') as file:
            run = json.load(file)
    assert run['cases'] == CASES, 'it was stopped after %d cases' % run['cases']
    return run['cloners']


def agree(found):
    return found['agree'] + found['agree_numerically']


def most_frequent(found):
    """The symptom, summed over classes of layers."""
    symptoms = collections.Counter()
    for finding in found['findings']:
        symptoms[finding['symptom']] += finding['count']
    return '`%s`, %s' % (symptoms.most_common(1)[0][0], '{:,}'.format(symptoms.most_common(1)[0][1])) if symptoms else '–'


def table(clonecheck):
    cloners = BESIDE + proposals(clonecheck)
    values, whole = counted(clonecheck, cloners, VALUES), counted(clonecheck, cloners, 'all')
    lines = ['| cloner | agree | differ | raised | most frequent | agree under all obligations |', '|---|---:|---:|---:|---|---:|']
    for cloner in cloners:
        found = values[cloner]
        cells = ['{:,}'.format(count) for count in (agree(found), found['differ'], found['raised'])]
        lines.append('| `%s` | %s | %s | %s |' % (cloner, ' | '.join(cells), most_frequent(found), '{:,}'.format(agree(whole[cloner]))))
        assert agree(found) + found['differ'] + found['raised'] == CASES, cloner
    sequentials = agree(values[RAISES_ALWAYS]) + values[RAISES_ALWAYS]['differ']
    return [*lines, '', 'In %d cases `%s` does not raise: there the model is a Sequential, which Keras clones by another function.' % (
        sequentials, RAISES_ALWAYS)]


def main(clonecheck, path, *write):
    with open(path, encoding='utf-8') as file:
        there = file.read()
    assert BEGIN in there, 'the page has no ' + BEGIN
    made = re.sub(re.escape(BEGIN) + '.*?' + END, lambda _: '\n'.join([BEGIN, *table(os.path.abspath(clonecheck)), '', END]), there,
                  flags=re.DOTALL)
    if write:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(made)
        return 0
    if made == there:
        return 0
    for line in there.splitlines():
        if line not in made.splitlines():
            print('only in the page:    ' + line)
    for line in made.splitlines():
        if line not in there.splitlines():
            print('what the runs count: ' + line)
    print(__doc__)
    return 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
