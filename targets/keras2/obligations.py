"""What a clone owes, judged on live Keras models: the obligations of docs/obligations.md, seen from outside.

Nothing here knows how a clone is made. Values are compared on drawn weights and inputs (draw.py),
with the model's weights in the clone at the same places.
"""

import itertools

import numpy as np
from keras import backend as K
from keras.layers import Input, InputLayer, Masking
from keras.models import Model
from keras.utils.generic_utils import to_list

import observe  # noqa: E402

SEED = 1


def value_faults(model, clone_model, draws=1, numbers=None):
    """Of faults(), only whether the clone is made and has the weights, outputs and masks."""
    try:
        clone = clone_model(model)
    except Exception as error:
        yield 'completes: %s: %s' % (type(error).__name__, error)
        return
    if has_graph(model) and not has_graph(clone):
        yield 'outputs: the clone is a model without a graph'
        return
    if observe.weights(model) != observe.weights(clone):
        yield 'weights: %s, and of the clone %s' % (observe.weights(model), observe.weights(clone))
    for fault in against_values(model, clone, draws, numbers):
        yield fault


def faults(model, clone_model, draws=1, numbers=None):
    """Yields what the clones of `model` by `clone_model` do not keep, as 'obligation: what was seen'.

    Values of the first clone are compared on `numbers`, {'inputs': …, 'weights': …} by position, if they are given, and
    on so many draws of both, until they differ.
    """
    before = picture(model)
    try:
        clone, again = clone_model(model), clone_model(model)
    except Exception as error:
        yield 'completes: %s: %s' % (type(error).__name__, error)
        return
    if has_graph(model) and not (has_graph(clone) and has_graph(again)):
        yield 'outputs: the clone is a model without a graph'
        return
    for fault in against(model, clone, draws=draws, numbers=numbers):
        yield fault
    if picture(model) != before:
        yield 'original_untouched: its calls, arguments, flags or weights are others now'
    for fault in against(model, again):
        yield 'clone_twice: ' + fault
    if ids(again) & ids(clone):
        yield 'clone_twice: the two share variables'
    try:
        for fault in against(model, clone_model(clone)):
            yield 'clone_of_clone: ' + fault
        if not has_graph(model):
            return  # it has no inputs, and cannot be called before it has layers
        inputs = [Input(batch_shape=layer.batch_input_shape, dtype=layer.dtype, sparse=layer.sparse)
                  for layer in model._input_layers]
        upon = clone_model(model, input_tensors=inputs)
        if upon.inputs != inputs:
            yield 'input_tensors: the clone does not stand on the given inputs'
        # An InputLayer that is called is a layer like any other.
        if count_input_layers(upon) > count_input_layers(model):
            yield 'input_tensors: the clone has further input layers'
        for fault in against(model, upon, same_names=False):
            yield 'input_tensors: ' + fault
    except Exception as error:
        yield 'a further clone: %s: %s' % (type(error).__name__, error)
    for fault in as_layer(model, clone):
        yield 'clone_as_layer: ' + fault


def against(model, clone, same_names=True, draws=1, numbers=None):
    """What a clone must have in common with the model, apart from the ways to use it."""
    looks = [('weights', observe.weights), ('masks', mask_places), ('sharing', sharing)]
    if same_names:
        looks += [('names', names), ('config', config_look(model)), ('node_order', order)]
    for what, look in looks:
        if look(model) != look(clone):
            yield '%s: %s, and of the clone %s' % (what, look(model), look(clone))
    if ids(model) & ids(clone):
        yield 'weights_fresh: the clone has variables of the model'
    pairs = set(zip(all_layers(model), all_layers(clone)))
    if same_names and not len(pairs) == len({pair[0] for pair in pairs}) == len({pair[1] for pair in pairs}):
        yield 'sharing: the layers do not correspond one to one'
    for fault in against_values(model, clone, draws, numbers):
        yield fault


def against_values(model, clone, draws, numbers=None):
    """On the model's weights: a layer that the clone has twice has the same ones twice."""
    for seed in ([None] if numbers else []) + list(range(SEED, SEED + draws)):
        try:
            # The same for both: a call on an input may have written over the Keras shape of the original's.
            inputs = numbers['inputs'] if seed is None else observe.draw_inputs(model, seed)
            if seed is None:
                observe.give_weights(model, numbers['weights'])
            else:
                observe.set_weights(model, seed)
            expected = observe.predict(model, seed, draw_weights=False, inputs=inputs)
        except Exception:
            return  # an original that cannot be evaluated owes no values
        try:
            observe.copy_weights(model, clone)
            found = observe.predict(clone, seed, draw_weights=False, inputs=inputs)
        except Exception as error:
            yield 'outputs: %s' % type(error).__name__
            return
        different = [what for what in ('outputs', 'masks') if not alike(expected[what], found[what])]
        for what in different:
            yield '%s: %s, and of the clone %s' % (what, expected[what], found[what])
        if different:
            return


def has_graph(model):
    """Not so for a Sequential that has not been built."""
    return hasattr(model, '_nodes_by_depth')


def count_input_layers(model):
    return sum(isinstance(layer, InputLayer) for layer in model._layers)


def all_layers(model):
    """The layers in a fixed order, nested and wrapped ones behind those that hold them; shared ones repeatedly."""
    found = []
    for layer in model._layers if isinstance(model, Model) else [getattr(model, 'layer', None)]:
        if layer is not None:
            found += [layer] + all_layers(layer)
    return found


