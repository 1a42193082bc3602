"""InputLayer and Input. Rules: Keras 2.2.4, keras/engine/input_layer.py."""

from clonecheck_keras import _engine
from clonecheck_keras.base import Layer
from clonecheck_keras.generic import unpack_singleton
from clonecheck_keras.names import NotModelled, fact


class InputLayer(Layer):
    __module__ = 'keras.engine.input_layer'

    def __init__(self, input_shape=None, batch_size=None, batch_input_shape=None, dtype=None, input_tensor=None,
                 sparse=False, name=None):
        if input_shape and batch_input_shape:
            raise ValueError('Only provide the input_shape OR batch_input_shape argument to InputLayer, not both at the '
                             'same time.')
        if input_tensor is not None:
            if not isinstance(input_tensor, _engine.TensorHandle):
                raise AttributeError("%r object has no attribute 'get_shape'" % type(input_tensor).__name__)
            if batch_input_shape is not None:
                raise NotModelled('InputLayer with a tensor and a shape')
        elif not batch_input_shape:
            if not input_shape:
                raise ValueError('An Input layer should be passed either a `batch_input_shape` or an `input_shape`.')
            batch_input_shape = (batch_size,) + tuple(input_shape)
        else:
            batch_input_shape = tuple(batch_input_shape)
        if name is not None and not isinstance(name, str):
            raise TypeError("expected string or bytes-like object, got '%s'" % type(name).__name__)
        if not isinstance(dtype or 'float32', str):
            dtype = getattr(dtype, 'name', dtype)
        if not _engine.init_input_layer(self, batch_input_shape, dtype or 'float32', bool(sparse), name or None,
                                        input_tensor):
            raise NotModelled('InputLayer(batch_input_shape=%r, dtype=%r)' % (batch_input_shape, dtype))

    @fact
    def is_placeholder(self):
        return _engine.layer_is_placeholder(self)

    @fact
    def sparse(self):
        return self.get_config()['sparse']


def Input(shape=None, batch_shape=None, name=None, dtype=None, sparse=False, tensor=None):
    if not batch_shape and tensor is None:
        assert shape is not None, ('Please provide to Input either a `shape` or a `batch_shape` argument. Note that '
                                   '`shape` does not include the batch dimension.')
    if shape is not None and not batch_shape:
        batch_shape = (None,) + tuple(shape)
    layer = InputLayer(batch_input_shape=batch_shape, name=name, dtype=dtype or 'float32', sparse=sparse,
                       input_tensor=tensor)
    return unpack_singleton(_engine.first_outputs(layer))
