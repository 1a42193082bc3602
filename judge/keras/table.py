"""The layer classes of Keras 2.2.4 that the engine knows: where they stand, what they derive from, and the signatures of
their methods. Facts, read from the real library by inspect.signature.
"""

# Class: module, base, parameters of the constructor (None: made by nobody).
CLASSES = {
    'Dense': ('keras.layers.core', 'Layer',
        "units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', "
        "bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, "
        'kernel_constraint=None, bias_constraint=None, **kwargs'),
    'Activation': ('keras.layers.core', 'Layer',
        'activation, **kwargs'),
    'Lambda': ('keras.layers.core', 'Layer',
        'function, output_shape=None, mask=None, arguments=None, **kwargs'),
    '_Merge': ('keras.layers.merge', 'Layer', None),
    'Add': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Subtract': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Multiply': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Average': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Maximum': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Minimum': ('keras.layers.merge', '_Merge',
        '**kwargs'),
    'Concatenate': ('keras.layers.merge', '_Merge',
        'axis=-1, **kwargs'),
    'Masking': ('keras.layers.core', 'Layer',
        'mask_value=0.0, **kwargs'),
    'RNN': ('keras.layers.recurrent', 'Layer', None),
    'SimpleRNN': ('keras.layers.recurrent', 'RNN',
        "units, activation='tanh', use_bias=True, kernel_initializer='glorot_uniform', "
        "recurrent_initializer='orthogonal', bias_initializer='zeros', kernel_regularizer=None, "
        'recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None, '
        'kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0, '
        'recurrent_dropout=0.0, return_sequences=False, return_state=False, go_backwards=False, '
        'stateful=False, unroll=False, **kwargs'),
    'GRU': ('keras.layers.recurrent', 'RNN',
        "units, activation='tanh', recurrent_activation='hard_sigmoid', use_bias=True, "
        "kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros', "
        'kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, '
        'activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, '
        'dropout=0.0, recurrent_dropout=0.0, implementation=1, return_sequences=False, return_state=False, '
        'go_backwards=False, stateful=False, unroll=False, reset_after=False, **kwargs'),
    'LSTM': ('keras.layers.recurrent', 'RNN',
        "units, activation='tanh', recurrent_activation='hard_sigmoid', use_bias=True, "
        "kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros', "
        'unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, '
        'activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, '
        'dropout=0.0, recurrent_dropout=0.0, implementation=1, return_sequences=False, return_state=False, '
        'go_backwards=False, stateful=False, unroll=False, **kwargs'),
    'ConvRNN2D': ('keras.layers.convolutional_recurrent', 'RNN', None),
    'ConvLSTM2D': ('keras.layers.convolutional_recurrent', 'ConvRNN2D',
        "filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1), "
        "activation='tanh', recurrent_activation='hard_sigmoid', use_bias=True, "
        "kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros', "
        'unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, '
        'activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, '
        'return_sequences=False, go_backwards=False, stateful=False, dropout=0.0, recurrent_dropout=0.0, '
        '**kwargs'),
    '_CuDNNRNN': ('keras.layers.cudnn_recurrent', 'RNN', None),
    'CuDNNGRU': ('keras.layers.cudnn_recurrent', '_CuDNNRNN',
        "units, kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', "
        "bias_initializer='zeros', kernel_regularizer=None, recurrent_regularizer=None, "
        'bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, '
        'bias_constraint=None, return_sequences=False, return_state=False, stateful=False, **kwargs'),
    'CuDNNLSTM': ('keras.layers.cudnn_recurrent', '_CuDNNRNN',
        "units, kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', "
        "bias_initializer='zeros', unit_forget_bias=True, kernel_regularizer=None, "
        'recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None, '
        'kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, return_sequences=False, '
        'return_state=False, stateful=False, **kwargs'),
    'Wrapper': ('keras.layers.wrappers', 'Layer', None),
    'Bidirectional': ('keras.layers.wrappers', 'Wrapper',
        "layer, merge_mode='concat', weights=None, **kwargs"),
    'TimeDistributed': ('keras.layers.wrappers', 'Wrapper',
        'layer, **kwargs'),
    '_Conv': ('keras.layers.convolutional', 'Layer', None),
    'Conv1D': ('keras.layers.convolutional', '_Conv',
        "filters, kernel_size, strides=1, padding='valid', data_format='channels_last', dilation_rate=1, "
        "activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros', "
        'kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, '
        'bias_constraint=None, **kwargs'),
    'Conv2D': ('keras.layers.convolutional', '_Conv',
        "filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1), "
        "activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros', "
        'kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, '
        'bias_constraint=None, **kwargs'),
    'Conv3D': ('keras.layers.convolutional', '_Conv',
        "filters, kernel_size, strides=(1, 1, 1), padding='valid', data_format=None, dilation_rate=(1, 1, 1), "
        "activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros', "
        'kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, '
        'bias_constraint=None, **kwargs'),
    '_SeparableConv': ('keras.layers.convolutional', '_Conv', None),
    'SeparableConv1D': ('keras.layers.convolutional', '_SeparableConv',
        "filters, kernel_size, strides=1, padding='valid', data_format='channels_last', dilation_rate=1, "
        "depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform', "
        "pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None, "
        'pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, '
        'depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs'),
    'SeparableConv2D': ('keras.layers.convolutional', '_SeparableConv',
        "filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1), "
        "depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform', "
        "pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None, "
        'pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, '
        'depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs'),
    'DepthwiseConv2D': ('keras.layers.convolutional', 'Conv2D',
        "kernel_size, strides=(1, 1), padding='valid', depth_multiplier=1, data_format=None, activation=None, "
        "use_bias=True, depthwise_initializer='glorot_uniform', bias_initializer='zeros', "
        'depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, '
        'depthwise_constraint=None, bias_constraint=None, **kwargs'),
    'Conv2DTranspose': ('keras.layers.convolutional', 'Conv2D',
        "filters, kernel_size, strides=(1, 1), padding='valid', output_padding=None, data_format=None, "
        "dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer='glorot_uniform', "
        "bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, "
        'kernel_constraint=None, bias_constraint=None, **kwargs'),
    'Conv3DTranspose': ('keras.layers.convolutional', 'Conv3D',
        "filters, kernel_size, strides=(1, 1, 1), padding='valid', output_padding=None, data_format=None, "
        "activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros', "
        'kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, '
        'bias_constraint=None, **kwargs'),
    '_Pooling1D': ('keras.layers.pooling', 'Layer', None),
    'MaxPooling1D': ('keras.layers.pooling', '_Pooling1D',
        "pool_size=2, strides=None, padding='valid', data_format='channels_last', **kwargs"),
    '_Pooling2D': ('keras.layers.pooling', 'Layer', None),
    'MaxPooling2D': ('keras.layers.pooling', '_Pooling2D',
        "pool_size=(2, 2), strides=None, padding='valid', data_format=None, **kwargs"),
    '_Pooling3D': ('keras.layers.pooling', 'Layer', None),
    'MaxPooling3D': ('keras.layers.pooling', '_Pooling3D',
        "pool_size=(2, 2, 2), strides=None, padding='valid', data_format=None, **kwargs"),
    'AveragePooling1D': ('keras.layers.pooling', '_Pooling1D',
        "pool_size=2, strides=None, padding='valid', data_format='channels_last', **kwargs"),
    'AveragePooling2D': ('keras.layers.pooling', '_Pooling2D',
        "pool_size=(2, 2), strides=None, padding='valid', data_format=None, **kwargs"),
    'AveragePooling3D': ('keras.layers.pooling', '_Pooling3D',
        "pool_size=(2, 2, 2), strides=None, padding='valid', data_format=None, **kwargs"),
    '_GlobalPooling1D': ('keras.layers.pooling', 'Layer', None),
    'GlobalMaxPooling1D': ('keras.layers.pooling', '_GlobalPooling1D',
        "data_format='channels_last', **kwargs"),
    '_GlobalPooling2D': ('keras.layers.pooling', 'Layer', None),
    'GlobalMaxPooling2D': ('keras.layers.pooling', '_GlobalPooling2D',
        'data_format=None, **kwargs'),
    '_GlobalPooling3D': ('keras.layers.pooling', 'Layer', None),
    'GlobalMaxPooling3D': ('keras.layers.pooling', '_GlobalPooling3D',
        'data_format=None, **kwargs'),
    'GlobalAveragePooling1D': ('keras.layers.pooling', '_GlobalPooling1D',
        "data_format='channels_last', **kwargs"),
    'GlobalAveragePooling2D': ('keras.layers.pooling', '_GlobalPooling2D',
        'data_format=None, **kwargs'),
    'GlobalAveragePooling3D': ('keras.layers.pooling', '_GlobalPooling3D',
        'data_format=None, **kwargs'),
    '_ZeroPadding': ('keras.layers.convolutional', 'Layer', None),
    'ZeroPadding1D': ('keras.layers.convolutional', '_ZeroPadding',
        'padding=1, **kwargs'),
    'ZeroPadding2D': ('keras.layers.convolutional', '_ZeroPadding',
        'padding=(1, 1), data_format=None, **kwargs'),
    'ZeroPadding3D': ('keras.layers.convolutional', '_ZeroPadding',
        'padding=(1, 1, 1), data_format=None, **kwargs'),
    '_Cropping': ('keras.layers.convolutional', 'Layer', None),
    'Cropping1D': ('keras.layers.convolutional', '_Cropping',
        'cropping=(1, 1), **kwargs'),
    'Cropping2D': ('keras.layers.convolutional', '_Cropping',
        'cropping=((0, 0), (0, 0)), data_format=None, **kwargs'),
    'Cropping3D': ('keras.layers.convolutional', '_Cropping',
        'cropping=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs'),
    '_UpSampling': ('keras.layers.convolutional', 'Layer', None),
    'UpSampling1D': ('keras.layers.convolutional', '_UpSampling',
        'size=2, **kwargs'),
    'UpSampling2D': ('keras.layers.convolutional', '_UpSampling',
        "size=(2, 2), data_format=None, interpolation='nearest', **kwargs"),
    'UpSampling3D': ('keras.layers.convolutional', '_UpSampling',
        'size=(2, 2, 2), data_format=None, **kwargs'),
    'LocallyConnected1D': ('keras.layers.local', 'Layer',
        "filters, kernel_size, strides=1, padding='valid', data_format=None, activation=None, use_bias=True, "
        "kernel_initializer='glorot_uniform', bias_initializer='zeros', kernel_regularizer=None, "
        'bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, '
        '**kwargs'),
    'LocallyConnected2D': ('keras.layers.local', 'Layer',
        "filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, activation=None, "
        "use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros', "
        'kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, '
        'bias_constraint=None, **kwargs'),
    'Dropout': ('keras.layers.core', 'Layer',
        'rate, noise_shape=None, seed=None, **kwargs'),
    'SpatialDropout1D': ('keras.layers.core', 'Dropout',
        'rate, **kwargs'),
    'SpatialDropout2D': ('keras.layers.core', 'Dropout',
        'rate, data_format=None, **kwargs'),
    'SpatialDropout3D': ('keras.layers.core', 'Dropout',
        'rate, data_format=None, **kwargs'),
    'GaussianNoise': ('keras.layers.noise', 'Layer',
        'stddev, **kwargs'),
    'GaussianDropout': ('keras.layers.noise', 'Layer',
        'rate, **kwargs'),
    'AlphaDropout': ('keras.layers.noise', 'Layer',
        'rate, noise_shape=None, seed=None, **kwargs'),
    'ActivityRegularization': ('keras.layers.core', 'Layer',
        'l1=0.0, l2=0.0, **kwargs'),
    'BatchNormalization': ('keras.layers.normalization', 'Layer',
        "axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer='zeros', "
        "gamma_initializer='ones', moving_mean_initializer='zeros', moving_variance_initializer='ones', "
        'beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs'),
    'Embedding': ('keras.layers.embeddings', 'Layer',
        "input_dim, output_dim, embeddings_initializer='uniform', embeddings_regularizer=None, "
        'activity_regularizer=None, embeddings_constraint=None, mask_zero=False, input_length=None, **kwargs'),
    'Reshape': ('keras.layers.core', 'Layer',
        'target_shape, **kwargs'),
    'Flatten': ('keras.layers.core', 'Layer',
        'data_format=None, **kwargs'),
    'Permute': ('keras.layers.core', 'Layer',
        'dims, **kwargs'),
    'RepeatVector': ('keras.layers.core', 'Layer',
        'n, **kwargs'),
    'Dot': ('keras.layers.merge', '_Merge',
        'axes, normalize=False, **kwargs'),
    'ReLU': ('keras.layers.advanced_activations', 'Layer',
        'max_value=None, negative_slope=0.0, threshold=0.0, **kwargs'),
    'LeakyReLU': ('keras.layers.advanced_activations', 'Layer',
        'alpha=0.3, **kwargs'),
    'ELU': ('keras.layers.advanced_activations', 'Layer',
        'alpha=1.0, **kwargs'),
    'ThresholdedReLU': ('keras.layers.advanced_activations', 'Layer',
        'theta=1.0, **kwargs'),
    'Softmax': ('keras.layers.advanced_activations', 'Layer',
        'axis=-1, **kwargs'),
    'PReLU': ('keras.layers.advanced_activations', 'Layer',
        "alpha_initializer='zeros', alpha_regularizer=None, alpha_constraint=None, shared_axes=None, **kwargs"),
}

