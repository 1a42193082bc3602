# Expected: does_not_fix
# No mask is passed on: layers that take one are told that there is none, those behind a lost output, too.
def _clone_functional_model(model, input_tensors=None):
    if not isinstance(model, Model):
        raise ValueError('a Model is wanted, not', model)
    layers, tensors = {}, {}
    if input_tensors is None:
        input_tensors = []
        for layer in model._input_layers:
            x = Input(batch_shape=layer.batch_input_shape, dtype=layer.dtype, sparse=layer.sparse, name=layer.name)
            input_tensors.append(x)
            layers[layer] = x._keras_history[0]
    else:
        input_tensors = [x if K.is_keras_tensor(x) else Input(tensor=x, name='input_wrapper_for_' + layer.name)
                         for x, layer in zip(to_list(input_tensors), model._input_layers)]
    for old, new in zip(model.inputs, input_tensors):
        tensors[old] = (new, None)
    for depth in sorted(model._nodes_by_depth, reverse=True):
        for node in model._nodes_by_depth[depth]:
            old = node.outbound_layer
            if old not in layers:
                layers[old] = old.__class__.from_config(old.get_config())
            elif isinstance(layers[old], InputLayer):
                continue
            layer = layers[old]
            if any(x not in tensors for x in node.input_tensors):
                continue
            given = [tensors[x][0] for x in node.input_tensors]
            masks = [tensors[x][1] for x in node.input_tensors]
            if len(given) == 1:
                given, masks = given[0], masks[0]
            kwargs = node.arguments if node.arguments else {}
            if has_arg(layer.call, 'mask'):
                kwargs.setdefault('mask', masks)
            outputs = to_list(layer(given, **kwargs))
            output_masks = [None] * len(outputs)
            for x, y, mask in zip(node.output_tensors, outputs, output_masks):
                tensors[x] = (y, mask)
    missing = [x for x in model.outputs if x not in tensors]
    assert not missing, 'Could not compute output ' + str(missing[0])
    return Model(input_tensors, [tensors[x][0] for x in model.outputs], name=model.name)
