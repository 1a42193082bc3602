"""What is to be seen of a model, a function an obligation: each gives what the model and its clone must have in common.

Text like definitions.py. What differs between frameworks is in their own look.py:
  is_tensor(value), dtype_of(tensor), is_sparse(tensor)
  history(tensor): the layer that made it, the number of that call, the number of its output
  maker(node), arguments(node), results(node): what was called, by_name what it was given, and a list of what came out
  policy_of(layer): the dtype policy as JSON; value_of(variable): as NumPy's array
  structures(model): of inputs and outputs, as JSON; leaves_of(structure): a list; like(model, values): the reverse, for inputs
  given_inputs(model): new_inputs as clone_model takes them; run_eagerly(model, values): with training off
"""


def is_optional(tensor):
    return bool(getattr(history(tensor)[0], 'optional', False))


def new_input(tensor):
    return keras.Input(batch_shape=tuple(tensor.shape), dtype=dtype_of(tensor), sparse=is_sparse(tensor),
                       optional=is_optional(tensor))


def mask_of(tensor):
    return getattr(tensor, '_keras_mask', None)


def plain(value, origin=lambda tensor: None):
    """A Python value as JSON; tensors by `origin`, other objects by their class."""
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if is_tensor(value):
        return {'$tensor': origin(value)}
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else {'$float': str(value)}
    if isinstance(value, (list, tuple)):
        return [plain(item, origin) for item in value]
    if isinstance(value, dict):
        # The bytes of the same code are others each time.
        code = [key for key in ('function', 'mask', 'output_shape') if value.get(key + '_type') == 'lambda']
        return {str(key): '(code)' if key in code else plain(item, origin) for key, item in value.items()}
    return {'$object': getattr(value, '__name__', type(value).__name__)}


def parts(layer):
    """The layers inside of a layer, in order."""
    if isinstance(layer, keras.Model):
        return list(layer.layers)
    if isinstance(layer, keras.layers.Bidirectional):
        return [layer.forward_layer, layer.backward_layer]
    if isinstance(layer, keras.layers.Wrapper):
        return [layer.layer]
    if isinstance(layer, keras.layers.StackedRNNCells):
        return list(layer.cells)
    if type(layer) is keras.layers.RNN:
        return [layer.cell]
    return []


def all_layers(model):
    """A model's layers in a fixed order, inner ones behind those that hold them; shared ones repeatedly."""
    found = []
    for layer in parts(model):
        found += [layer] + all_layers(layer)
    return found


def order_free(model):
    """all_layers, those of a model by name: their order is no obligation's but that of order."""
    found = []
    inner = parts(model)
    if isinstance(model, keras.Model) and not isinstance(model, keras.Sequential):
        inputs = input_layers(model)
        inner = sorted(inner, key=lambda layer: [0, place(inputs, layer)] if layer_in(inputs, layer) else [1, layer.name])
    for layer in inner:
        found += [layer] + order_free(layer)
    return found


def input_layers(model):
    """The InputLayers of a model's inputs, in their order. A clone may name them anew."""
    return [history(tensor)[0] for tensor in getattr(model, 'inputs', None) or []]


def layer_in(layers, layer):
    return any(layer is other for other in layers)


def place(layers, layer):
    return next(index for index, other in enumerate(layers) if other is layer)


def label(model, layer):
    """A layer's name; of an InputLayer its place among the inputs of its model; of an operation what it is, as nobody named it."""
    if not isinstance(layer, keras.layers.Layer):
        return type(layer).__name__
    if not isinstance(layer, keras.layers.InputLayer):
        return layer.name
    for owner in [model] + [inner for inner in all_layers(model) if isinstance(inner, keras.Model)]:
        if layer_in(input_layers(owner), layer):
            return '(input %d%s)' % (place(input_layers(owner), layer), '' if owner is model else ' of ' + owner.name)
    return layer.name


def first_places(things):
    """For each thing the first place of the same object."""
    ids = [id(thing) for thing in things]
    return [ids.index(i) for i in ids]


def role(variable):
    return variable.name.split('/')[-1].split(':')[0]


def variables_of(model):
    """Each variable once, by the layers' order_free and their own order."""
    found = []
    for layer in order_free(model):
        if not parts(layer):
            found += [variable for variable in layer.weights if not any(variable is other for other in found)]
    return found


def look_weights(model):
    return [[role(variable), list(variable.shape)] for variable in variables_of(model)]


def look_sharing(model):
    """Which layers are the same object, and which weights of all layers are the same variable."""
    layers = order_free(model)
    return [[label(model, layer) for layer in layers], first_places(layers),
            first_places([variable for layer in layers for variable in layer.weights])]


def look_trainable(model):
    """An InputLayer's flag says nothing."""
    return [[label(model, layer), bool(layer.trainable), len(layer.trainable_weights)] for layer in [model] + order_free(model)
            if not isinstance(layer, keras.layers.InputLayer)]


def look_dtypes(model):
    return [[[dtype_of(tensor) for tensor in tensors] for tensors in (model.inputs, model.outputs)],
            [[label(model, layer), policy_of(layer)] for layer in order_free(model)]]


def look_shapes(model):
    """Also whether inputs are sparse or optional, and in which structures inputs and outputs stand."""
    return [[[list(tensor.shape), is_sparse(tensor)] for tensor in tensors] for tensors in (model.inputs, model.outputs)] + [
        [is_optional(tensor) for tensor in model.inputs], structures(model)]


def look_names(model):
    return [type(model).__name__, model.name, [[label(model, layer), type(layer).__name__] for layer in order_free(model)]]


