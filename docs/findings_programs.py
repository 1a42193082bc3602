"""The programs of docs/findings.md show what they say, on the frameworks that are installed.

Usage: findings_programs.py  (at the root of a checkout; needs what tools/setup --targets installs: .ci/run live has it)

What a program is to print stands in its comments: `raises`, numbers and truth values in this order, and `never ends`. Of the two frameworks
that share a program each is asked for the rows that are about it; what a comment says of another one is not looked at.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

TARGETS = subprocess.run(['targets/folder'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
# Name in the tables: interpreter, backend, what its comments do not mean.
FRAMEWORKS = {
    'Keras 3': ('keras3-venv', 'jax', ('tf-keras', 'NumPy')),
    'tf-keras': ('keras2-venv', '', ('Keras 3', 'JAX', 'NumPy')),
}
# Seconds that the endless end of a program is waited for.
ENDLESS = 5
WORDS = r'-?\d+\.\d+|-?\d+|True|False|raised'


def program(text, language):
    found, = re.findall(r'^```%s\n(.*?)^```' % language, text, re.MULTILINE | re.DOTALL)
    return found


def holds_in_order(line, words):
    left = iter(re.findall(WORDS, line))
    return all(word in left for word in words)


def python(text, name):
    """Faults, and how many rows were looked at."""
    venv, backend, others = FRAMEWORKS[name]
    source = program(text, 'python')
    if name == 'tf-keras':
        source = source.replace('import keras ', 'import tf_keras as keras ').replace('from keras import', 'from tf_keras import')
    rows = dict(re.findall(r'^\| (P\d+) \| (both|Keras 3|tf-keras) \|', text, re.MULTILINE))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([os.path.join(TARGETS, venv, 'bin/python'), '-B', '-c', source], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=300,
                              env={**os.environ, 'KERAS_BACKEND': backend or 'tensorflow', 'TF_CPP_MIN_LOG_LEVEL': '3'})
    faults, seen, before = [], 0, ''
    said = {}
    for line in done.stdout.splitlines():  # what a function prints itself stands before its own line
        before += line + ' '
        if function := re.match(r'p\d+b?\b', line):
            said[function[0]], before = before, ''
    for function, comment in re.findall(r'^def (p\d+b?)\(\):  # (.*)$', source, re.MULTILINE):
        if rows[function.rstrip('b').upper()] not in ('both', name):
            continue
        seen += 1
        clauses = [clause for clause in re.split('; ', comment) if not any(other in clause for other in others)]
        if not clauses:
            continue
        words = re.findall(WORDS, ' '.join(clauses).replace('raises', 'raised').replace('Keras 3', ''))
        there = said.get(function, '')
        if not there or not holds_in_order(there[len(function):] if there.startswith(function) else there, words) or (
                'raised' in there) != ('raised' in words):
            faults.append('%s: %s is to show: %s; it shows: %s' % (name, function, comment, there or 'nothing'))
    return faults, seen


def javascript(text):
    source = program(text, 'js')
    wanted = []
    for row, what in re.findall(r'(J\d+)(?:, again)?: (prints .*?|raises|never ends)\.(?= |$)', source, re.MULTILINE):
        if what == 'raises':
            wanted.append(row + ' ')
        elif what != 'never ends':
            wanted += what.removeprefix('prints ').split(' and ')
    with tempfile.TemporaryFile('w+') as output:
        process = subprocess.Popen(['node', '-e', source], stdout=output, stderr=subprocess.DEVNULL,
                                   env={**os.environ, 'NODE_PATH': os.path.join(TARGETS, 'tfjs/node_modules')})
        lines, deadline = [], time.monotonic() + 120
        while len(lines) < len(wanted) and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.2)
            output.seek(0)
            lines = output.read().splitlines()
        try:
            process.wait(ENDLESS)
            faults = ['TensorFlow.js: the program ends']
        except subprocess.TimeoutExpired:
            faults = []
        process.kill()
        process.wait()
        output.seek(0)
        lines = output.read().splitlines()
    if len(lines) != len(wanted):
        faults.append('TensorFlow.js: %d lines, not %d' % (len(lines), len(wanted)))
    faults += ['TensorFlow.js is to show %s; it shows: %s' % (want, line) for want, line in zip(wanted, lines) if not line.startswith(want)]
    return faults, len(wanted)


def main():
    with open('docs/findings.md', encoding='utf-8') as file:
        text = file.read()
    faults, seen = [], {}
    for name in FRAMEWORKS:
        more, seen[name] = python(text, name)
        faults += more
    more, seen['TensorFlow.js'] = javascript(text)
    faults += more
    for fault in faults:
        print(fault)
    print('docs/findings.md: %s looked at, %d not as it says' % (
        ', '.join('%d of %s' % (count, name) for name, count in seen.items()), len(faults)))
    assert seen['Keras 3'] > 15 and seen['tf-keras'] > 12 and seen['TensorFlow.js'] > 8
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
