// The refusals of layers, by Keras 2.2.4's types and texts. `$0` is the layer's
// name unless the comment says otherwise.
#ifndef CLONECHECK_CORE_LAYERS_ERRORS_H_
#define CLONECHECK_CORE_LAYERS_ERRORS_H_

#include "core/layers/keras_error.h"

namespace clonecheck::errors {

// keras/engine/base_layer.py, compute_mask. $1: the mask or masks.
inline constexpr ErrorTemplate kMaskingNotSupported{
    ErrorType::kTypeError, "masking-not-supported",
    "Layer $0 does not support masking, but was passed an input_mask: $1"};

// Refusals whose texts are not Keras' own: the backend's, or Python's, where a
// layer is called on something that it was not made for. Only the fact is
// imitated. $0: what did not fit, in our words.
inline constexpr ErrorTemplate kBackend{ErrorType::kException,
                                        "refused-by-the-backend",
                                        "refused by the backend: $0"};

// Python, where a layer of one input is given a list. $0: what it is asked for.
inline constexpr ErrorTemplate kListOfOne{
    ErrorType::kAttributeError, "list-instead-of-tensor",
    "'list' object has no attribute '$0'"};

// keras/initializers.py, where the last dimension of the input is unknown and
// the initializer looks at the shape.
inline constexpr ErrorTemplate kUnknownFanIn{
    ErrorType::kTypeError, "unknown-last-dimension",
    "unsupported operand type(s) for +: 'NoneType' and 'int'"};

// keras/activations.py.
inline constexpr ErrorTemplate kSoftmaxRank{
    ErrorType::kValueError, "softmax-of-rank-one",
    "Cannot apply softmax to a tensor that is 1D"};
// 2.2.5 on. $0: the input.
inline constexpr ErrorTemplate kSoftmaxRankOf{
    ErrorType::kValueError, "softmax-of-rank-one",
    "Cannot apply softmax to a tensor that is 1D. Received input: $0"};

// keras/layers/merge.py.
inline constexpr ErrorTemplate kMergeNeedsList{
    ErrorType::kValueError, "merge-needs-a-list",
    "A merge layer should be called on a list of inputs."};
// $0: the list of shapes.
inline constexpr ErrorTemplate kMergeBatchSizes{
    ErrorType::kValueError, "merge-batch-sizes",
    "Can not merge tensors with different batch sizes. Got tensors with shapes "
    ": $0"};
// $0, $1: shapes without the batch.
inline constexpr ErrorTemplate kMergeBroadcast{
    ErrorType::kValueError, "merge-not-broadcastable",
    "Operands could not be broadcast together with shapes $0 $1"};
inline constexpr ErrorTemplate kSubtractCount{
    ErrorType::kValueError, "subtract-count",
    "A `Subtract` layer should be called on exactly 2 inputs"};
inline constexpr ErrorTemplate kConcatenateCount{
    ErrorType::kValueError, "concatenate-count",
    "A `Concatenate` layer should be called on a list of at least 2 inputs"};
// The same class once it is built: of its shape and of its mask.
inline constexpr ErrorTemplate kConcatenateNeedsList{
    ErrorType::kValueError, "concatenate-needs-a-list",
    "A `Concatenate` layer should be called on a list of inputs."};
inline constexpr ErrorTemplate kMaskNeedsList{
    ErrorType::kValueError, "mask-needs-a-list", "`mask` should be a list."};
// $0: the list of shapes.
inline constexpr ErrorTemplate kConcatenateShapes{
    ErrorType::kValueError, "concatenate-shapes",
    "A `Concatenate` layer requires inputs with matching shapes except for the "
    "concat axis. Got inputs shapes: $0"};
// Python, `del list[axis]`.
inline constexpr ErrorTemplate kConcatenateAxis{
    ErrorType::kIndexError, "concatenate-axis",
    "list assignment index out of range"};

// keras/layers/recurrent.py. $0: the specs of the states given; $1: the cell's
// state_size.
inline constexpr ErrorTemplate kStateSizes{
    ErrorType::kValueError, "state-sizes",
    "An `initial_state` was passed that is not compatible with "
    "`cell.state_size`. Received `state_spec`=$0; however `cell.state_size` is "
    "$1"};
// $0: the number of states; $1: how many were given.
inline constexpr ErrorTemplate kStateCount{
    ErrorType::kValueError, "state-count",
    "Layer has $0 states but was passed $1 initial states."};
inline constexpr ErrorTemplate kStatesFromBothSides{
    ErrorType::kValueError, "states-from-both-sides",
    "Layer was passed initial state via both kwarg and inputs list)"};
inline constexpr ErrorTemplate kUnrollUndefinedOrOne{
    ErrorType::kValueError, "unroll-undefined-time",
    "Cannot unroll a RNN if the time dimension is undefined or equal to 1. \n"
    "- If using a Sequential model, specify the time dimension by passing an "
    "`input_shape` or `batch_input_shape` argument to your first layer. If "
    "your first layer is an Embedding, you can also use the `input_length` "
    "argument.\n- If using the functional API, specify the time dimension by "
    "passing a `shape` or `batch_shape` argument to your Input layer."};
inline constexpr ErrorTemplate kUnrollUndefined{
    ErrorType::kValueError, "unroll-undefined-time",
    "Cannot unroll a RNN if the time dimension is undefined. \n"
    "- If using a Sequential model, specify the time dimension by passing an "
    "`input_shape` or `batch_input_shape` argument to your first layer. If "
    "your first layer is an Embedding, you can also use the `input_length` "
    "argument.\n- If using the functional API, specify the time dimension by "
    "passing a `shape` or `batch_shape` argument to your Input layer."};
// keras/backend/tensorflow_backend.py, rnn: TensorFlow does not know the number
// of steps, Keras does.
inline constexpr ErrorTemplate kUnrollUnknownToTensorFlow{
    ErrorType::kValueError, "unroll-unknown-to-tensorflow",
    "Unrolling requires a fixed number of timesteps."};
// keras/backend/tensorflow_backend.py of 2.2.5, rnn. $0: the mask's shape.
inline constexpr ErrorTemplate kMaskOfPictures{
    ErrorType::kValueError, "mask-of-pictures",
    "mask should have `shape=(samples, time)`, got $0"};
inline constexpr ErrorTemplate kCudnnMask{
    ErrorType::kValueError, "cudnn-mask",
    "Masking is not supported for CuDNN RNNs."};
inline constexpr ErrorTemplate kConvStatefulBatch{
    ErrorType::kValueError, "conv-stateful-batch",
    "If a RNN is stateful, it needs to know its batch size. Specify the batch "
    "size of your input tensors: \n- If using a Sequential model, specify the "
    "batch size by passing a `batch_input_shape` argument to your first "
    "layer.\n- If using the functional API, specify the time dimension by "
    "passing a `batch_shape` argument to your Input layer.\nThe same thing "
    "goes "
    "for the number of rows and columns."};
inline constexpr ErrorTemplate kStatefulBatch{
    ErrorType::kValueError, "stateful-batch",
    "If a RNN is stateful, it needs to know its batch size. Specify the batch "
    "size of your input tensors: \n- If using a Sequential model, specify the "
    "batch size by passing a `batch_input_shape` argument to your first "
    "layer.\n- If using the functional API, specify the batch size by passing "
    "a `batch_shape` argument to your Input layer."};

// keras/layers/wrappers.py, TimeDistributed.build.
inline constexpr ErrorTemplate kTimeDistributedRank{
    ErrorType::kAssertionError, "time-distributed-rank", ""};
// keras/backend/tensorflow_backend.py, repeat.
inline constexpr ErrorTemplate kRepeatRank{ErrorType::kAssertionError,
                                           "repeat-rank", ""};
// Python, where the inner layer of a TimeDistributed has several outputs.
inline constexpr ErrorTemplate kTupleAndList{
    ErrorType::kTypeError, "tuple-and-list",
    "can only concatenate tuple (not \"list\") to tuple"};
// Python, where other layers of one input are given a list of one.
inline constexpr ErrorTemplate kListWithoutDtype{
    ErrorType::kAttributeError, "list-without-dtype",
    "'list' object has no attribute 'dtype'"};
inline constexpr ErrorTemplate kListIndexedByTuple{
    ErrorType::kTypeError, "list-indexed-by-tuple",
    "list indices must be integers or slices, not tuple"};

// keras/layers/convolutional.py.
inline constexpr ErrorTemplate kUnknownChannels{
    ErrorType::kValueError, "unknown-channels",
    "The channel dimension of the inputs should be defined. Found `None`."};
inline constexpr ErrorTemplate kUnknownDepthwiseChannels{
    ErrorType::kValueError, "unknown-depthwise-channels",
    "The channel dimension of the inputs to `DepthwiseConv2D` should be "
    "defined. Found `None`."};
// $0: the rank that is asked for; $1: a shape. These three show only where a
// wrapper builds the layer: a call checks ranks before.
inline constexpr ErrorTemplate kTransposedConvolutionRank{
    ErrorType::kValueError, "transposed-convolution-rank",
    "('Inputs should have rank $0; Received input shape:', '$1')"};
inline constexpr ErrorTemplate kDepthwiseRank{
    ErrorType::kValueError, "depthwise-rank",
    "('Inputs to `DepthwiseConv2D` should have rank $0. Received input shape:',"
    " '$1')"};
// $2: the number of spatial axes.
inline constexpr ErrorTemplate kSeparableRank{
    ErrorType::kValueError, "separable-rank",
    "('Inputs to `SeparableConv$2D` should have rank $0. Received input "
    "shape:', '$1')"};
// keras/backend/tensorflow_backend.py, _preprocess_padding.
inline constexpr ErrorTemplate kCausalPadding{
    ErrorType::kValueError, "causal-padding", "Invalid padding: causal"};
// keras/utils/conv_utils.py, deconv_length, and the backend's conv2d_transpose.
inline constexpr ErrorTemplate kTransposedConvolutionAssertion{
    ErrorType::kAssertionError, "transposed-convolution-assertion", ""};
// Python: the input has too few axes, or too many.
inline constexpr ErrorTemplate kUpSamplingAxis{
    ErrorType::kIndexError, "up-sampling-axis", "list index out of range"};
inline constexpr ErrorTemplate kUpSamplingRank{
    ErrorType::kIndexError, "up-sampling-rank", "tuple index out of range"};

// keras/layers/local.py. $0: the input's shape.
inline constexpr ErrorTemplate kLocalUnknownChannels{
    ErrorType::kValueError, "local-unknown-channels",
    "('Axis 2 of input should be fully-defined. Found shape:', $0)"};
inline constexpr ErrorTemplate kLocalUnknownSpace{
    ErrorType::kValueError, "local-unknown-space",
    "The spatial dimensions of the inputs to  a LocallyConnected2D layer "
    "should "
    "be fully-defined, but layer received the inputs shape $0"};
// Python, where the kernel's size is not known: its default initializer
// multiplies (1D), or the layer itself (2D).
inline constexpr ErrorTemplate kLocalUnknownSize{
    ErrorType::kTypeError, "local-unknown-size",
    "unsupported operand type(s) for *: 'int' and 'NoneType'"};
// keras/layers/merge.py, Dot.
inline constexpr ErrorTemplate kDotNeedsList{
    ErrorType::kValueError, "dot-needs-a-list",
    "A `Dot` layer should be called on a list of 2 inputs."};
inline constexpr ErrorTemplate kDotCount{
    ErrorType::kValueError, "dot-count",
    "A `Dot` layer should be called on exactly 2 inputs"};
// $0, $1: sizes; $2, $3: shapes.
inline constexpr ErrorTemplate kDotSizes{
    ErrorType::kValueError, "dot-sizes",
    "Dimension incompatibility $0 != $1. Layer shapes: $2, $3"};

// keras/backend/tensorflow_backend.py, batch_dot (2.2.5 on). $0, $1: shapes.
inline constexpr ErrorTemplate kBatchDotRank{
    ErrorType::kValueError, "batch-dot-rank",
    "Can not do batch_dot on inputs with rank < 2. Received inputs with shapes "
    "$0 and $1."};
inline constexpr ErrorTemplate kBatchDotBatch{
    ErrorType::kValueError, "batch-dot-batch-sizes",
    "Can not do batch_dot on inputs with different batch sizes. Received "
    "inputs with shapes $0 and $1."};
inline constexpr ErrorTemplate kBatchDotOverBatch{
    ErrorType::kValueError, "batch-dot-over-the-batch",
    "Can not perform batch_dot over axis 0.If your inputs are not batched, add "
    "a dummy batch dimension to your inputs using K.expand_dims(x, 0)"};
// $2: the axes; $3: `x.shape[1] != y.shape[1] (1 != 2)`.
inline constexpr ErrorTemplate kBatchDotSizes{
    ErrorType::kValueError, "batch-dot-sizes",
    "Can not do batch_dot on inputs with shapes $0 and $1 with axes=$2. $3."};

// Python, where a shape has no such axis.
inline constexpr ErrorTemplate kTupleIndex{
    ErrorType::kIndexError, "no-such-axis", "tuple index out of range"};
inline constexpr ErrorTemplate kShapeListIndex{ErrorType::kIndexError,
                                               "no-such-axis-of-a-list",
                                               "list index out of range"};
inline constexpr ErrorTemplate kPopIndex{
    ErrorType::kIndexError, "no-such-axis-to-pop", "pop index out of range"};
inline constexpr ErrorTemplate kAssignmentIndex{
    ErrorType::kIndexError, "no-such-axis-to-share",
    "list assignment index out of range"};
// Python, where a weight is to have an unknown size.
inline constexpr ErrorTemplate kUnknownWeightSize{
    ErrorType::kTypeError, "unknown-size-of-a-weight",
    "int() argument must be a string, a bytes-like object or a real number, "
    "not 'NoneType'"};

// keras/layers/core.py, Reshape.
inline constexpr ErrorTemplate kReshapeSize{
    ErrorType::kValueError, "reshape-size",
    "total size of new array must be unchanged"};
inline constexpr ErrorTemplate kReshapeUnknowns{
    ErrorType::kValueError, "reshape-unknowns",
    "Can only specify one unknown dimension."};
// keras/layers/core.py, Flatten. $0: the shape without the batch; $1: a bracket
// that 2.2.4 forgets.
inline constexpr ErrorTemplate kFlattenUnknown{
    ErrorType::kValueError, "flatten-unknown-size",
    "The shape of the input to \"Flatten\" is not fully defined (got $0$1. "
    "Make "
    "sure to pass a complete \"input_shape\" or \"batch_input_shape\" argument "
    "to the first layer in your model."};

// keras/layers/normalization.py. $0: axis; $1: shape.
inline constexpr ErrorTemplate kNormalizedAxis{
    ErrorType::kValueError, "unknown-size-of-the-normalized-axis",
    "Axis $0 of input tensor should have a defined dimension but the layer "
    "received an input with shape $1."};

// keras/layers/embeddings.py. $0: input_length; $1: shape.
inline constexpr ErrorTemplate kInputLength{
    ErrorType::kValueError, "input-length",
    "\"input_length\" is $0, but received input has shape $1"};

}  // namespace clonecheck::errors

#endif  // CLONECHECK_CORE_LAYERS_ERRORS_H_