def picture(model):
    """What cloning must leave as it is."""
    layers = [model] + all_layers(model)
    return [(observe.layer_view(layer), layer.trainable, [id(variable) for variable in layer.weights],
             [getattr(tensor, '_keras_history', None) for node in layer._inbound_nodes for tensor in node.output_tensors],
             [len(layer._outbound_nodes)] if not isinstance(layer, InputLayer) else [])
            for layer in layers]


def ids(model):
    return {id(variable) for variable in observe.variables(model)}


def sharing(model):
    """For each position among the weights the first with the same variable."""
    variables = [id(variable) for variable in observe.variables(model)]
    return [variables.index(variable) for variable in variables]


def names(model):
    found = [model.name, [layer.name for layer in all_layers(model)]]
    if has_graph(model):
        found += [model.input_names, model.output_names,
                  [(layer.batch_input_shape, layer.dtype, layer.sparse) for layer in model._input_layers]]
    return found


def order(model):
    """The layers of the calls by depth. Not their numbers: calls outside of the model are not cloned."""
    if not has_graph(model):
        return []
    return [(depth, [node.outbound_layer.name for node in model._nodes_by_depth[depth]])
            for depth in sorted(model._nodes_by_depth, reverse=True)]


def mask_places(model):
    """Whether there is a mask, for all inputs and outputs of all calls in the model, and in the models inside."""
    places = []
    for layer in [model] + all_layers(model):
        if isinstance(layer, Model) and has_graph(layer):
            for depth in sorted(layer._nodes_by_depth):
                for node in layer._nodes_by_depth[depth]:
                    view = observe.node_view(node)
                    if not isinstance(node.outbound_layer, InputLayer):
                        places.append((node.outbound_layer.name, view['input_masks'], view['output_masks']))
    return places


def config_look(model):
    """The look at configs that are compared with this model's: without masks where a run outside has written one.

    Beside such a mask no argument of the call is in the config, which is no clone's debt.
    """
    written = computed_masks(model)
    if not written:
        return observe.config

    def look(other):
        kept = [(node, node.arguments) for node in written]
        for node, arguments in kept:
            node.arguments = {key: value for key, value in arguments.items() if key != 'mask'}
        try:
            return without_masks(observe.config(other))
        finally:
            for node, arguments in kept:
                node.arguments = arguments
    return look


def without_masks(config):
    if isinstance(config, dict):
        return {key: without_masks(value) for key, value in config.items() if key != 'mask'}
    return [without_masks(item) for item in config] if isinstance(config, (list, tuple)) else config


def computed_masks(model):
    """The calls with a mask that no layer returned: the run of a model has written it there."""
    found = {}
    for layer in [model] + all_layers(model):
        if isinstance(layer, Model) and has_graph(layer):
            for nodes in layer._nodes_by_depth.values():
                found.update((id(node), node) for node in nodes)
    return [node for node in found.values()
            if any(K.is_tensor(mask) and not hasattr(mask, '_keras_history')
                   for mask in to_list((node.arguments or {}).get('mask')))]


def as_layer(model, clone):
    """Calls both on new tensors: unmasked, and with those masked that can be."""
    # Masks of a run outside of the model stand for those of further tensors.
    keeps_more = len(computed_masks(model)) > len(computed_masks(clone))
    observe.set_weights(model, SEED)
    observe.copy_weights(model, clone)
    maskable = all(len(K.int_shape(tensor)) > 2 and K.dtype(tensor) == 'float32' for tensor in model.inputs)
    for masked in (False, True) if maskable and not keeps_more else (False,):
        # Each on its own: a model that gives one of them back writes over its shape.
        (could, a), (can, b) = [on(called, new_inputs(model), masked) for called in (model, clone)]
        if isinstance(a, str) or isinstance(b, str):
            # Where a placeholder is left unfed in the original, nothing is owed.
            same = could == can and (a == b or could and a == 'InvalidArgumentError')
        else:
            same = all(alike(*pair) for pair in zip(a, b))
        if not same:
            yield '%s: %s, and the clone %s' % ('masked' if masked else 'unmasked', a, b)


def new_inputs(model):
    return [Input(batch_shape=K.int_shape(tensor), dtype=K.dtype(tensor), sparse=K.is_sparse(tensor)) for tensor in model.inputs]


def on(model, inputs, masked):
    """(whether it can be called, the error's class or its outputs and their masks)."""
    arguments = [Masking()(tensor) for tensor in inputs] if masked else inputs
    try:
        outputs = to_list(model(arguments if len(arguments) > 1 else arguments[0]))
    except Exception as error:
        return False, type(error).__name__
    try:
        found = observe.predict(Model(inputs, outputs), SEED, draw_weights=False)
        return True, (found['outputs'], found['masks'])
    except Exception as error:
        return True, type(error).__name__


def alike(expected, found):
    if len(expected) != len(found):
        return False
    for a, b in itertools.zip_longest(expected, found):
        if a is None or b is None:
            if a is not b:
                return False
        elif a['shape'] != b['shape'] or not np.allclose(numbers(a), numbers(b), rtol=1e-4, atol=1e-5, equal_nan=True):
            return False
    return True


def numbers(array):
    return [float(value['$float']) if isinstance(value, dict) else value for value in array['values']]
