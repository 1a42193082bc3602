"""What a Graph or a variant may name beyond a framework's own layers, and beyond targets/keras2/vocabulary.py.

Text, not a module: it is run after that one with `keras`, `Layer` and `K` (functions on tensors) of a framework, and what a script
needs of it is copied into the script (script.py).
"""


class MultiOutMasked(MultiOut):
    """Keras 2's base class hands one mask on to all outputs; later ones need telling."""

    def __init__(self, n=2, **kwargs):
        super().__init__(n, **kwargs)
        self.supports_masking = True

    def compute_mask(self, inputs, mask=None):
        return [mask] * self.n


def numbers_in(value):
    """Tensors and numbers in a nested structure, dicts by their keys."""
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in numbers_in(item)]
    return [] if value is None or isinstance(value, str) else [value]


class Arguments(Layer):
    """Takes arguments of every kind: tensors, structures of them, numbers, texts, None, arrays."""

    def call(self, x, other=None, scale=1.0, mode=None, more=None):
        y = x * scale
        for place, number in enumerate(numbers_in([other, more])):
            y = y + number * (place + 2)
        return y * 2 if mode in ('twofold', 'Arguments') else y


class Structured(Layer):
    """Takes and gives structures."""

    def __init__(self, give='tensor', **kwargs):
        super().__init__(**kwargs)
        self.give = give

    def call(self, inputs):
        y = sum(number * (place + 1) for place, number in enumerate(numbers_in(inputs)))
        if self.give == 'dict':
            return {'second': y * 2, 'first': y}
        if self.give == 'tuple':
            return y, y * 2
        if self.give == 'nested':
            return {'in': [y, y * 3], 'out': y}
        return y

    def get_config(self):
        return dict(super().get_config(), give=self.give)


class Scaled(Layer):
    """With a weight, and a get_config."""

    def __init__(self, factor=1.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def build(self, input_shape):
        self.own = self.add_weight(name='own', shape=(), initializer='ones')
        super().build(input_shape)

    def call(self, inputs):
        return inputs * self.own * self.factor

    def get_config(self):
        return dict(super().get_config(), factor=self.factor)


class Bare(Layer):
    """Without get_config, which it does not need."""

    def call(self, inputs):
        return inputs * 3


class Automatic(Layer):
    """Without get_config: Keras 3 notes the arguments of the constructor by itself."""

    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, inputs):
        return inputs * self.factor


def popped():
    """A Sequential that had one more layer."""
    stack = keras.Sequential([keras.layers.Dense(2), keras.layers.Dense(3)])
    stack.pop()
    return stack


def added(tensor):
    """A Sequential that grew layer by layer."""
    stack = keras.Sequential()
    stack.add(keras.Input(tuple(tensor.shape)[1:]))
    stack.add(keras.layers.Dense(2))
    stack.add(keras.layers.Dense(1))
    return stack


def one_cell(tensor):
    """Two RNN layers that have one cell, on top of a tensor of any rank."""
    steps = keras.layers.Reshape((-1, 2))(keras.layers.Dense(2)(tensor))
    cell = keras.layers.GRUCell(2)
    return keras.layers.Add()([keras.layers.RNN(cell)(steps), keras.layers.RNN(cell, go_backwards=True)(steps)])
