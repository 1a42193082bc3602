"""Files that a page of the documentation shows: fenced blocks below a line that names the file.

  `FILE`, new:                 the block is the file
  `FILE`:                      the block is a difference
  `FILE`, the registration:    the same, and what is taken away by those who prove that it is missed
"""

import re

_BLOCK = re.compile(r'^(?:(?P<before>[^\n]+)\n\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
_FILE = re.compile(r'`([^`]+)`(?P<role>, new|, the registration)?:$')


def blocks(text):
    """For each block: the file that it names or None, its role ('', 'new', 'the registration'), its language, what it holds."""
    for block in _BLOCK.finditer(text):
        shown = _FILE.search(block['before'] or '')
        role = (shown['role'] or '').removeprefix(', ') if shown else ''
        yield shown and shown[1], role, block['language'], block['text']
