"""What tf-keras need not do in a worker: nothing of it is in an answer.

When a model is made, each of its layers is called in a graph that is thrown away (_infer_output_signature), to learn the shapes of
what it gives. Most of the time of a case was spent there on loops written as graphs, and on versions of GRU and LSTM that only a
GPU would run: now loops are run once there, and the other versions are not asked for. Models that are run do all as ever. Besides,
each Model counts batches in three variables, which only training reads.
"""


def is_thrown_away(tf):
    return not tf.executing_eagerly() and tf.compat.v1.get_default_graph().name.endswith('_scratch_graph')


def same_kinds(tf, given, found):
    """Of the same types and shapes, so that a loop would be content."""
    given, found = tf.nest.flatten(given), tf.nest.flatten(found)
    if len(given) != len(found):
        return False
    for one, other in zip(given, found):
        if isinstance(one, tf.TensorArray) or isinstance(other, tf.TensorArray):
            if type(one) is not type(other):
                return False
        elif not tf.is_tensor(one) or not tf.is_tensor(other) or one.dtype != other.dtype:
            return False
        elif one.shape.rank is None or other.shape.rank is None or one.shape.as_list() != other.shape.as_list():
            return False
    return True


def install(tf):
    from tf_keras.src import backend
    from tf_keras.src.engine import training
    from tf_keras.src.layers.rnn import gru, lstm
    training.Model._init_batch_counters = lambda self: None
    loop = backend.tf.compat.v1.while_loop

    def while_loop(cond, body, loop_vars, **options):
        if is_thrown_away(tf):
            found = body(*loop_vars)
            if same_kinds(tf, loop_vars, found):
                return found
        return loop(cond=cond, body=body, loop_vars=loop_vars, **options)

    backend.tf.compat.v1.while_loop = while_loop
    for module, name, plain in ((gru, 'gru_with_backend_selection', gru.standard_gru),
                                (lstm, 'lstm_with_backend_selection', lstm.standard_lstm)):
        both = getattr(module, name)

        def select(both=both, plain=plain, **arguments):
            return (plain if is_thrown_away(tf) else both)(**arguments)

        setattr(module, name, select)
