"""The operations under test: each makes of a model one that owes the same. Text like definitions.py."""


def new_inputs(model):
    """Inputs like the model's, in the model's own structure."""
    return like(model, [new_input(tensor) for tensor in model.inputs])


def as_layer(model):
    """The model, called on new inputs."""
    inputs = new_inputs(model)
    return keras.Model(inputs, model(inputs))


def clone_model_of(path):
    """The function clone_model of a file, which may import what stands beside it."""
    sys.path.insert(0, os.path.dirname(path))
    found = runpy.run_path(path)
    if 'clone_model' not in found:
        sys.exit('%s defines no clone_model(model, input_tensors=None)' % path)
    return found['clone_model']


clone_model = keras.models.clone_model


def clone(model):
    return clone_model(model)


def clone_twice(model):
    clone_model(model)
    return clone_model(model)


def clone_of_clone(model):
    return clone_model(clone_model(model))


def clone_input_tensors(model):
    return clone_model(model, input_tensors=given_inputs(model))


def clone_with_function(model):
    return clone_model(model, clone_function=lambda layer: type(layer).from_config(layer.get_config()))


def clone_recursive(model):
    return clone_model(model, recursive=True)


def clone_with_calls(model):
    return clone_model(model, call_function=lambda layer, *args, **kwargs: layer(*args, **kwargs))


def clone_as_layer(model):
    return as_layer(clone_model(model))


def from_config(model):
    return type(model).from_config(model.get_config())


def roundtrip(model):
    return keras.models.model_from_json(model.to_json())


def save_and_load(model, name):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, name)
        model.save(path)
        return keras.models.load_model(path, compile=False)


def save_keras(model):
    return save_and_load(model, 'model.keras')


def save_h5(model):
    return save_and_load(model, 'model.h5')
