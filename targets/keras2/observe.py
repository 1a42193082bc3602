"""What is to be seen of a live Keras model, as JSON: the fields that fidelity compares (docs/targets.md)."""

import codecs
import marshal
import math
import re

import keras
import numpy as np
from keras import backend as K

import draw


def is_tensor(value):
    return K.is_tensor(value)


def number(value):
    """A number as JSON; what JSON cannot hold as {"$float": …}."""
    value = float(value)
    if math.isnan(value):
        return {'$float': 'nan'}
    if math.isinf(value):
        return {'$float': 'inf' if value > 0 else '-inf'}
    return value


def plain(value):
    """A Python value of a config or an arguments dict as JSON; a Lambda's bytecode as the name of its function."""
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if is_tensor(value):
        history = getattr(value, '_keras_history', None)
        return {'$tensor': None if history is None else [history[0].name, history[1], history[2]]}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        if value.get('function_type') == 'lambda':
            value = dict(value, function=function_name(value['function']), function_type='function')
        return {str(key): plain(item) for key, item in value.items()}
    return {'$object': type(value).__name__}


def function_name(dumped):
    """The name in a function that keras.utils.generic_utils.func_dump wrote."""
    return marshal.loads(codecs.decode(dumped[0].encode('ascii'), 'base64')).co_name


def shape_of(tensor):
    shape = getattr(tensor, '_keras_shape', None)
    return None if shape is None else [None if size is None else int(size) for size in shape]


def node_view(node):
    inputs = [[layer.name if layer is not None else None, node_index, tensor_index]
              for layer, node_index, tensor_index in zip(node.inbound_layers, node.node_indices, node.tensor_indices)]
    arguments = node.arguments
    return {
        'inputs': inputs,
        'arguments': None if arguments is None else [[key, plain(value)] for key, value in arguments.items()],
        'input_masks': [mask is not None for mask in node.input_masks],
        'outputs': [[shape_of(tensor), K.dtype(tensor)] for tensor in node.output_tensors],
        'output_masks': [mask is not None for mask in node.output_masks],
    }


def layer_view(layer):
    return {'name': layer.name, 'class': type(layer).__name__, 'nodes': [node_view(n) for n in layer._inbound_nodes]}


def layers_of(model):
    """Every layer of a model, those of nested models included, in a fixed order; each once."""
    found = []

    def visit(layer):
        if any(layer is other for other in found):
            return
        found.append(layer)
        if isinstance(layer, keras.models.Model):
            for inner in list(getattr(layer, '_input_layers', [])) + list(layer.layers):
                visit(inner)

    visit(model)
    return found


def topology(model):
    """A Sequential that has not been built has layers and nothing else."""
    depths = []
    for depth in sorted(getattr(model, '_nodes_by_depth', {}), reverse=True):
        keys = ['%s_ib-%d' % (node.outbound_layer.name, node.outbound_layer._inbound_nodes.index(node))
                for node in model._nodes_by_depth[depth]]
        depths.append([depth, keys])
    return {
        'name': model.name,
        'nodes_by_depth': depths,
        'layers': [layer.name for layer in model.layers],
        'inputs': list(getattr(model, 'input_names', [])),
        'outputs': list(getattr(model, 'output_names', [])),
    }


def role(variable):
    """The last part of a variable's name, without what TensorFlow adds to make it unique: dense_1/kernel_1:0."""
    return re.sub(r'_\d+$', '', variable.name.split('/')[-1].split(':')[0])


def variables(model):
    """In the order of get_weights, which is not that of model.weights."""
    return [variable for layer in model.layers for variable in layer.weights]


def weights(model):
    return [[role(variable), [int(size) for size in K.int_shape(variable)]] for variable in variables(model)]


def config(model):
    return plain(model.get_config())


def structure(model):
    return {
        'topology': topology(model),
        'weights': weights(model),
        'nodes': [layer_view(layer) for layer in layers_of(model)],
    }


def array(value):
    value = np.asarray(value)
    flat = value.astype(np.float64).ravel()
    values = flat.tolist() if np.isfinite(flat).all() else [number(item) for item in flat]
    return {'shape': list(value.shape), 'values': values}


def set_weights(model, seed):
    """A variable at two positions keeps the value of the first."""
    seen, pairs = set(), []
    for position, variable in enumerate(variables(model)):
        if id(variable) in seen:
            continue
        seen.add(id(variable))
        value = draw.weight_value(seed, position, K.int_shape(variable), role(variable))
        pairs.append((variable, value.astype(K.dtype(variable))))
    K.batch_set_value(pairs)


def give_weights(model, values):
    """By position; a variable at several keeps the value of the first. What has another shape is left as it is."""
    seen, pairs = set(), []
    for value, variable in zip(values, variables(model)):
        value = np.asarray(value, K.dtype(variable))
        if id(variable) not in seen and tuple(value.shape) == tuple(K.int_shape(variable)):
            pairs.append((variable, value))
        seen.add(id(variable))
    K.batch_set_value(pairs)


def copy_weights(model, clone):
    """Gives each variable of the clone the value of the model's at its place."""
    give_weights(clone, K.batch_get_value(variables(model)))


def draw_inputs(model, seed):
    """A value for each input, of the shape that TensorFlow knows: another call may have written another Keras shape on it."""
    shapes = [tuple(tensor.get_shape().as_list()) for tensor in model.inputs]
    batch = draw.batch_size(shapes)
    return [draw.input_value(seed, position, shape, K.dtype(tensor), batch)
            for position, (tensor, shape) in enumerate(zip(model.inputs, shapes))]


def predict(model, seed, draw_weights=True, inputs=None):
    """Values of outputs and of their masks; weights are drawn unless they stay, inputs unless given; training is off."""
    if not model.outputs:
        return {'outputs': [], 'masks': []}
    if draw_weights:
        set_weights(model, seed)
    feed = {}
    for tensor, value in zip(model.inputs, draw_inputs(model, seed) if inputs is None else inputs):
        value = np.asarray(value, K.dtype(tensor))
        if K.is_sparse(tensor):
            value = np.argwhere(value), value[np.nonzero(value)], value.shape
        feed[tensor] = value
    masks = []
    for tensor in model.outputs:
        layer, node_index, tensor_index = tensor._keras_history
        masks.append(layer._inbound_nodes[node_index].output_masks[tensor_index])
    # Identities, because an output may be an input, which cannot be fetched.
    fetched = [K.identity(tensor) for tensor in model.outputs]
    fetched += [K.identity(mask) for mask in masks if mask is not None]
    phase = K.learning_phase()
    if is_tensor(phase):
        feed[phase] = False
    results = K.get_session().run(fetched, feed)
    values = [array(value) for value in results]
    outputs, found = values[:len(masks)], iter(values[len(masks):])
    return {'outputs': outputs, 'masks': [None if mask is None else next(found) for mask in masks]}
