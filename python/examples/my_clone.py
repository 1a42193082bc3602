"""A clone function, written against clonecheck.keras: every layer once, then the same calls on new inputs."""

from clonecheck.keras.models import Input, K, Model, Sequential, to_list


def clone(model, input_tensors=None):
    """A model that computes what `model` computes, with layers of its own."""
    return copy_model(model, {}, input_tensors)


def copy_layer(layer, layers):
    # One copy, however often the layer is called and on whatever level.
    if layer not in layers:
        if isinstance(layer, Model):
            layers[layer] = copy_model(layer, layers)
        else:
            layers[layer] = layer.__class__.from_config(layer.get_config())
    return layers[layer]


def copy_model(model, layers, input_tensors=None):
    if isinstance(model, Sequential):
        return Sequential([copy_layer(layer, layers) for layer in model.layers], name=model.name)
    tensors = {}  # of the original: of the copy
    if input_tensors is None:
        for x in model.inputs:
            old = x._keras_history[0]
            tensors[x] = Input(batch_shape=old.batch_input_shape, dtype=old.dtype, sparse=old.sparse, name=old.name)
    else:
        for x, given in zip(model.inputs, to_list(input_tensors)):
            tensors[x] = given if K.is_keras_tensor(given) else Input(tensor=given, name=x._keras_history[0].name)

    def copy_value(value):
        if isinstance(value, list):
            return [copy_value(item) for item in value]
        return tensors.get(value, value) if K.is_tensor(value) else value

    for depth in sorted(model._nodes_by_depth, reverse=True):
        for node in model._nodes_by_depth[depth]:
            if not node.inbound_layers or all(x in tensors for x in node.output_tensors):
                continue
            inputs = [tensors[x] for x in node.input_tensors]
            arguments = {key: copy_value(value) for key, value in (node.arguments or {}).items()}
            if 'initial_state' in arguments:
                inputs = inputs[:1]  # the states stand among the inputs, too
            layer = copy_layer(node.outbound_layer, layers)
            outputs = layer(inputs if len(inputs) > 1 else inputs[0], **arguments)
            # All outputs: to pair them with anything shorter is how keras#12202 came about.
            tensors.update(zip(node.output_tensors, to_list(outputs)))
    return Model([tensors[x] for x in model.inputs], [tensors[x] for x in model.outputs], name=model.name)
