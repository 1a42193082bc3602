# Expected: crashes_always
# Does not take the argument that clone_model gives.
def _clone_functional_model(model):
    return model
