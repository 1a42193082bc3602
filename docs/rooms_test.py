"""The arrows between rooms in docs/design.md are those of the code, and the BUILD files admit along them alone.

Usage: rooms_test.py DESIGN. Looks at every C++ file, script, BUILD and .bzl file of the checkout that DESIGN is in, whether or not
something here lists them, and prints the arrows that there are. A script has an arrow to where the files are that it names,
a rule of a BUILD or .bzl file to where its labels are ("data", which may be a program).
"""

import ast
import collections
import os
import re
import sys

SOURCES = ('.c', '.cc', '.h', '.inc')
SCRIPTS = ('.js', '.py', '.sh')
# What all of core shares is everybody's, and what the build takes from elsewhere is nobody's room.
EVERYBODYS, NO_ROOMS = 'core', ('', 'docs', 'third_party', 'tools')


def room(folder):
    """The room of `core/graph` is itself, that of `judge/bindings` is `judge`."""
    parts = folder.split('/')
    return '/'.join(parts[:2]) if parts[0] == 'core' else parts[0]


def files(root):
    """All of the checkout, but for what Bazel puts into it and what is hidden: folder, name."""
    for folder, folders, names in os.walk(root):
        here = os.path.relpath(folder, root)
        folders[:] = [name for name in folders if name[0] != '.' and not (here == '.' and name.startswith('bazel-'))]
        for name in names:
            yield '' if here == '.' else here, name


def text(root, folder, name):
    with open(os.path.join(root, folder, name), encoding='utf-8') as file:
        return file.read()


def included_rooms(root, folder, name):
    for path in re.findall(r'^\s*#\s*include\s+"([^"]+)/[^"/]+"', text(root, folder, name), re.MULTILINE):
        if os.path.isdir(os.path.join(root, path.split('/')[0])) and room(path) != room(folder):
            yield room(path)


def arrows_of(root, sources):
    """Which room includes which; a second map has what only tests do."""
    code, tests = collections.defaultdict(set), collections.defaultdict(set)
    for folder, name in sources:
        into = tests if re.search(r'_test\.\w+$', name) else code
        into[room(folder)].update(included_rooms(root, folder, name))
    for begin in list(tests):
        tests[begin] -= code[begin]
    return code, tests


def spoken(name, source):
    """What a script says in strings and commands, not in comments and docstrings."""
    if name.endswith('.js'):
        return re.sub(r'(?m)(^|\s)//.*$', '', source)
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a shell's
        return re.sub(r'(?m)(^|\s)#.*$', '', source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings]
    # os.path.join(here, os.pardir, 'targets', 'keras2') names a folder in parts.
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, 'attr', '') == 'join':
            parts = ['..' if getattr(part, 'attr', '') == 'pardir' else getattr(part, 'value', None) for part in node.args]
            texts.append(''.join(part + '/' for part in parts if isinstance(part, str)))
    return '\n'.join(texts)


def is_script(root, folder, name):
    return name.endswith(SCRIPTS) or '.' not in name and name != 'BUILD' and text(root, folder, name).startswith('#!')


def arrows_of_scripts(root, rooms, scripts):
    """Which room's scripts name files or folders of which other, from the root or from where they are."""
    arrows = collections.defaultdict(set)
    for folder, name in scripts:
        for up, path in re.findall(r'(?m)(?:^|[^\w./-]|/(?=\.\.))((?:\.\./)*)(\w+(?:/[\w.-]*)+)', spoken(name, text(root, folder, name))):
            from_here = os.path.normpath(os.path.join(folder, up, path))
            there = from_here if up and os.path.exists(os.path.join(root, from_here)) else path
            if there.split('/')[0] in rooms and room(there.rstrip('/')) != room(folder) and os.path.exists(os.path.join(root, there)):
                arrows[room(folder)].add(room(there.rstrip('/')))
    return arrows


