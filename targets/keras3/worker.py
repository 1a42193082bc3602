"""The worker for Keras 3: worker.py [BACKEND] [--clone-model=FILE]. Protocol: docs/targets.md.

BACKEND: jax (by default), tensorflow, numpy or torch, if it is there.
"""

import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = os.path.join(HERE, os.pardir, 'python')

import graph_source  # noqa: E402
import initial  # noqa: E402
import speed  # noqa: E402
import variants  # noqa: E402
import worker  # noqa: E402

OWN = worker.own_clone_model(sys.argv)
HEADER = """\
import contextlib
import hashlib
import inspect
import json
import math
import os
import runpy
import sys
import tempfile

os.environ.setdefault('KERAS_BACKEND', '%s')
import numpy as np
import keras
from keras import ops as K
from keras.layers import Layer
"""


class Keras3(graph_source.Dialect):
    gone = ('LocallyConnected1D', 'LocallyConnected2D', 'ThresholdedReLU', 'CuDNNGRU', 'CuDNNLSTM')
    renamed = {'*': {'batch_input_shape': None}, 'LeakyReLU': {'alpha': 'negative_slope'},
               'Embedding': {'input_length': None, 'batch_input_shape': None},
               'InputLayer': {'batch_input_shape': 'batch_shape'}}
    sequential_needs_input = True
    input_layer_is_no_function = True
    states_by_keyword = True
    operation_names = {'concat': 'concatenate'}

    def __init__(self, backend):
        # NumPy has no sparse tensors.
        self.variants = tuple(name for name in variants.ALL if backend != 'numpy' or name != 'sparse_inputs')


STEPS = ('clone', 'clone_twice', 'clone_of_clone', 'clone_input_tensors', 'clone_as_layer', 'clone_with_function',
         'clone_recursive', 'clone_with_calls', 'from_config', 'roundtrip',
         'save_keras', 'save_h5')


def one_context():
    """JAX writes each program in a context of its own; making them took a fifth of the time of a case."""
    import functools
    from jax._src.interpreters import mlir
    mlir.make_ir_context = functools.lru_cache(None)(mlir.make_ir_context)


def make():
    backend = sys.argv[1] if len(sys.argv) > 1 else 'jax'
    os.environ['KERAS_BACKEND'] = backend
    # Programs are compiled once for all workers, and for the next run.
    os.environ.setdefault('JAX_COMPILATION_CACHE_DIR', os.path.join(tempfile.gettempdir(), 'clonecheck-jax-%d' % os.getuid()))
    os.environ.setdefault('JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS', '0')
    # One thread is enough for these sizes, and workers run in parallel.
    os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=false')
    speed.ask_once()
    import keras
    from keras.src.backend import standardize_dtype
    from keras.src.initializers import constant_initializers, random_initializers
    numbers = initial.Initial([constant_initializers, random_initializers], standardize_dtype, keras.ops.convert_to_tensor)

    def reset(keras):
        keras.utils.clear_session(free_memory=False)
        numbers.restart()

    if backend == 'jax':
        one_context()
    # Where an exception came from is part of what is told of it.
    keras.config.disable_traceback_filtering()
    return worker.Worker(HERE, HEADER % backend, Keras3(backend), STEPS, reset, lambda keras: None, OWN)


if __name__ == '__main__':
    if len(sys.argv) > 2:
        print('usage: worker.py [BACKEND] [--clone-model=FILE]', file=sys.stderr)
        sys.exit(2)
    sys.exit(worker.serve(make))
