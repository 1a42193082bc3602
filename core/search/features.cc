#include "core/search/features.h"

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
  }
  return "";
}

void CountFeatures(const Graph& graph, const Catalogue& catalogue,
                   std::array<uint64_t, kNumFeatures>* counts) {
  // Calls and layers are looked at through bit sets of this many; the few
  // Graphs that are larger are counted as far as that.
  constexpr size_t kLooked = 64;
  uint32_t features = 0;
  uint64_t called = 0;
  uint64_t needed = 0;
  auto use = [&](TensorRef ref) {
    if (ref.is_input()) return;
    if (ref.index > 0) features |= Bit(Feature::kLaterOutputUsed);
    if (static_cast<size_t>(ref.producer) < kLooked) {
      needed |= uint64_t{1} << ref.producer;
    }
  };
  absl::Span<const TensorRef> outputs = graph.model_outputs();
  for (size_t i = 0; i < outputs.size(); ++i) {
    use(outputs[i]);
    if (outputs[i].is_input()) features |= Bit(Feature::kInputIsOutput);
    for (size_t j = 0; j < i; ++j) {
      if (outputs[i] == outputs[j]) features |= Bit(Feature::kRepeatedOutput);
    }
  }
  for (size_t i = graph.calls().size(); i-- > 0;) {
    const Call& call = graph.calls()[i];
    if (call.layer < kLooked) {
      const uint64_t bit = uint64_t{1} << call.layer;
      if ((called & bit) != 0) features |= Bit(Feature::kSharedLayer);
      called |= bit;
    }
    if (call.kwargs.size > 0) features |= Bit(Feature::kKeywordArgument);
    if (i < kLooked && (needed & (uint64_t{1} << i)) == 0) {
      features |= Bit(Feature::kCallOutsideOfModel);
      continue;
    }
    absl::Span<const TensorRef> inputs = graph.call_inputs(call);
    for (size_t j = 0; j < inputs.size(); ++j) {
      use(inputs[j]);
      for (size_t k = 0; k < j; ++k) {
        if (inputs[j] == inputs[k]) features |= Bit(Feature::kMergeOfOneTensor);
      }
    }
    const LayerDecl& layer = graph.layers()[call.layer];
    if (layer.name != nullptr) features |= Bit(Feature::kGivenName);
    const LayerSpec* spec = catalogue.Find(layer.config);
    if (spec == nullptr) continue;
    if (spec->num_outputs() > 1) features |= Bit(Feature::kMultiOutputLayer);
    if ((features & Bit(Feature::kMaskMade)) != 0) continue;
    const TensorInfo plain[2] = {};
    const size_t n = inputs.size() < 2 ? inputs.size() : 2;
    if (spec->OutputMasked(absl::MakeConstSpan(plain, n), 0)) {
      features |= Bit(Feature::kMaskMade);
    }
  }
  if (graph.model_inputs().size() > 1) features |= Bit(Feature::kSeveralInputs);
  if (outputs.size() > 1) features |= Bit(Feature::kSeveralOutputs);
  for (int i = 0; i < kNumFeatures; ++i) (*counts)[i] += (features >> i) & 1;
}

}  // namespace clonecheck
