#!/usr/bin/env python3
"""keras_clone on a real Keras: targets/run-script keras-2.2.4 fixes/keras_clone_test.py"""

import functools
import os
import sys
import unittest

import keras
import numpy as np
from keras import backend as K
from keras import layers
from keras.layers import Dense, Input, Lambda
from keras.models import Model, Sequential

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, os.pardir, 'targets', 'keras2'),
                os.path.join(HERE, os.pardir, 'targets', 'python')]
import keras_clone  # noqa: E402
import keras_session  # noqa: E402
import obligations  # noqa: E402

SCALE = np.float32(3)


class Swap(layers.Layer):
    """Two inputs, two outputs, no masks."""

    def call(self, inputs, **kwargs):
        return [inputs[1], inputs[0]]

    def compute_output_shape(self, input_shape):
        return [input_shape[1], input_shape[0]]


class Adding(layers.Layer):
    """A cell that adds what it sees, and constants if there are any."""

    def __init__(self, units, **kwargs):
        self.units = self.state_size = units
        super(Adding, self).__init__(**kwargs)

    def build(self, input_shape):
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        self.kernel = self.add_weight(name='kernel', shape=(input_shape[-1], self.units), initializer='ones')
        self.built = True

    def call(self, inputs, states, constants=None):
        new = K.dot(inputs, self.kernel) + states[0]
        return new + constants[0] if constants else new, [new]

    def get_config(self):
        return dict(super(Adding, self).get_config(), units=self.units)


