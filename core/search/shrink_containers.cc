// Shrinking Models, Sequentials and wrappers: what they hold takes their place.
#include <algorithm>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {

// The calls that a Model holds, on the tensors that it is called on: for a
// Model that is called once, after which there is none.
bool InlineModels(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const uint32_t layer = s.best().calls()[i].layer;
    const auto own_inputs =
        s.best().tensors(s.best().layers()[layer].model_inputs);
    const auto own_outputs =
        s.best().tensors(s.best().layers()[layer].model_outputs);
    if (own_outputs.empty() ||
        s.best().calls()[i].inputs.size != own_inputs.size()) {
      continue;
    }
    Draft draft = Draft::From(s.best());
    const std::vector<TensorRef> given = draft.calls[i].inputs;
    for (size_t k = 0; k < own_outputs.size(); ++k) {
      draft.Replace(
          TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)),
          own_outputs[k]);
    }
    for (size_t k = 0; k < given.size(); ++k) {
      draft.Replace(own_inputs[k], given[k]);
    }
    draft.calls[i].dropped = true;
    draft.layers[layer].model_inputs.assign(own_inputs.begin(),
                                            own_inputs.end());
    draft.layers[layer].model_outputs.assign(1, own_inputs[0]);
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

// What a wrapper or a Sequential of one layer holds, in its place.
bool Unwrap(Shrinker& s) {
  for (size_t i = s.best().layers().size(); i-- > 0;) {
    const auto children = s.best().children(s.best().layers()[i]);
    if (children.size() != 1) continue;
    Draft draft = Draft::From(s.best());
    bool called = false;
    for (Draft::DraftCall& call : draft.calls) {
      if (call.layer != i) continue;
      call.layer = children[0];
      called = true;
    }
    if (called && s.Try(draft)) return true;
  }
  return false;
}

// A Sequential has one layer less.
bool DropChildren(Shrinker& s) {
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    // One without layers says little.
    if (!IsSequential(s.best().layers()[i]) ||
        s.best().layers()[i].children.size < 2) {
      continue;
    }
    for (size_t j = s.best().layers()[i].children.size; j-- > 0;) {
      Draft draft = Draft::From(s.best());
      std::vector<uint32_t>& children = draft.layers[i].children;
      children.erase(children.begin() + static_cast<ptrdiff_t>(j));
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

namespace {

// The layers of calls that follow each other from the input of a Model to its
// output, each on the one before; none where it does anything else.
std::vector<uint32_t> ChainOf(const Graph& graph, const LayerDecl& model) {
  const auto inputs = graph.tensors(model.model_inputs);
  const auto outputs = graph.tensors(model.model_outputs);
  if (inputs.size() != 1 || outputs.size() != 1) return {};
  std::vector<uint32_t> layers;
  TensorRef at = outputs[0];
  while (!(at == inputs[0])) {
    if (at.is_input() || at.index != 0) return {};
    const Call& call = graph.calls()[static_cast<size_t>(at.producer)];
    if (call.inputs.size != 1 || call.kwargs.size > 0) return {};
    layers.push_back(call.layer);
    at = graph.call_inputs(call)[0];
  }
  std::reverse(layers.begin(), layers.end());
  return layers;
}

}  // namespace

// A Model that is a chain is a Sequential of the same layers.
bool ModelsToSequentials(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    if (!IsModel(s.best().layers()[i])) continue;
    const std::vector<uint32_t> chain = ChainOf(s.best(), s.best().layers()[i]);
    if (chain.empty()) continue;
    Draft draft = Draft::From(s.best());
    Draft::DraftLayer& layer = draft.layers[i];
    layer.decl.config = pool.InternConfig(pool.InternName(kSequentialKind), {});
    layer.decl.position = 0;
    layer.model_inputs.clear();
    layer.model_outputs.clear();
    layer.children = chain;
    s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

// Where a Sequential is the model and there is no input: its layers, called one
// after the other on an input of some shape.
bool UnstackModelLayer(Shrinker& s) {
  const Graph& graph = s.best();
  const uint32_t model = graph.model().layer;
  if (model == ModelDecl::kNoLayer || !IsSequential(graph.layers()[model])) {
    return false;
  }
  for (const Shape* shape : s.shapes()) {
    Draft draft = Draft::From(s.best());
    draft.model_layer = ModelDecl::kNoLayer;
    InputDecl input;
    input.batch_shape = shape;
    TensorRef at = TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
    draft.inputs.push_back(input);
    draft.model_inputs = {at};
    for (uint32_t child : graph.children(graph.layers()[model])) {
      Draft::DraftCall call;
      call.layer = child;
      call.inputs = {at};
      at = TensorRef::Call(static_cast<int32_t>(draft.calls.size()), 0);
      draft.calls.push_back(call);
    }
    draft.model_outputs = {at};
    draft.model_position = static_cast<uint32_t>(draft.calls.size());
    if (s.Try(draft)) return true;
  }
  return false;
}

// Where a layer is the model: a model of one's own that ends at a call of it,
// or at an input. What was needed stays needed, by the layer itself.
bool ReplaceModelLayer(Shrinker& s) {
  const uint32_t layer = s.best().model().layer;
  if (layer == ModelDecl::kNoLayer) return false;
  Draft plain = Draft::From(s.best());
  plain.model_layer = ModelDecl::kNoLayer;
  plain.model_position = static_cast<uint32_t>(plain.calls.size());
  if (!plain.layers[layer].model_outputs.empty()) {
    Draft own = plain;
    own.model_inputs = own.layers[layer].model_inputs;
    own.model_outputs = own.layers[layer].model_outputs;
    if (s.Try(own)) return true;
  }
  for (size_t i = 0; i < plain.inputs.size(); ++i) {
    plain.model_inputs.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  if (plain.inputs.empty()) return false;
  for (size_t i = 0; i < plain.calls.size(); ++i) {
    if (plain.calls[i].layer != layer) continue;
    Draft draft = plain;
    draft.model_outputs = {TensorRef::Call(static_cast<int32_t>(i), 0)};
    if (s.Try(draft)) return true;
  }
  plain.model_outputs = {plain.model_inputs[0]};
  return s.Try(plain);
}

// A wrapper with an argument less, or another merge mode.
bool SimplifyWrappers(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    if (layer.children.size == 0 || IsSequential(layer)) continue;
    const Config& config = *layer.config;
    const auto with = [&](std::vector<ConfigEntry> entries) {
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config =
          pool.InternConfig(config.kind, std::move(entries));
      return s.Try(draft);
    };
    for (size_t k = 0; k < config.entries.size(); ++k) {
      std::vector<ConfigEntry> fewer = config.entries;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(k));
      if (with(std::move(fewer))) return true;
    }
    if (config.Find("merge_mode") == nullptr) continue;
    for (const char* mode : {"", "ave", "mul", "sum"}) {
      std::vector<ConfigEntry> other = config.entries;
      for (ConfigEntry& entry : other) {
        if (entry.key->text != "merge_mode") continue;
        entry.value = *mode == 0 ? ConfigValue::None()
                                 : ConfigValue::String(pool.InternName(mode));
      }
      if (with(std::move(other))) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
