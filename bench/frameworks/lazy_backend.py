"""A backend for the real Keras 2.2.4 without TensorFlow: tensors are expressions over NumPy, computed when they are asked for.

Keras takes a module of this name (KERAS_BACKEND=lazy_backend) in place of its own backends. It holds what Keras needs to build, clone
and run the plain graphs of docs/performance.md, and targets/keras2/observe.py to look at them; what is not here was not needed. No
gradients, no training.
"""
import collections
import contextlib

import numpy as np

from keras.backend.common import floatx

_UIDS = collections.defaultdict(int)


def get_uid(prefix=''):
    _UIDS[prefix] += 1
    return _UIDS[prefix]


def reset_uids():
    _UIDS.clear()


# ---- Tensors ---------------------------------------------------------------------------------------------------------


class Shape(tuple):
    """As TensorFlow's, so far as targets/keras2/observe.py asks it."""

    def as_list(self):
        return list(self)


class Tensor:
    """`function` of the values of `operands`. Sizes that are not known before are None. Keras hangs on it what it knows of it."""

    def __init__(self, shape, dtype, name, function=None, operands=()):
        self.shape, self.dtype, self.function, self.operands = tuple(shape), dtype, function, operands
        self.name = '%s_%d:0' % (name, get_uid('tensor ' + name))

    def __repr__(self):
        return 'Tensor("%s", shape=(%s), dtype=%s)' % (self.name, ', '.join('?' if n is None else str(n) for n in self.shape), self.dtype)

    def get_shape(self):
        return Shape(self.shape)

    def __add__(self, other):
        return elementwise('add', np.add, self, other)

    def __radd__(self, other):
        return elementwise('add', np.add, other, self)

    def __sub__(self, other):
        return elementwise('sub', np.subtract, self, other)

    def __mul__(self, other):
        return elementwise('mul', np.multiply, self, other)

    def __rmul__(self, other):
        return elementwise('mul', np.multiply, other, self)


class Variable(Tensor):
    """A tensor that holds its value."""

    def __init__(self, value, dtype, name):
        self.value = np.array(value, dtype)
        super().__init__(self.value.shape, dtype, name)


def broadcast(a, b):
    """The shape of an operation element by element; a size that is not known may be any."""
    sizes = []
    for i in range(1, max(len(a), len(b)) + 1):
        one, other = (a[-i] if i <= len(a) else 1), (b[-i] if i <= len(b) else 1)
        if one != other and 1 not in (one, other) and None not in (one, other):
            raise ValueError('shapes %s and %s do not fit' % (a, b))
        sizes.append(other if one == 1 else one if other == 1 or one == other else one or other)
    return tuple(reversed(sizes))


def elementwise(name, function, a, b):
    """Of tensors and numbers, in the type of the first tensor."""
    dtype = a.dtype if is_tensor(a) else b.dtype
    tensors = [one for one in (a, b) if is_tensor(one)]
    shape = broadcast(a.shape, b.shape) if len(tensors) == 2 else tensors[0].shape
    if len(tensors) == 2:
        return Tensor(shape, dtype, name, function, (a, b))
    if is_tensor(a):
        return Tensor(shape, dtype, name, lambda x: function(x, np.asarray(b, dtype)), (a,))
    return Tensor(shape, dtype, name, lambda x: function(np.asarray(a, dtype), x), (b,))


def values_of(tensors, feed):
    """The values of all, each tensor computed once. `feed` has those of placeholders."""
    known = dict(feed)
    waiting = list(tensors)
    while waiting:
        tensor = waiting[-1]
        missing = [] if tensor in known else [one for one in tensor.operands if one not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if tensor not in known:
            known[tensor] = value_of(tensor, known)
    return [known[tensor] for tensor in tensors]


def value_of(tensor, known):
    if isinstance(tensor, Variable):
        return tensor.value
    if tensor.function is None:
        raise ValueError('You must feed a value for placeholder tensor %s' % tensor.name)
    return tensor.function(*[known[one] for one in tensor.operands])


# ---- What Keras asks of a backend ------------------------------------------------------------------------------------


def placeholder(shape=None, ndim=None, dtype=None, sparse=False, name=None):
    if sparse:
        raise NotImplementedError('sparse tensors')
    made = Tensor(shape if shape is not None else [None] * ndim, dtype or floatx(), name or 'Placeholder')
    made._keras_shape, made._uses_learning_phase = made.shape, False
    return made


def variable(value, dtype=None, name=None, constraint=None):
    if is_tensor(value):
        value, = values_of([value], {})
    made = Variable(value, dtype or floatx(), name or 'Variable')
    made.constraint, made._keras_shape, made._uses_learning_phase = constraint, made.shape, False
    return made


def constant(value, dtype=None, shape=None, name=None):
    value = np.asarray(value, dtype or floatx())
    value = np.broadcast_to(value, shape) if shape is not None else value
    return Tensor(value.shape, str(value.dtype), name or 'Const', lambda: value)


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    drawn = np.random.RandomState(seed).uniform(minval, maxval, shape)
    return constant(drawn, dtype)


def function(inputs, outputs, updates=None, **_):
    return lambda values: values_of(outputs, dict(zip(inputs, values)))


def is_tensor(value):
    return isinstance(value, Tensor)


def is_keras_tensor(value):
    if not is_tensor(value):
        raise ValueError('Unexpectedly found an instance of type `%s`. Expected a symbolic tensor instance.' % type(value))
    return hasattr(value, '_keras_history')


def is_placeholder(value):
    return is_tensor(value) and value.function is None and not isinstance(value, Variable)


def is_sparse(value):
    return False


def ndim(value):
    return len(value.shape)


def int_shape(value):
    return getattr(value, '_keras_shape', value.shape)


def dtype(value):
    return value.dtype


def identity(value, name=None):
    return Tensor(value.shape, value.dtype, name or 'Identity', lambda x: x, (value,))


def relu(value, alpha=0.0, max_value=None, threshold=0.0):
    if alpha != 0 or max_value is not None or threshold != 0:
        raise NotImplementedError('relu with parameters')
    return Tensor(value.shape, value.dtype, 'Relu', lambda x: np.maximum(x, x.dtype.type(0)), (value,))


def dot(x, y):
    if ndim(y) != 2:
        raise NotImplementedError('a product with other than a matrix')
    return Tensor(x.shape[:-1] + y.shape[1:], x.dtype, 'MatMul', np.dot, (x, y))


def bias_add(x, bias, data_format=None):
    return elementwise('BiasAdd', np.add, x, bias)


def concatenate(tensors, axis=-1):
    sizes = list(tensors[0].shape)
    along = [one.shape[axis] for one in tensors]
    sizes[axis] = None if None in along else sum(along)
    return Tensor(sizes, tensors[0].dtype, 'concat', lambda *values: np.concatenate(values, axis), tuple(tensors))


def batch_get_value(variables):
    return [one.value for one in variables]


def batch_set_value(pairs):
    for one, value in pairs:
        one.value = np.array(value, one.dtype)


def learning_phase():
    return 0


@contextlib.contextmanager
def name_scope(_):
    yield


# ---- Sessions, as with TensorFlow ------------------------------------------------------------------------------------


class Session:
    """Runs tensors; holds nothing."""

    @staticmethod
    def run(tensors, feed):
        return values_of(tensors, feed)


def get_session():
    return Session


def set_session(_):
    pass


def clear_session():
    reset_uids()
