"""Tensors as code in Keras 2.2.4 sees them: symbols with identity, no numbers.

What TensorFlow refuses (truth, length, iteration) is refused with its type and the beginning of its text.
"""

from clonecheck_keras import _engine
from clonecheck_keras.names import NAMES, NotModelled, fact, fill_in, missing


class OperatorNotAllowedInGraphError(TypeError):
    __module__ = 'tensorflow.python.framework.errors_impl'


_ADVICE = (
    'You can attempt the following resolutions to the problem: If you are running in Graph mode, use Eager execution '
    'mode or decorate this function with @tf.function. If you are using AutoGraph, you can try decorating this '
    'function with @tf.function. If that does not work, then you may be using an unsupported feature or your source '
    'code may not be visible to AutoGraph. See '
    'https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md'
    '#access-to-source-code for more information.')
OPERATORS = ('abs', 'add', 'and', 'floordiv', 'ge', 'getitem', 'gt', 'invert', 'le', 'lt', 'matmul', 'mod', 'mul', 'neg',
             'or', 'pow', 'radd', 'rand', 'rfloordiv', 'rmatmul', 'rmod', 'rmul', 'ror', 'round', 'rpow', 'rsub',
             'rtruediv', 'rxor', 'sub', 'truediv', 'xor')


class Dimension(object):
    """TensorFlow's size of an axis; `value` None: not known."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return 'Dimension(%s)' % self.value

    def __str__(self):
        return '?' if self.value is None else str(self.value)

    def __eq__(self, other):
        other = other.value if isinstance(other, Dimension) else other
        return None if self.value is None or other is None else self.value == other

    def __hash__(self):
        return hash(self.value)

    def __int__(self):
        return int(self.value)


class TensorShape(object):
    """TensorFlow's static shape of a known rank."""

    __module__ = 'tensorflow.python.framework.tensor_shape'

    def __init__(self, dims):
        self.dims = [Dimension(dim) for dim in dims]

    @property
    def ndims(self):
        return len(self.dims)

    def as_list(self):
        return [dim.value for dim in self.dims]

    def __len__(self):
        return len(self.dims)

    def __iter__(self):
        return iter(self.dims)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return TensorShape([dim.value for dim in self.dims[index]])
        return self.dims[index]

    def __eq__(self, other):
        return self.as_list() == (other.as_list() if isinstance(other, TensorShape) else list(other))

    __hash__ = None

    def __repr__(self):
        return 'TensorShape(%r)' % self.dims

    def __str__(self):
        return '(%s%s)' % (', '.join(str(dim) for dim in self.dims), ',' if len(self.dims) == 1 else '')


class DType(object):
    __module__ = 'tensorflow.python.framework.dtypes'

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "tf." + self.name

    def __str__(self):
        return "<dtype: %r>" % self.name

    def __eq__(self, other):
        return self.name == (other.name if isinstance(other, DType) else other)

    def __hash__(self):
        return hash(self.name)


class SymbolicTensor(_engine.TensorHandle):
    __module__ = 'tensorflow.python.framework.ops'

    @property
    def _keras_history(self):
        history = _engine.tensor_history(self)
        if history is None:
            raise missing(self, '_keras_history')
        return history

    @_keras_history.setter
    def _keras_history(self, value):
        if not _engine.set_tensor_history(self, value):
            raise NotModelled('_keras_history set to something that is no call of a layer')

    @property
    def _keras_shape(self):
        if _engine.tensor_history(self) is None:
            raise missing(self, '_keras_shape')
        return _engine.tensor_shape(self)

    @_keras_shape.setter
    def _keras_shape(self, value):
        if _engine.tensor_history(self) is None or value != _engine.tensor_shape(self):
            raise NotModelled('_keras_shape of a tensor set to another')

    @fact
    def name(self):
        return _engine.tensor_name(self)

    @fact
    def shape(self):
        return TensorShape(_engine.tensor_static_shape(self))

    def get_shape(self):
        return self.shape

    @fact
    def ndim(self):
        return len(self.shape)

    @fact
    def dtype(self):
        return DType(_engine.tensor_dtype(self))

    def __repr__(self):
        return _engine.tensor_repr(self)

    def __str__(self):
        return _engine.tensor_str(self)

    def __bool__(self):
        raise OperatorNotAllowedInGraphError('Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. ' + _ADVICE)

    def __iter__(self):
        raise OperatorNotAllowedInGraphError('Iterating over a symbolic `tf.Tensor` is not allowed. ' + _ADVICE)

    def __len__(self):
        raise TypeError('len is not well defined for a symbolic Tensor (%s). Please call `x.shape` rather than `len(x)` '
                        'for shape information.' % self.name)

    def __copy__(self):
        raise NotModelled('copy of a tensor')

    def __deepcopy__(self, memo):
        raise NotModelled('deepcopy of a tensor')


def _no_operator(name):
    def operator(self, *_):
        raise NotModelled('operator %s of a tensor' % name)
    return operator


for _name in OPERATORS:
    setattr(SymbolicTensor, '__%s__' % _name, _no_operator(_name))
fill_in(SymbolicTensor, NAMES['Tensor'])
