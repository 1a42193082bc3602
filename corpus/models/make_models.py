"""Writes the models of this directory: the JSON that a real Keras 2.2.4 gives for them.

    targets/run-script keras-2.2.4 corpus/models/make_models.py

Writes the same bytes each time, if run by the Python of tools/setup-targets: a Lambda's function is
stored as Python bytecode, which another Python version writes differently. Not for graphs that
clonecheck makes itself; those are stored as cases.
"""

import json
import os

import keras
from keras import backend as K
from keras.layers import Activation, Add, Concatenate, Dense, Input, Lambda, Masking, Multiply
from keras.models import Model

from custom_layers import Swap, portable

HERE = os.path.dirname(os.path.abspath(__file__))


# The bodies of these are stored, and run again inside Keras' own module: operators and tensor methods only.
def two(x):
    return [2 * x, x + 1]


def plus_and_same(x):
    return [x + 1, x]


def same_shape_twice(shape):
    return [shape, shape]


def first_half(x, rows):
    return x[:rows]


def second_half(x, rows):
    return x[rows:]


def issue_12202_minimal():
    """A layer with two outputs and no masks, both used: the clone loses the second (keras#12202)."""
    x = Input((4,))
    first, second = Lambda(portable(two))(x)
    return Model(x, Add()([first, second]))


def multi_task():
    """Two masked sequences through one shared Dense, and two heads. Every call has one output."""
    left, right = Input((6, 4), name='left'), Input((6, 4), name='right')
    shared = Dense(5, activation='tanh', name='shared')
    a = shared(Masking(name='left_mask')(left))
    b = shared(Masking(name='right_mask')(right))
    trunk = Concatenate(name='trunk')([a, b])
    gate = Activation('sigmoid', name='gate')(Dense(5, name='gate_score')(trunk))
    gated = Multiply(name='gated')([gate, a])
    tags = Dense(3, activation='softmax', name='tags')(Add(name='residual')([gated, b]))
    score = Dense(1, name='score')(trunk)
    return Model([left, right], [tags, score], name='multi_task')


def multi_output_into_swap():
    """Two outputs of a Lambda into a layer of two inputs and two outputs: the shape that the fix was tested on."""
    x = Input((4,))
    first, second = Lambda(portable(plus_and_same), output_shape=portable(same_shape_twice))(x)
    return Model(x, Swap()([first, second]))


def data_parallel():
    """One model of two outputs, called on two slices of a batch of four, its results put together again.

    The inner model alone does not survive cloning; inside another model it is rebuilt from its config.
    """
    x = Input((1,))
    first, second = Lambda(portable(two))(x)
    replica = Model(x, [Add(name='sum')([first, second]), Dense(2, name='head')(second)], name='replica')
    whole = Input((1,), name='batch')
    parts = [Lambda(portable(half), output_shape=(1,), arguments={'rows': 2}, name=half.__name__)(whole)
             for half in (first_half, second_half)]
    sums, heads = zip(*[replica(part) for part in parts])
    return Model(whole, [Concatenate(axis=0, name='sum')(list(sums)),
                         Concatenate(axis=0, name='head')(list(heads))], name='data_parallel')


MODELS = {
    'keras-12202-minimal': issue_12202_minimal,
    'multi-task': multi_task,
    'multi-output-into-swap': multi_output_into_swap,
    'data-parallel': data_parallel,
}


def main():
    assert keras.__version__ == '2.2.4', keras.__version__
    for name, make in MODELS.items():
        K.clear_session()
        path = os.path.join(HERE, name + '.json')
        with open(path, 'w') as file:
            json.dump(json.loads(make().to_json()), file, indent=2)
            file.write('\n')
        print('wrote corpus/models/%s.json' % name)


if __name__ == '__main__':
    main()
