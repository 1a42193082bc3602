// Shrinking values: plain names and dtypes, small shapes.

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

}  // namespace clonecheck
