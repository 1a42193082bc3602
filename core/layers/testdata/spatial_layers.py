"""What a real Keras makes of the convolution, pooling and padding layers.

Writes one JSON object a line: a layer, an input, and its output or refusal.
spatial_layers_test.cc compares the catalogue with it. To make it anew:

  targets/run-script keras-2.2.4 core/layers/testdata/spatial_layers.py \
      core/layers/testdata/spatial_layers.jsonl
"""
import json
import re
import sys
import traceback

import numpy as np
from keras import backend as K
from keras import layers

ANY = None
CASES = []  # kind, arguments, shape, dtype
NUMBERS = []  # kind, arguments, shape

SPACE = {1: (7,), 2: (7, 6), 3: (7, 6, 5)}
FIRST = 'channels_first'


def case(kind, shapes, dtype='float32', **arguments):
    for shape in shapes:
        CASES.append((kind, arguments, shape, dtype))


def full(rank):
    return (ANY,) + SPACE[rank] + (3,)


def typical(rank):
    unknown = (ANY, ANY) + SPACE[rank][1:] + (3,)
    return [full(rank), unknown, (2,) * (rank + 1) + (3,)]


def odd(rank):
    """Wrong ranks, and channels that are not known."""
    ranks = [(ANY,) + (4,) * n for n in range(5) if n != rank + 1]
    return ranks + [(ANY,) + (4,) * rank + (ANY,)]


def first(rank):
    return [(ANY, 3) + SPACE[rank]]


def convolutions(rank):
    kind = 'Conv%dD' % rank
    all_three, one = typical(rank), [full(rank)]
    case(kind, all_three + odd(rank), filters=4, kernel_size=3)
    case(kind, one, filters=4, kernel_size=3, use_bias=False)
    case(kind, one, filters=4, kernel_size=3, use_bias=False, padding='same', dilation_rate=2)
    case(kind, all_three, filters=2, kernel_size=2, strides=2, padding='same', activation='relu')
    case(kind, one, filters=2, kernel_size=3, strides=2)
    case(kind, all_three, filters=2, kernel_size=2, dilation_rate=3)
    case(kind, one, filters=2, kernel_size=2, dilation_rate=2, strides=2)
    case(kind, all_three, filters=2, kernel_size=2, padding='causal')
    case(kind, one, filters=2, kernel_size=2, padding='causal', dilation_rate=2)
    case(kind, one, filters=2, kernel_size=2, padding='causal', strides=2, use_bias=False)
    case(kind, one, filters=2, kernel_size=2, activation='softmax')
    case(kind, first(rank) + [(ANY, ANY) + SPACE[rank]], filters=2, kernel_size=2, data_format=FIRST)
    case(kind, first(rank), filters=2, kernel_size=2, data_format=FIRST, padding='causal')
    case(kind, first(rank), filters=2, kernel_size=2, data_format=FIRST, use_bias=False)
    case(kind, one, filters=2, kernel_size=(1, 2, 3)[:rank], strides=(3, 2, 1)[:rank], padding='Same')
    case(kind, one, filters=2, kernel_size=(1,) * (rank + 1))
    case(kind, one, filters=2, kernel_size=1, padding='full')


def poolings(rank):
    all_three, one = typical(rank), [full(rank)]
    for name in ('MaxPooling', 'AveragePooling'):
        kind = '%s%dD' % (name, rank)
        case(kind, all_three + odd(rank))
        case(kind, all_three, pool_size=3)
        case(kind, all_three, pool_size=3, strides=1, padding='same')
        case(kind, one, pool_size=2, strides=3)
        case(kind, one, pool_size=(3, 2, 1)[:rank], strides=(1, 2, 3)[:rank])
        case(kind, one, padding='causal')
        case(kind, first(rank), data_format=FIRST)
    for name in ('GlobalMaxPooling', 'GlobalAveragePooling'):
        kind = '%s%dD' % (name, rank)
        case(kind, all_three + odd(rank))
        case(kind, first(rank), data_format=FIRST)


