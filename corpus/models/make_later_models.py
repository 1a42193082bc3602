"""Writes models of later Keras, as they write themselves with to_json().

    PYTHON corpus/models/make_later_models.py tf-keras|keras-3 DIRECTORY

PYTHON is the interpreter of the keras2 target, keras2-venv/bin/python in the folder that
targets/folder says, which has both. One file a model, on one line.
"""
import importlib
import os
import sys

os.environ.setdefault('TF_CPP_MIN_LOG_LEVEL', '3')
os.environ.setdefault('KERAS_BACKEND', 'tensorflow')


def transformer(keras, layers):
    """Two attention blocks over masked words, with residual sums by `+`."""
    words = layers.Input((12,), dtype='int32', name='words')
    x = layers.Embedding(50, 16, mask_zero=True, name='embedding')(words)
    for block in ('1', '2'):
        a = layers.MultiHeadAttention(2, 8, name='attention_' + block)(x, x)
        x = layers.LayerNormalization(name='norm_a_' + block)(x + a)
        y = layers.Dense(32, activation='relu', name='wide_' + block)(x)
        y = layers.Dropout(0.1, name='dropout_' + block)(layers.Dense(16, name='narrow_' + block)(y))
        x = layers.LayerNormalization(name='norm_b_' + block)(layers.Add(name='sum_' + block)([x, y]))
    x = layers.GlobalAveragePooling1D(name='mean')(x)
    return keras.Model(words, layers.Dense(3, activation='softmax', name='class')(x), name='transformer')


def multi_task(keras, layers):
    """Two masked sequences into a shared nested model; states handed on; two outputs."""
    left = layers.Input((6, 4), name='left')
    right = layers.Input((6, 4), name='right')
    i = layers.Input((6, 4), name='inner')
    lstm, h, c = layers.LSTM(5, return_sequences=True, return_state=True, name='lstm')(
        layers.Masking(name='masking')(i))
    encoder = keras.Model(i, [lstm, h, c], name='encoder')
    a, h, c = encoder(left)
    b = encoder(right)[0]
    both = layers.Concatenate(name='both')([a, b])
    pooled = layers.Bidirectional(layers.GRU(3), name='pooled')(both)
    last = layers.LSTM(5, name='last')(b, initial_state=[h, c])
    steps = layers.TimeDistributed(layers.Dense(2, activation='tanh'), name='steps')(both)
    first = steps[:, 0]
    head = keras.Sequential([layers.Input((8,)), layers.Dense(7, activation='relu', name='hidden'),
                             layers.Dropout(0.5, name='dropout')], name='head')
    scores = layers.Dense(2, name='scores')(layers.Concatenate(name='features')([head(
        layers.Concatenate(name='pair')([pooled, first])), last]))
    return keras.Model([left, right], [scores, steps], name='multi_task')


def stack(keras, layers):
    """A convolutional Sequential."""
    return keras.Sequential([
        layers.Input((16, 16, 3)), layers.Conv2D(8, 3, activation='relu', name='conv'),
        layers.BatchNormalization(name='norm'), layers.MaxPooling2D(name='pool'), layers.Flatten(name='flatten'),
        layers.Dense(10, activation='softmax', name='class')], name='stack')


MODELS = {'transformer': transformer, 'multi-task': multi_task, 'stack': stack}


def main():
    target, directory = sys.argv[1:]
    keras = importlib.import_module({'tf-keras': 'tf_keras', 'keras-3': 'keras'}[target])
    assert keras.__version__.startswith({'tf-keras': '2.', 'keras-3': '3.'}[target]), keras.__version__
    os.makedirs(directory, exist_ok=True)
    for name, make in MODELS.items():
        path = os.path.join(directory, '%s-%s.json' % (target, name))
        keras.backend.clear_session()
        with open(path, 'w') as file:
            file.write(make(keras, keras.layers).to_json(separators=(',', ':')) + '\n')
        print('wrote', path, os.path.getsize(path), 'bytes')


if __name__ == '__main__':
    main()
