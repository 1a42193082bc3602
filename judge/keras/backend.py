"""keras.backend: what cloning code asks of it. The rest is there by name, and not modelled."""

from clonecheck_keras import _engine
from clonecheck_keras.generic import has_arg
from clonecheck_keras.names import NAMES, NotModelled


def is_tensor(x):
    return isinstance(x, _engine.TensorHandle)


def is_keras_tensor(x):
    if not is_tensor(x):
        raise ValueError('Unexpectedly found an instance of type `%s`. Expected a symbolic tensor instance.' % type(x))
    return hasattr(x, '_keras_history')


def is_placeholder(x):
    if not is_tensor(x):
        return False
    raise NotModelled('keras.backend.is_placeholder')


def is_sparse(tensor):
    if not is_tensor(tensor):
        return False
    raise NotModelled('keras.backend.is_sparse')


def int_shape(x):
    if hasattr(x, '_keras_shape'):
        return x._keras_shape
    return tuple(x.get_shape().as_list())


def ndim(x):
    return len(x.get_shape())


def dtype(x):
    return x.dtype.name


def identity(x, name=None):
    if not is_tensor(x):
        raise NotModelled('keras.backend.identity of what is no tensor')
    return _engine.identity(x)


def backend():
    return 'tensorflow'


def floatx():
    return 'float32'


def epsilon():
    return 1e-07


def image_data_format():
    return 'channels_last'


class name_scope(object):
    """Names of tensors are not what is judged."""

    def __init__(self, name):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def _gap(name):
    def function(*args, **kwargs):
        raise NotModelled('keras.backend.' + name)
    function.__name__ = name
    return function


for _name in NAMES['backend']:
    if _name not in globals() and not _name.startswith('_'):
        globals()[_name] = _gap(_name)
