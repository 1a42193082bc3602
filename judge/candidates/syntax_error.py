# Expected: unusable
# Is no Python.
def _clone_functional_model(model, input_tensors=None)
    return model
