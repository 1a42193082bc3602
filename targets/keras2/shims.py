"""Prepares this interpreter so that `import keras` gives a real, unchanged Keras 2 on TensorFlow 2.21.

Not a reimplementation of anything: every line either selects a mode of TensorFlow or puts back a name
that Python or TensorFlow has moved since. One version per process.

    import shims
    keras = shims.load('2.2.4')

Keras 2 dates from Python 3.6 and TensorFlow 1. What it needs, in the order in which it must happen:
  1. the environment is set before TensorFlow is first imported, otherwise TensorFlow itself loads a
     Keras 3 under the name `keras` and everything after silently tests the wrong library;
  2. names that Python removed are put back;
  3. TensorFlow's version 1 interface takes the place of `tensorflow`, and says it is 1.15;
  4. private TensorFlow names that Keras reaches for are put back.
"""

import collections
import collections.abc
import contextlib
import importlib
import inspect
import os
import subprocess
import sys
import tempfile
import warnings

VERSIONS = ('2.2.4', '2.2.5', '2.3.1')


class TargetMissing(Exception):
    """The version asked for is not installed, or does not exist; the text says what to do."""


def targets_dir():
    """The directory into which tools/setup-targets installs."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'folder')
    return subprocess.check_output([folder], text=True).strip()


def load(version, quiet=True, backend='tensorflow'):
    """Returns the `keras` module of `version`. With `quiet`, what the import prints is dropped.

    `backend`: a module of another name takes TensorFlow's place, as Keras has it for backends of one's own; no
    TensorFlow is loaded then.

    Raises TargetMissing if it is not installed, AssertionError if another Keras was loaded.
    """
    directory = os.path.join(targets_dir(), 'keras-' + version)
    if version not in VERSIONS:
        raise TargetMissing('there is no target keras-%s; there are: %s'
                            % (version, ', '.join('keras-' + v for v in VERSIONS)))
    if not os.path.isdir(os.path.join(directory, 'keras')):
        raise TargetMissing('keras-%s is not installed in %s; run tools/setup-targets keras2, '
                            'or set CLONECHECK_TARGETS to where it is' % (version, targets_dir()))
    assert 'keras' not in sys.modules, 'shims.load must come before the first `import keras`'
    with _hushed() if quiet else contextlib.nullcontext():
        _set_environment(backend)
        _restore_python_names()
        if backend == 'tensorflow':
            _put_tensorflow_1_in_place()
            _restore_tensorflow_names()
        sys.path.insert(0, directory)
        keras = importlib.import_module('keras')
    assert keras.__version__ == version, (
        'asked for Keras %s, got %s from %s' % (version, keras.__version__, keras.__file__))
    assert keras.__file__.startswith(directory + os.sep), keras.__file__
    assert keras.backend.backend() == backend, keras.backend.backend()
    return keras


def _set_environment(backend):
    os.environ['TF_USE_LEGACY_KERAS'] = '1'
    os.environ['KERAS_BACKEND'] = backend
    os.environ.setdefault('TF_CPP_MIN_LOG_LEVEL', '3')
    os.environ.setdefault('CUDA_VISIBLE_DEVICES', '-1')
    os.environ.setdefault('TF_ENABLE_ONEDNN_OPTS', '0')  # same sums in the same order everywhere


def _restore_python_names():
    for name in ('Iterable', 'Mapping', 'Sequence', 'Callable'):
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, 'getargspec'):
        ArgSpec = collections.namedtuple('ArgSpec', 'args varargs keywords defaults')
        inspect.getargspec = lambda function: ArgSpec(*inspect.getfullargspec(function)[:4])


def _put_tensorflow_1_in_place():
    import tensorflow  # noqa: F401  (must be loaded under its own name first)
    import tensorflow.compat.v1 as tensorflow_1
    tensorflow_1.disable_v2_behavior()
    tensorflow_1.__version__ = '1.15.0'
    sys.modules['tensorflow'] = tensorflow_1
    tensorflow_1.get_logger().setLevel('ERROR')
    from tensorflow.python.util import deprecation
    deprecation._PRINT_DEPRECATION_WARNINGS = False


def _restore_tensorflow_names():
    from tensorflow.python.framework import ops, tensor
    from tensorflow.python.ops import cond, control_flow_ops, functional_ops, map_fn, variables, while_loop

    def is_dense_tensor_like(x):
        return isinstance(x, (tensor.Tensor, variables.Variable))

    def missing(name):
        def refuse(*_, **__):
            raise NotImplementedError('functional_ops.%s is not shimmed' % name)
        return refuse

    for module, name, value in (
            (ops, '_TensorLike', (tensor.Tensor,)),
            (ops, 'is_dense_tensor_like', is_dense_tensor_like),
            (control_flow_ops, 'while_loop', while_loop.while_loop),
            (control_flow_ops, 'cond', cond.cond),
            (functional_ops, 'map_fn', map_fn.map_fn),
            (functional_ops, 'foldl', missing('foldl')),
            (functional_ops, 'foldr', missing('foldr')),
            (functional_ops, 'scan', missing('scan'))):
        if not hasattr(module, name):
            setattr(module, name, value)


@contextlib.contextmanager
def _hushed():
    """Drops what is written to the output and error streams, by native code too; shows it on failure."""
    sys.stdout.flush()
    sys.stderr.flush()
    saved = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as sink:
        os.dup2(sink.fileno(), 1)
        os.dup2(sink.fileno(), 2)
        failed = True
        try:
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                yield
            failed = False
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.dup2(saved[0], 1)
            os.dup2(saved[1], 2)
            os.close(saved[0])
            os.close(saved[1])
            if failed:
                sink.seek(0)
                sys.stderr.write(sink.read().decode(errors='replace'))


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit('usage: shims.py VERSION   (imports that Keras and says so, or fails)')
    try:
        loaded = load(sys.argv[1])
    except TargetMissing as missing_target:
        sys.exit(str(missing_target))
    print('keras-%s: imports, from %s' % (loaded.__version__, os.path.dirname(loaded.__file__)))
