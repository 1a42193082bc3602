"""Pieces of source text, run by a worker and copied into stand-alone scripts, so that both do the same."""

import ast


class Pieces:
    """Top-level functions, classes and constants of some files, by name; of two with one name the later.

    `words`: what a framework calls otherwise. `leave_out`: names.
    """

    def __init__(self, paths, words=(), leave_out=()):
        self.texts, self.needs, self.order = {}, {}, []
        for path in paths:
            with open(path, encoding='utf-8') as file:
                text = file.read()
            for word, own in words:
                text = text.replace(word, own)
            for node in ast.parse(text).body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    name = node.name
                elif isinstance(node, ast.Assign):
                    name = node.targets[0].id if isinstance(node.targets[0], ast.Name) else node.targets[0].elts[0].id
                else:
                    continue
                if name in leave_out:
                    continue
                if name in self.texts:
                    self.order.remove(name)
                self.texts[name] = ast.get_source_segment(text, node)
                # A piece may name what it defines besides: `BATCH, STEPS = 3, 4`.
                self.needs[name] = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
                for target in node.targets if isinstance(node, ast.Assign) else ():
                    for inner in ast.walk(target):
                        if isinstance(inner, ast.Name) and inner.id != name:
                            self.texts[inner.id], self.needs[inner.id] = '', {name}
                            self.order.append(inner.id)
                self.order.append(name)

    def replace(self, name, text, needs):
        """Another text for a piece; `needs`: the pieces that it names."""
        self.texts[name], self.needs[name] = text, set(needs)

    def closure(self, names):
        """The names among the pieces that `names` need, in their order."""
        found, waiting = set(), list(names)
        while waiting:
            name = waiting.pop()
            if name in self.texts and name not in found:
                found.add(name)
                waiting += self.needs[name]
        return [name for name in self.order if name in found and self.texts[name]]

    def text_of(self, names):
        """The source of `names` and of what they need."""
        names = self.closure(names)
        lines = []
        for name in names:
            text = self.texts[name]
            lines.append(text if text[0].isupper() and '\n' not in text else '\n\n' + text + '\n')
        return '\n'.join(lines).replace('\n\n\n\n', '\n\n\n')

    def run(self, namespace):
        """Runs all of them, as if they stood in a script."""
        exec(compile('\n\n'.join(self.texts[name] for name in self.order), '<pieces>', 'exec'), namespace)

    def classes(self):
        return [name for name in self.order if self.texts[name].startswith('class ')]


