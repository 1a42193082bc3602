#include "core/search/features.h"

#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {
namespace {

constexpr uint32_t Bit(Feature feature) {
  return 1u << static_cast<int>(feature);
}

}  // namespace

absl::string_view FeatureName(Feature feature) {
  switch (feature) {
    case Feature::kMultiOutputLayer:
      return "multi_output_layer";
    case Feature::kLaterOutputUsed:
      return "later_output_used";
    case Feature::kSharedLayer:
      return "shared_layer";
    case Feature::kMergeOfOneTensor:
      return "merge_of_one_tensor";
    case Feature::kSeveralInputs:
      return "several_inputs";
    case Feature::kSeveralOutputs:
      return "several_outputs";
    case Feature::kInputIsOutput:
      return "input_is_output";
    case Feature::kRepeatedOutput:
      return "repeated_output";
    case Feature::kCallOutsideOfModel:
      return "call_outside_of_model";
    case Feature::kMaskMade:
      return "mask_made";
    case Feature::kKeywordArgument:
      return "keyword_argument";
    case Feature::kGivenName:
      return "given_name";
    case Feature::kFrozenLayer:
      return "frozen_layer";
    case Feature::kRecurrent:
      return "recurrent";
    case Feature::kStatesGiven:
      return "states_given";
    case Feature::kBidirectional:
      return "bidirectional";
    case Feature::kTimeDistributed:
      return "time_distributed";
    case Feature::kNestedModel:
      return "nested_model";
    case Feature::kModelInModel:
      return "model_in_model";
    case Feature::kModelCalledAgain:
      return "model_called_again";
    case Feature::kSequential:
      return "sequential";
    case Feature::kSharedAcrossLevels:
      return "shared_across_levels";
    case Feature::kTrainingArgument:
      return "training_argument";
    case Feature::kMaskTensor:
      return "mask_tensor";
    case Feature::kCallAfterModel:
      return "call_after_model";
    case Feature::kModelOverSteps:
      return "model_over_steps";
    case Feature::kInputLayerCalled:
      return "input_layer_called";
    case Feature::kComputedMask:
      return "computed_mask";
    case Feature::kWrappedLayerCalled:
      return "wrapped_layer_called";
    case Feature::kEmbeddingFirst:
      return "embedding_first";
    case Feature::kModelIsLayer:
      return "model_is_layer";
  }
  return "";
}

