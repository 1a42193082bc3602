"""What is told of an exception that a framework raised."""

import linecache
import os
import re
import traceback

# Characters of its text.
MAX_MESSAGE = 1000


def normal(text):
    """The text of an error without what is this machine's or this process': paths, addresses."""
    text = re.sub(r'0x[0-9a-f]+', '0x…', text)
    text = re.sub(r'(/[\w.+-]+)+/(?=[\w.-]+)', '', text)
    return text[:MAX_MESSAGE]


def raised(error, framework):
    """What is told of an exception; `where` is the framework's innermost function that it went through."""
    where, explicit = '', False
    for frame in traceback.extract_tb(error.__traceback__):
        explicit = False
        if frame.filename.startswith(framework) and os.path.basename(frame.filename) != 'traceback_utils.py':
            where = '%s:%s' % (os.path.relpath(frame.filename, framework), frame.name)
            line = linecache.getline(frame.filename, frame.lineno).strip()
            explicit = re.match(r'(raise|assert)\b', line) is not None
    return {'type': type(error).__name__, 'message': normal(str(error)), 'where': where, 'explicit': explicit}
