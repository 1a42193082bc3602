"""The commands that the documentation shows are taken, and do something.

Usage: commands_test.py [--targets] CLONECHECK PAGE...

Lines of `sh` blocks that run clonecheck are run, on files of the names that they have and with fewer cases and calls; where others
are run says other_commands.py. Of commands within text the command and its options are looked up. What `bazel run` starts is started in
another folder than that in which it was called, as Bazel does. No live target is installed here: saying so is enough. With `--targets`
those are meant to be installed, and only the lines that name one are run.
"""

import fnmatch
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import other_commands  # noqa: E402

RUN = re.compile(r'(bazel run -c opt //cli:clonecheck -- |^clonecheck )(.*)')
# Options that say how much is done, and the most that is done here.
LEAST = {'--cases': 20, '--max-calls': 1, '--seconds': 1}
# What a command of the documentation is given, by the name that it has there (`~` is where it is run): a file of the repository.
FILES = {
    'model.json': 'corpus/models/multi-task.json',
    'case.json': 'corpus/cases/keras-12202.json',
    'near/0.json': 'corpus/cases/keras-12202.json',
    'mine.json': 'corpus/cases/keras-12202.json',
    'patch.py': 'judge/candidates/upstream_fix.py',
    'my_clone.py': 'judge/candidates/reference.py',
}
# Names a live target.
TARGET = ('--target', '--confirm')
# The worker of a target of one's own, of which the last words are to be seen.
WORKER = """import sys
sys.exit('my_worker.py was started')
"""
LAST_WORDS = 'my_worker.py was started'
# A clone_model of one's own: the framework's.
OWN_CLONE = """def clone_model(model, input_tensors=None):
    return type(model).from_config(model.get_config())
"""
# Kept findings that are replayed where a page says all of a target; it takes seconds to build each.
KEPT = 2


def blocks(text):
    """Also those in the items of a list."""
    return [textwrap.dedent(block) for block in re.findall(r'^ *```sh\n(.*?)^ *```', text, re.MULTILINE | re.DOTALL)]


def run_lines(text):
    """Of each command in `sh` blocks whether Bazel runs it, and its arguments, as a shell would split them."""
    for block in blocks(text):
        for line in block.splitlines():
            if run := RUN.search(line):
                yield run[1].startswith('bazel'), shlex.split(run[2].split('> ')[0], comments=True)


def other_lines(text):
    """The other lines of `sh` blocks, without comments."""
    for block in blocks(text):
        for line in block.replace('\\\n', ' ').splitlines():
            line = re.sub(r'(^|\s)#.*$', '', line).strip()
            if line and not RUN.search(line):
                yield line


def inline_commands(text):
    """`clonecheck fuzz --cases N` in text: the command and its options."""
    for command in re.findall(r'`clonecheck ([a-z]+(?:\s[^`]*)?)`', text):
        words = command.split()
        yield words[0], [word.split('=')[0] for word in words[1:] if word.startswith('--')]


def bare_commands(text, commands):
    """Those within text that have an option, and no `clonecheck` in front by which they would be looked up."""
    without_blocks = re.sub(r'^ *```.*?^ *```', '', text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r'`((?:%s)\s[^`]*--[a-z][^`]*)`' % '|'.join(commands), without_blocks)


def named_target(arguments):
    """That of `--target T`, or of `--confirm T`."""
    for before, word in zip(arguments, arguments[1:]):
        if before in TARGET:
            return word
    return ''


def kept_of(target):
    """The first findings that are kept of a target, as `clonecheck replay --target` would take all of them."""
    found = []
    for path in sorted(glob.glob('corpus/findings/*.json')):
        with open(path, encoding='utf-8') as file:
            if any(fnmatch.fnmatch(target, pattern) for pattern in json.load(file)['targets']):
                found.append(os.path.abspath(path))
    return found[:KEPT]


