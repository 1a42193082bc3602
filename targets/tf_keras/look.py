"""What targets/python/look.py needs of tf-keras. Text like targets/python/definitions.py."""


def is_tensor(value):
    return hasattr(value, '_keras_history') or tf.is_tensor(value)


def dtype_of(tensor):
    return tensor.dtype if isinstance(tensor.dtype, str) else tensor.dtype.name


def is_sparse(tensor):
    return 'Sparse' in type(tensor).__name__


def leaves_of(structure):
    return tf.nest.flatten(structure)


def like(model, values):
    """A list of values in the structure of the model's inputs."""
    structure = getattr(model, '_nested_inputs', None)
    return values[0] if structure is None else tf.nest.pack_sequence_as(structure, values)


def given_inputs(model):
    """clone_model takes a list."""
    inputs = tf.nest.flatten(new_inputs(model))
    return inputs if len(inputs) > 1 else inputs[0]


def structures(model):
    def shape(structure):
        numbers = iter(range(1000))
        return plain(tf.nest.map_structure(lambda leaf: next(numbers), structure))
    return [shape(getattr(model, '_nested_inputs', None)), shape(getattr(model, '_nested_outputs', None))]


def maker(node):
    return node.layer


def history(tensor):
    return getattr(tensor, '_keras_history', (None, 0, 0))


def arguments(node):
    if type(node.layer).__name__ in ('TFOpLambda', 'SlicingOpLambda'):
        # By position or by name, which is the same to an operation.
        return [list(node.call_args) + [value for key, value in node.call_kwargs.items() if key != 'name'], {}]
    return by_name(node.layer.call, node.call_args, node.call_kwargs)


def results(node):
    return tf.nest.flatten(node.outputs)


def policy_of(layer):
    return layer._dtype_policy.name


def run_eagerly(model, values):
    values = tf.nest.map_structure(tf.convert_to_tensor, values)
    if any(is_sparse(tensor) for tensor in model.inputs):
        flat = [tf.sparse.from_dense(value) if is_sparse(tensor) else value
                for tensor, value in zip(model.inputs, tf.nest.flatten(values))]
        values = like(model, flat)
    return model(values, training=False)


def value_of(variable):
    return variable.numpy()
