"""Programs and labels that pages name within text are there, take the options that they are shown with, and are run somewhere
(other_commands.py); every stage of the gate is one that a workflow runs; and no line of a page is longer than others.

Usage: programs_test.py  (at the root of a checkout)

Looks through every Markdown file that git knows, for `tools/x --option`, `bench/y` and the like, for labels of Bazel
(`//fuzz:clone_fuzzer`), and for its commands and those of what it builds (span_commands.py). clonecheck's own commands are
commands_test.py's. Needs git: .ci/run has it.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import labels  # noqa: E402
import other_commands  # noqa: E402
import span_commands  # noqa: E402

FOLDERS = 'bench|cli|fixes|fuzz|judge|properties|python|reports|targets|tools|docs|corpus|core|campaign|third_party'
PROGRAM = re.compile(r'`((?:%s|\.ci)/[\w./-]+)((?: [^`]*)?)`' % FOLDERS)
LABEL = re.compile(r'(?<![\w@])(//[\w/.-]*(?::[\w.+-]+)?)')
MOST = 140
# What a page says is to be made by its reader, or is made by a build.
OF_THE_READER = re.compile(r'my|mine|yours|example|[A-Z]{3}')


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def without_blocks(text):
    return re.sub(r'^ *```.*?^ *```', '', text, flags=re.MULTILINE | re.DOTALL)


def spans(text):
    """Inline code, each on one line; none goes from one paragraph or item into the next."""
    for paragraph in re.split(r'\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\|))', text):
        for span in re.findall(r'`([^`]*)`', paragraph):
            yield ' '.join(span.split())


def long_lines(page, text):
    """Over 140 characters, but for tables, blocks of code and what `fuzz/coverage` lists."""
    block = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith('```')
        block ^= fence
        if len(line) > MOST and not block and not fence and not line.lstrip().startswith(('|', '- `core/')):
            yield '%s:%d: %d characters in a line; at most %d' % (page, number, len(line), MOST)


def stages_of_no_workflow():
    with open('.ci/run', encoding='utf-8') as file:
        stages = set(re.search(r'^stages=\((.*?)\)', file.read(), re.MULTILINE | re.DOTALL)[1].split())
    with open('.github/workflows/gate.yml', encoding='utf-8') as file:
        run = set(' '.join(re.findall(r'^ +stages: (.*)$', file.read(), re.MULTILINE)).split())
    return ['.github/workflows/gate.yml: its stages are not those of .ci/run: ' + stage for stage in sorted(stages ^ run)]


def main():
    files = set(output('git', 'ls-files').split())
    folders = {os.path.dirname(name) for name in files}
    folders |= {'/'.join(folder.split('/')[:i]) for folder in folders for i in range(1, folder.count('/') + 1)}
    there_are = labels.Reader(sorted(files))
    commands = span_commands.Commands(sorted(files), there_are)
    programs = options = named = said = 0
    faults = stages_of_no_workflow()
    executables = {line.split('\t')[1] for line in output('git', 'ls-files', '-s').splitlines() if line.startswith('100755')}
    to_run = set()
    for page in sorted(name for name in files if name.endswith('.md')):
        with open(page, encoding='utf-8') as file:
            whole = file.read()
        faults += long_lines(page, whole)
        text = without_blocks(whole)
        # Pages on adding things name the files of their example, which `.ci/run adding` makes.
        adding = page.startswith('docs/adding-')
        for path, rest in PROGRAM.findall(text):
            path = path.rstrip('/').rstrip('.')
            if OF_THE_READER.search(path):
                continue
            programs += 1
            to_run |= {path} & executables
            there = path in files or path in folders or any(name.startswith(path + '.') for name in files)
            # `core/graph/order` may be a header and its source; `docs/x.json` may be made by a run.
            if not there and adding:
                continue
            if not there:
                faults.append('%s: there is no %s' % (page, path))
                continue
            if path not in files or not rest:
                continue
            program = span_commands.read(path)
            for option in re.findall(r'(?<!\S)--[a-z][\w-]*', rest):
                options += 1
                if option not in program:
                    faults.append('%s: %s has no option %s' % (page, path, option))
        for span in spans(text):
            for label in LABEL.findall(span):
                if OF_THE_READER.search(label) or '://' in span:
                    continue
                named += 1
                if not there_are.has(label):
                    faults.append('%s: there is no %s' % (page, label))
            if span_commands.BEGINS.match(span):
                said += 1
                faults += ['%s: %s: %s' % (page, span, fault) for fault in commands.faults(span)]
                to_run |= {span_commands.to_be_run(span)} - {None}
    faults += other_commands.unrun(to_run)
    faults += ['%s has no --help' % path for path in sorted(to_run & executables)
               if not re.search('--help|argparse', span_commands.read(path))]
    for fault in faults:
        print(fault)
    print('%d programs and files, %d options, %d labels and %d commands within text, %d of them wrong' % (
        programs, options, named, said, len(faults)))
    assert programs > 100 and options > 2 and named > 10 and said > 10
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
