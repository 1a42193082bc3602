# Expected: does_not_fix
# The model is called on new inputs: its layers and weights stay.
def _clone_functional_model(model, input_tensors=None):
    if input_tensors is None:
        input_tensors = [Input(batch_shape=layer.batch_input_shape, dtype=layer.dtype, sparse=layer.sparse, name=layer.name)
                         for layer in model._input_layers]
    return Model(input_tensors, model(input_tensors if len(input_tensors) > 1 else input_tensors[0]), name=model.name)
