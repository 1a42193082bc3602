"""Initial values of weights drawn by NumPy, where a framework would run, or even compile, a program for each shape.

No answer depends on them: weights are set before a model is run (look.py).
"""

import numpy as np

SEED = 1
RANDOM = ('VarianceScaling', 'RandomUniform', 'RandomNormal', 'TruncatedNormal', 'Orthogonal')


class Initial:
    """The one source of such numbers, put into the classes of `modules`.

    `dtype_of`: a dtype, or None, as NumPy says it. `tensor` makes one of an array.
    """

    def __init__(self, modules, dtype_of, tensor):
        self.restart()

        def drawn(_, shape, dtype=None, **more):
            return tensor(self.generator.uniform(-1, 1, tuple(shape)).astype(dtype_of(dtype)))

        own = {name: drawn for name in RANDOM}
        own['Zeros'] = lambda _, shape, dtype=None, **more: tensor(np.zeros(tuple(shape), dtype_of(dtype)))
        own['Ones'] = lambda _, shape, dtype=None, **more: tensor(np.ones(tuple(shape), dtype_of(dtype)))
        for module in modules:
            for name in set(own) & set(vars(module)):
                getattr(module, name).__call__ = own[name]

    def restart(self):
        self.generator = np.random.default_rng(SEED)
