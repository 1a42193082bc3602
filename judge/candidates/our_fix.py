# Expected: equivalent
# What fixes/keras_clone.py does, as far as it is a matter of this one function: every layer once, the same calls, no
# mask that the original was not given. (There, layers that nested models and wrappers
# hold are mapped as well, and a copy is built on what the original was built on.)
def _clone_functional_model(model, input_tensors=None):
    from keras.layers import Lambda

    if not isinstance(model, Model):
        raise ValueError('Only a Model can be cloned, and this is none:', model)
    if isinstance(model, Sequential):
        raise ValueError('This is for functional models, and not for a Sequential:', model)
    layers, tensors = {}, {}

    def copy_of(layer):
        if layer not in layers:
            if type(layer) is Lambda:
                # Its config has nothing of the mask function.
                layers[layer] = Lambda(layer.function, output_shape=layer._output_shape, mask=layer.mask,
                                       arguments=dict(layer.arguments), name=layer.name, trainable=layer.trainable)
            else:
                layers[layer] = layer.__class__.from_config(layer.get_config())
        return layers[layer]

    def mapped(value):
        if isinstance(value, (list, tuple)):
            return type(value)(mapped(item) for item in value)
        if not K.is_tensor(value):
            return value
        if value not in tensors and hasattr(value, '_keras_history'):
            # Of a call that is no part of the model.
            layer, index, _ = value._keras_history
            repeat(layer._inbound_nodes[index])
        return tensors.get(value, value)

    def repeat(node):
        if not node.inbound_layers:  # an input
            return
        arguments = dict(node.arguments or {})
        # States that are Keras tensors are recorded twice, as inputs and as keywords.
        inputs = node.input_tensors
        states = to_list(arguments.get('initial_state') or []) + to_list(arguments.get('constants') or [])
        if states and len(states) == len(inputs) - 1 and all(a is b for a, b in zip(states, inputs[1:])):
            inputs = inputs[:1]
        # A mask that no layer returned was written there when a model was run. So will the copy's be.
        if any(not hasattr(mask, '_keras_history') for mask in to_list(arguments.get('mask')) if mask is not None):
            del arguments['mask']
        inputs = [mapped(x) for x in inputs]
        arguments = {name: mapped(value) for name, value in arguments.items()}
        outputs = to_list(copy_of(node.outbound_layer)(inputs[0] if len(inputs) == 1 else inputs, **arguments))
        tensors.update(zip(node.output_tensors, outputs))

    if input_tensors is None:
        input_tensors = [Input(batch_shape=layer.batch_input_shape, dtype=layer.dtype, sparse=layer.sparse,
                               name=layer.name) for layer in model._input_layers]
    else:
        input_tensors = [x if K.is_keras_tensor(x) else Input(tensor=x, name='input_wrapper_for_' + layer.name)
                         for x, layer in zip(to_list(input_tensors), model._input_layers)]
    tensors.update(zip(model.inputs, input_tensors))
    for depth in sorted(model._nodes_by_depth, reverse=True):
        for node in model._nodes_by_depth[depth]:
            repeat(node)
    return Model(input_tensors, [tensors[x] for x in model.outputs], name=model.name)
