"""What tf-keras need not do in a worker: nothing of it is in an answer.

When a model is made, each of its layers is called in a graph that is thrown away (_infer_output_signature), to learn the shapes of
what it gives. Most of the time of a case was spent there on loops written as graphs, and on versions of GRU and LSTM that only a
GPU would run: now a step of a loop is done once there, and the other versions are not asked for. Models that are run do all as
ever. Besides, each Model counts batches in three variables, which only training reads.
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


def without_loop(tf, step, inputs, initial_states, constants, all_outputs):
    """What backend.rnn gives for one tensor without a mask, as far as shapes go; None where that cannot be told."""
    if not tf.is_tensor(inputs) or inputs.shape.rank is None or inputs.shape.rank < 3:
        return None
    batch, steps = inputs.shape.as_list()[:2]
    output, states = step(inputs[:, 0], tuple(initial_states) + tuple(constants or ()))
    if not tf.is_tensor(output) or not output.shape.rank or not same_kinds(tf, list(initial_states), list(states)):
        return None
    shape = output.shape.as_list()
    whole = [shape[0] if batch is None else batch, steps if all_outputs else 1] + shape[1:]
    return (tf.identity(output), tf.compat.v1.placeholder(output.dtype, whole),
            tf.nest.map_structure(tf.identity, tuple(states)))


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
    whole = backend.rnn

    def rnn(step_function, inputs, initial_states, go_backwards=False, mask=None, constants=None, unroll=False,
            input_length=None, time_major=False, **options):
        if mask is None and not unroll and not time_major and not tf.is_tensor(input_length) and is_thrown_away(tf):
            found = without_loop(tf, step_function, inputs, initial_states, constants, options.get('return_all_outputs', True))
            if found is not None:
                return found
        return whole(step_function, inputs, initial_states, go_backwards=go_backwards, mask=mask, constants=constants,
                     unroll=unroll, input_length=input_length, time_major=time_major, **options)

    backend.rnn = rnn
    for module, name, plain in ((gru, 'gru_with_backend_selection', gru.standard_gru),
                                (lstm, 'lstm_with_backend_selection', lstm.standard_lstm)):
        both = getattr(module, name)

        def select(both=both, plain=plain, **arguments):
            return (plain if is_thrown_away(tf) else both)(**arguments)

        setattr(module, name, select)
