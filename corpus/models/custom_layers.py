"""The classes and functions that the models of this directory use and Keras does not have.

A reader of the files needs CUSTOM_OBJECTS; the Lambda functions come out of the files themselves.
"""

import types

from keras.layers import Layer


class Swap(Layer):
    """Two inputs, two outputs: the same tensors in the other order. Does not support masking.

    targets/keras2/vocabulary.py has its own for graphs: corpus knows nothing of targets, and a reader of the models needs this file alone.
    """

    def call(self, inputs, **kwargs):
        first, second = inputs
        return [second, first]

    def compute_output_shape(self, input_shape):
        first, second = input_shape
        return [second, first]


CUSTOM_OBJECTS = {'Swap': Swap}


def portable(function):
    """`function`, its code no longer naming the file that it was compiled from.

    Keras stores a Lambda's function as marshalled code, and with it that file's path on this machine.
    """
    code = function.__code__.replace(co_filename='make_models.py')
    return types.FunctionType(code, {}, function.__name__, function.__defaults__)
