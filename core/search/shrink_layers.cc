// Shrinking layers: each becomes the simplest one that still fails.
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/search/batch_input_shape.h"
#include "core/search/shrink_adapt.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {

namespace {

// Sets the shape of all inputs that a call of `layer` is on, or of its states
// alone: what it is called on from the second tensor on. False if there is none
// of another shape.
bool SetInputShapes(size_t layer, const Shape* shape, bool states,
                    Draft* draft) {
  bool any = false;
  for (const Draft::DraftCall& call : draft->calls) {
    bool calls = call.layer == layer;
    for (uint32_t child : draft->layers[call.layer].children) {
      calls |= child == layer;
    }
    for (size_t k = states ? 1 : 0; k < call.inputs.size(); ++k) {
      const TensorRef ref = call.inputs[k];
      if (!calls || !ref.is_input()) continue;
      any |= draft->inputs[ref.input()].batch_shape != shape;
      draft->inputs[ref.input()].batch_shape = shape;
    }
  }
  return any;
}

// Where the model has one output, and a call of `layer` gives it: another
// output of that call. False if it is this one already, or there is none.
bool TakeOutput(size_t layer, int index, Draft* draft) {
  if (draft->model_outputs.size() != 1 || draft->model_outputs[0].is_input())
    return false;
  TensorRef& output = draft->model_outputs[0];
  const Draft::DraftCall& call =
      draft->calls[static_cast<size_t>(output.producer)];
  if (call.layer != layer || output.index == index) return false;
  output.index = index;
  return true;
}

// Of each other class, the simplest layer of each sort is tried: those that
// make a mask and those that do not; if `fine`, also with one input or more,
// with one output or more, and of a sequence or its last step.
using Sort = std::tuple<const LayerKind*, bool, bool, bool, bool>;
Sort SortOf(const Shrinker& s, const LayerSpec& spec, bool fine) {
  return {&spec.kind(), s.facts().MakesMask(spec),
          fine && spec.traits().min_inputs > 1, fine && spec.num_outputs() > 1,
          fine && spec.config()->Find("return_sequences") != nullptr};
}

// A call of `layer` has its inputs in the other order, or only one of them:
// `change` says which. False if that is nothing else.
bool ChangeInputs(size_t layer, size_t call, size_t change,
                  const LayerSpec& spec, Draft* draft) {
  Draft::DraftCall& changed = draft->calls[call];
  std::vector<TensorRef>& inputs = changed.inputs;
  if (changed.layer != layer || inputs.size() < 2) return false;
  if (change == inputs.size()) {
    std::reverse(inputs.begin(), inputs.end());
    return true;
  }
  if (spec.traits().min_inputs > 1) return false;
  inputs.assign(1, TensorRef(inputs[change]));
  return true;
}

// A call of `layer`, which is `spec`, on its inputs in the other order, or on
// one of them.
bool TryOtherInputs(Shrinker& s, size_t layer, const LayerSpec& spec,
                    bool drop_keywords, const Draft& draft) {
  for (size_t call = 0; call < draft.calls.size(); ++call) {
    for (size_t k = 0; k <= draft.calls[call].inputs.size(); ++k) {
      Draft changed = draft;
      if (!ChangeInputs(layer, call, k, spec, &changed) ||
          !AdaptCalls(layer, spec, drop_keywords, &changed)) {
        continue;
      }
      s.DropNewlyUnused(&changed);
      if (s.Try(changed)) return true;
    }
  }
  return false;
}

// Each layer as any of the `most` simplest of its kind, and of `most` other
// kinds as the simplest that has the outputs in use, or as any of theirs where
// the calls are so few that this is affordable; with `shapes`, on inputs of
// other shapes, and with another output, too.
bool ReplaceLayers(Shrinker& s, size_t most, bool shapes) {
  constexpr size_t kMostCallsForAny = 2;
  const bool any_config = most == SIZE_MAX && !shapes &&
                          s.best().calls().size() <= kMostCallsForAny;
  std::vector<const Shape*> shapes_tried = s.shapes();
  // What wrappers need where a layer over the steps needs steps itself.
  shapes_tried.push_back(s.catalogue().pool().InternShape(
      {kUnknownDim, kUnknownDim, kUnknownDim, 1}));
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    const LayerSpec* spec = s.catalogue().Find(layer.config);
    const bool holds = IsModel(layer) || layer.children.size > 0;
    // Of Models, Sequentials, wrappers and InputLayers, which are not drawn by
    // themselves, any plain layer may take the place.
    const bool plain = !holds && s.IsDrawn(spec);
    if (!holds && spec == nullptr) continue;
    const int used =
        Draft::From(s.best()).NumUsedOutputs(static_cast<uint32_t>(i));
    std::vector<Sort> seen;
    size_t alike = 0;
    for (const LayerSpec* simpler : s.domain()) {
      // With fewer inputs, one that is less simple may do.
      if (plain && !shapes && s.Complexity(*simpler) > s.Complexity(*spec)) {
        break;
      }
      if (simpler->num_outputs() < used) continue;
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config = simpler->config();
      if (holds) {
        draft.layers[i].decl.position = 0;
        draft.layers[i].children.clear();
        draft.layers[i].model_inputs.clear();
        draft.layers[i].model_outputs.clear();
      }
      const bool other_inputs = shapes || any_config;
      const Draft unadapted = other_inputs ? draft : Draft();
      if (!AdaptCalls(i, *simpler, shapes, &draft)) continue;
      if (!any_config && (!plain || &simpler->kind() != &spec->kind())) {
        const Sort sort = SortOf(s, *simpler, /*fine=*/shapes);
        if (std::count(seen.begin(), seen.end(), sort) > 0) continue;
        if (seen.size() >= most) continue;
        seen.push_back(sort);
      } else if (++alike > most) {
        continue;
      }
      if (s.Try(draft)) return true;
      if (other_inputs && TryOtherInputs(s, i, *simpler, shapes, unadapted)) {
        return true;
      }
      if (!shapes) continue;
      for (const Shape* shape : shapes_tried) {
        for (const bool states : {false, true}) {
          if (states && simpler->traits().num_states == 0) continue;
          Draft reshaped = draft;
          if (SetInputShapes(i, shape, states, &reshaped) && s.Try(reshaped)) {
            return true;
          }
        }
      }
      for (int k = 0; k < simpler->num_outputs(); ++k) {
        Draft moved = draft;
        if (TakeOutput(i, k, &moved) && s.Try(moved)) return true;
      }
    }
  }
  return false;
}

}  // namespace

