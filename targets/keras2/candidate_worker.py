"""Runs a candidate on the real Keras: candidate_worker.py VERSION, in the interpreter of the targets. Speaks JSON lines.

A request holds the candidate's `source` and `file`, and `graphs` in the form of cases. For each graph the answer says what
the clone raised (`error`, type and text), which obligations fail (`faults`, names of obligations.py), or why nothing
can be said (`unanswered`; with `too_long` if it did not come to an end). With `values_only`, of the obligations only those
about values are asked about. `numbers` (inputs and weights by position) are tried before drawn ones. With `upstream_test`,
a graph, it also says what upstream's test of two outputs says. Requests have a `protocol` and an `id`, as those of all workers.

The candidate is run in keras.models, in the place of Keras' own function. There is no sandbox here: TensorFlow needs more
than one gives.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'python'))

import keras_session  # noqa: E402
import shims  # noqa: E402
import speed  # noqa: E402
import worker_protocol  # noqa: E402
from time_limit import TooLong, time_limit  # noqa: E402

SECONDS = 60  # for a graph
DRAWS = 4  # of weights and inputs, where values are equal


def judge(keras, graph, values_only, numbers):
    import obligations
    import program
    import vocabulary
    keras_session.fresh_session(keras)
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
    keras_session.fresh_session(keras)
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


class Worker:
    """One version of Keras, in which one candidate after the other is run."""

    def __init__(self, version):
        try:
            self.keras = shims.load(version)
        except shims.TargetMissing as missing:
            print('worker: %s' % missing, file=sys.stderr)
            sys.exit(2)
        speed.collect_seldom()
        self.kept = self.keras.models._clone_functional_model

    def versions(self):
        return {'keras': self.keras.__version__}

    def answer(self, request):
        keras = self.keras
        vars(keras.models)['_clone_functional_model'] = self.kept
        try:
            with time_limit(SECONDS):
                exec(compile(request['source'], request['file'], 'exec'), vars(keras.models))
        except (TooLong, SystemExit, Exception) as error:
            return {'error': '%s: %s' % (type(error).__name__, error)}
        values_only = request.get('values_only', False)
        numbers = request.get('numbers')
        result = {'answers': [judge(keras, graph, values_only, numbers) for graph in request.get('graphs', ())]}
        if 'upstream_test' in request:
            result['upstream_test'] = upstream_test(keras, request['upstream_test'])
        return result


def main(arguments):
    if len(arguments) != 1:
        print('usage: candidate_worker.py VERSION', file=sys.stderr)
        return 2
    worker_protocol.serve(lambda: Worker(arguments[0]))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