class Clone(unittest.TestCase):

    def setUp(self):
        keras_session.fresh_session(keras)

    def assert_owes_nothing(self, model):
        self.assertEqual(list(obligations.faults(model, keras_clone.clone)), [])

    def assert_trains(self, model, inputs):
        model.compile('rmsprop', 'mse')
        loss = model.train_on_batch(inputs, np.ones((10, 4)))
        self.assertTrue(np.isfinite(loss))

    def test_install_replaces_what_clone_model_calls(self):
        x = Input((4,))
        model = Model(x, Lambda(lambda t: [t, t + 1])(x)[1])
        kept = keras.models._clone_functional_model, keras.models._clone_sequential_model
        self.addCleanup(vars(keras.models).update, _clone_functional_model=kept[0], _clone_sequential_model=kept[1])
        keras_clone.install()
        ones = np.ones((1, 4))
        np.testing.assert_array_equal(keras.models.clone_model(model).predict(ones), ones + 1)
        twice = Dense(4, input_shape=(4,))
        self.assertEqual(keras.models.clone_model(Sequential([twice, twice])).count_params(), 20)

    # What upstream's own tests ask: that clones can be trained, whatever they stand on.

    def shared_dense(self):
        a, b = Input((4,)), Input((4,))
        shared = Dense(4)
        left = layers.BatchNormalization()(layers.Dropout(0.5)(shared(a)))
        return Model([a, b], layers.add([Dense(4)(left), shared(b)]))

    def stack(self):
        return Sequential([Dense(4, input_shape=(4,)), layers.BatchNormalization(), layers.Dropout(0.5), Dense(4)])

    def test_trains_on_new_placeholders(self):
        data = np.random.random((10, 4))
        self.assert_trains(keras_clone.clone(self.shared_dense()), [data, data])
        self.assert_trains(keras_clone.clone(self.stack()), data)

    def test_trains_on_given_inputs(self):
        data = np.random.random((10, 4))
        given = [Input((4,), name='a'), Input((4,), name='b')]
        clone = keras_clone.clone(self.shared_dense(), input_tensors=given)
        self.assertEqual(clone.input_names, ['a', 'b'])
        self.assert_trains(clone, [data, data])
        self.assert_trains(keras_clone.clone(self.stack(), input_tensors=Input((4,))), data)

    def test_trains_on_given_variables(self):
        a, b, c = (K.variable(np.random.random((10, 4))) for _ in range(3))
        self.assert_trains(keras_clone.clone(self.shared_dense(), input_tensors=[a, b]), None)
        self.assert_trains(keras_clone.clone(self.stack(), input_tensors=c), None)

    def test_a_merge_stays_built_on_the_shapes_of_a_call_outside_the_model(self):
        multiply = layers.Multiply()
        x, y = Input((1,)), Input((2, 1, 3))
        multiply([x, x])  # of equal ranks: it will not rearrange its inputs
        self.assert_owes_nothing(Model([x, y], multiply([x, y])))

    def test_weights_have_the_sizes_of_a_call_outside_the_model(self):
        for layer, outside, inside in (
                (layers.PReLU(), (3,), (1,)),
                (layers.PReLU(shared_axes=[1]), (4, 3), (2, 3)),
                (layers.LocallyConnected1D(2, 3, strides=2), (5, 2), (8, 2)),
                (layers.LocallyConnected2D(2, (2, 1), strides=(1, 2)), (3, 4, 2), (4, 5, 2)),
                (layers.LocallyConnected2D(2, 2, use_bias=False, data_format='channels_first'), (3, 3, 2), (3, 4, 5))):
            with self.subTest(layer=layer.name):
                layer(Input(outside))
                x = Input(inside)
                self.assert_owes_nothing(Model(x, layer(x)))

    def test_a_model_of_another_session_can_be_cloned(self):
        models = self.shared_dense(), self.stack()
        K.clear_session()
        data = np.random.random((10, 4))
        self.assert_trains(keras_clone.clone(models[0]), [data, data])
        self.assert_trains(keras_clone.clone(models[1]), data)

    def test_several_outputs_into_several_inputs(self):
        x = Input((4,))
        up, same = Lambda(lambda t: [t + 1, t], lambda shape: [shape, shape])(x)
        model = Model(x, Swap()([up, same]))
        ones = np.ones((2, 4))
        same, up = keras_clone.clone(model).predict(ones)
        np.testing.assert_array_equal(same, ones)
        np.testing.assert_array_equal(up, ones + 1)
        self.assert_owes_nothing(model)

    # Layers that hold layers.

    def test_a_cell_of_a_class_of_ones_own_needs_no_scope(self):
        x = Input((3, 2))
        self.assert_owes_nothing(Model(x, layers.RNN(Adding(2))(x)))

    def test_a_cell_in_two_places_is_one_cell_in_the_clone(self):
        x = Input((3, 2))
        cell = layers.SimpleRNNCell(2)
        model = Model(x, [layers.RNN(cell)(x), layers.RNN([layers.GRUCell(2), cell])(x)])
        _, first, second = keras_clone.clone(model).layers
        self.assertIs(first.cell, second.cell.cells[1])
        self.assertIsNot(first.cell, cell)

    def test_a_cell_that_is_no_layer(self):
        class Plain(object):
            state_size = 2

            def call(self, inputs, states):
                return inputs + states[0], [inputs]

            def get_config(self):
                return {}

            from_config = classmethod(lambda cls, config: cls())

        x = Input((3, 2))
        with keras.utils.CustomObjectScope({'Plain': Plain}):
            self.assert_owes_nothing(Model(x, layers.RNN(Plain())(x)))

    def test_a_layer_is_shared_by_a_wrapper_and_the_rest(self):
        x, y = Input((3, 2)), Input((2,))
        dense = Dense(2)
        self.assert_owes_nothing(Model([x, y], [layers.TimeDistributed(dense)(x), dense(y)]))

    def test_a_wrapped_model(self):
        y = Input((2,))
        inner = Model(y, Lambda(lambda t: [t, t * 2])(Dense(2)(y))[1])
        x = Input((3, 2))
        self.assert_owes_nothing(Model([x, y], [layers.TimeDistributed(inner)(x), inner(y)]))

    def test_states_in_all_forms(self):
        x, h = Input((3, 2)), Input((4,))
        self.assert_owes_nothing(Model([x, h], layers.GRU(4)([x, h])))
        self.assert_owes_nothing(Model([x, h], layers.LSTM(4)(x, initial_state=[h, h])))
        self.assert_owes_nothing(Model([x, h], layers.Bidirectional(layers.GRU(4))(x, initial_state=[h, Dense(4)(h)])))
        zeros = K.zeros((3, 4))  # no Keras tensor, so it stays what it is
        self.assert_owes_nothing(Model(x, layers.GRU(4)(x, initial_state=zeros)))

    def test_constants_beside_states(self):
        x, h, c = Input((3, 2)), Input((2,)), Input((2,))
        rnn = layers.RNN(Adding(2))
        self.assert_owes_nothing(Model([x, h, c], rnn(x, initial_state=h, constants=c)))
        self.assert_owes_nothing(Model([x, c], layers.RNN(Adding(2))(x, constants=c)))

    # What configs do not say.

    def test_the_function_of_a_Lambda_keeps_what_it_refers_to(self):
        x = Input((2,))
        offset = 5
        model = Model(x, Lambda(lambda t: t * SCALE + offset)(x))
        np.testing.assert_array_equal(keras_clone.clone(model).predict(np.ones((1, 2))), [[8, 8]])
        self.assert_owes_nothing(model)

    def test_a_Lambda_of_what_is_no_function(self):
        x = Input((2,))
        model = Model(x, Lambda(functools.partial(K.clip, min_value=0, max_value=1))(x))
        np.testing.assert_array_equal(keras_clone.clone(model).predict(np.array([[-1, 2]])), [[0, 1]])

    def test_support_of_masks_that_was_set_by_hand(self):
        x = Input((3, 2))
        dense = Dense(2)
        dense.supports_masking = True
        self.assert_owes_nothing(Model(x, layers.GlobalAveragePooling1D()(dense(layers.Masking()(x)))))

    def test_flags_of_models(self):
        inner = self.stack()
        inner.trainable = False
        x = Input((4,))
        clone = keras_clone.clone(Model(x, Dense(1)(inner(x))))
        self.assertEqual([len(clone.trainable_weights), len(clone.weights)], [2, 10])

    # Sequentials.

    def test_a_Sequential_without_a_shape(self):
        model = Sequential([Dense(2), layers.TimeDistributed(self.stack())], name='later')
        clone = keras_clone.clone(model)
        self.assertEqual([clone.name, clone.built, len(clone.layers)], ['later', False, 2])
        upon = Input((3, 5))
        self.assertIs(keras_clone.clone(Sequential([Dense(2)]), input_tensors=upon).inputs[0], upon)

    def test_a_Sequential_that_got_its_shape_later(self):
        model = Sequential([Dense(2), Dense(3)])
        model.build((None, 5))
        self.assert_owes_nothing(model)
        self.assertEqual(keras_clone.clone(model).get_config()['build_input_shape'], (None, 5))

    def test_tensors_inside_of_a_Sequential_are_used_outside(self):
        stack = self.stack()
        model = Model(stack.inputs, layers.add([stack.layers[0].output, stack.outputs[0]]))
        self.assert_owes_nothing(model)
        x = Input((4,))
        self.assert_owes_nothing(Model([x] + stack.inputs, [stack(x), Dense(4)(stack.layers[0].output)]))

    # Order and histories.

    def test_readers_of_a_tensor_come_before_the_call_that_returns_it_again(self):
        y = Input((2,))
        inner = Model(y, Dense(2)(y), name='inner')
        x = Input((2,))
        first = inner(x)
        dense = Dense(2, name='dense')(first)
        again = inner(x)
        self.assertIs(first, again)
        model = Model(x, [layers.add([dense, again])])
        self.assert_owes_nothing(model)
        inputs = keras_clone.clone(model).get_layer('dense')._inbound_nodes[0].node_indices
        self.assertEqual(inputs, [1])

    def test_a_model_that_was_called_on_masks_can_be_cloned(self):
        x = Input((3, 2))
        model = Model(x, layers.GRU(2)(x, training=False))
        model(layers.Masking()(Input((3, 2))))  # Keras writes the mask into the arguments of the GRU
        clone = keras_clone.clone(model)
        clone.set_weights(model.get_weights())
        ones = np.ones((1, 3, 2))
        np.testing.assert_array_equal(clone.predict(ones), model.predict(ones))
        self.assertEqual(list(clone.layers[1]._inbound_nodes[0].arguments), ['training'])

    # Refusals.

    def test_what_is_no_model_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'Only a Model can be cloned'):
            keras_clone.clone(Dense(2))

    def test_given_tensors_must_be_as_many_as_inputs(self):
        with self.assertRaisesRegex(ValueError, 'has 2 inputs, but 1 tensors'):
            keras_clone.clone(self.shared_dense(), input_tensors=Input((4,)))

    def test_given_tensors_must_be_inputs(self):
        for model in self.stack(), Sequential([Dense(2)]):
            with self.assertRaisesRegex(ValueError, 'can only be built upon inputs.*layer dense'):
                keras_clone.clone(model, input_tensors=Dense(4, name='dense')(Input((4,))))


if __name__ == '__main__':
    unittest.main()