def margins(rank):
    all_three, one = typical(rank), [full(rank)]
    pairs = (1, 2) if rank == 1 else ((1, 2), (0, 3), (2, 0))[:rank]
    for name, key in (('ZeroPadding', 'padding'), ('Cropping', 'cropping')):
        kind = '%s%dD' % (name, rank)
        case(kind, all_three + odd(rank))
        for size in (0, 2, 3):
            case(kind, one, **{key: size})
        case(kind, all_three, **{key: pairs})
        case(kind, one, **{key: (1, 2, 3, 4)[:rank + 2]})
        if rank > 1:
            case(kind, one, **{key: (1, 2, 1)[:rank]})
            case(kind, first(rank), data_format=FIRST, **{key: (1, 2, 1)[:rank]})
    kind = 'UpSampling%dD' % rank
    case(kind, all_three + odd(rank) + [(ANY,) * (rank + 2), (ANY,) + (4,) * 5])
    case(kind, all_three, size=3)
    case(kind, one, size=1)
    if rank == 3:
        case(kind, [(ANY, ANY, 4, ANY, 3), (ANY, 4, 4, ANY, 3), (ANY, 4, ANY, 4, 3)])
    if rank == 1:
        case(kind, one, size=2.7)
    else:
        case(kind, all_three, size=(1, 2, 3)[:rank])
        case(kind, first(rank), size=(1, 2, 3)[:rank], data_format=FIRST)
    if rank == 2:
        case(kind, all_three, interpolation='bilinear')


def special_convolutions(rank):
    all_three, one = typical(rank), [full(rank)]
    if rank < 3:
        kind = 'SeparableConv%dD' % rank
        case(kind, all_three + odd(rank), filters=4, kernel_size=3)
        case(kind, one, filters=4, kernel_size=2, depth_multiplier=2, use_bias=False)
        case(kind, all_three, filters=4, kernel_size=2, padding='same', strides=2, activation='tanh')
        case(kind, one, filters=4, kernel_size=2, dilation_rate=2)
        case(kind, one, filters=4, kernel_size=2, dilation_rate=2, strides=2)
        case(kind, one, filters=4, kernel_size=2, dilation_rate=2, use_bias=False)
        case(kind, one, filters=4, kernel_size=2, padding='causal')
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST)
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST, use_bias=False)
        kind = 'LocallyConnected%dD' % rank
        case(kind, all_three + odd(rank), filters=4, kernel_size=3)
        case(kind, one, filters=4, kernel_size=2, use_bias=False)
        case(kind, one, filters=4, kernel_size=3, strides=2, activation='tanh')
        case(kind, one, filters=4, kernel_size=3, padding='same')
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST)
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST, use_bias=False)
    if rank == 2:
        kind = 'DepthwiseConv2D'
        case(kind, all_three + odd(rank), kernel_size=3)
        case(kind, one, kernel_size=2, depth_multiplier=2, use_bias=False)
        case(kind, all_three, kernel_size=2, padding='same', strides=2, activation='tanh')
        case(kind, all_three[:2], kernel_size=2, dilation_rate=2)
        case(kind, one, kernel_size=2, dilation_rate=2, padding='same', use_bias=False)
        case(kind, one, kernel_size=2, dilation_rate=2, strides=2)
        case(kind, one, kernel_size=2, padding='causal')
        case(kind, first(rank) + [(ANY, ANY, 4, 4)], kernel_size=2, data_format=FIRST)
    if rank > 1:
        kind = 'Conv%dDTranspose' % rank
        case(kind, all_three + odd(rank), filters=4, kernel_size=3)
        case(kind, all_three, filters=4, kernel_size=2, strides=3)
        case(kind, all_three, filters=4, kernel_size=3, strides=2, padding='same', activation='relu')
        case(kind, all_three, filters=4, kernel_size=3, strides=2, padding='same', output_padding=1)
        case(kind, all_three, filters=4, kernel_size=3, strides=2, output_padding=0, use_bias=False)
        case(kind, one, filters=4, kernel_size=3, strides=2, output_padding=2)
        case(kind, one, filters=4, kernel_size=3, padding='causal')
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST)
        case(kind, first(rank), filters=4, kernel_size=2, data_format=FIRST, use_bias=False)
    if rank == 2:
        case(kind, one, filters=4, kernel_size=2, dilation_rate=2, use_bias=False)
        case(kind, first(rank), filters=4, kernel_size=2, dilation_rate=2, data_format=FIRST)
        case(kind, all_three, filters=4, kernel_size=2, dilation_rate=2)
        case(kind, one, filters=4, kernel_size=2, dilation_rate=2, strides=2)
        case(kind, one, filters=4, kernel_size=2, dilation_rate=(1, 2))


