"""The worker for the real Keras 2.2.4, 2.2.5 and 2.3.1: worker.py VERSION [FIX.py]. Protocol: docs/targets.md.

FIX.py has a function install() that mends Keras; it is called once, after Keras was imported.
"""

import linecache
import os
import re
import runpy
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:1] = [HERE, os.path.join(HERE, os.pardir, 'python')]

import keras_session  # noqa: E402
import speed  # noqa: E402
import time_limit  # noqa: E402
import worker_protocol  # noqa: E402

# Characters of an exception's text that are told.
MAX_MESSAGE = 4000
# TensorFlow writes the stack where a node was made into its texts: paths of this machine, which say nothing of the
# model.
STACK_LINE = re.compile(r'^ *File ".*", line \d+, in .*\n?', re.MULTILINE)


def raised(error, keras_directory):
    """What is told of an exception. `explicit`: a statement of Keras raised it, no operation that went wrong."""
    frames = traceback.extract_tb(error.__traceback__)
    explicit = False
    for frame in frames[-1:]:
        line = linecache.getline(frame.filename, frame.lineno).strip()
        explicit = frame.filename.startswith(keras_directory) and re.match(r'(raise|assert)\b', line) is not None
    where = '%s:%d' % (os.path.basename(frames[-1].filename), frames[-1].lineno) if frames else ''
    return {'type': type(error).__name__, 'message': STACK_LINE.sub('', str(error))[:MAX_MESSAGE],
            'explicit': explicit, 'where': where}


class Case:
    """One Graph and what was made of it; a method a step."""

    def __init__(self, graph, seed):
        import program
        self.program = program.Program(graph)
        self.seed = seed
        self.clones = {}

    def original(self):
        return self.program.model

    def declared(self):
        """Every layer that the Graph names, and the model."""
        import observe
        layers = self.program.input_layers + self.program.layers + [self.program.model]
        return [observe.layer_view(layer) for layer in layers]

    def build(self):
        import observe
        model = self.program.run()
        return {'topology': observe.topology(model), 'weights': observe.weights(model), 'nodes': self.declared()}

    def config(self):
        import observe
        return observe.config(self.original())

    def predict(self):
        import observe
        return observe.predict(self.original(), self.seed)

    def make_clone(self, name, make):
        import observe
        self.clones[name] = make()
        return dict(observe.structure(self.clones[name]), config=observe.config(self.clones[name]))

    def clone(self):
        import keras
        result = self.make_clone('clone', lambda: keras.models.clone_model(self.original()))
        return dict(result, original=self.declared())

    def clone_twice(self):
        import keras
        return self.make_clone('clone_twice', lambda: keras.models.clone_model(self.original()))

    def clone_of_clone(self):
        import keras
        return self.make_clone('clone_of_clone', lambda: keras.models.clone_model(self.clones['clone']))

    def roundtrip(self):
        import keras
        text = self.original().to_json()
        return self.make_clone('roundtrip', lambda: keras.models.model_from_json(text))

    def __getattr__(self, name):
        if name.startswith('predict_'):
            import observe
            return lambda: observe.predict(self.clones[name[len('predict_'):]], self.seed)
        raise AttributeError(name)


STEPS = ('build', 'config', 'predict', 'clone', 'predict_clone', 'clone_twice', 'predict_clone_twice',
         'clone_of_clone', 'predict_clone_of_clone', 'roundtrip', 'predict_roundtrip')
# What a step builds on; if that was not done, the step is left out.
NEEDS = {'config': 'build', 'predict': 'build', 'clone': 'build', 'clone_twice': 'build', 'clone_of_clone': 'clone',
         'roundtrip': 'build'}


def needs(step):
    return step[len('predict_'):] if step.startswith('predict_') else NEEDS.get(step)


def run_step(case, step, seconds, keras_directory):
    import program

    try:
        with time_limit.time_limit(seconds):
            return {'result': getattr(case, step)()}
    except program.Unsupported as error:
        return {'unsupported': str(error)}
    except time_limit.TooLong:
        return {'raised': time_limit.raised(seconds)}
    except Exception as error:  # whatever Keras or TensorFlow raises is an answer
        return {'raised': raised(error, keras_directory)}


class Worker:
    """One version of Keras."""

    def __init__(self, version, fixes):
        import shims
        try:
            self.keras = shims.load(version)
        except shims.TargetMissing as missing:
            print('worker: %s' % missing, file=sys.stderr)
            sys.exit(2)
        for fix in fixes:
            runpy.run_path(fix)['install']()
        speed.collect_seldom()

    def versions(self):
        return {'keras': self.keras.__version__, 'python': '%d.%d.%d' % sys.version_info[:3]}

    def answer(self, request):
        import vocabulary
        keras_session.fresh_session(self.keras)
        keras_directory = os.path.dirname(self.keras.__file__) + os.sep
        case = Case(request['graph'], request['seed'])
        seconds = time_limit.step_seconds(request)
        steps = {}
        with self.keras.utils.CustomObjectScope(vocabulary.CLASSES):
            for step in request['steps']:
                if step not in STEPS:
                    steps[step] = {'unsupported': 'no step %s' % step}
                    continue
                needed = needs(step)
                if needed is not None and 'result' not in steps.get(needed, {}):
                    continue
                steps[step] = run_step(case, step, seconds, keras_directory)
                if step == 'build' and 'raised' in steps[step]:
                    steps[step]['raised']['at'] = case.program.place
        return {'steps': steps}


def main(arguments):
    if len(arguments) not in (1, 2):
        print('usage: worker.py VERSION [FIX.py]', file=sys.stderr)
        return 2
    worker_protocol.serve(lambda: Worker(arguments[0], arguments[1:]))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