def look_input_names(model):
    return [[layer.name for layer in input_layers(model)], list(getattr(model, 'input_names', []))]


def look_output_names(model):
    inputs = {layer.name: label(model, layer) for layer in input_layers(model)}
    return with_labels(list(getattr(model, 'output_names', [])), inputs)


def calls_in_order(model):
    """The calls of which a model is made, and the models inside, the deepest first."""
    found = []
    for layer in [model] + order_free(model):
        by_depth = nodes_by_depth(layer)
        for depth in sorted(by_depth, reverse=True):
            found += [[layer, depth, node] for node in by_depth[depth]]
    return found


def nodes_by_depth(layer):
    """Those of a Sequential of Keras 3 are in a model of its own."""
    return getattr(getattr(layer, '_functional', None) or layer, '_nodes_by_depth', None) or {}


def terms(model):
    """A function that says what a tensor is computed by, and by node of the model a short name of that.

    Not by the numbers of calls, which are another in a clone: it calls its layers in the order of depths.
    """
    nodes = {id(node): (owner, node) for owner, depth, node in calls_in_order(model)}
    names = {}

    def term(node_id):
        if node_id not in names:
            owner, node = nodes[node_id]
            own = label(owner, maker(node))
            content = [own] if own.startswith('(input') else [own, plain(arguments(node), origin)]
            names[node_id] = [own, hashlib.sha1(json.dumps(content, sort_keys=True).encode()).hexdigest()[:8]]
        return names[node_id]

    def origin(tensor):
        layer, node_index, tensor_index = history(tensor)
        made_by = layer is not None and layer._inbound_nodes[node_index:node_index + 1]
        return term(id(made_by[0])) + [tensor_index] if made_by and id(made_by[0]) in nodes else None

    return origin, term


def by_name(call, args, kwargs):
    """Arguments as the callee names them, however they were given; without those that are None."""
    try:
        bound = inspect.signature(call).bind_partial(*args, **kwargs).arguments
    except TypeError:
        bound = dict(kwargs, args=list(args))
    return {key: value for key, value in bound.items() if value is not None}


def look_calls(model):
    """What each call was given, and what are the outputs; the order of calls of one depth is no matter of it."""
    origin, term = terms(model)
    found = [[owner.name, depth, term(id(node)), plain(arguments(node), origin),
              [[list(tensor.shape), dtype_of(tensor)] for tensor in results(node)]]
             for owner, depth, node in calls_in_order(model)]
    return [[origin(tensor) for tensor in model.outputs], sorted(found, key=lambda call: json.dumps(call[:3]))]


def look_masks_of_calls(model):
    origin, term = terms(model)
    found = [[owner.name, depth, term(id(node)), [mask_of(tensor) is not None for tensor in results(node)]]
             for owner, depth, node in calls_in_order(model)]
    return sorted(found, key=json.dumps)


def look_config(model):
    """Without the order of layers, their calls, and the names of inputs, each of which another function looks at."""
    inputs = [layer for layer in all_layers(model) if isinstance(layer, keras.layers.InputLayer)] + input_layers(model)
    config = with_labels(plain(model.get_config()), {layer.name: label(model, layer) for layer in inputs})
    for key in ('input_layers', 'output_layers'):
        config.pop(key, None)
    for layer in config.get('layers') or []:
        layer.pop('inbound_nodes', None)
    config['layers'] = sorted(config.get('layers') or [], key=lambda layer: json.dumps(layer.get('config'), sort_keys=True))
    return config


def with_labels(value, labels):
    if isinstance(value, str):
        return labels.get(value, value)
    if isinstance(value, list):
        return [with_labels(item, labels) for item in value]
    if isinstance(value, dict):
        return {key: with_labels(item, labels) for key, item in value.items()}
    return value


def look_order(model):
    return [label(model, layer) for layer in all_layers(model)]


def look_itself(model):
    """What an operation must leave as it is: the very objects."""
    try:
        config = look_config(model)
    except Exception as error:  # of some models there is none
        config = type(error).__name__
    return [config, look_trainable(model), look_calls(model),
            [[layer.name, [id(variable) for variable in layer.weights], len(layer._inbound_nodes)]
             for layer in order_free(model)]]


def array(value):
    value = np.asarray(value)
    flat = value.astype('float64').ravel()
    return {'shape': list(value.shape), 'dtype': str(value.dtype),
            'values': [item if math.isfinite(item) else {'$float': str(item)} for item in flat.tolist()]}


def look_kept(model):
    """The values of the weights as they are."""
    return [array(value_of(variable)) for variable in variables_of(model)]


def set_weights(model, seed):
    for position, variable in enumerate(variables_of(model)):
        variable.assign(weight_value(seed, position, tuple(variable.shape), role(variable)).astype('float32'))


def inputs_for(model, seed):
    shapes = [tuple(tensor.shape) for tensor in model.inputs]
    batch = batch_size(shapes)
    return [input_value(seed, position, shape, dtype_of(tensor), batch)
            for position, (tensor, shape) in enumerate(zip(model.inputs, shapes))]


def outputs_and_masks(model, seed):
    """Of drawn weights and inputs, training off."""
    set_weights(model, seed)
    found = leaves_of(run_eagerly(model, like(model, inputs_for(model, seed))))
    masks = [mask_of(tensor) for tensor in found]
    return [[array(tensor) for tensor in found], [None if mask is None else array(mask) for mask in masks]]


def look_outputs(model):
    return outputs_and_masks(model, SEED)[0]


def look_masks(model):
    return outputs_and_masks(model, SEED)[1]