def dtypes():
    for dtype in ('float64', 'int32', 'bool', 'float16'):
        for kind in ('MaxPooling1D', 'AveragePooling1D', 'ZeroPadding1D', 'Cropping1D', 'UpSampling1D',
                     'GlobalMaxPooling1D', 'GlobalAveragePooling1D', 'UpSampling2D', 'MaxPooling3D',
                     'AveragePooling3D'):
            case(kind, [full(int(kind[-2]))], dtype)
        case('UpSampling2D', [full(2)], dtype, interpolation='bilinear')
        for kind in ('Conv1D', 'LocallyConnected1D', 'SeparableConv1D', 'Conv2DTranspose'):
            rank = 2 if '2D' in kind else 1
            case(kind, [full(rank)], dtype, filters=2, kernel_size=2)


def numbers():
    small = {1: (2, 5, 2), 2: (1, 4, 5, 2), 3: (1, 3, 4, 2, 2)}
    small_first = {1: (2, 2, 5), 2: (1, 2, 4, 5), 3: (1, 2, 3, 4, 2)}

    def add(kind, shape, **arguments):
        NUMBERS.append((kind, arguments, shape))

    for rank in (1, 2, 3):
        x, y = small[rank], small_first[rank]
        wide = (3, 2, 1)[:rank]
        for kw in (dict(kernel_size=2), dict(kernel_size=wide, padding='same', activation='relu'),
                   dict(kernel_size=wide, strides=2, padding='same', use_bias=False),
                   dict(kernel_size=2, strides=2), dict(kernel_size=2, dilation_rate=2, padding='same')):
            add('Conv%dD' % rank, x, filters=2, **kw)
        add('Conv%dD' % rank, y, filters=3, kernel_size=2, data_format=FIRST, activation='softmax')
        for kind in ('MaxPooling%dD' % rank, 'AveragePooling%dD' % rank):
            for kw in ({}, dict(pool_size=wide, strides=1, padding='same'), dict(pool_size=2, strides=3, padding='same')):
                add(kind, x, **kw)
            add(kind, y, data_format=FIRST)
        for kind in ('GlobalMaxPooling%dD' % rank, 'GlobalAveragePooling%dD' % rank):
            add(kind, x)
            add(kind, y, data_format=FIRST)
        pairs = (1, 2) if rank == 1 else ((1, 0), (0, 2), (1, 1))[:rank]
        add('ZeroPadding%dD' % rank, x, padding=pairs)
        add('Cropping%dD' % rank, x, cropping=pairs)
        add('UpSampling%dD' % rank, x, size=2 if rank == 1 else (2, 1, 3)[:rank])
        if rank > 1:
            add('ZeroPadding%dD' % rank, y, padding=pairs, data_format=FIRST)
            add('Cropping%dD' % rank, y, cropping=pairs, data_format=FIRST)
            add('UpSampling%dD' % rank, y, size=(2, 1, 3)[:rank], data_format=FIRST)
            kind = 'Conv%dDTranspose' % rank
            add(kind, x, filters=2, kernel_size=wide)
            add(kind, x, filters=2, kernel_size=2, strides=2, padding='same')
            add(kind, x, filters=2, kernel_size=3, strides=2, output_padding=1, use_bias=False)
            add(kind, x, filters=2, kernel_size=3, strides=2, padding='same', output_padding=1)
            add(kind, y, filters=3, kernel_size=2, data_format=FIRST)
    add('Conv2DTranspose', small[2], filters=2, kernel_size=2, dilation_rate=2)
    for kw in (dict(padding='causal'), dict(padding='causal', dilation_rate=2), dict(padding='causal', strides=2)):
        add('Conv1D', small[1], filters=2, kernel_size=3, **kw)
    add('UpSampling1D', (2, 3), size=2)
    for rank in (1, 2):
        kind = 'SeparableConv%dD' % rank
        add(kind, small[rank], filters=3, kernel_size=2, depth_multiplier=2)
        add(kind, small[rank], filters=2, kernel_size=3, padding='same', strides=2, use_bias=False)
        add(kind, small[rank], filters=2, kernel_size=2, dilation_rate=2, activation='relu')
        add(kind, small_first[rank], filters=2, kernel_size=2, data_format=FIRST)
        kind = 'LocallyConnected%dD' % rank
        add(kind, small[rank], filters=2, kernel_size=2)
        add(kind, small[rank], filters=2, kernel_size=3, strides=2, activation='relu', use_bias=False)
        add(kind, small_first[rank], filters=2, kernel_size=2, data_format=FIRST)
    add('DepthwiseConv2D', small[2], kernel_size=2, depth_multiplier=2)
    add('DepthwiseConv2D', small[2], kernel_size=3, padding='same', strides=2, use_bias=False)
    add('DepthwiseConv2D', small[2], kernel_size=2, padding='same', dilation_rate=2)
    add('DepthwiseConv2D', small_first[2], kernel_size=2, data_format=FIRST)