void CountFeatures(const Graph& graph, const Catalogue& catalogue,
                   std::array<uint64_t, kNumFeatures>* counts) {
  // Calls and layers are looked at through bit sets of this many; the few
  // Graphs that are larger are counted as far as that.
  constexpr size_t kLooked = 64;
  const auto bit = [](size_t i) {
    return i < kLooked ? uint64_t{1} << i : uint64_t{0};
  };
  uint32_t features = 0;
  uint64_t called = 0;  // layers
  uint64_t outside = 0;
  uint64_t inside = 0;
  uint64_t needed = 0;   // calls, by the model's outputs
  uint64_t inner = 0;    // calls, by the outputs of nested Models
  uint64_t wrapped = 0;  // layers, by wrappers
  absl::Span<const TensorRef> inputs_of_model = graph.model_inputs();
  absl::Span<const TensorRef> outputs = graph.model_outputs();
  if (graph.model().is_layer()) {
    features |= Bit(Feature::kModelIsLayer);
    const LayerDecl& layer = graph.layers()[graph.model().layer];
    inputs_of_model = graph.tensors(layer.model_inputs);
    outputs = graph.tensors(layer.model_outputs);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].index > 0) features |= Bit(Feature::kLaterOutputUsed);
    if (outputs[i].is_input()) features |= Bit(Feature::kInputIsOutput);
    if (!outputs[i].is_input()) needed |= bit(outputs[i].producer);
    for (size_t j = 0; j < i; ++j) {
      if (outputs[i] == outputs[j]) features |= Bit(Feature::kRepeatedOutput);
    }
  }
  for (const LayerDecl& layer : graph.layers()) {
    if (layer.children.size == 1 && !IsSequential(layer)) {
      const uint32_t child = graph.children(layer)[0];
      if ((wrapped & bit(child)) != 0) {
        features |= Bit(Feature::kWrappedLayerCalled);
      }
      wrapped |= bit(child);
    }
    if (!layer.trainable) features |= Bit(Feature::kFrozenLayer);
    for (TensorRef ref : graph.tensors(layer.model_outputs)) {
      if (!ref.is_input()) inner |= bit(ref.producer);
    }
  }
  const Call* const calls = graph.calls().data();
  const LayerDecl* const layers = graph.layers().data();
  for (size_t i = graph.calls().size(); i-- > 0;) {
    const Call& call = calls[i];
    const LayerDecl& layer = layers[call.layer];
    const bool is_needed = i >= kLooked || (needed & bit(i)) != 0;
    const bool is_inner = (inner & bit(i)) != 0;
    const bool is_model = IsModel(layer);
    if ((called & bit(call.layer)) != 0) {
      features |=
          Bit(is_model ? Feature::kModelCalledAgain : Feature::kSharedLayer);
    }
    called |= bit(call.layer);
    (is_inner ? inside : outside) |= bit(call.layer);
    if (call.kwargs.size > 0) features |= Bit(Feature::kKeywordArgument);
    absl::Span<const TensorRef> inputs = graph.call_inputs(call);
    const auto use = [&](TensorRef ref) {
      if (ref.is_input()) return;
      if (ref.index > 0) features |= Bit(Feature::kLaterOutputUsed);
      if (is_needed) needed |= bit(ref.producer);
      if (is_inner) inner |= bit(ref.producer);
    };
    bool states = false;
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      if (kwarg.key->text == "training") {
        features |= Bit(Feature::kTrainingArgument);
      } else if (kwarg.key->text == "initial_state") {
        states = true;
        for (TensorRef ref : graph.tensors(kwarg.tensors)) use(ref);
      } else if (kwarg.form == Kwarg::Form::kTensor) {
        features |= Bit(Feature::kMaskTensor);
        if (!graph.tensors(kwarg.tensors)[0].is_input()) {
          features |= Bit(Feature::kComputedMask);
        }
      }
    }
    if (!is_needed && !is_inner) {
      features |= Bit(Feature::kCallOutsideOfModel);
      if (i >= graph.model().position) {
        features |= Bit(Feature::kCallAfterModel);
      }
      continue;
    }
    for (const TensorRef& input : inputs) {
      use(input);
      for (const TensorRef* earlier = inputs.data(); earlier != &input;
           ++earlier) {
        if (input == *earlier) features |= Bit(Feature::kMergeOfOneTensor);
      }
    }
    if (layer.name != nullptr) features |= Bit(Feature::kGivenName);
    if (is_model) {
      features |= Bit(Feature::kNestedModel);
      if (is_inner) features |= Bit(Feature::kModelInModel);
      if (layer.model_outputs.size > 1) {
        features |= Bit(Feature::kMultiOutputLayer);
      }
      continue;
    }
    if (IsSequential(layer)) {
      features |= Bit(Feature::kSequential);
      absl::Span<const uint32_t> stack = graph.children(layer);
      if (!stack.empty() && KindName(graph.layers()[stack[0]]) == "Embedding") {
        features |= Bit(Feature::kEmbeddingFirst);
      }
      continue;
    }
    const LayerSpec* spec = catalogue.FindLayer(graph, layer);
    if (spec == nullptr) continue;
    const LayerSpec::Traits& traits = spec->traits();
    if (spec->num_outputs() > 1) features |= Bit(Feature::kMultiOutputLayer);
    if (traits.num_states > 0) {
      features |= Bit(traits.states_in_halves ? Feature::kBidirectional
                                              : Feature::kRecurrent);
      if (states || inputs.size() > 1) features |= Bit(Feature::kStatesGiven);
    }
    if (traits.runs_inner) {
      features |= Bit(Feature::kTimeDistributed);
      const LayerDecl& inner = graph.layers()[graph.children(layer)[0]];
      if (IsModel(inner) || IsSequential(inner)) {
        features |= Bit(Feature::kModelOverSteps);
      }
    }
    if (&spec->kind() == &InputLayerKind()) {
      features |= Bit(Feature::kInputLayerCalled);
    }
    if ((features & Bit(Feature::kMaskMade)) != 0 || traits.runs_inner) {
      continue;
    }
    const TensorInfo plain[2] = {};
    const size_t n = inputs.size() < 2 ? inputs.size() : 2;
    if (spec->OutputMasked(absl::MakeConstSpan(plain, n), 0)) {
      features |= Bit(Feature::kMaskMade);
    }
  }
  if ((wrapped & called) != 0) features |= Bit(Feature::kWrappedLayerCalled);
  if ((inside & outside) != 0) features |= Bit(Feature::kSharedAcrossLevels);
  if (inputs_of_model.size() > 1) features |= Bit(Feature::kSeveralInputs);
  if (outputs.size() > 1) features |= Bit(Feature::kSeveralOutputs);
  for (int i = 0; i < kNumFeatures; ++i) (*counts)[i] += (features >> i) & 1;
}

}  // namespace clonecheck
