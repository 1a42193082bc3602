# Expected: breaks
# The original itself.
def _clone_functional_model(model, input_tensors=None):
    return model
