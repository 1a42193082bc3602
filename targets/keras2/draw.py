"""Weights and inputs of a case, drawn from its seed: the same numbers as core's, bit for bit (docs/targets.md)."""

import numpy as np

GAMMA = np.uint64(0x9e3779b97f4a7c15)
# Sizes that stand for None: three samples, four steps.
BATCH, STEPS = 3, 4
# Integer inputs are row numbers of an Embedding; three rows are always there.
MAX_INTEGER = 3


def split_mix(seed, count):
    """The first `count` numbers of SplitMix64 from `seed`, as uint64."""
    with np.errstate(over='ignore'):
        z = np.uint64(seed) + GAMMA * np.arange(1, count + 1, dtype=np.uint64)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
        return z ^ (z >> np.uint64(31))


def stream_seed(seed, index):
    first = int(split_mix(seed, 1)[0])
    return int(split_mix(first ^ index, 1)[0])


def batch_size(shapes):
    """The batch size that stands for None: that of an input which fixes it."""
    for shape in shapes:
        if shape and shape[0] is not None:
            return shape[0]
    return BATCH


def input_value(seed, position, shape, dtype, batch):
    """The value of model input number `position`."""
    dims = [batch if axis == 0 else STEPS for axis in range(len(shape))]
    dims = [size if size is not None else unknown for size, unknown in zip(shape, dims)]
    size = int(np.prod(dims, dtype=np.int64))
    rows = size // dims[-1] if dims and dims[-1] else 0
    numbers = split_mix(stream_seed(seed, 2 * position), size + rows)
    if not dtype.startswith('float'):
        return (numbers[:size] % np.uint64(MAX_INTEGER)).astype(dtype).reshape(dims)
    values = (numbers[:size] >> np.uint64(40)).astype(np.float64) * 2.0**-23 - 1
    if len(dims) > 1 and size:
        # A step is a vector along the last axis: the last sample is zero, the first step of every fourth, and a
        # quarter of all steps.
        row = np.arange(rows)
        steps = rows // dims[0]
        sample, step = row // steps, row % steps
        zero = np.zeros(rows, bool)
        if dims[0] > 1:
            zero |= sample == dims[0] - 1
        if steps > 1:
            zero |= (sample % 4 == 1) & (step == 0)
            zero |= numbers[size:] % np.uint64(4) == 0
        values.reshape(rows, dims[-1])[zero] = 0
    return values.astype(dtype).reshape(dims)


def weight_value(seed, position, shape, role):
    """The value of weight number `position`; away from zero, and positive if it is a variance."""
    size = int(np.prod(shape, dtype=np.int64))
    numbers = split_mix(stream_seed(seed, 2 * position + 1), size)
    values = 0.25 + 3 * 2.0**-24 * (numbers >> np.uint64(42)).astype(np.float64)
    if 'variance' not in role:
        values = np.where(numbers & np.uint64(1), -values, values)
    return values.reshape(shape)
