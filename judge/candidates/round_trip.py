# Expected: does_not_fix
# Through the config: nested sharing, masks and tensors in keywords are lost.
def _clone_functional_model(model, input_tensors=None):
    return model.__class__.from_config(model.get_config())
