"""The sessions of TensorFlow in which Keras 2 runs its graphs."""


def plain_session():
    """It runs the graph as it is: each is run a few times only, so that optimising it takes the time."""
    import tensorflow
    options = tensorflow.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    options.graph_options.rewrite_options.disable_meta_optimizer = True
    options.graph_options.optimizer_options.opt_level = tensorflow.OptimizerOptions.L0
    return tensorflow.Session(config=options)


def fresh_session(keras, make=plain_session):
    """Nothing of what was made before is left.

    A TimeDistributed that runs a recurrent layer on a fixed batch reads a global of its module, which only such a wrapper of a
    layer whose output depends on the learning phase ever sets: whether it raises NameError depends on all that the process has
    run before. Here it never does (docs/semantics.md).
    """
    keras.layers.wrappers.uses_learning_phase = False
    keras.backend.clear_session()
    keras.backend.set_session(make())
