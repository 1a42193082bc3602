"""clone_model for Keras 2.2.4 to 2.3.1, mended: every layer once, then the same calls in the same order.

    import keras_clone
    keras_clone.install()            # from here on keras.models.clone_model is this one
    copy = keras_clone.clone(model)  # or without installing anything

The walk of Keras itself (keras.models._clone_functional_model) recomputes a model and goes wrong where recomputing is
not the same as building again:

- It pairs outputs with masks up to the shorter list, and so loses outputs (keras#12202). Here outputs are paired with
  outputs.
- It computes masks and passes them as keywords, beside those that a layer finds by itself. Here a keyword is passed
  only if the original call had it: masks follow from the histories of the new tensors.
- It writes these masks into the keyword arguments of the original. Here the arguments are copied.
- It leaves tensors in keyword arguments as they are, those of the original. Here they are replaced, and the calls that
  made them are repeated, too.
- It gives the states of a recurrent layer twice, as inputs and as a keyword.
- It calls by depth, so that the calls of a layer may come in another order. Here they come in the original's.
- It rebuilds nested models and wrapped layers from their configs, and so forgets what they share with the rest, and a
  Sequential from its `layers`, which has each once, however often it is called. Here building a model is one more step
  to repeat, and there is one map of layers for all levels.
- It trusts get_config, and a Lambda's forgets the mask function, that of StackedRNNCells the order of the states, a
  merge's whether it was built on equal ranks and leaves its inputs as they are, and that of PReLU, LocallyConnected1D,
  LocallyConnected2D and, within a TimeDistributed, BatchNormalization the sizes of the weights, which also work on
  other inputs. Maybe a call outside of the model built it: here the copy is built on the same before it is called.
- Given tensors to build upon, it makes and calls further input layers.
"""

import keras.models
from keras import backend as K
from keras.engine.base_layer import Layer
from keras.engine.input_layer import Input, InputLayer
from keras.engine.network import Network
from keras.layers import BatchNormalization, Lambda, LocallyConnected1D, LocallyConnected2D, PReLU, StackedRNNCells
from keras.models import Model, Sequential
from keras.utils import CustomObjectScope
from keras.utils.generic_utils import to_list, unpack_singleton

# Where Keras' own layers keep the layers that they hold: in an attribute and in the config under the same name.
HOLDING = ('layer', 'cell', 'cells')
STATES = ('initial_state', 'constants')


def install():
    """Makes keras.models.clone_model, and what calls it, use clone()."""
    keras.models._clone_functional_model = clone
    keras.models._clone_sequential_model = clone


def clone(model, input_tensors=None):
    """A model that computes what `model` computes, with layers and weights of its own.

    Names and `trainable` are kept. `input_tensors`: one for each input of the model, to build upon; a tensor that is
    no Keras input becomes one, under the name of the original's.
    """
    if not isinstance(model, Model):
        raise ValueError('Only a Model can be cloned, and this is none: %s' % (model,))
    copier = _Copier()
    if input_tensors is not None:
        copier.give(model, to_list(input_tensors))
    for node in _in_order(_with_all_before(_constructions(model))):
        copier.repeat(node)
    return copier.copy(model)


# --- The steps: nodes, in an order in which they can be repeated ---
# A node is a call of a layer, an input, or (the first of a model) the construction of a model.

def _is_built(model):
    """Whether the graph is known: not for a Sequential that has not seen a shape, nor for a class of one's own."""
    return model._is_graph_network and bool(model._inbound_nodes)


def _held(layer):
    """The layers without which `layer` cannot be copied."""
    if isinstance(layer, Network):
        return [] if _is_built(layer) else layer.layers
    held = [item for name in HOLDING for item in to_list(vars(layer).get(name), allow_tuple=True)]
    return [item for item in held if isinstance(item, Layer)]


def _constructions(layer):
    """The constructions of models that must come before `layer` can be copied."""
    if isinstance(layer, Network) and _is_built(layer):
        return [layer._inbound_nodes[0]]
    return [node for held in _held(layer) for node in _constructions(held)]


def _reads(node):
    """What the step takes: (tensor, node that made it). Not by the tensor's history, which may have changed since."""
    layer = node.outbound_layer
    if node.inbound_layers:
        tensors, places = node.input_tensors, zip(node.inbound_layers, node.node_indices)
    elif isinstance(layer, Network):
        tensors = layer.inputs + layer.outputs
        places = [place[:2] for place in layer._input_coordinates + layer._output_coordinates]
    else:
        return []
    return [(tensor, source._inbound_nodes[index]) for tensor, (source, index) in zip(tensors, places)]


