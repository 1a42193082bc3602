"""What a Graph may name beyond a framework's own layers: Lambda functions, mask functions, custom layers.

Text, not a module: it is run with `keras`, `Layer` and `K` (functions on tensors) of a framework, and what a script needs of it
is copied into the script (script.py). The same words as targets/keras2/vocabulary.py, in what tf-keras and Keras 3 share.
"""


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
    return x * K.cast(K.expand_dims(mask, -1), x.dtype)


def mask_pick(x, mask=None):
    return x[0] if mask is None else x[1]


def keep(x, mask):
    return mask


def nonzero(x, mask):
    return K.any(K.not_equal(x, 0), axis=-1)


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


class MultiOutMasked(Layer):
    def __init__(self, n=2, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.supports_masking = True

    def call(self, inputs):
        return [inputs * (k + 2) + k for k in range(self.n)]

    def compute_mask(self, inputs, mask=None):
        return [mask] * self.n

    def compute_output_shape(self, input_shape):
        return [input_shape] * self.n

    def get_config(self):
        return dict(super().get_config(), n=self.n)


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
