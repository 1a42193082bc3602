"""What a Graph may name beyond Keras' own layers: the closed vocabulary of Lambda functions, and the harness' classes.

The functions use operators and `K` only, because a reloaded Lambda runs them with the globals of keras.layers.core.
"""

from keras import backend as K
from keras.layers import Layer


def identity(x):
    return x


def double(x):
    return x * 2


def add_one(x):
    return x + 1


def negate(x):
    return -x


def square(x):
    return x * x


def one_as_list(x):
    return [x * 2]


def mean_time(x):
    return K.mean(x, axis=1)


def two(x):
    return [x * 2, x + 1]


def three(x):
    return [x, x * 2, x * 3]


def plus_and_same(x):
    return [x + 1, x]


def twice_same(x):
    return [x, x]


def one_object_twice(x):
    t = x * 2
    return [t, t]


def lin(x):
    return x[0] * 2 + x[1]


def pick_second(x):
    return x[1]


def swap(x):
    return [x[1], x[0]]


def sum_diff(x):
    return [x[0] + x[1], x[0] - x[1]]


def mask_scale(x, mask=None):
    if mask is None:
        return x * 2
    return x * K.cast(K.expand_dims(mask), K.dtype(x))


def mask_pick(x, mask=None):
    return x[0] if mask is None else x[1]


FUNCTIONS = {function.__name__: function for function in (
    identity, double, add_one, negate, square, one_as_list, mean_time, two, three, plus_and_same, twice_same,
    one_object_twice, lin, pick_second, swap, sum_diff, mask_scale, mask_pick)}
# Outputs of those that have more than one.
OUTPUTS = {'two': 2, 'three': 3, 'plus_and_same': 2, 'twice_same': 2, 'one_object_twice': 2, 'swap': 2, 'sum_diff': 2}


def keep(x, mask):
    return mask


def nonzero(x, mask):
    return K.any(K.not_equal(x, 0), axis=-1)


MASKS = {'keep': keep, 'nonzero': nonzero}


class MultiOut(Layer):
    def __init__(self, n=2, **kwargs):
        super().__init__(**kwargs)
        self.n = n

    def call(self, inputs):
        return [inputs * (k + 2) + k for k in range(self.n)]

    def compute_output_shape(self, input_shape):
        return [input_shape] * self.n

    def get_config(self):
        return dict(super().get_config(), n=self.n)


class MultiOutMasked(MultiOut):
    def __init__(self, n=2, **kwargs):
        super().__init__(n, **kwargs)
        self.supports_masking = True


class Swap(Layer):
    def call(self, inputs):
        first, second = inputs
        return [second, first]

    def compute_output_shape(self, input_shape):
        first, second = input_shape
        return [second, first]


class MaskProducer(Layer):
    def call(self, inputs):
        return inputs * 1

    def compute_mask(self, inputs, mask=None):
        return K.any(K.not_equal(inputs, 0), axis=-1)

    def compute_output_shape(self, input_shape):
        return input_shape


CLASSES = {cls.__name__: cls for cls in (MultiOut, MultiOutMasked, Swap, MaskProducer)}


def new_lambda(config):
    """A Lambda from a Graph's config: `function` and `mask` are names of the vocabulary."""
    from keras.layers import Lambda
    config = dict(config)
    name = config.pop('function')
    mask = config.pop('mask', None)
    if mask == 'none_list':
        config['mask'] = [None] * OUTPUTS.get(name, 1)
    elif mask not in (None, 'absent'):
        config['mask'] = MASKS[mask]
    return Lambda(FUNCTIONS[name], **config)
