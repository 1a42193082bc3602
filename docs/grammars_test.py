"""Every grammar is gone through wherever small graphs are: by the gate, by the tests, at night, and when a patch is judged.

Usage: grammars_test.py DESIGN, of the checkout whose sources are looked at. What a grammar is: docs/adding-a-grammar.md.
"""

import glob
import os
import re
import sys

# Where a scope is written down, and how: with NAME for the grammar's.
PLACES = {
    '.ci/run': r'^NAME \d+$',
    'judge/plan.cc': r'AddScope\("NAME",',
    'properties/BUILD': r'^    grammar = "NAME",$',
    'reports/nightly': r"^SCOPES = .*\bNAME:\d+",
}


def text(root, path):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        return file.read()


def main(design):
    root = os.path.dirname(os.path.dirname(os.path.realpath(design)))
    sources = [text(root, path) for path in glob.glob(os.path.join(root, 'core', 'search', 'grammar_*.cc'))]
    names = sorted(name for source in sources for name in re.findall(r'grammar\.name = "(\w+)";', source))
    assert len(names) == text(root, 'core/search/all_grammars.inc').count('\nGRAMMAR('), names
    missing = ['%s has no scope of the grammar %s' % (path, name) for path, how in PLACES.items() for name in names
               if not re.search(how.replace('NAME', name), text(root, path), re.MULTILINE)]
    print('\n'.join(missing) or '%d grammars, each in %s' % (len(names), ', '.join(PLACES)))
    return 1 if missing else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
