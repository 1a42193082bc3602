#include "bench/peers/vocabulary.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace clonecheck {
namespace {

// All generators try as often to call a layer again.
constexpr uint32_t kPeersAgainPercent = 50;

bool IsPlain(const LayerDecl& layer) {
  return layer.name == nullptr && layer.trainable && layer.position == 0 &&
         layer.children.size == 0 && layer.model_outputs.size == 0;
}

}  // namespace

Vocabulary PeersVocabulary(Catalogue& catalogue) {
  Pool& pool = catalogue.pool();
  Vocabulary vocabulary;
  const auto add = [&](absl::string_view layer_class,
                       std::vector<ConfigEntry> arguments) {
    vocabulary.layers.push_back(
        catalogue
            .Resolve(pool.InternConfig(pool.InternName(layer_class),
                                       std::move(arguments)))
            .value());
  };
  const auto text = [&](absl::string_view value) {
    return ConfigValue::String(pool.InternName(value));
  };
  add("Activation", {{pool.InternName("activation"), text("relu")}});
  for (int32_t units = 1; units <= kPeersMaxSize; ++units) {
    add("Dense", {{pool.InternName("units"), ConfigValue::Int(units)}});
  }
  add("Add", {});
  add("Concatenate", {});
  add("Lambda", {{pool.InternName("function"), text("two")}});
  for (int32_t size = 1; size <= kPeersMaxSize; ++size) {
    vocabulary.input_shapes.push_back(pool.InternShape({kUnknownDim, size}));
  }
  return vocabulary;
}

Profile PeersProfile(const Vocabulary& vocabulary) {
  Profile profile = ProfileWithin(vocabulary);
  profile.max_calls = kPeersMaxCalls;
  profile.max_inputs = kPeersMaxInputs;
  profile.third_input = 0;
  profile.reuse_layer = kPeersAgainPercent;
  return profile;
}

bool IsWithin(const Vocabulary& vocabulary, const Graph& graph) {
  const ModelDecl& model = graph.model();
  if (graph.calls().size() > kPeersMaxCalls ||
      graph.inputs().size() > kPeersMaxInputs || model.is_layer() ||
      model.name != nullptr || model.position != graph.calls().size()) {
    return false;
  }
  // All inputs, each once.
  uint32_t seen = 0;
  for (TensorRef ref : graph.model_inputs()) {
    if (!ref.is_input()) return false;
    seen |= 1u << ref.input();
  }
  if (graph.model_inputs().size() != graph.inputs().size() ||
      seen + 1 != 1u << graph.inputs().size()) {
    return false;
  }
  const auto& shapes = vocabulary.input_shapes;
  for (const InputDecl& input : graph.inputs()) {
    if (input.name != nullptr || input.dtype != DType::kFloat32 ||
        input.sparse ||
        std::find(shapes.begin(), shapes.end(), input.batch_shape) ==
            shapes.end()) {
      return false;
    }
  }
  for (const LayerDecl& layer : graph.layers()) {
    const bool known = std::any_of(
        vocabulary.layers.begin(), vocabulary.layers.end(),
        [&](const LayerSpec* spec) { return spec->config() == layer.config; });
    if (!known || !IsPlain(layer)) return false;
  }
  for (const Call& call : graph.calls()) {
    if (call.kwargs.size > 0 || call.as_list || call.inputs.size > 2) {
      return false;
    }
  }
  return true;
}

}  // namespace clonecheck
