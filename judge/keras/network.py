"""Network, Model and Sequential. Rules: Keras 2.2.4, keras/engine/network.py, training.py and sequential.py."""

from clonecheck_keras import _engine
from clonecheck_keras.base import Layer
from clonecheck_keras.generic import to_list
from clonecheck_keras.names import NAMES, NotModelled, fact, fill_in, missing


def _fact(name):
    """An attribute that follows from the graph; the same object each time, until the graph changes."""
    def get(self):
        value = _engine.model_fact(self, name)
        if value is None:
            raise missing(self, name)
        return value
    get.__name__ = name
    return fact(get)


class Network(Layer):
    __module__ = 'keras.engine.network'

    def __init__(self, *args, **kwargs):
        if 'input' in kwargs or 'output' in kwargs:
            # Keras 1 names, which Keras 2 translates with a warning.
            kwargs = {{'input': 'inputs', 'output': 'outputs'}.get(key, key): value for key, value in kwargs.items()}
        if len(args) == 2 or len(args) == 1 and 'outputs' in kwargs or 'inputs' in kwargs and 'outputs' in kwargs:
            self._init_graph_network(*args, **kwargs)
        else:
            raise NotModelled('a Model that is not made of inputs and outputs')

    def _init_graph_network(self, inputs, outputs, name=None):
        inputs = to_list(inputs, allow_tuple=True)
        outputs = to_list(outputs, allow_tuple=True)
        kind = type(self).__name__
        if len(set(inputs)) != len(inputs):
            raise ValueError('The list of inputs passed to the model is redundant. All inputs should only appear once. '
                             'Found: %s' % inputs)
        for x in inputs:
            if not hasattr(x, '_keras_history'):
                raise ValueError('Input tensors to a %s must come from `keras.layers.Input`. Received: %s (missing '
                                 'previous layer metadata).' % (kind, x))
        for x in outputs:
            if not hasattr(x, '_keras_history'):
                raise ValueError('Output tensors to a %s must be the output of a Keras `Layer` (thus holding past layer '
                                 'metadata). Found: %s' % (kind, x))
        if name is not None and not isinstance(name, str):
            raise NotModelled('a name of a Model that is no string')
        _engine.init_model(self, inputs, outputs, name or None)

    layers = _fact('layers')
    _layers = _fact('_layers')
    inputs = _fact('inputs')
    outputs = _fact('outputs')
    _input_layers = _fact('_input_layers')
    _output_layers = _fact('_output_layers')
    _input_coordinates = _fact('_input_coordinates')
    _output_coordinates = _fact('_output_coordinates')
    _nodes_by_depth = _fact('_nodes_by_depth')
    _layers_by_depth = _fact('_layers_by_depth')
    input_names = _fact('input_names')
    output_names = _fact('output_names')

    @fact
    def _network_nodes(self):
        keys = set()
        for nodes in self._nodes_by_depth.values():
            for node in nodes:
                layer = node.outbound_layer
                keys.add(self._node_key(layer, layer._inbound_nodes.index(node)))
        return keys

    @fact
    def _feed_inputs(self):
        return [x for x, layer in zip(self.inputs, self._input_layers) if layer.is_placeholder]

    @fact
    def _feed_input_names(self):
        return [layer.name for layer in self._input_layers if layer.is_placeholder]

    @fact
    def _is_graph_network(self):
        return True

    @fact
    def stateful(self):
        return any(getattr(layer, 'stateful', False) for layer in self.layers)

    @fact
    def input_spec(self):
        return None if len(self.inputs) == 1 else [None] * len(self.inputs)

    def get_layer(self, name=None, index=None):
        return _engine.get_layer(self, name or '', index)

    def get_weights(self):
        return _engine.model_weights(self)

    def set_weights(self, weights):
        # Surplus and missing entries are passed over.
        for param, weight in zip(self.get_weights(), weights):
            if param.shape != weight.shape:
                raise NotModelled('set_weights of a model with other shapes')

    def call(self, inputs, mask=None):
        raise NotModelled('call of a model without __call__')

    def compute_mask(self, inputs, mask):
        return self._ask_mask(inputs, mask)

    @classmethod
    def from_config(cls, config, custom_objects=None):
        model = _engine.from_config(cls, config)
        if model is None:
            raise NotModelled('from_config of a %s with a changed config' % cls.__name__)
        return model


class Model(Network):
    __module__ = 'keras.engine.training'


class Sequential(Model):
    __module__ = 'keras.engine.sequential'

    def __init__(self, layers=None, name=None):
        layers = list(layers) if layers else []
        for layer in layers:
            if not isinstance(layer, Layer):
                raise TypeError('The added layer must be an instance of class Layer. Found: ' + str(layer))
        _engine.init_sequential(self, layers, name or None)

    @fact
    def model(self):
        return self

    def add(self, layer):
        if not isinstance(layer, Layer):
            raise TypeError('The added layer must be an instance of class Layer. Found: ' + str(layer))
        _engine.sequential_add(self, layer)


fill_in(Network, NAMES['Model'])
