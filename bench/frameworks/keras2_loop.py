"""loop.py on the real Keras 2: keras2_loop.py VERSION [BACKEND]. BACKEND is a module beside this one, in place of TensorFlow."""
import os
import sys

import loop

sys.path[:0] = [os.path.join(loop.ROOT, 'targets', 'keras2'), os.path.join(loop.ROOT, 'targets', 'python')]


class Keras2:
    def __init__(self, version, backend):
        import shims
        self.keras = keras = shims.load(version, backend=backend)
        import observe
        import program
        import keras_session
        import vocabulary
        self.observe, self.program, self.classes = observe, program, vocabulary.CLASSES
        new = keras_session.plain_session if backend == 'tensorflow' else keras.backend.Session
        self.fresh_session = lambda: keras_session.fresh_session(keras, new)
        self.unsupported = program.Unsupported
        self.versions = {'Keras': keras.__version__, 'NumPy': observe.np.__version__}
        if backend == 'tensorflow':
            self.versions['TensorFlow'] = sys.modules['tensorflow.python.framework.versions'].VERSION

    def build(self, graph, seed):
        self.fresh_session()
        with self.keras.utils.CustomObjectScope(self.classes):
            return self.program.Program(graph).run()

    def outputs(self, model, seed):
        return self.observe.predict(model, seed)['outputs']

    def clone(self, model):
        with self.keras.utils.CustomObjectScope(self.classes):
            return self.keras.models.clone_model(model)


if __name__ == '__main__':
    loop.serve(lambda: Keras2(sys.argv[1], (sys.argv[2:] or ['tensorflow'])[0]))
