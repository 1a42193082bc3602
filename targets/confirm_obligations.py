#!/usr/bin/env python3
"""What the oracle says of clone_model beyond values, shown on a real Keras.

Usage: targets/run-script keras-2.2.4 targets/confirm_obligations.py, after tools/setup --targets. Prints one line a
finding and exits with 1 if the real Keras does not show one of them. The graphs are witnesses of `clonecheck fuzz`.
"""

import sys

if sys.argv[1:]:  # before it is asked for a framework
    print(__doc__, file=sys.stdout if sys.argv[1] in ('-h', '--help') else sys.stderr)
    sys.exit(0 if sys.argv[1] in ('-h', '--help') else 2)

import keras  # noqa: E402
import numpy as np  # noqa: E402
from keras import backend as K  # noqa: E402
from keras.layers import GRU, BatchNormalization, Dense, GlobalAveragePooling1D, Input, Lambda, Masking  # noqa: E402
from keras.models import Model, Sequential, clone_model  # noqa: E402

FINDINGS = []


def finding(function):
    FINDINGS.append((function.__name__.replace('_', ' '), function))
    return function


def finding_of_2_2_4(function):
    """Later versions do it rightly."""
    return finding(function) if keras.__version__ == '2.2.4' else function


def scaled(x, mask=None):
    return x if mask is None else x * 2


@finding
def clone_as_layer_ignores_masks_that_the_original_uses():
    x = Input((3, 1))
    model = Model(x, Lambda(scaled)(x))
    clone = clone_model(model)
    y = Input((3, 1))
    masked = Masking()(y)
    original, copy = K.function([y], [model(masked), clone(masked)])([np.ones((1, 3, 1))])
    return not np.allclose(original, copy)


@finding
def clone_of_clone_hangs_on_the_first_clone():
    x = Input((3, 1))
    model = Model(x, GRU(2)(Masking()(x)))
    second = clone_model(clone_model(model))
    try:
        second.predict(np.ones((1, 3, 1)))
    except Exception as error:
        return 'must feed' in str(error) or 'feed a value' in str(error)
    return False


@finding
def original_untouched_does_not_hold_for_arguments():
    x = Input((3, 1))
    layer = GRU(2)
    model = Model(x, layer(x, training=False))
    before = dict(layer._inbound_nodes[0].arguments)
    clone_model(model)
    return before != dict(layer._inbound_nodes[0].arguments)


@finding
def sharing_between_a_Sequential_and_the_rest_is_lost():
    shared = BatchNormalization(input_shape=(4,), name='shared')
    stack = Sequential([shared], name='stack')
    x = Input((4,))
    model = Model(x, [shared(x), stack(x)])
    clone = clone_model(model)
    return clone.get_layer('shared') is not clone.get_layer('stack').layers[0]


@finding
def masks_of_a_Lambda_with_a_mask_function_are_lost():
    x = Input((3, 1))
    model = Model(x, Lambda(lambda t: t, mask=lambda t, m: K.any(K.not_equal(t, 0), axis=-1))(x))
    clone = clone_model(model)
    mask = [m.layers[-1].get_output_mask_at(0) for m in (model, clone)]
    return mask[0] is not None and mask[1] is None


@finding
def config_of_the_clone_has_mask_None_in_its_calls():
    x = Input((3, 1))
    model = Model(x, GlobalAveragePooling1D()(x))
    nodes = [m.get_config()['layers'][-1]['inbound_nodes'] for m in (model, clone_model(model))]
    return nodes[0][0][0][3] == {} and nodes[1][0][0][3] == {'mask': None}


@finding
def given_inputs_get_input_layers_besides():
    x = Input((4,))
    model = Model(x, BatchNormalization()(x))
    clone = clone_model(model, input_tensors=Input((4,)))
    return sum(type(layer).__name__ == 'InputLayer' for layer in clone.layers) == 2


def is_unfed(inputs, tensor, values):
    try:
        K.function(inputs, [tensor])(values)
    except Exception as error:
        return 'must feed' in str(error)
    return False


@finding
def a_mask_within_hangs_on_the_original():
    x, y = Input((1, 1)), Input((1,))
    pairs = Model([x, y], [x, y])
    model = Model(x, pairs([Masking(name='masking')(GlobalAveragePooling1D()(x, mask=x)), x])[1])
    clone = clone_model(model)
    return [is_unfed(m.inputs, m.get_layer('masking').get_output_mask_at(0), [np.ones((1, 1, 1))])
            for m in (model, clone)] == [False, True]


@finding_of_2_2_4
def clone_as_layer_keeps_the_mask_of_a_call_with_states():
    x, states = Input((None, 2)), Input((2,))
    inner = Model([x, states], GRU(2)([Masking(mask_value=1)(x), states], mask=None))
    a, b, c, d = Input((None, 2)), Input((2,)), Input((3, 2)), Input((2,))
    model = Model([a, b], inner([a, b]))
    return [is_unfed([c, d], m([c, d]), [np.ones((1, 3, 2)), np.ones((1, 2))])
            for m in (model, clone_model(model))] == [False, True]


@finding_of_2_2_4
def weights_of_a_reloaded_clone_come_in_another_order():
    x = Input((1,))
    first = BatchNormalization(name='first')
    once, again = first(x), first(x)
    twice = first(once)
    last = first(BatchNormalization(name='second')(again))
    model = Model(x, [BatchNormalization(name='third')(Dense(1, name='dense')(x)), last, twice])
    orders = [[w.name.split('/')[0].split('_')[0] for w in m.weights]
              for clone in (model, clone_model(model)) for m in (clone, Model.from_config(clone.get_config()))]
    return orders[0] == orders[1] == orders[2] != orders[3]


def main():
    missing = 0
    for name, shows in FINDINGS:
        shown = shows()
        missing += not shown
        print('%-9s %s' % ('shown' if shown else 'NOT SHOWN', name))
    return 1 if missing else 0


if __name__ == '__main__':
    sys.exit(main())
