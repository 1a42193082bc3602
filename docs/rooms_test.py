"""The arrows between rooms in docs/design.md are those of the build.

Usage: rooms_test.py DEPENDENCIES DESIGN, where DEPENDENCIES is a graph of targets (docs/BUILD). Prints the
arrows that there are.
"""

import collections
import re
import sys


def room(label):
    """The room of `//core/graph:json` is `core/graph`; libraries of others have none."""
    match = re.fullmatch(r'//([\w/]+):.*', label)
    if match is None or match.group(1).startswith('third_party'):
        return None
    parts = match.group(1).split('/')
    return '/'.join(parts[:2]) if parts[0] == 'core' else parts[0]


def arrows_between_rooms(dependencies):
    arrows = collections.defaultdict(set)
    for line in dependencies.splitlines():
        labels = re.findall(r'"([^"]*)"', line)
        # One node of such a graph may stand for several targets, which have the same arrows.
        for begin in labels[0].split('\\n') if labels else ():
            if room(begin) is None:
                continue
            arrows[room(begin)].update(
                room(end) for label in labels[1:] for end in label.split('\\n') if room(end) not in (None, room(begin)))
    return arrows


def text_of(arrows):
    return [('%s -> %s' % (begin, ', '.join(sorted(ends)))).rstrip() if ends else begin for begin, ends in sorted(arrows.items())]


def layers_of(arrows):
    """The rooms from the ground up; fails where some stand on each other."""
    left, done, layers = dict(arrows), set(), []
    while left:
        free = {begin for begin, ends in left.items() if ends <= done}
        if not free:
            raise SystemExit('a cycle among the rooms ' + ', '.join(sorted(left)))
        layers.append(free)
        done |= free
        left = {begin: ends for begin, ends in left.items() if begin not in free}
    return layers


def main(dependencies, design):
    with open(dependencies, encoding='utf-8') as file:
        arrows = arrows_between_rooms(file.read())
    with open(design, encoding='utf-8') as file:
        written = re.search(r'```rooms\n(.*?)```', file.read(), re.DOTALL)
    assert written is not None, design + ' has no block of rooms'
    found = text_of(arrows)
    print('\n'.join(found))
    layers_of(arrows)
    there = written.group(1).splitlines()
    more, less = [line for line in found if line not in there], [line for line in there if line not in found]
    if found != there:
        print('\nNot as docs/design.md has it. In the code:\n  %s\nthere:\n  %s' % ('\n  '.join(more), '\n  '.join(less)))
        print('An arrow that should not be is a dependency in a BUILD file to take out; one that should be stands in '
              'docs/design.md, in the order of the alphabet.')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
