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

// Python, where a layer of one input is given a list.
inline constexpr ErrorTemplate kListOfOne{
    ErrorType::kAttributeError, "list-instead-of-tensor",
    "'list' object has no attribute 'get_shape'"};

// keras/initializers.py, where the last dimension of the input is unknown and
// the initializer looks at the shape.
inline constexpr ErrorTemplate kUnknownFanIn{
    ErrorType::kTypeError, "unknown-last-dimension",
    "unsupported operand type(s) for +: 'NoneType' and 'int'"};

// keras/activations.py.
inline constexpr ErrorTemplate kSoftmaxRank{
    ErrorType::kValueError, "softmax-of-rank-one",
    "Cannot apply softmax to a tensor that is 1D"};

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

}  // namespace clonecheck::errors

#endif  // CLONECHECK_CORE_LAYERS_ERRORS_H_
