// Shrinking values: plain names and dtypes, small shapes and numbers.
#include <utility>
#include <vector>

#include "core/search/shrink_passes.h"

namespace clonecheck {

namespace {

void MakeInputPlain(InputDecl* input) {
  input->name = nullptr;
  input->dtype = DType::kFloat32;
  input->sparse = false;
}

void MakeLayerPlain(Draft::DraftLayer* layer) {
  layer->decl.name = nullptr;
  layer->decl.trainable = true;
  if (layer->children.empty() && layer->model_outputs.empty()) {
    layer->decl.position = 0;
  }
}

void MakeModelPlain(Draft* draft) {
  draft->model_name = nullptr;
  draft->model_position = static_cast<uint32_t>(draft->calls.size());
}

}  // namespace

// Nothing out of the ordinary: all at once, then one thing after the other.
bool MakePlain(Shrinker& s) {
  Draft all = Draft::From(s.best());
  for (InputDecl& input : all.inputs) MakeInputPlain(&input);
  for (Draft::DraftLayer& layer : all.layers) MakeLayerPlain(&layer);
  for (Draft::DraftCall& call : all.calls) call.as_list = false;
  MakeModelPlain(&all);
  if (s.Try(all)) return true;
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    Draft draft = Draft::From(s.best());
    MakeInputPlain(&draft.inputs[i]);
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    Draft draft = Draft::From(s.best());
    MakeLayerPlain(&draft.layers[i]);
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    Draft draft = Draft::From(s.best());
    draft.calls[i].as_list = false;
    if (s.Try(draft)) return true;
  }
  Draft draft = Draft::From(s.best());
  MakeModelPlain(&draft);
  return s.Try(draft);
}

// Smaller ranks and dimensions: all inputs at once, then one by one.
bool SimplifyInputs(Shrinker& s) {
  for (const Shape* shape : s.shapes()) {
    Draft draft = Draft::From(s.best());
    for (InputDecl& input : draft.inputs) input.batch_shape = shape;
    if (s.Try(draft)) return true;
  }
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    for (const Shape* shape : s.shapes()) {
      Draft draft = Draft::From(s.best());
      draft.inputs[i].batch_shape = shape;
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A number becomes a lower one wherever it stands: in the shapes of inputs and
// in the arguments of layers.
bool LowerNumbers(Shrinker& s) {
  constexpr int64_t kMost = 8;  // higher ones become no lower than they are
  Pool& pool = s.catalogue().pool();
  for (int64_t from = kMost; from > 1; --from) {
    for (int64_t to = 1; to < from; ++to) {
      Draft draft = Draft::From(s.best());
      bool in_config = false;
      bool in_shape = false;
      for (InputDecl& input : draft.inputs) {
        const auto dims = input.batch_shape->dims();
        std::vector<int32_t> lower(dims.begin(), dims.end());
        for (int32_t& dim : lower) {
          if (dim != from) continue;
          dim = static_cast<int32_t>(to);
          in_shape = true;
        }
        input.batch_shape = pool.InternShape(lower);
      }
      bool known = true;
      for (Draft::DraftLayer& layer : draft.layers) {
        std::vector<ConfigEntry> entries = layer.decl.config->entries;
        bool changed = false;
        for (ConfigEntry& entry : entries) {
          if (!(entry.value == ConfigValue::Int(from))) continue;
          entry.value = ConfigValue::Int(to);
          changed = true;
        }
        if (!changed || !layer.children.empty()) continue;
        in_config = true;
        const auto spec = s.catalogue().Resolve(
            pool.InternConfig(layer.decl.config->kind, std::move(entries)));
        known = known && spec.ok();
        if (spec.ok()) layer.decl.config = (*spec)->config();
      }
      if (in_config && in_shape && known && s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
