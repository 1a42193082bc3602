"""What targets/python/look.py needs of Keras 3. Text like targets/python/definitions.py."""


def is_tensor(value):
    return isinstance(value, keras.KerasTensor)


def dtype_of(tensor):
    return str(tensor.dtype)


def is_sparse(tensor):
    return bool(getattr(tensor, 'sparse', False))


def leaves_of(structure):
    return keras.tree.flatten(structure)


def like(model, values):
    """A list of values in the structure of the model's inputs."""
    structure = getattr(model, '_inputs_struct', None)
    if structure is None and isinstance(model, keras.Sequential):
        return values[0]
    return keras.tree.pack_sequence_as(structure, values)


def given_inputs(model):
    return new_inputs(model)


def structures(model):
    def shape(structure):
        numbers = iter(range(1000))
        return plain(keras.tree.map_structure(lambda leaf: next(numbers), structure))
    model = getattr(model, '_functional', None) or model
    return [shape(getattr(model, '_inputs_struct', None)), shape(getattr(model, '_outputs_struct', None))]


def maker(node):
    return node.operation


def history(tensor):
    return tensor._keras_history


def arguments(node):
    return by_name(node.operation.call, node.arguments.args, node.arguments.kwargs)


def results(node):
    return node.output_tensors


def policy_of(layer):
    return plain(keras.dtype_policies.serialize(layer.dtype_policy))


def run_eagerly(model, values):
    values = keras.tree.map_structure(keras.ops.convert_to_tensor, values)
    with uncompiled():
        return model(values, training=False)


def uncompiled():
    """JAX would compile each loop for the one time that it runs."""
    if keras.backend.backend() != 'jax':
        return contextlib.nullcontext()
    import jax
    return jax.disable_jit()


def value_of(variable):
    return keras.ops.convert_to_numpy(variable)
