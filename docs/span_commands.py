"""Commands within the text of a page that are no script of a folder: `bazel …`, `bazel-bin/…`, `pip …`, behind `NAME=value` or not.

Each is looked at as its words say: there are labels and programs of that name, tests are tests; options of Bazel are those of
.bazelrc, of the gate or of a workflow; options of a program and names of variables stand in its sources.
"""
import glob
import os
import re

BEGINS = re.compile(r'[A-Z][A-Z_]+=\S|bazel-bin/|(?:bazel|pip) ')
# What a page says is to be put there by its reader.
OF_THE_READER = re.compile(r'[A-Z]{3}')
SUBCOMMANDS = ('build', 'clean', 'info', 'query', 'run', 'shutdown', 'test')


def parts(span):
    """Names of variables, and the words of the command."""
    words = span.split()
    count = next((i for i, word in enumerate(words) if not re.match(r'\w+=', word)), len(words))
    return [word.split('=')[0] for word in words[:count]], words[count:]


def to_be_run(span):
    """As what it is to be run somewhere: all of it, but of a program without its arguments. None if that says nothing."""
    command = parts(span)[1]
    if command and command[0].startswith('bazel-bin/'):
        return command[0]
    says = any(word.startswith(('//', '--')) for word in command) or command[:1] == ['pip']
    return ' '.join(command) if says and not OF_THE_READER.search(' '.join(command)) else None


def read(*names):
    found = []
    for name in names:
        with open(name, encoding='utf-8', errors='replace') as file:
            found.append(file.read())
    return '\n'.join(found)


class Commands:
    def __init__(self, files, labels):
        self.files, self.labels = files, labels
        self.options = read('.bazelrc', '.ci/run', *sorted(glob.glob('.github/workflows/*.yml')))

    def sources(self, folder):
        """Of programs that are built there, or of all that is no page."""
        return read(*(name for name in self.files if name.startswith(folder) and not name.endswith(('.md', '.json', '.svg'))))

    def faults(self, span):
        variables, command = parts(span)
        sources = ''
        if command[:1] == ['bazel']:
            yield from self.of_bazel(command[1:])
        elif command[:1] == ['pip']:
            yield from self.of_pip(command[1:])
        elif command:
            package, name = os.path.split(command[0][len('bazel-bin/'):])
            if not self.labels.is_program('//%s:%s' % (package, name)):
                yield 'there is no program //%s:%s' % (package, name)
                return
            sources = self.sources(package + '/')
            for word in command[1:]:
                if word.startswith('--') and word.split('=')[0] not in sources:
                    yield '%s has no option %s' % (command[0], word)
        sources = sources or self.sources('') if variables else ''
        for variable in variables:
            if not re.search(r'\b%s\b' % variable, sources):
                yield 'nothing reads ' + variable

    def of_bazel(self, words):
        subcommand, words = words[0], words[1:]
        if subcommand not in SUBCOMMANDS:
            yield 'bazel is not told to %s anywhere else' % subcommand
        for word in words[:words.index('--')] if '--' in words else words:
            if word.startswith('//'):
                good = {'run': self.labels.is_program, 'test': self.labels.is_test}.get(subcommand, self.labels.has)
                pattern = word.endswith(('...', ':all'))
                if not OF_THE_READER.search(word) and not (self.labels.has if pattern else good)(word):
                    yield 'there is no %s to %s' % (word, subcommand)
            elif word.startswith('--config='):
                if not re.search(r'^(build|run|test):%s ' % word.split('=')[1], self.options, re.MULTILINE):
                    yield '.bazelrc has no ' + word
            elif word.startswith('-'):
                # What is defined is so by name and value.
                option = word if word.startswith('--define') else word.split('=')[0]
                if not re.search(r'(?<!\S)%s(?![\w-])' % re.escape(option), self.options):
                    yield 'neither .bazelrc nor the gate nor a workflow has ' + word

    def of_pip(self, words):
        for word in words[1:]:
            if word.startswith('.') and 'pyproject.toml' not in self.files:
                yield 'there is no pyproject.toml to install'
            for extra in re.findall(r'\[(\w+)\]', word):
                if not re.search(r'^%s = \[' % extra, read('pyproject.toml'), re.MULTILINE):
                    yield 'pyproject.toml has no extra ' + extra