# Parameters of `call`, by the class that defines it.
CALLS = {
    'Activation': 'inputs',
    'AlphaDropout': 'inputs, training=None',
    'BatchNormalization': 'inputs, training=None',
    'Bidirectional': 'inputs, mask=None, training=None, initial_state=None, constants=None',
    'Conv2DTranspose': 'inputs',
    'Conv3DTranspose': 'inputs',
    'ConvLSTM2D': 'inputs, mask=None, training=None, initial_state=None',
    'Dense': 'inputs',
    'DepthwiseConv2D': 'inputs, training=None',
    'Dropout': 'inputs, training=None',
    'ELU': 'inputs',
    'Embedding': 'inputs',
    'Flatten': 'inputs',
    'GRU': 'inputs, mask=None, training=None, initial_state=None',
    'GaussianDropout': 'inputs, training=None',
    'GaussianNoise': 'inputs, training=None',
    'GlobalAveragePooling1D': 'inputs, mask=None',
    'GlobalAveragePooling2D': 'inputs',
    'GlobalAveragePooling3D': 'inputs',
    'GlobalMaxPooling1D': 'inputs',
    'GlobalMaxPooling2D': 'inputs',
    'GlobalMaxPooling3D': 'inputs',
    'LSTM': 'inputs, mask=None, training=None, initial_state=None',
    'Lambda': 'inputs, mask=None',
    'LeakyReLU': 'inputs',
    'LocallyConnected1D': 'inputs',
    'LocallyConnected2D': 'inputs',
    'Masking': 'inputs',
    'PReLU': 'inputs, mask=None',
    'Permute': 'inputs',
    'RNN': 'inputs, mask=None, training=None, initial_state=None, constants=None',
    'ReLU': 'inputs',
    'RepeatVector': 'inputs',
    'Reshape': 'inputs',
    'SimpleRNN': 'inputs, mask=None, training=None, initial_state=None',
    'Softmax': 'inputs',
    'ThresholdedReLU': 'inputs, mask=None',
    'TimeDistributed': 'inputs, training=None, mask=None',
    'UpSampling1D': 'inputs',
    'UpSampling2D': 'inputs',
    'UpSampling3D': 'inputs',
    'ZeroPadding1D': 'inputs',
    'ZeroPadding2D': 'inputs',
    'ZeroPadding3D': 'inputs',
    '_Conv': 'inputs',
    '_Cropping': 'inputs',
    '_CuDNNRNN': 'inputs, mask=None, training=None, initial_state=None',
    '_Merge': 'inputs',
    '_Pooling1D': 'inputs',
    '_Pooling2D': 'inputs',
    '_Pooling3D': 'inputs',
    '_SeparableConv': 'inputs',
}
