"""The commands that the documentation shows are taken, and do something.

Usage: commands_test.py CLONECHECK PAGE...

Lines of `sh` blocks that run clonecheck are run, on files of the names that they have and with fewer cases and calls; where others
are run says other_commands.py. Of commands within text the command and its options are looked up. Live targets need not be installed: saying so is enough.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import other_commands  # noqa: E402

RUN = re.compile(r'(?:bazel run -c opt //cli:clonecheck -- |^clonecheck )(.*)')
# Options that say how much is done, and the most that is done here.
LEAST = {'--cases': 20, '--max-calls': 1, '--seconds': 1}
# What a command of the documentation is given, by the name that it has there: a file of the repository.
FILES = {
    'model.json': 'corpus/models/multi-task.json',
    'case.json': 'corpus/cases/keras-12202.json',
    'mine.json': 'corpus/cases/keras-12202.json',
    'patch.py': 'judge/candidates/upstream_fix.py',
    'my_clone.py': 'judge/candidates/reference.py',
}
# What says that there is no target here is good enough; so does one that is not a worker.
NO_TARGET = ('is not installed', 'its worker died')


def blocks(text):
    """Also those in the items of a list."""
    return [textwrap.dedent(block) for block in re.findall(r'^ *```sh\n(.*?)^ *```', text, re.MULTILINE | re.DOTALL)]


def run_lines(text):
    """Arguments of each command in `sh` blocks, as a shell would split them."""
    for block in blocks(text):
        for line in block.splitlines():
            if run := RUN.search(line):
                yield shlex.split(run[1].split('> ')[0], comments=True)


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


class Documentation:
    def __init__(self, clonecheck, folder):
        self.clonecheck, self.folder, self.failures, self.ran = os.path.abspath(clonecheck), folder, 0, 0
        self.help = {}
        for name, source in FILES.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)) or folder, exist_ok=True)
            shutil.copyfile(source, os.path.join(folder, name))
        shutil.copytree('corpus/cases', os.path.join(folder, 'corpus/cases'))
        with open(os.path.join(folder, 'patch.py'), encoding='utf-8') as file:
            patch = file.read()
        self.write('answer.md', 'This mends it:\n\n```python\n%s```\n' % patch)
        self.write('answers/one.md', 'So does this:\n\n```python\n%s```\n' % patch)
        self.write('my_worker.py', '# a worker that ends at once\n')
        self.call(['fuzz', '--cases', '10', '--json', 'last.json'])

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def call(self, arguments):
        return subprocess.run([self.clonecheck, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=100,
                              env={**os.environ, 'CLONECHECK_TARGETS': os.path.join(self.folder, 'no-targets')})

    def failed(self, page, command, why):
        self.failures += 1
        print('%s: clonecheck %s\n    %s' % (page, command, why))

    def run(self, page, arguments):
        made = []
        for word in arguments:
            word = word.replace('$PWD', self.folder)
            before = made[-1] if made else ''
            if before in LEAST:
                word = str(min(int(word), LEAST[before]))
            made += sorted(glob.glob(os.path.join(self.folder, word))) or [word] if '*' in word or '[' in word else [word]
        if made[0] == 'judge':
            made += [word for option in ('--cases', '--max-calls') if option not in made for word in (option, '1')]
        done = self.call(made)
        self.ran += 1
        if done.returncode not in (0, 1) and not any(words in done.stderr for words in NO_TARGET):
            self.failed(page, shlex.join(arguments), 'exit code %d: %s' % (done.returncode, done.stderr.strip()))

    def look_up(self, page, command, options):
        if command not in self.help:
            self.help[command] = self.call([command, '--help'])
        text = self.help[command]
        if text.returncode != 0:
            self.failed(page, command, 'there is no such command')
        for option in options:
            if not re.search(r'%s\b' % re.escape(option), text.stdout):
                self.failed(page, command, 'it has no option ' + option)


def main(clonecheck, *pages):
    with tempfile.TemporaryDirectory() as folder:
        documentation = Documentation(clonecheck, folder)
        inline, others = 0, []
        for page in pages:
            with open(page, encoding='utf-8') as file:
                text = file.read()
            others += [(page, line) for line in other_lines(text)]
            for arguments in run_lines(text):
                shard = re.search(r'\b0/(\d+)', ' '.join(arguments))
                if shard is None:
                    documentation.run(page, arguments)
                for i in range(int(shard.group(1)) if shard else 0):  # `--shard 0/4`: and the others
                    documentation.run(page, [re.sub(r'\b0(?=/\d|\.json)', str(i), word) for word in arguments])
            for command, options in inline_commands(text):
                inline += 1
                documentation.look_up(page, command, options)
        for why in [*other_commands.wrong_places(), *other_commands.unknown(others)]:
            documentation.failures += 1
            print(why)
        print('%d commands run, %d run elsewhere, %d looked up, %d failed' % (documentation.ran, len(others), inline,
                                                                          documentation.failures))
        assert documentation.ran > 20 and inline > 20
        return 1 if documentation.failures else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
