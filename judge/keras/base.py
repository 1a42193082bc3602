"""Layer, and the parts of a layer that are the same for all classes. Rules: Keras 2.2.4, keras/engine/base_layer.py."""

from clonecheck_keras import _engine
from clonecheck_keras.generic import to_list
from clonecheck_keras.names import NAMES, NotModelled, fact, fill_in, missing

def new_layer(self, class_name, arguments):
    """Makes the engine's layer behind `self`, as a constructor does."""
    name = arguments.pop('name', None)
    trainable = arguments.pop('trainable', True)
    inner = arguments.pop('layer', None)
    unknown = _engine.init_layer(self, class_name, name or None, bool(trainable), arguments, inner)
    if unknown is not None:
        raise TypeError('Keyword argument not understood:', unknown)


def _same_support(self, value):
    return value == self.supports_masking


def _of_config(self, name):
    config = self.get_config()
    if name not in config:
        raise missing(self, name)
    return config[name]


class Layer(_engine.LayerHandle):
    __module__ = 'keras.engine.base_layer'

    def __init__(self, **kwargs):
        raise NotModelled('a layer of class %s' % type(self).__name__)

    # ---- Facts ----

    name = fact(_engine.layer_name, _engine.set_layer_name)
    trainable = fact(_engine.layer_trainable, _engine.set_layer_trainable)
    built = fact(_engine.layer_built)
    _built = fact(_engine.layer_built)
    supports_masking = fact(_engine.layer_supports_masking, _same_support)
    _inbound_nodes = fact(_engine.layer_inbound_nodes)
    _outbound_nodes = fact(_engine.layer_outbound_nodes)

    @fact
    def batch_input_shape(self):
        return _of_config(self, 'batch_input_shape')

    @fact
    def dtype(self):
        return _of_config(self, 'dtype')

    @fact
    def input(self):
        return _engine.layer_tensors(self, False)

    @fact
    def output(self):
        return _engine.layer_tensors(self, True)

    @fact
    def input_mask(self):
        return _engine.layer_masks(self, False)

    @fact
    def output_mask(self):
        return _engine.layer_masks(self, True)

    @fact
    def input_shape(self):
        return _engine.layer_shapes(self, False)

    @fact
    def output_shape(self):
        return _engine.layer_shapes(self, True)

    def get_input_at(self, node_index):
        return _engine.tensors_at(self, False, node_index)

    def get_output_at(self, node_index):
        return _engine.tensors_at(self, True, node_index)

    def get_input_mask_at(self, node_index):
        return _engine.masks_at(self, False, node_index)

    def get_output_mask_at(self, node_index):
        return _engine.masks_at(self, True, node_index)

    def get_input_shape_at(self, node_index):
        return _engine.shapes_at(self, False, node_index)

    def get_output_shape_at(self, node_index):
        return _engine.shapes_at(self, True, node_index)

    @staticmethod
    def _node_key(layer, node_index):
        return layer.name + '_ib-' + str(node_index)

    @fact
    def weights(self):
        return _engine.layer_weights(self)

    @fact
    def trainable_weights(self):
        return _engine.layer_weights(self, True)

    @fact
    def non_trainable_weights(self):
        return _engine.layer_weights(self, False)

    def get_weights(self):
        return _engine.layer_weights(self)

    def set_weights(self, weights):
        params = self.weights
        if len(params) != len(weights):
            raise ValueError(
                'You called `set_weights(weights)` on layer "%s" with a  weight list of length %d, but the layer was '
                'expecting %d weights. Provided weights: %s...' % (self.name, len(weights), len(params),
                                                                  str(weights)[:50]))
        for param, weight in zip(params, weights):
            if param.shape != weight.shape:
                raise ValueError('Layer weight shape %s not compatible with provided weight shape %s' % (
                    param.shape, weight.shape))

    def count_params(self):
        if not self.built:
            raise RuntimeError("You tried to call `count_params` on %s, but the layer isn't built. You can build it "
                               'manually via: `%s.build(batch_input_shape)`.' % (self.name, self.name))
        total = 0
        for weight in self.weights:
            size = 1
            for dim in weight.shape:
                size *= dim
            total += size
        return total

    # ---- What it does ----

    def call(self, inputs, **kwargs):
        raise NotModelled('call of a layer without __call__')

    def __call__(self, inputs, **kwargs):
        result = _engine.call_layer(self, inputs, kwargs)
        if result is NotImplemented:
            self._refuse_inputs(inputs)
        return result

    def _refuse_inputs(self, inputs):
        inputs = to_list(inputs)
        for x in inputs:
            if not isinstance(x, _engine.TensorHandle):
                raise ValueError(
                    "Layer %s was called with an input that isn't a symbolic tensor. Received type: %s. Full input: %s. "
                    'All inputs to the layer should be tensors.' % (self.name, type(x), inputs))
        raise NotModelled('a layer called on no tensors')

    def compute_mask(self, inputs, mask=None):
        return self._ask_mask(inputs, mask)

    def _ask_mask(self, inputs, mask):
        result = _engine.compute_mask(self, inputs, mask)
        if result is NotImplemented:
            raise NotModelled('compute_mask of %s on inputs or masks that are no tensors' % type(self).__name__)
        return result

    def get_config(self):
        return _engine.get_config(self)

    @classmethod
    def from_config(cls, config):
        layer = _engine.from_config(cls, config)
        return cls(**config) if layer is None else layer

    def __copy__(self):
        raise NotModelled('copy of a layer')

    def __deepcopy__(self, memo):
        raise NotModelled('deepcopy of a layer')

    def __reduce_ex__(self, protocol):
        raise NotModelled('a pickled layer')


fill_in(Layer, NAMES['Layer'])