def rules(build):
    """The rules of a BUILD file, each with its arguments."""
    return [(node.func.id, {argument.arg: argument.value for argument in node.keywords})
            for node in ast.walk(ast.parse(build)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]


def labels_of(build):
    """All that rules say but for whom they are visible to, whether a BUILD file has them or a function of a .bzl file."""
    if isinstance(build, ast.Call) and getattr(build.func, 'id', '') in ('package', 'package_group', 'load', 'exports_files'):
        return
    if isinstance(build, ast.keyword) and build.arg == 'visibility':
        return
    if isinstance(build, ast.Expr) and isinstance(build.value, ast.Constant):  # a docstring
        return
    if isinstance(build, ast.Constant) and isinstance(build.value, str):
        yield build.value
    for part in ast.iter_child_nodes(build):
        yield from labels_of(part)


def arrows_of_labels(root, rooms, builds):
    """Which room's rules take files or programs of which other."""
    arrows = collections.defaultdict(set)
    for folder, name in builds:
        for there in re.findall(r'(?<![\w@:])//([\w/]+)', '\n'.join(labels_of(ast.parse(text(root, folder, name))))):
            if there.split('/')[0] in rooms and room(there) not in (room(folder), EVERYBODYS):
                arrows[room(folder)].add(room(there))
    return arrows


def text_of(code, **others):
    lines = ['%s -> %s' % (begin, ', '.join(sorted(ends))) if ends else begin for begin, ends in sorted(code.items())]
    for whose, arrows in others.items():
        lines += ['%s of %s -> %s' % (whose, begin, ', '.join(sorted(ends))) for begin, ends in sorted(arrows.items()) if ends]
    return lines


def check_that_none_stand_on_each_other(arrows):
    left, done = dict(arrows), set()
    while left:
        free = {begin for begin, ends in left.items() if ends <= done}
        if not free:
            raise SystemExit('a circle among the rooms ' + ', '.join(sorted(left)))
        done |= free
        left = {begin: ends for begin, ends in left.items() if begin not in free}


def strings(tree):
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def admitted_by(build, libraries):
    """What the C++ libraries of a BUILD file, or else files and programs that say so, are visible to: labels and patterns of packages."""
    calls = rules(build)
    groups = {arguments['name'].value: strings(arguments['packages']) for rule, arguments in calls if rule == 'package_group'}
    default = [label for rule, arguments in calls if rule == 'package' for label in strings(arguments['default_visibility'])]
    for rule, arguments in calls:
        if libraries != (rule.startswith('cc_') and rule not in ('cc_binary', 'cc_test')):
            continue
        for label in strings(arguments['visibility']) if 'visibility' in arguments else default if libraries else []:
            yield from groups[label[1:]] if label.startswith(':') else [label]


def rooms_admitted(folder, build, libraries):
    for label in admitted_by(build, libraries):
        package = re.fullmatch(r'//([\w/]*?)(/\.\.\.|:__pkg__|:__subpackages__)?', label)
        everybody = package is None or label in ('//...', '//:__subpackages__', '//visibility:public')
        if label == '//visibility:private' or everybody and not libraries:
            continue
        if everybody:
            raise SystemExit('%s/BUILD admits by %s: name the rooms that may use it' % (folder, label))
        if room(package.group(1)) not in NO_ROOMS:
            yield room(package.group(1))


def wrongly_admitted(root, folders, includes, uses):
    """Complaints: libraries are for who includes them, files and programs for who uses them in any way."""
    complaints = set()
    for folder in folders:
        end = room(folder)
        if end in NO_ROOMS + (EVERYBODYS,):
            continue
        for libraries, arrows in ((True, includes), (False, uses)):
            complaints.update((end, begin) for begin in rooms_admitted(folder, text(root, folder, 'BUILD'), libraries)
                              if begin != end and end not in arrows.get(begin, ()))
    return ['the BUILD files of %s admit %s, which does not use it' % complaint for complaint in sorted(complaints)]


def main(design):
    # Not what Bazel shows of the checkout, which is only what somebody has listed.
    root = os.path.dirname(os.path.dirname(os.path.realpath(design)))
    everything = sorted(files(root))
    # What Bazel builds nothing of is not ours, such as a virtual environment that somebody has put here.
    ours = {folder.split('/')[0] for folder, name in everything if name == 'BUILD'}
    everything = [(folder, name) for folder, name in everything if folder.split('/')[0] in ours]
    code, tests = arrows_of(root, [(folder, name) for folder, name in everything if name.endswith(SOURCES)])
    arrows = {begin: code[begin] | tests[begin] for begin in set(code) | set(tests)}
    written = re.search(r'```rooms\n(.*?)```', text(root, 'docs', 'design.md'), re.DOTALL)
    assert written is not None, design + ' has no block of rooms'
    rooms = {folder.split('/')[0] for folder, _ in everything} - set(NO_ROOMS)
    scripts = arrows_of_scripts(root, rooms, [(folder, name) for folder, name in everything
                                              if folder.split('/')[0] in rooms and is_script(root, folder, name)])
    built = [folder for folder, name in everything if name == 'BUILD']
    labels = arrows_of_labels(root, rooms, [(folder, name) for folder, name in everything
                                            if folder.split('/')[0] in rooms and (name == 'BUILD' or name.endswith('.bzl'))])
    all_rooms = set(arrows) | rooms | {end for ends in [*scripts.values(), *labels.values()] for end in ends}
    used = {begin: arrows.get(begin, set()) | scripts.get(begin, set()) | labels.get(begin, set()) for begin in all_rooms}
    # Each arrow once, where it says most.
    for begin in all_rooms:
        scripts[begin] -= arrows.get(begin, set())
        labels[begin] -= arrows.get(begin, set()) | scripts[begin]
    found, there = text_of(code, tests=tests, scripts=scripts, data=labels), written.group(1).splitlines()
    print('\n'.join(found))
    check_that_none_stand_on_each_other(used)
    failed = 0
    if found != there:
        print('\nNot as docs/design.md has it. In the code:\n  %s\nthere:\n  %s' % (
            '\n  '.join(line for line in found if line not in there), '\n  '.join(line for line in there if line not in found)))
        print('An arrow that should not be is an include to take out; one that should be stands in docs/design.md, in the order '
              'of the alphabet.')
        failed = 1
    for complaint in wrongly_admitted(root, built, arrows, used):
        print(complaint)
        failed = 1
    return failed


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