def _tensors(value):
    """All tensors in a keyword argument."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in _tensors(item)]
    return [value] if K.is_tensor(value) else []


def _before(node):
    """The steps that this one needs."""
    steps = [source for _, source in _reads(node)]
    for tensor in _tensors(node.arguments):
        if hasattr(tensor, '_keras_history'):
            layer, index, _ = tensor._keras_history
            steps.append(layer._inbound_nodes[index])
    return steps + (_constructions(node.outbound_layer) if node.inbound_layers else [])


def _with_all_before(nodes):
    found = set(nodes)
    for node in nodes:  # while they grow
        for other in _before(node):
            if other not in found:
                found.add(other)
                nodes.append(other)
    return nodes


def _in_order(nodes):
    """The nodes in the order in which they were made, as far as that can be told and matters.

    Known are: what a node needs; each layer's list of its calls; each layer's list of the calls of others on its
    outputs. A model that is called twice on the same tensors returns the same tensors, with a new history: who read
    them with the old one comes before the second call.
    """
    found = set(nodes)
    later = {node: [] for node in nodes}
    makers = {}  # id of a tensor: the calls that returned it
    for node in nodes:
        for other in _before(node):
            later[other].append(node)
    for layer in {node.outbound_layer: None for node in nodes}:
        for recorded in (layer._inbound_nodes, layer._outbound_nodes):
            known = [node for node in recorded if node in found]
            for first, second in zip(known, known[1:]):
                if first is not second:
                    later[first].append(second)
        for node in known:
            for tensor in node.output_tensors:
                calls = makers.setdefault(id(tensor), [])
                if node not in calls:
                    calls.append(node)
    for node in nodes:
        for tensor, source in _reads(node):
            calls = makers.get(id(tensor), [])
            if source in calls:
                later[node] += calls[calls.index(source) + 1:]

    waits_for = {node: 0 for node in nodes}
    for others in later.values():
        for other in others:
            waits_for[other] += 1
    order = [node for node in nodes if not waits_for[node]]
    for node in order:  # while they grow
        for other in later[node]:
            waits_for[other] -= 1
            if not waits_for[other]:
                order.append(other)
    if len(order) < len(nodes):
        raise ValueError('The layers were changed after they had been called, so the calls cannot be repeated.')
    return order


def _built_on(layer):
    """For layers whose weights depend on a shape that is no condition of later calls: a shape that gives the same."""
    if isinstance(layer, PReLU):
        return (None,) + K.int_shape(layer.alpha)
    if isinstance(layer, BatchNormalization):
        shape = [None] * layer.input_spec.ndim
        shape[layer.axis], = K.int_shape(layer.moving_mean)
        return tuple(shape)
    if isinstance(layer, LocallyConnected1D):
        windows = K.int_shape(layer.kernel)[:1]
    elif isinstance(layer, LocallyConnected2D):
        windows = layer.output_row, layer.output_col
    else:
        return None
    space, channels = (), K.int_shape(layer.kernel)[1]
    for count, size, stride in zip(windows, layer.kernel_size, layer.strides):
        space += ((count - 1) * stride + size,)
        channels //= size
    channels_first = len(space) > 1 and layer.data_format == 'channels_first'
    return (None, channels) + space if channels_first else (None,) + space + (channels,)


# --- Repeating them ---

class _Copier(object):

    def __init__(self):
        self.layers = {}   # a layer of the original: its copy
        self.tensors = {}  # the id of a tensor of the original: its copy

    def give(self, model, tensors):
        """Takes the tensors as the copies of the model's inputs."""
        layers = model._input_layers if _is_built(model) else [None]  # None: a Sequential's, which is not there yet
        if len(tensors) != len(layers):
            raise ValueError('The model has %d inputs, but %d tensors were given.' % (len(layers), len(tensors)))
        for layer, tensor in zip(layers, tensors):
            if not K.is_keras_tensor(tensor):
                tensor = Input(tensor=tensor, name=layer and layer.name)
            given = tensor._keras_history[0]
            if not isinstance(given, InputLayer):
                raise ValueError('A model can only be built upon inputs; %s comes from the layer %s.'
                                 % (tensor, given.name))
            self.layers[layer] = given
            if layer is not None:
                self.tensors[id(layer._inbound_nodes[0].output_tensors[0])] = tensor

    def repeat(self, node):
        layer = node.outbound_layer
        if node.inbound_layers:
            self.repeat_call(node)
        elif isinstance(layer, Network):
            self.layers[layer] = self.new_model(layer)
        elif layer not in self.layers:
            tensor = Input(batch_shape=layer.batch_input_shape, dtype=layer.dtype, sparse=layer.sparse,
                           name=layer.name)
            self.layers[layer] = tensor._keras_history[0]
            self.tensors[id(node.output_tensors[0])] = tensor

    def repeat_call(self, node):
        inputs, arguments = node.input_tensors, dict(node.arguments)
        # States and constants that are Keras tensors are recorded twice, as inputs and as keywords.
        states = [tensor for name in STATES for tensor in to_list(arguments.get(name) or [])]
        if states and [id(tensor) for tensor in states] == [id(tensor) for tensor in inputs[1:]]:
            inputs = inputs[:1]
        # A mask that no layer returned was written there when a model was run on masked tensors. So will the copy's be.
        if any(not hasattr(tensor, '_keras_history') for tensor in _tensors(arguments.get('mask'))):
            del arguments['mask']
        outputs = self.copy(node.outbound_layer)(unpack_singleton(self.mapped(inputs)), **self.mapped(arguments))
        for tensor, copy in zip(node.output_tensors, to_list(outputs)):
            self.tensors[id(tensor)] = copy

    def mapped(self, value):
        """The value with all tensors of the original replaced. Lists and dicts are new, so that nobody shares them."""
        if isinstance(value, dict):
            return {key: self.mapped(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            items = [self.mapped(item) for item in value]
            return tuple(items) if isinstance(value, tuple) else items
        return self.tensors.get(id(value), value)

    def new_model(self, model):
        inputs, outputs = self.mapped(model.inputs), self.mapped(model.outputs)
        if isinstance(model, Sequential):
            # Its calls are steps of their own and have been made.
            copy = Sequential(name=model.name)
            copy.inputs, copy.outputs = inputs, outputs
            copy._build_input_shape = model._build_input_shape
            copy.build()
        else:
            copy = Model(inputs, outputs, name=model.name)
        copy.trainable = model.trainable
        return copy

    def copy(self, layer):
        """The copy of a layer: one, however often it is called and wherever it is held."""
        if layer not in self.layers:
            self.layers[layer] = self.new_layer(layer)
        return self.layers[layer]

    def new_layer(self, layer):
        if isinstance(layer, Sequential):  # not built
            layers = [self.layers[None]] if None in self.layers else []  # a given input
            copy = Sequential(layers + [self.copy(held) for held in layer.layers], name=layer.name)
            copy.trainable = layer.trainable
            return copy
        if type(layer) is Lambda:
            # The config has the function as bytecode without what it refers to, and nothing of the mask function.
            return Lambda(layer.function, output_shape=layer._output_shape, mask=layer.mask,
                          arguments=dict(layer.arguments), **Layer.get_config(layer))
        config = layer.get_config()
        for name in HOLDING:
            if name in config:
                config[name] = self.stand_in(vars(layer).get(name), config[name])
        with CustomObjectScope({_Copied.__name__: _Copied}):
            copy = layer.__class__.from_config(config)
        copy.supports_masking = layer.supports_masking  # often set by hand
        if isinstance(layer, StackedRNNCells):
            copy.reverse_state_order = layer.reverse_state_order  # not in the config
        if layer.built and '_reshape_required' in vars(layer):  # a merge; this is all that building it does
            copy._reshape_required = layer._reshape_required
            copy.built = True
        shape = _built_on(layer) if layer.built else None
        if shape is not None:
            with K.name_scope(copy.name):
                copy.build(shape)
        return copy

    def stand_in(self, held, config):
        """What stands in a config for a held layer, so that the copy of the one that holds it holds the copy."""
        if isinstance(held, (list, tuple)):
            return [self.stand_in(*pair) for pair in zip(held, config)]
        if isinstance(held, Layer):
            return {'class_name': _Copied.__name__, 'config': self.copy(held)}
        return config


class _Copied(object):
    """As a class of a config: its objects are there already."""

    @staticmethod
    def from_config(layer):
        return layer
