// Shrinking at its end: layers are others while something else changes, too:
// the call before them goes, what they are called on has another shape, or they
// stand in a container.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_adapt.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"
#include "core/search/shrinker.h"

namespace clonecheck {
namespace {

constexpr size_t kMostCalls = 3;

// Those that inputs are tried with, and such with a batch size, which some
// failures need.
std::vector<const Shape*> AllShapes(Shrinker& s) {
  std::vector<const Shape*> shapes = s.shapes();
  Pool& pool = s.catalogue().pool();
  shapes.push_back(pool.InternShape({1, 1}));
  shapes.push_back(pool.InternShape({1, 1, 1}));
  return shapes;
}

// Those that pairs of inputs are tried with.
std::vector<const Shape*> ShapesOfPairs(Shrinker& s) {
  std::vector<const Shape*> shapes = AllShapes(s);
  shapes.push_back(
      s.catalogue().pool().InternShape({kUnknownDim, kUnknownDim}));
  return shapes;
}

}  // namespace

// Two inputs have each other's shape or any two, all have another one, or a
// call is alone, with its keywords, on an input of some shape.
bool ReshapeInputs(Shrinker& s) {
  const size_t calls = s.best().calls().size();
  if (calls > kMostCalls || s.best().inputs().empty()) return false;
  for (size_t i = 1; i < s.best().inputs().size(); ++i) {
    Draft draft = Draft::From(s.best());
    std::swap(draft.inputs[0], draft.inputs[i]);
    if (s.Try(draft)) return true;
  }
  if (s.best().inputs().size() == 2) {
    const std::vector<const Shape*> shapes = ShapesOfPairs(s);
    for (const Shape* first : shapes) {
      for (const Shape* second : shapes) {
        Draft draft = Draft::From(s.best());
        draft.inputs[0].batch_shape = first;
        draft.inputs[1].batch_shape = second;
        if (s.Try(draft)) return true;
      }
    }
  }
  for (const Shape* shape : AllShapes(s)) {
    Draft draft = Draft::From(s.best());
    for (InputDecl& input : draft.inputs) input.batch_shape = shape;
    if (s.Try(draft)) return true;
    for (size_t i = 0; i < calls; ++i) {
      draft = Draft::From(s.best());
      draft.inputs[0].batch_shape = shape;
      const TensorRef x = TensorRef::Input(0);
      std::fill(draft.calls[i].inputs.begin(), draft.calls[i].inputs.end(), x);
      for (Draft::Keyword& kwarg : draft.calls[i].kwargs) {
        std::fill(kwarg.tensors.begin(), kwarg.tensors.end(), x);
      }
      draft.model_inputs = {x};
      draft.model_outputs = {TensorRef::Call(static_cast<int32_t>(i), 0)};
      draft.DropUnusedCalls();
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A layer of two inputs is any other one, on two of the simplest shapes.
bool RetypeOfTwo(Shrinker& s) {
  constexpr size_t kShapes = 4;
  const size_t calls = s.best().calls().size();
  if (calls > kMostCalls || s.best().inputs().size() != 2) return false;
  for (size_t i = 0; i < calls; ++i) {
    const uint32_t layer = s.best().calls()[i].layer;
    if (s.best().calls()[i].inputs.size != 2 ||
        !s.IsDrawn(s.catalogue().Find(s.best().layers()[layer].config))) {
      continue;
    }
    for (const LayerSpec* spec : s.domain()) {
      if (spec->traits().min_inputs > 2 || spec->traits().max_inputs < 2) {
        continue;
      }
      for (size_t pair = 0; pair < kShapes * kShapes; ++pair) {
        Draft draft = Draft::From(s.best());
        draft.layers[layer].decl.config = spec->config();
        draft.inputs[0].batch_shape = s.shapes()[pair / kShapes];
        draft.inputs[1].batch_shape = s.shapes()[pair % kShapes];
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// One call of a layer of two inputs: any of its kind, on any two shapes.
bool OneCallOfTwo(Shrinker& s) {
  if (s.best().calls().size() != 1 || s.best().inputs().size() < 2) {
    return false;
  }
  const std::vector<const Shape*> shapes = ShapesOfPairs(s);
  for (const LayerSpec* spec : AllOfBest(s)) {
    if (spec->traits().max_inputs < 2) continue;
    for (const Shape* first : shapes) {
      for (const Shape* second : shapes) {
        for (const bool swapped : {false, true}) {
          GraphBuilder builder;
          const TensorRef x = builder.AddInput(first);
          const TensorRef z = builder.AddInput(second);
          const uint32_t layer = builder.AddLayer(spec->config());
          const TensorRef call = swapped ? builder.AddCall(layer, {z, x})
                                         : builder.AddCall(layer, {x, z});
          builder.SetModel({x, z}, {call});
          if (s.Ask(std::move(builder).Build())) return true;
        }
      }
    }
  }
  return false;
}

// A call goes, and the layer of another one is any of its kind.
bool BypassRetyped(Shrinker& s) {
  const size_t calls = s.best().calls().size();
  if (calls < 2 || calls > kMostCalls) return false;
  for (size_t i = calls; i-- > 0;) {
    const Call& call = s.best().calls()[i];
    if (call.inputs.size == 0) continue;
    const TensorRef input = s.best().call_inputs(call)[0];
    for (uint32_t j = 0; j < s.best().layers().size(); ++j) {
      const LayerSpec* spec = s.catalogue().Find(s.best().layers()[j].config);
      if (j == call.layer || !s.IsDrawn(spec)) continue;
      for (const LayerSpec* other : s.domain()) {
        if (&other->kind() != &spec->kind() || other == spec) continue;
        Draft draft = Draft::From(s.best());
        draft.layers[j].decl.config = other->config();
        const int outputs = s.OutputsOf(i);
        for (int k = 0; k < outputs; ++k) {
          draft.Replace(TensorRef::Call(static_cast<int32_t>(i), k), input);
        }
        s.DropNewlyUnused(&draft);
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// The only layer in a container is any other one, on an input of the same or of
// the simplest shapes.
bool RetypeChild(Shrinker& s) {
  if (s.best().calls().size() > 2 || s.best().inputs().size() != 1) {
    return false;
  }
  for (uint32_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    if (layer.children.size == 0) continue;
    const uint32_t child = s.best().children(layer)[0];
    if (!s.IsDrawn(s.catalogue().Find(s.best().layers()[child].config))) {
      continue;
    }
    std::vector<const Shape*> shapes = {s.best().inputs()[0].batch_shape};
    for (const Shape* shape : UnitShapes(s)) shapes.push_back(shape);
    for (const LayerSpec* spec : s.domain()) {
      for (const Shape* shape : shapes) {
        Draft draft = Draft::From(s.best());
        draft.layers[child].decl.config = spec->config();
        draft.layers[i].children = {child};
        draft.inputs[0].batch_shape = shape;
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// A layer is of another kind, and has the arguments that it had.
bool RetypeWithArguments(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  for (uint32_t i = 0; i < s.best().layers().size(); ++i) {
    const Config& config = *s.best().layers()[i].config;
    if (config.entries.empty() || !s.IsDrawn(s.catalogue().Find(&config))) {
      continue;
    }
    for (const LayerSpec* simplest : OneOfEachKind(s)) {
      const auto spec = s.catalogue().Resolve(pool.InternConfig(
          simplest->config()->kind, std::vector<ConfigEntry>(config.entries)));
      if (!spec.ok() || (*spec)->config() == &config) continue;
      Draft draft = Draft::From(s.best());
      if ((*spec)->num_outputs() < draft.NumUsedOutputs(i)) continue;
      draft.layers[i].decl.config = (*spec)->config();
      if (AdaptCalls(i, **spec, /*drop_keywords=*/true, &draft) &&
          s.Try(draft)) {
        return true;
      }
    }
  }
  return false;
}

// The layers of a Sequential stand in another order.
bool OrderChildren(Shrinker& s) {
  for (uint32_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    for (uint32_t j = 0; j + 1 < layer.children.size; ++j) {
      Draft draft = Draft::From(s.best());
      std::swap(draft.layers[i].children[j], draft.layers[i].children[j + 1]);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
