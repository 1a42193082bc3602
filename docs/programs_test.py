"""Programs and labels that pages name within text are there, take the options that they are shown with, and are run somewhere
(other_commands.py); every stage of the gate is one that a workflow runs; and no line of a page is longer than others.

Usage: programs_test.py  (at the root of a checkout)

Looks through every Markdown file that git knows, for `tools/x --option`, `bench/y` and the like, and for labels of
Bazel (`//fuzz:clone_fuzzer`). clonecheck's own commands are commands_test.py's. Needs git and bazel: .ci/run has it.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import other_commands  # noqa: E402

FOLDERS = 'bench|cli|fixes|fuzz|judge|properties|python|reports|targets|tools|docs|corpus|core|campaign|third_party'
PROGRAM = re.compile(r'`((?:%s|\.ci)/[\w./-]+)((?: [^`]*)?)`' % FOLDERS)
LABEL = re.compile(r'(?<![\w@])(//[\w/.-]*(?::[\w.+-]+)?)')
MOST = 140
# What a page says is to be made by its reader, or is made by a build.
OF_THE_READER = re.compile(r'my|mine|yours|example|\.\.\.|[A-Z]{3}|:all$')


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def spans(text):
    """Inline code, not that of blocks."""
    return re.sub(r'^ *```.*?^ *```', '', text, flags=re.MULTILINE | re.DOTALL)


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
    # Of a package its targets; also what they make.
    labels = set(output(*os.environ.get('BAZEL', 'bazel').split(), 'query', '--keep_going', '--output=label', '//...:*').split())
    packages = {label.split(':')[0] for label in labels}
    programs = options = named = 0
    faults = stages_of_no_workflow()
    executables = {line.split('\t')[1] for line in output('git', 'ls-files', '-s').splitlines() if line.startswith('100755')}
    to_run = set()
    for page in sorted(name for name in files if name.endswith('.md')):
        with open(page, encoding='utf-8') as file:
            whole = file.read()
        faults += long_lines(page, whole)
        text = spans(whole)
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
            with open(path, encoding='utf-8', errors='replace') as file:
                program = file.read()
            for option in re.findall(r'(?<!\S)--[a-z][\w-]*', rest):
                options += 1
                if option not in program:
                    faults.append('%s: %s has no option %s' % (page, path, option))
        to_run |= set(re.findall(r'`(bazel run -c opt //bench:\w+)', text))
        for span in re.findall(r'`([^`\n]*)`', text):
            for label in LABEL.findall(span):
                if '...' in label or OF_THE_READER.search(label) or '://' in span:
                    continue
                named += 1
                package, _, target = label.partition(':')
                whole = '%s:%s' % (package, target or package.rsplit('/', 1)[-1])
                if whole not in labels and (target or package not in packages):
                    faults.append('%s: there is no %s' % (page, label))
    faults += other_commands.unrun(to_run)
    for fault in faults:
        print(fault)
    print('%d programs and files, %d options and %d labels within text, %d of them wrong' % (programs, options, named, len(faults)))
    assert programs > 100 and options > 2 and named > 10
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
