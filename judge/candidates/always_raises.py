# Expected: crashes_always
# Raises for every model.
def _clone_functional_model(model, input_tensors=None):
    raise ValueError('Could not compute output ' + str(model.outputs))