def some_numbers(shape, seed):
    """Small whole numbers, the same in the test."""
    values = [(7 * i + 3 * seed) % 11 - 5 for i in range(int(np.prod(shape)))]
    return np.reshape(np.array(values, 'float32'), shape)


def config_of(layer, seen):
    """The config; the arguments that change nothing only once a class."""
    config = layer.get_config()
    for key in ('name', 'trainable', 'dtype'):
        config.pop(key, None)
    if layer.__class__ in seen:
        config = {k: v for k, v in config.items() if not re.search('initializer|regularizer|constraint', k)}
    seen.add(layer.__class__)
    return config


def describe(kind, arguments, shape, dtype, seen):
    row = dict(kind=kind, arguments=arguments, shape=shape, dtype=dtype)
    stage = 'constructor'
    try:
        layer = getattr(layers, kind)(**arguments)
        stage = 'call'
        row['name'] = layer.name
        if (kind, str(arguments)) not in seen:
            row['config'] = config_of(layer, seen)
        seen.add((kind, str(arguments)))
        output = layer(layers.Input(batch_shape=shape, dtype=dtype))
        row['output'] = str(output._keras_shape)
        row['output_dtype'] = K.dtype(output)
        row['op'] = output.name.split('/', 1)[1]
        row['weights'] = [w.name.split('/')[-1][:-2] + str(K.int_shape(w)) for w in layer.weights]
        if layer.input_spec is not None:
            row['axes'] = {str(k): v for k, v in layer.input_spec.axes.items()}
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1].filename
        row['refused'] = stage
        if stage == 'call':
            row['error'] = 'backend' if 'tensorflow/' in where else '%s: %s' % (type(error).__name__, error)
    return row


def compute(kind, arguments, shape):
    layer = getattr(layers, kind)(**arguments)
    inputs = layers.Input(batch_shape=shape)
    output = layer(inputs)
    layer.set_weights([some_numbers(K.int_shape(w), i + 1) for i, w in enumerate(layer.weights)])
    values = K.get_session().run(output, {inputs: some_numbers(shape, 0)})
    return dict(kind=kind, arguments=arguments, shape=shape, dims=list(values.shape),
                values=[round(float(v), 6) for v in values.flatten()])


def main():
    for rank in (1, 2, 3):
        convolutions(rank)
        poolings(rank)
        margins(rank)
        special_convolutions(rank)
    dtypes()
    numbers()
    seen = set()
    with open(sys.argv[1], 'w') as out:
        for row in CASES:
            K.clear_session()
            out.write(json.dumps(describe(*row, seen=seen), separators=(',', ':')) + '\n')
        for row in NUMBERS:
            K.clear_session()
            out.write(json.dumps(compute(*row), separators=(',', ':')) + '\n')


main()
