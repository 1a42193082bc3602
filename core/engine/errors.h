// The refusals of the engine, by Keras 2.2.4's types and texts.
#ifndef CLONECHECK_CORE_ENGINE_ERRORS_H_
#define CLONECHECK_CORE_ENGINE_ERRORS_H_

#include "core/layers/keras_error.h"

namespace clonecheck::errors {

// keras/engine/network.py, Network._init_graph_network. $0: the inputs.
inline constexpr ErrorTemplate kRedundantInputs{
    ErrorType::kValueError, "redundant-inputs",
    "The list of inputs passed to the model is redundant. All inputs should "
    "only appear once. Found: $0"};
inline constexpr ErrorTemplate kInputWithoutHistory{
    ErrorType::kValueError, "input-without-history",
    "Input tensors to a Model must come from `keras.layers.Input`. Received: "
    "$0 (missing previous layer metadata)."};
inline constexpr ErrorTemplate kOutputWithoutHistory{
    ErrorType::kValueError, "output-without-history",
    "Output tensors to a Model must be the output of a Keras `Layer` (thus "
    "holding past layer metadata). Found: $0"};
inline constexpr ErrorTemplate kInputNotFirstNode{
    ErrorType::kAssertionError, "input-not-of-first-node", ""};
// $0: the inputs; $1: position; $2: class.
inline constexpr ErrorTemplate kInputNotFromInputLayer{
    ErrorType::kTypeError, "input-not-from-input-layer",
    "Input layers to a `Model` must be `InputLayer` objects. Received inputs: "
    "$0. Input $1 (0-based) originates from layer type `$2`."};
// keras/engine/base_layer.py, Layer.input. $0: layer.
inline constexpr ErrorTemplate kManyInboundNodes{
    ErrorType::kAttributeError, "multiple-inbound-nodes",
    "Layer $0 has multiple inbound nodes, hence the notion of \"layer input\" "
    "is ill-defined. Use `get_input_at(node_index)` instead."};

// Layer.output. $0: layer.
inline constexpr ErrorTemplate kManyOutputs{
    ErrorType::kAttributeError, "multiple-inbound-nodes-of-output",
    "Layer $0 has multiple inbound nodes, hence the notion of \"layer output\" "
    "is ill-defined. Use `get_output_at(node_index)` instead."};
inline constexpr ErrorTemplate kNotConnected{
    ErrorType::kAttributeError, "layer-not-connected",
    "Layer $0 is not connected, no input to return."};
inline constexpr ErrorTemplate kNoInboundNodes{
    ErrorType::kAttributeError, "layer-without-inbound-nodes",
    "Layer $0 has no inbound nodes."};
// Layer.input_mask, output_mask. $0: layer; $1: input or output.
inline constexpr ErrorTemplate kManyMasks{
    ErrorType::kAttributeError, "multiple-inbound-nodes-of-mask",
    "Layer $0 has multiple inbound nodes, hence the notion of \"layer $1 "
    "mask\" is ill-defined. Use `get_$1_mask_at(node_index)` instead."};
// Layer.input_shape, output_shape. $0: input or output.
inline constexpr ErrorTemplate kNoShape{
    ErrorType::kAttributeError, "layer-without-shape",
    "The layer has never been called and thus has no defined $0 shape."};
// $0: layer; $1: input or output. Keras forgets the second quotation mark.
inline constexpr ErrorTemplate kManyShapes{
    ErrorType::kAttributeError, "multiple-shapes",
    "The layer \"$0 has multiple inbound nodes, with different $1 shapes. "
    "Hence the notion of \"$1 shape\" is ill-defined for the layer. Use "
    "`get_$1_shape_at(node_index)` instead."};
// _get_node_attribute_at_index. $0: input or output; $1: ` mask`, ` shape` or
// nothing; $2: index; $3: number of nodes.
inline constexpr ErrorTemplate kNeverCalled{
    ErrorType::kRuntimeError, "layer-never-called",
    "The layer has never been called and thus has no defined $0$1."};
inline constexpr ErrorTemplate kNoSuchNode{
    ErrorType::kValueError, "no-such-node",
    "Asked to get $0$1 at node $2, but the layer has only $3 inbound nodes."};
// keras/engine/network.py, get_layer. $0: index; $1: number of layers.
inline constexpr ErrorTemplate kNoLayerAt{
    ErrorType::kValueError, "no-layer-at",
    "Was asked to retrieve layer at index $0 but model only has $1 layers."};
inline constexpr ErrorTemplate kNameOrIndex{
    ErrorType::kValueError, "name-or-index",
    "Provide either a layer name or layer index."};
// $0: the name.
inline constexpr ErrorTemplate kNoSuchLayer{
    ErrorType::kValueError, "no-such-layer", "No such layer: $0"};

// keras/engine/network.py, _map_graph_network.
inline constexpr ErrorTemplate kCycle{
    ErrorType::kValueError, "cycle",
    "The tensor $0 at layer \"$1\" is part of a cycle."};
inline constexpr ErrorTemplate kNoneHasNoNodes{
    ErrorType::kAttributeError, "input-of-a-layer-without-history",
    "'NoneType' object has no attribute '_inbound_nodes'"};
// $2: names of the layers of the nodes already passed.
inline constexpr ErrorTemplate kGraphDisconnected{
    ErrorType::kValueError, "graph-disconnected",
    "Graph disconnected: cannot obtain value for tensor $0 at layer \"$1\". "
    "The following previous layers were accessed without issue: $2"};
inline constexpr ErrorTemplate kNameNotUnique{
    ErrorType::kValueError, "name-not-unique",
    "The name \"$0\" is used $1 times in the model. All layer names should be "
    "unique."};

// keras/engine/network.py, run_internal_graph. $0: layer; $1, $2: counts.
inline constexpr ErrorTemplate kUnequalMasks{
    ErrorType::kException, "unequal-numbers-of-outputs-and-masks",
    "Layers should have equal number of output tensors and output masks. Layer "
    "$0 has $1 output tensors and $2 output masks."};
// A tensor that no layer returned. $0: what it is asked for.
inline constexpr ErrorTemplate kNotReturnedByLayer{
    ErrorType::kAttributeError, "tensor-of-no-layer",
    "'SymbolicTensor' object has no attribute '$0'"};
// Also keras/models.py, _clone_functional_model. $0: the original's output.
inline constexpr ErrorTemplate kCouldNotComputeOutput{
    ErrorType::kAssertionError, "could-not-compute-output",
    "Could not compute output $0"};
// $0: the list of shapes; $1: number of inputs of the model.
inline constexpr ErrorTemplate kInvalidInputShape{
    ErrorType::kValueError, "invalid-input-shape",
    "Invalid input_shape argument $0: model has $1 tensor inputs."};

// keras/layers/recurrent.py, _standardize_args: states in the list of inputs
// and as the keyword.
inline constexpr ErrorTemplate kStatesGivenTwice{ErrorType::kAssertionError,
                                                 "states-given-twice", ""};
// RNN.__call__.
inline constexpr ErrorTemplate kMixedStates{
    ErrorType::kValueError, "mixed-states",
    "The initial state or constants of an RNN layer cannot be specified with a "
    "mix of Keras tensors and non-Keras tensors (a \"Keras tensor\" is a "
    "tensor that was returned by a Keras layer, or by `Input`)"};
// keras/layers/wrappers.py, Bidirectional.__call__.
inline constexpr ErrorTemplate kMixedStatesOfBoth{
    ErrorType::kValueError, "mixed-states",
    "The initial state of a Bidirectional layer cannot be specified with a mix "
    "of Keras tensors and non-Keras tensors (a \"Keras tensor\" is a tensor "
    "that was returned by a Keras layer, or by `Input`)"};
// $0: the states.
inline constexpr ErrorTemplate kOddStates{
    ErrorType::kValueError, "odd-states",
    "When passing `initial_state` to a Bidirectional RNN, the state should be "
    "a list containing the states of the underlying RNNs. Found: $0"};

// keras/engine/sequential.py, Sequential.add: ValueError for the first layer,
// TypeError for later ones.
inline constexpr ErrorTemplate kFirstOfSequentialHasManyOutputs{
    ErrorType::kValueError, "sequential-with-several-outputs",
    "All layers in a Sequential model should have a single output tensor. For "
    "multi-output layers, use the functional API."};
inline constexpr ErrorTemplate kLaterOfSequentialHasManyOutputs{
    ErrorType::kTypeError, "sequential-with-several-outputs",
    "All layers in a Sequential model should have a single output tensor. For "
    "multi-output layers, use the functional API."};
inline constexpr ErrorTemplate kEmptyModelInSequential{
    ErrorType::kValueError, "empty-model-in-sequential",
    "Cannot add an empty model to a `Sequential` model."};

// keras/models.py, clone_model. Python prints two arguments as a tuple, and
// behind the class an address, which is left out here.
inline constexpr ErrorTemplate kCloneNeedsSequential{
    ErrorType::kValueError, "clone-needs-sequential",
    "('Expected `model` argument to be a `Sequential` model instance, but "
    "got:', <keras.engine.training.Model object>)"};
inline constexpr ErrorTemplate kCloneNeedsFunctional{
    ErrorType::kValueError, "clone-needs-functional",
    "('Expected `model` argument to be a functional `Model` instance, got a "
    "`Sequential` instance instead:', <keras.engine.sequential.Sequential "
    "object>)"};
inline constexpr ErrorTemplate kOneTensorForSequential{
    ErrorType::kValueError, "one-tensor-for-sequential",
    "To clone a `Sequential` model, we expect  at most one tensor as part of "
    "`input_tensors`."};
inline constexpr ErrorTemplate kSequentialOnTopOfLayer{
    ErrorType::kValueError, "sequential-on-top-of-layer",
    "Cannot clone a `Sequential` model on top of a tensor that comes from a "
    "Keras layer other than an `InputLayer`. Use the functional API instead."};

// Python, where a list is shorter than its index.
inline constexpr ErrorTemplate kListIndex{ErrorType::kIndexError,
                                          "list-index-out-of-range",
                                          "list index out of range"};
// Python 3.10 and later. $0: class; $1: keyword.
inline constexpr ErrorTemplate kUnexpectedKeyword{
    ErrorType::kTypeError, "unexpected-keyword",
    "$0.call() got an unexpected keyword argument '$1'"};

// keras/engine/base_layer.py, assert_input_compatibility.
// $0: layer; $1: count expected; $2: count received; $3: the tensors.
inline constexpr ErrorTemplate kInputCount{
    ErrorType::kValueError, "input-count",
    "Layer $0 expects $1 inputs, but it received $2 input tensors. Input "
    "received: $3"};
// $0: input; $1: layer; $2: expected; $3: found.
inline constexpr ErrorTemplate kInputNdim{
    ErrorType::kValueError, "input-ndim",
    "Input $0 is incompatible with layer $1: expected ndim=$2, found ndim=$3"};
inline constexpr ErrorTemplate kInputMinNdim{
    ErrorType::kValueError, "input-min-ndim",
    "Input $0 is incompatible with layer $1: expected min_ndim=$2, found "
    "ndim=$3"};
inline constexpr ErrorTemplate kInputMaxNdim{
    ErrorType::kValueError, "input-max-ndim",
    "Input $0 is incompatible with layer $1: expected max_ndim=$2, found "
    "ndim=$3"};
// $0: layer; $1: axis; $2: size; $3: shape. The input is always number 0.
inline constexpr ErrorTemplate kInputAxis{
    ErrorType::kValueError, "input-axis",
    "Input 0 is incompatible with layer $0: expected axis $1 of input shape to "
    "have value $2 but got shape $3"};
// $0: input; $1: layer; $2: expected; $3: found.
inline constexpr ErrorTemplate kInputShape{
    ErrorType::kValueError, "input-shape",
    "Input $0 is incompatible with layer $1: expected shape=$2, found "
    "shape=$3"};

}  // namespace clonecheck::errors

#endif  // CLONECHECK_CORE_ENGINE_ERRORS_H_
