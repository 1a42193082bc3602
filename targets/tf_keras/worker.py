"""The worker for tf-keras, the descendant of Keras 2 on TensorFlow 2: worker.py [--clone-model=FILE]. Protocol: docs/targets.md."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:1] = [os.path.join(HERE, os.pardir, 'python'), HERE]

import graph_source  # noqa: E402
import initial  # noqa: E402
import quicker  # noqa: E402
import shapes  # noqa: E402
import speed  # noqa: E402
import variants  # noqa: E402
import worker  # noqa: E402

OWN = worker.own_clone_model(sys.argv)
HEADER = """\
import hashlib
import inspect
import json
import math
import os
import runpy
import sys
import tempfile

os.environ.setdefault('TF_CPP_MIN_LOG_LEVEL', '3')
import numpy as np
import tensorflow as tf
import tf_keras as keras
from tf_keras.layers import Layer

from tf_keras.__internal__ import enable_unsafe_deserialization

# Otherwise no function of a Lambda comes back at all, which is documented.
enable_unsafe_deserialization()
"""


class TfKeras(graph_source.Dialect):
    gone = ('CuDNNGRU', 'CuDNNLSTM')
    # A loaded Lambda finds `tf` among its globals, and no backend.
    words = graph_source.Dialect.words + (('K.mean(', 'tf.reduce_mean('), ('K.any(', 'tf.reduce_any('), ('K.', 'tf.'))
    # A layer whose constructor takes arguments needs a get_config, as documented, and no public way leads to another name
    # for a layer.
    variants = tuple(name for name in variants.ALL if name not in ('custom_automatic_config', 'renamed'))
    operation = 'tf.%s'


STEPS = ('clone', 'clone_twice', 'clone_of_clone', 'clone_input_tensors', 'clone_as_layer', 'clone_with_function', 'from_config', 'roundtrip',
         'save_keras', 'save_h5')


def make():
    os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
    speed.ask_once()
    import tensorflow
    # Nothing of a case is in a file, and nothing of it needs rewriting.
    tensorflow.get_logger().setLevel('ERROR')
    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
    tensorflow.config.threading.set_inter_op_parallelism_threads(1)
    # Where an exception came from is part of what is told of it.
    tensorflow.debugging.disable_traceback_filtering()
    quicker.install(tensorflow)
    shapes.install(tensorflow)
    from tf_keras.src.initializers import initializers
    numbers = initial.Initial([initializers], lambda dtype: tensorflow.as_dtype(dtype or 'float32').as_numpy_dtype,
                              tensorflow.convert_to_tensor)

    def reset(keras):
        keras.backend.reset_uids()
        numbers.restart()

    return worker.Worker(HERE, HEADER, TfKeras(), STEPS, reset, lambda keras: keras.backend.clear_session(), OWN)


if __name__ == '__main__':
    if len(sys.argv) > 1:
        print('usage: worker.py [--clone-model=FILE]', file=sys.stderr)
        sys.exit(2)
    sys.exit(worker.serve(make))