class Documentation:
    def __init__(self, clonecheck, folder, targets):
        self.clonecheck, self.folder, self.failures, self.ran = os.path.abspath(clonecheck), folder, 0, 0
        self.targets = targets
        self.least = {**LEAST, '--cases': 5} if targets else LEAST  # a framework builds a few graphs a second
        self.help = {}
        for name, source in FILES.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)) or folder, exist_ok=True)
            shutil.copyfile(source, os.path.join(folder, name))
        shutil.copytree('corpus/cases', os.path.join(folder, 'corpus/cases'))
        os.mkdir(os.path.join(folder, 'elsewhere'))
        with open(os.path.join(folder, 'patch.py'), encoding='utf-8') as file:
            patch = file.read()
        self.write('answer.md', 'This mends it:\n\n```python\n%s```\n' % patch)
        self.write('answers/one.md', 'So does this:\n\n```python\n%s```\n' % patch)
        self.write('my_worker.py', WORKER)
        self.call(['fuzz', '--cases', '10', '--json', 'last.json'])
        if targets:
            shutil.copyfile('corpus/findings/p12-twice-in-a-sequential.json', os.path.join(folder, 'case.json'))
            self.write('my_clone.py', OWN_CLONE)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def call(self, arguments, by_bazel=False):
        environment = dict(os.environ)
        if not self.targets:
            environment['CLONECHECK_TARGETS'] = os.path.join(self.folder, 'no-targets')
        if by_bazel:
            environment['BUILD_WORKING_DIRECTORY'] = self.folder
        return subprocess.run([self.clonecheck, *arguments], cwd=os.path.join(self.folder, 'elsewhere') if by_bazel else self.folder,
                              capture_output=True, text=True, timeout=300, env=environment)

    def failed(self, page, command, why):
        self.failures += 1
        print('%s: clonecheck %s\n    %s' % (page, command, why))

    def good(self, done, arguments):
        """Whether it ended as it should; a target that is not installed may say so, and must if it is one."""
        target = named_target(arguments)
        if target.startswith('exec:'):
            return done.returncode in (1, 3) and LAST_WORDS in done.stdout + done.stderr
        if target and not self.targets:
            return done.returncode == 3 and 'is not installed' in done.stderr
        if target and 'worker died' in done.stdout + done.stderr:
            return False
        return done.returncode == 0 or done.returncode == 1 and arguments[0] != 'fidelity'

    def run(self, page, by_bazel, arguments):
        if self.targets and not any(option in arguments for option in TARGET):
            return
        made = []
        for word in arguments:
            word = re.sub(r'^~(?=/)', self.folder, word.replace('$PWD', self.folder))
            before = made[-1] if made else ''
            if before in self.least:
                word = str(min(int(word), self.least[before]))
            made += sorted(glob.glob(os.path.join(self.folder, word))) or [word] if '*' in word or '[' in word else [word]
        if made[0] == 'judge':
            made += [word for option in ('--cases', '--max-calls') if option not in made for word in (option, '1')]
        target = named_target(arguments)
        if self.targets and made[0] == 'replay' and not any(word.endswith('.json') for word in made):
            made += kept_of(target)
        if self.targets and made[0] == 'fuzz' and '--cases' not in made:
            made += ['--cases', str(self.least['--cases'])]
        started = time.monotonic()
        done = self.call(made, by_bazel)
        self.ran += 1
        if not self.good(done, arguments):
            self.failed(page, shlex.join(arguments), 'exit code %d: %s' % (done.returncode, (done.stdout + done.stderr).strip()))
        if self.targets:
            print('%s: clonecheck %s: exit code %d after %d s' % (page, shlex.join(made), done.returncode, time.monotonic() - started),
                  flush=True)

    def look_up(self, page, command, options):
        if command not in self.help:
            self.help[command] = self.call([command, '--help'])
        text = self.help[command]
        if text.returncode != 0:
            self.failed(page, command, 'there is no such command')
        for option in options:
            if not re.search(r'%s\b' % re.escape(option), text.stdout):
                self.failed(page, command, 'it has no option ' + option)


def main(*arguments):
    targets = arguments[0] == '--targets'
    clonecheck, *pages = arguments[targets:]
    with tempfile.TemporaryDirectory() as folder:
        documentation = Documentation(clonecheck, folder, targets)
        inline, others = 0, []
        top = documentation.call(['--help']).stdout
        commands = re.findall(r'^  (\w+)\s', top[top.index('Commands:'):], re.MULTILINE)
        for page in pages:
            with open(page, encoding='utf-8') as file:
                text = file.read()
            others += [(page, line) for line in other_lines(text)]
            for by_bazel, arguments in run_lines(text):
                shard = re.search(r'\b0/(\d+)', ' '.join(arguments))
                if shard is None:
                    documentation.run(page, by_bazel, arguments)
                for i in range(int(shard.group(1)) if shard else 0):  # `--shard 0/4`: and the others
                    documentation.run(page, by_bazel, [re.sub(r'\b0(?=/\d|\.json)', str(i), word) for word in arguments])
            for command in [] if targets else bare_commands(text, commands):
                documentation.failed(page, command, 'within text it stands without `clonecheck` in front')
            for command, options in [] if targets else inline_commands(text):
                inline += 1
                documentation.look_up(page, command, options)
        for why in [] if targets else [*other_commands.wrong_places(), *other_commands.unknown(others)]:
            documentation.failures += 1
            print(why)
        print('%d commands run, %d run elsewhere, %d looked up, %d failed' % (documentation.ran, len(others), inline,
                                                                          documentation.failures))
        assert documentation.ran > 10 if targets else documentation.ran > 20 and inline > 20
        return 1 if documentation.failures else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
