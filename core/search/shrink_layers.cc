// Shrinking layers: each becomes the simplest one that still fails.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {

namespace {

bool MakesMask(const Shrinker& s, const LayerSpec& spec) {
  TensorInfo plain;
  plain.shape = s.shapes()[0];
  const std::vector<TensorInfo> inputs(
      static_cast<size_t>(std::max(spec.traits().min_inputs, 1)), plain);
  return spec.OutputMasked(inputs, 0);
}

// A wrapper of `layer` is given as many states as `spec` has: a Bidirectional,
// for both directions.
void AdaptStatesOfWrappers(size_t layer, const LayerSpec& spec, Draft* draft) {
  for (Draft::DraftCall& call : draft->calls) {
    const std::vector<uint32_t>& children = draft->layers[call.layer].children;
    if (children.size() != 1 || children[0] != layer) continue;
    const auto states = static_cast<size_t>(2 * spec.traits().num_states);
    if (call.inputs.size() > 1 + states) call.inputs.resize(1 + states);
    for (Draft::Keyword& kwarg : call.kwargs) {
      if (kwarg.key->text == "initial_state" && states > 0 &&
          kwarg.tensors.size() > states) {
        kwarg.tensors.resize(states);
      }
    }
  }
}

bool Takes(const LayerSpec& spec, absl::string_view keyword) {
  const LayerSpec::Traits& traits = spec.traits();
  return (keyword != "mask" || traits.takes_mask) &&
         (keyword != "training" || traits.takes_training) &&
         (keyword != "initial_state" || traits.num_states > 0);
}

// Leaves out inputs that `spec` does not take, and with `drop_keywords` also
// keywords. False if it wants more inputs, or does not take a keyword.
bool AdaptCalls(size_t layer, const LayerSpec& spec, bool drop_keywords,
                Draft* draft) {
  AdaptStatesOfWrappers(layer, spec, draft);
  for (Draft::DraftCall& call : draft->calls) {
    if (call.layer != layer) continue;
    const auto max = static_cast<size_t>(spec.traits().max_inputs);
    if (call.inputs.size() > max) call.inputs.resize(max);
    if (call.inputs.size() < static_cast<size_t>(spec.traits().min_inputs)) {
      return false;
    }
    auto& kwargs = call.kwargs;
    const auto refused = [&](const Draft::Keyword& kwarg) {
      return !Takes(spec, kwarg.key->text);
    };
    if (drop_keywords) {
      kwargs.erase(std::remove_if(kwargs.begin(), kwargs.end(), refused),
                   kwargs.end());
    }
    if (std::any_of(kwargs.begin(), kwargs.end(), refused)) return false;
  }
  return true;
}

}  // namespace

namespace {

// Sets the shape of all inputs that a call of `layer` is on; false if it is on
// none.
bool SetInputShapes(size_t layer, const Shape* shape, Draft* draft) {
  bool any = false;
  for (const Draft::DraftCall& call : draft->calls) {
    bool calls = call.layer == layer;
    for (uint32_t child : draft->layers[call.layer].children) {
      calls |= child == layer;
    }
    for (TensorRef ref : call.inputs) {
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

// Each layer as any of its kind, and of `most_kinds` other kinds as the
// simplest that has the outputs in use; with `shapes`, on inputs of other
// shapes, and with another output, too.
bool ReplaceLayers(Shrinker& s, size_t most_kinds, bool shapes) {
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
    // Of each other class, the simplest layer that makes a mask, and the
    // simplest that does not.
    std::vector<std::pair<const LayerKind*, bool>> seen;
    for (const LayerSpec* simpler : s.domain()) {
      if (plain && s.Complexity(*simpler) > s.Complexity(*spec)) break;
      if (simpler->num_outputs() < used) continue;
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config = simpler->config();
      if (holds) {
        draft.layers[i].decl.position = 0;
        draft.layers[i].children.clear();
        draft.layers[i].model_inputs.clear();
        draft.layers[i].model_outputs.clear();
      }
      if (!AdaptCalls(i, *simpler, shapes, &draft)) continue;
      if (!plain || &simpler->kind() != &spec->kind()) {
        const std::pair<const LayerKind*, bool> sort(&simpler->kind(),
                                                     MakesMask(s, *simpler));
        if (std::count(seen.begin(), seen.end(), sort) > 0) continue;
        if (seen.size() >= most_kinds) continue;
        seen.push_back(sort);
      }
      if (s.Try(draft)) return true;
      if (!shapes) continue;
      for (const Shape* shape : s.shapes()) {
        Draft reshaped = draft;
        if (SetInputShapes(i, shape, &reshaped) && s.Try(reshaped)) return true;
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

// Each layer becomes the simplest one that still fails: any of its own kind, or
// one of the simplest other kinds.
bool SimplifyLayers(Shrinker& s) {
  constexpr size_t kMostKinds = 4;
  return ReplaceLayers(s, kMostKinds, /*shapes=*/false);
}

// The same with all kinds, and with other inputs, since a layer of another rank
// may do as well.
bool RetypeLayers(Shrinker& s) {
  return ReplaceLayers(s, SIZE_MAX, /*shapes=*/false) ||
         ReplaceLayers(s, SIZE_MAX, /*shapes=*/true);
}

// A layer less: its calls become calls of another one that is there, of
// whatever kind. Where that takes fewer inputs, of the first ones or the last.
bool MergeLayers(Shrinker& s) {
  const size_t layers = s.best().layers().size();
  for (uint32_t from = 0; from < layers; ++from) {
    if (!s.IsDrawn(s.catalogue().Find(s.best().layers()[from].config))) {
      continue;
    }
    const int used = Draft::From(s.best()).NumUsedOutputs(from);
    for (uint32_t to = 0; to < layers; ++to) {
      const LayerSpec* spec = s.catalogue().Find(s.best().layers()[to].config);
      if (to == from || !s.IsDrawn(spec) || spec->num_outputs() < used) {
        continue;
      }
      for (const bool last : {false, true}) {
        Draft draft = Draft::From(s.best());
        for (Draft::DraftCall& call : draft.calls) {
          const auto max = static_cast<size_t>(spec->traits().max_inputs);
          if (last && call.layer == from && call.inputs.size() > max) {
            call.inputs.erase(call.inputs.begin(), call.inputs.end() - max);
          }
        }
        if (!AdaptCalls(from, *spec, /*drop_keywords=*/false, &draft)) break;
        for (Draft::DraftCall& call : draft.calls) {
          if (call.layer == from) call.layer = to;
        }
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
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

// InputLayers that are called, with the simplest shape.
bool SimplifyInputLayers(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const Config& config = *s.best().layers()[i].config;
    if (config.kind->text != InputLayerKind().class_name()) continue;
    for (const Shape* shape : s.shapes()) {
      std::vector<ConfigValue> dims;
      for (const int32_t dim : shape->dims()) {
        dims.push_back(dim == kUnknownDim ? ConfigValue::None()
                                          : ConfigValue::Int(dim));
      }
      const auto spec = s.catalogue().Resolve(pool.InternConfig(
          config.kind, {{pool.InternName("batch_input_shape"),
                         ConfigValue::List(pool.InternList(dims))}}));
      if (!spec.ok()) continue;
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config = (*spec)->config();
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
