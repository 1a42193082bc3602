"""Runs a candidate on the real Keras: worker.py VERSION, in the interpreter of the targets. Speaks JSON lines.

A request holds the candidate's `source` and `file`, and `graphs` in the form of cases. For each graph the answer says what
the clone raised (`error`, type and text), which obligations fail (`faults`, names of fixes/obligations.py), or why nothing
can be said (`unanswered`; with `too_long` if it did not come to an end). With `values_only`, of the obligations only those
about values are asked about. `numbers` (inputs and weights by position) are tried before drawn ones. With `upstream_test`, a graph, it also says what upstream's test of two outputs says.

The candidate is run in keras.models, in the place of Keras' own function. There is no sandbox here: TensorFlow needs more
than one gives.
"""

import gc
import json
import os
import sys
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, os.pardir, os.pardir)
SECONDS = 60  # for a graph
DRAWS = 4  # of weights and inputs, where values are equal


def fresh_session(keras):
    import worker_of_targets
    keras.backend.clear_session()
    keras.backend.set_session(worker_of_targets.plain_session())


def judge(keras, graph, values_only, numbers):
    import obligations
    import program
    import vocabulary
    from worker_of_targets import TooLong, time_limit
    fresh_session(keras)
    with keras.utils.CustomObjectScope(vocabulary.CLASSES):
        try:
            model = program.Program(graph).run()
        except program.Unsupported as error:
            return {'unanswered': str(error)}
        except Exception as error:
            return {'unanswered': 'the original is refused: %s' % error}
        try:
            with time_limit(SECONDS):
                ask = obligations.value_faults if values_only else obligations.faults
                faults = list(ask(model, keras.models.clone_model, DRAWS, numbers))
        except TooLong:
            return {'unanswered': 'no end within %d seconds' % SECONDS, 'too_long': True}
        error = None
        if faults and faults[0].startswith('completes: '):
            error = faults[0][len('completes: '):]
        return {'error': error, 'faults': sorted({fault.split(':')[0] for fault in faults})}


def upstream_test(keras, graph):
    """The clone is fed the numbers of the original, and whether all are other than zero is compared."""
    import numpy as np
    import program
    import vocabulary
    from worker_of_targets import TooLong, time_limit
    fresh_session(keras)
    with keras.utils.CustomObjectScope(vocabulary.CLASSES):
        model = program.Program(graph).run()
        try:
            with time_limit(SECONDS):
                clone = keras.models.clone_model(model)
                x = np.random.RandomState(1).random_sample((10, 4))
                pred_a, pred_b = model.predict(x)
                new_a, new_b = clone.predict(x)
                return bool(pred_a.all() == new_a.all()) and bool(pred_b.all() == new_b.all())
        except (TooLong, Exception):
            return False


def answer(keras, kept, request):
    from worker_of_targets import TooLong, time_limit
    result = {}
    vars(keras.models)['_clone_functional_model'] = kept
    try:
        with time_limit(SECONDS):
            exec(compile(request['source'], request['file'], 'exec'), vars(keras.models))
    except (TooLong, SystemExit, Exception) as error:
        return {'error': '%s: %s' % (type(error).__name__, error)}
    values_only = request.get('values_only', False)
    numbers = request.get('numbers')
    result['answers'] = [judge(keras, graph, values_only, numbers) for graph in request.get('graphs', ())]
    if 'upstream_test' in request:
        result['upstream_test'] = upstream_test(keras, request['upstream_test'])
    return result


def main(arguments):
    if len(arguments) != 1:
        print('usage: worker.py VERSION', file=sys.stderr)
        return 2
    answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    targets = os.path.join(ROOT, 'targets', 'keras2')
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or '.') != HERE]
    sys.path[:0] = [targets, os.path.join(ROOT, 'fixes')]
    import shims
    try:
        keras = shims.load(arguments[0])
    except shims.TargetMissing as missing:
        print('worker: %s' % missing, file=sys.stderr)
        return 2
    import worker
    sys.modules['worker_of_targets'] = worker
    warnings.simplefilter('ignore')
    gc.freeze()
    gc.set_threshold(100000, 20, 20)
    kept = keras.models._clone_functional_model
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result = answer(keras, kept, request)
        except Exception as error:  # a bug of the worker
            traceback.print_exc()
            result = {'error': '%s: %s' % (type(error).__name__, error)}
        result['id'] = request.get('id')
        answers.write(json.dumps(result) + '\n')
        answers.flush()
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
