# Expected: crashes_always
# Forgets to return anything.
def _clone_functional_model(model, input_tensors=None):
    Model(model.inputs, model.outputs)
