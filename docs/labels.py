"""The labels of a checkout, by running its BUILD files as Python: in a second, and without Bazel or what it would set up for that.

Starlark is Python but for what is called, and that has a target for its effect: whatever is called with a name makes one of it.
"""
import ast
import builtins
import os


class Anything:
    """What a BUILD or .bzl file names and does not define."""

    def __init__(self, reader, kind):
        self.reader, self.kind = reader, kind

    def __getattr__(self, kind):
        return Anything(self.reader, kind)

    def __getitem__(self, _):
        return self

    def __call__(self, *_, **attributes):
        if 'name' in attributes:
            self.reader.add(self.kind, attributes)
        return self


class Reader:
    def __init__(self, files):
        self.files = set(files)
        self.packages = sorted({os.path.dirname(name) for name in files if os.path.basename(name) == 'BUILD'}, key=len)
        # Label: the rule that makes it, '' for a file; and its tags.
        self.kinds, self.tags = {}, {}
        for name in files:
            inside = [package for package in self.packages if not package or name.startswith(package + '/')]
            if inside:
                self.kinds['//%s:%s' % (inside[-1], name[len(inside[-1]):].lstrip('/'))] = ''
        for self.package in self.packages:
            self.run(os.path.join(self.package, 'BUILD'))

    def add(self, kind, attributes):
        label = '//%s:%s' % (self.package, attributes['name'])
        self.kinds[label], self.tags[label] = kind, attributes.get('tags') or []
        for made in attributes.get('outs') or []:
            self.kinds['//%s:%s' % (self.package, made)] = ''

    def run(self, name):
        """What the file defines."""
        with open(name, encoding='utf-8') as file:
            tree = ast.parse(file.read(), name)
        defined = {node.id: Anything(self, node.id) for node in ast.walk(tree)
                   if isinstance(node, ast.Name) and not hasattr(builtins, node.id)}

        def load(where, *names, **renamed):
            package, _, path = where.rpartition(':')
            path = os.path.join(package[2:] if package else os.path.dirname(name), path)
            there = self.run(path) if path in self.files and not where.startswith('@') else {}
            for new, old in [*zip(names, names), *renamed.items()]:
                # A rule that is made there goes by the name that it has there.
                defined[new] = Anything(self, old) if isinstance(there.get(old), (Anything, type(None))) else there[old]
        defined.update(load=load, select=lambda _: [], glob=lambda *_, **__: [])
        exec(compile(tree, name, 'exec'), defined)
        return defined

    def has(self, label):
        """`//core/term` is a target of that name, or all of the package; `//core/...` and `:all` are packages, too."""
        package, _, target = label.partition(':')
        folder = package[2:]
        if folder == '...' or folder.endswith('/...'):
            return any(('/' + there + '/').startswith('/' + folder[:-3]) for there in self.packages)
        return (folder in self.packages and target in ('', 'all')) or self.whole(label) in self.kinds

    def whole(self, label):
        package, _, target = label.partition(':')
        return '%s:%s' % (package, target or package.rsplit('/', 1)[-1])

    def is_program(self, label):
        return self.kinds.get(self.whole(label), '').endswith(('_binary', '_test'))

    def is_test(self, label):
        return self.kinds.get(self.whole(label), '').endswith('_test')
