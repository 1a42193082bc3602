"""docs/cli.md is what the flags say of themselves.

Usage: cli_test.py CLONECHECK PAGE [--write]. To make the page anew:
bazel build //cli:clonecheck && python3 docs/cli_test.py bazel-bin/cli/clonecheck docs/cli.md --write
"""

import re
import subprocess
import sys

HEAD = '''# The command line

Made from `--help` of each command; `clonecheck completion bash` completes them. Exit codes: 0 nothing found, 1 findings, 2 bad usage or
bad input, 3 an error of our own or a target that is not installed; told to stop by a signal, with nothing found so far, 128 and the
signal's number. Findings that make it 1 are errors and warnings (`clonecheck list obligations`), and of these those that `--fail-on` names;
notes are printed and leave it at 0. `judge` ends with 1 if a candidate is not `equivalent`, and `shrink`, of which a failure is what it was
given, with 0 where it made it smaller; each command's help has its own. `NO_COLOR` and output that is not a terminal turn colours off.
'''


def help_of(clonecheck, *command):
    return subprocess.run([clonecheck, *command, '--help'], check=True, capture_output=True, text=True).stdout


def page(clonecheck):
    top = help_of(clonecheck)
    commands = re.findall(r'^  (\w+)\s', top[top.index('Commands:'):], re.MULTILINE)
    assert len(commands) > 5, top
    parts = [HEAD, '```\n%s\n```\n' % top.strip()]
    for command in commands:
        parts.append('## %s\n\n```\n%s\n```\n' % (command, help_of(clonecheck, command).strip()))
    return '\n'.join(line.rstrip() for line in '\n'.join(parts).split('\n'))


def main(clonecheck, path, *write):
    made = page(clonecheck)
    if write:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(made)
        return 0
    with open(path, encoding='utf-8') as file:
        there = file.read()
    if made == there:
        return 0
    for line in sorted(set(made.splitlines()) ^ set(there.splitlines())):
        print(('only in the flags: ' if line in made else 'only in the page:  ') + line)
    print(__doc__)
    return 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
