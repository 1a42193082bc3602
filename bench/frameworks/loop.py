"""One graph after another on a live framework in Python: built, cloned, both run on the same numbers, and compared. Nothing else:
workers (targets/) look at much more. keras2_loop.py and later_loop.py say how each framework does it.

Reads a JSON document a line, {"graph": …, "seed": …}, and answers each with {"verdict": …}: `agree`, `differ`, `raised` (cloning),
`unusable` (the clone cannot be run), `refused` (the original), or `unsupported` (the graph, by us). Whoever reads the answers takes
the time.
"""
import gc
import json
import os
import sys
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'targets', 'python'))

from close import close  # noqa: E402


def judge(framework, graph, seed):
    """`framework` has build(graph, seed), clone(model) and outputs(model, seed), and names what says that a graph is not for it."""
    try:
        model = framework.build(graph, seed)
        before = framework.outputs(model, seed)
    except framework.unsupported:
        return 'unsupported'
    except Exception:
        return 'refused'
    try:
        clone = framework.clone(model)
    except Exception:
        return 'raised'
    try:
        after = framework.outputs(clone, seed)
    except Exception:
        return 'unusable'
    return 'agree' if close(before, after) else 'differ'


def serve(make):
    """`make` imports the framework; what that prints goes to the error stream."""
    answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    framework = make()
    warnings.simplefilter('ignore')
    gc.collect()
    gc.freeze()
    gc.set_threshold(100000, 20, 20)
    answers.write(json.dumps({'versions': framework.versions}) + '\n')
    answers.flush()
    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps({'verdict': judge(framework, request['graph'], request['seed'])}) + '\n')
        answers.flush()
