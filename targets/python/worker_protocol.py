"""The loop of requests and answers of a worker in Python. Protocol: docs/targets.md.

Requests come on the standard input, answers go to what was the standard output at the start. That becomes the error
stream before a framework is imported, so that nothing which a library prints can get between the answers.
"""

import json
import os
import sys
import traceback
import warnings

PROTOCOL = 1


def answer_to(line, worker, versions):
    """A JSON text."""
    head = {'protocol': PROTOCOL, 'id': None, 'versions': versions}
    try:
        request = json.loads(line)
        head['id'] = request.get('id')
        if request.get('protocol') != PROTOCOL:
            return json.dumps({**head, 'error': 'this worker speaks protocol %d' % PROTOCOL})
        return json.dumps({**head, **worker.answer(request)}, allow_nan=False)
    except Exception as error:  # a bug of the worker, or a request that is none
        traceback.print_exc()
        return json.dumps({**head, 'error': '%s: %s' % (type(error).__name__, error)})


def serve(make_worker):
    """Answers requests until there are no more. `make_worker` imports the framework; what it makes has versions() and
    answer(request)."""
    answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    worker = make_worker()
    warnings.simplefilter('ignore')
    versions = worker.versions()
    for line in sys.stdin:
        answers.write(answer_to(line, worker, versions) + '\n')
        answers.flush()