// Each layer becomes the simplest one that still fails: one of the simplest of
// its own kind, or of the simplest other kinds.
bool SimplifyLayers(Shrinker& s) {
  constexpr size_t kMost = 2;
  return ReplaceLayers(s, kMost, /*shapes=*/false);
}

// The same with all, and with other inputs, since a layer of another rank
// may do as well.
bool RetypeLayers(Shrinker& s) {
  return ReplaceLayers(s, SIZE_MAX, /*shapes=*/false) ||
         ReplaceLayers(s, SIZE_MAX, /*shapes=*/true);
}

// Each layer becomes a simpler one of its kind on inputs from elsewhere: what
// makes a mask by itself, say, becomes what hands on another one's.
bool RewireLayers(Shrinker& s) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const uint32_t layer = s.best().calls()[i].layer;
    const LayerSpec* spec = s.catalogue().Find(s.ConfigOf(s.best().calls()[i]));
    if (!s.IsDrawn(spec) || s.best().calls()[i].inputs.size == 0) continue;
    const int used = Draft::From(s.best()).NumUsedOutputs(layer);
    for (const LayerSpec* simpler : s.domain()) {
      if (s.Complexity(*simpler) >= s.Complexity(*spec)) break;
      if (&simpler->kind() != &spec->kind() || simpler->num_outputs() < used) {
        continue;
      }
      for (size_t j = 0; j < i; ++j) {
        Draft draft = Draft::From(s.best());
        draft.layers[layer].decl.config = simpler->config();
        if (!AdaptCalls(layer, *simpler, false, &draft)) continue;
        draft.calls[i].inputs[0] = TensorRef::Call(static_cast<int32_t>(j), 0);
        s.DropNewlyUnused(&draft);
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// Layers that say themselves on what they are called, with the simplest shape:
// an InputLayer says nothing else.
bool SimplifyBatchInputShapes(Shrinker& s) {
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const Config& config = *s.best().layers()[i].config;
    if (config.Find(kBatchInputShape) == nullptr) continue;
    for (const Shape* shape : s.shapes()) {
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config =
          config.kind->text == InputLayerKind().class_name()
              ? InputLayerOn(s, shape)
              : WithBatchInputShape(s, config, shape);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
