"""Says what the real `clone_model` of the Keras that runs this does with each model of this directory.

    targets/run-script keras-2.2.4 corpus/models/observe.py [--write | --check]

Prints a table. --write puts it into README.md, --check exits with 1 if README.md says otherwise.
A clone that is made is compared with its original: outputs on the same weights and inputs, and masks.
"""

import glob
import os
import sys
import warnings

import keras
import numpy as np
from keras import backend as K
from keras.models import clone_model, model_from_json

from custom_layers import CUSTOM_OBJECTS

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, 'README.md')
BATCH = 4
RTOL, ATOL = 1e-4, 1e-5


def values_for(model, generator):
    """Inputs in [-1, 1], the first two steps of every other sample and one whole sample being zero."""
    values = []
    for tensor in model.inputs:
        value = generator.uniform(-1, 1, (BATCH,) + K.int_shape(tensor)[1:])
        if value.ndim > 2:
            value[::2, :2] = 0
        value[-1] = 0
        values.append(value.astype('float32'))
    return values


def output_masks(model):
    """The masks of the model's outputs, as its layers' nodes hold them."""
    masks = []
    for tensor in model.outputs:
        layer, node_index, tensor_index = tensor._keras_history
        masks.append(layer._inbound_nodes[node_index].output_masks[tensor_index])
    return masks


def run(model, values):
    tensors = [K.identity(tensor) for tensor in model.outputs]
    masks = output_masks(model)
    tensors += [K.identity(mask) for mask in masks if mask is not None]
    feed = {K.learning_phase(): False}
    feed.update(zip(model.inputs, values))
    return [mask is None for mask in masks], K.get_session().run(tensors, feed)


def verdict_of(path):
    """(verdict, error type, error text) for the model in the file."""
    K.clear_session()
    generator = np.random.RandomState(0)
    with open(path) as file:
        original = model_from_json(file.read(), CUSTOM_OBJECTS)
    original.set_weights([generator.uniform(-1, 1, weight.shape) for weight in original.get_weights()])
    values = values_for(original, generator)
    unmasked, expected = run(original, values)
    try:
        with keras.utils.CustomObjectScope(CUSTOM_OBJECTS):
            clone = clone_model(original)
    except Exception as error:
        return 'raises', type(error).__name__, str(error)
    clone.set_weights(original.get_weights())
    clone_unmasked, found = run(clone, values)
    if clone_unmasked != unmasked:
        return 'differs in masks', '', ''
    for a, b in zip(expected, found):
        if a.shape != b.shape or not np.allclose(a, b, RTOL, ATOL, equal_nan=True):
            return 'differs in values', '', ''
    return 'clones well', '', ''


def table():
    lines = ['| model | verdict | error | text |', '|---|---|---|---|']
    for path in sorted(glob.glob(os.path.join(HERE, '*.json'))):
        name = os.path.basename(path)[:-len('.json')]
        verdict, error, text = verdict_of(path)
        lines.append('| %s | %s | %s | %s |' % (name, verdict, error or '–', '`%s`' % text if text else '–'))
    return '\n'.join(lines)


def main(arguments):
    if arguments not in ([], ['--write'], ['--check']):
        print('usage: observe.py [--write | --check]', file=sys.stderr)
        return 2
    warnings.simplefilter('ignore')
    seen = table()
    print(seen)
    begin = '<!-- seen with keras-%s -->\n' % keras.__version__
    end = '\n<!-- end -->'
    with open(README, encoding='utf-8') as file:
        readme = file.read()
    if begin not in readme:
        print('corpus/models/README.md has no place for keras-%s' % keras.__version__, file=sys.stderr)
        return 1 if arguments else 0
    start = readme.index(begin) + len(begin)
    stop = readme.index(end, start)
    if arguments == ['--write']:
        with open(README, 'w', encoding='utf-8') as file:
            file.write(readme[:start] + seen + readme[stop:])
    if arguments == ['--check'] and readme[start:stop] != seen:
        print('corpus/models/README.md says otherwise; if this is right, run with --write', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
