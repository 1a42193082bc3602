"""loop.py on Keras 3 (later_loop.py keras3 jax, or numpy) and tf-keras (later_loop.py tf_keras), set up as their workers are."""
import importlib.util
import os
import sys

import loop


def worker_of(folder):
    """The module targets/FOLDER/worker.py; not run, only its parts."""
    path = os.path.join(loop.ROOT, 'targets', folder, 'worker.py')
    spec = importlib.util.spec_from_file_location(folder + '_worker', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Later:
    def __init__(self, folder, backend):
        self.worker = worker_of(folder).make()
        self.unsupported = self.worker.graph_source.Unsupported
        names = {'keras': 'tf-keras' if folder == 'tf_keras' else 'Keras', 'tensorflow': 'TensorFlow', 'numpy': 'NumPy'}
        if backend == 'jax':
            names['jax'] = 'JAX'
        self.versions = {names[name]: value for name, value in self.worker.versions().items() if name in names}

    def build(self, graph, seed):
        worker = self.worker
        worker.begin({'graph': graph, 'seed': seed})
        model = worker.graph_source.Statements(graph, worker.dialect, dict(worker.namespace), []).run()
        if not getattr(model, 'outputs', None):
            raise self.unsupported('a model without outputs')
        return model

    def outputs(self, model, seed):
        return self.worker.namespace['outputs_and_masks'](model, seed)[0]

    def clone(self, model):
        return self.worker.namespace['clone'](model)


if __name__ == '__main__':
    FOLDER = sys.argv.pop(1)  # the worker reads the rest
    loop.serve(lambda: Later(FOLDER, sys.argv[-1]))
