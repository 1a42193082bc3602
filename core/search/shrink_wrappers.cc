// Shrinking at its end: small Graphs of wrappers and Sequentials, in the place
// of the witness or of two of its calls.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {
namespace {

bool HoldsLayers(const LayerDecl& layer) {
  return IsSequential(layer) || IsModel(layer);
}

}  // namespace

// A call of a Sequential of a layer twice, alone or after one that there is;
// within a wrapper, if there is one of a Sequential or a Model.
bool DoubleChildren(Shrinker& s) {
  const Config* sequential = nullptr;
  const Config* wrapper = nullptr;
  std::vector<const LayerSpec*> before = {nullptr};
  const std::vector<const LayerSpec*> all = OneOfEachKind(s);
  for (const LayerDecl& layer : s.best().layers()) {
    if (IsSequential(layer)) sequential = layer.config;
    if (layer.children.size == 1 && !IsSequential(layer) &&
        HoldsLayers(s.best().layers()[s.best().children(layer)[0]])) {
      wrapper = layer.config;
    }
    const LayerSpec* spec = s.catalogue().Find(layer.config);
    for (const LayerSpec* simplest : all) {
      if (spec != nullptr && &simplest->kind() == &spec->kind() &&
          std::count(before.begin(), before.end(), simplest) == 0) {
        before.push_back(simplest);
      }
    }
  }
  if (wrapper != nullptr) {
    Pool& pool = s.catalogue().pool();
    sequential = pool.InternConfig(pool.InternName(kSequentialKind), {});
  }
  if (sequential == nullptr) return false;
  for (const LayerSpec* first : before) {
    for (const LayerSpec* twice : all) {
      for (const Shape* shape : s.shapes()) {
        GraphBuilder builder;
        const TensorRef x = builder.AddInput(shape);
        std::vector<uint32_t> children;
        if (first != nullptr) {
          children.push_back(builder.AddLayer(first->config()));
        }
        children.insert(children.end(), 2, builder.AddLayer(twice->config()));
        LayerDecl decl;
        decl.config = sequential;
        uint32_t layer = builder.AddLayer(decl, children, {}, {});
        if (wrapper != nullptr) {
          decl.config = wrapper;
          layer = builder.AddLayer(decl, {layer}, {}, {});
        }
        builder.SetModel({x}, {builder.AddCall(layer, {x})});
        if (s.Ask(std::move(builder).Build())) return true;
      }
    }
  }
  return false;
}

// A call of a wrapper of a layer that keeps its kind, or is recurrent where
// that was; its first output or its second.
bool OneWrapper(Shrinker& s) {
  for (const LayerDecl& layer : s.best().layers()) {
    if (layer.children.size != 1 || IsSequential(layer)) continue;
    const LayerSpec* inner = s.catalogue().Find(
        s.best().layers()[s.best().children(layer)[0]].config);
    if (!s.IsDrawn(inner)) continue;
    Pool& pool = s.catalogue().pool();
    const Config* const configs[] = {
        pool.InternConfig(layer.config->kind, {}),
        pool.InternConfig(layer.config->kind, {{pool.InternName("merge_mode"),
                                                ConfigValue::None()}}),
        layer.config};
    for (const LayerSpec* spec : s.domain()) {
      const bool recurrent =
          inner->traits().num_states > 0 && spec->traits().num_states > 0;
      if (!recurrent && &spec->kind() != &inner->kind()) continue;
      for (const Shape* shape : s.shapes()) {
        if (shape->rank != 3) continue;
        for (int k = 0; k < 6; ++k) {
          GraphBuilder builder;
          const TensorRef x = builder.AddInput(shape);
          LayerDecl wrapper;
          wrapper.config = configs[k / 2];
          const uint32_t child = builder.AddLayer(spec->config());
          const uint32_t number = builder.AddLayer(wrapper, {child}, {}, {});
          const TensorRef y = builder.AddCall(number, {x});
          builder.SetModel({x}, {TensorRef::Call(y.producer, k % 2)});
          if (s.Ask(std::move(builder).Build())) return true;
        }
      }
    }
  }
  return false;
}

// Where there is a Sequential: a layer, and a Sequential of it on what it
// gives, or a call of that alone with a mask, on an input. Of the kinds that
// there are, and of those that take a mask.
bool LayerAndSequentialOfIt(Shrinker& s) {
  const auto layers = s.best().layers();
  const auto sequential =
      std::find_if(layers.begin(), layers.end(),
                   [](const LayerDecl& layer) { return IsSequential(layer); });
  if (sequential == layers.end() || s.best().calls().size() < 2) return false;
  LayerDecl decl;
  decl.config = sequential->config;
  const Name* const mask = s.catalogue().pool().InternName("mask");
  for (const LayerSpec* spec : s.domain()) {
    const bool takes_mask =
        spec->kind().ShareIn(LayerFamily::kMaskTakers, *spec) > 0;
    if (spec->traits().min_inputs > 1 ||
        (!takes_mask && !HasKind(s, spec->kind()))) {
      continue;
    }
    for (const Shape* shape : UnitShapes(s)) {
      for (const bool alone : {true, false}) {
        if (alone && !takes_mask) continue;
        GraphBuilder builder;
        const TensorRef x = builder.AddInput(shape);
        const uint32_t layer = builder.AddLayer(spec->config());
        const TensorRef on = alone ? x : builder.AddCall(layer, {x});
        const uint32_t stack = builder.AddLayer(decl, {layer}, {}, {});
        const TensorRef call = builder.AddCall(stack, {on});
        if (alone) builder.AddKwarg(mask, x);
        builder.SetModel({x}, {call});
        if (s.Ask(std::move(builder).Build())) return true;
      }
    }
  }
  return false;
}

// A layer, and a Bidirectional or TimeDistributed of it on the same input; the
// model gives what one of them gives.
bool LayerAndWrapperOfIt(Shrinker& s) {
  if (s.best().calls().size() < 2) return false;
  Pool& pool = s.catalogue().pool();
  LayerDecl both_ways;
  both_ways.config = pool.InternConfig(pool.InternName("Bidirectional"), {});
  LayerDecl each_step;
  each_step.config = pool.InternConfig(pool.InternName("TimeDistributed"), {});
  const Shape* const steps = s.shapes()[2];  // (None, None, 1)
  const auto ask = [&](const LayerSpec& spec, const LayerDecl& wrapper) {
    for (const bool layer_gives : {true, false}) {
      GraphBuilder builder;
      const TensorRef x = builder.AddInput(steps);
      const uint32_t layer = builder.AddLayer(spec.config());
      const TensorRef alone = builder.AddCall(layer, {x});
      const TensorRef wrapped =
          builder.AddCall(builder.AddLayer(wrapper, {layer}, {}, {}), {x});
      builder.SetModel({x}, {layer_gives ? alone : wrapped});
      if (s.Ask(std::move(builder).Build())) return true;
    }
    return false;
  };
  for (const LayerSpec* spec : s.domain()) {
    if (spec->traits().num_states > 0 && ask(*spec, both_ways)) return true;
  }
  for (const LayerSpec* spec : OneOfEachKind(s)) {
    if (ask(*spec, each_step)) return true;
  }
  return false;
}

// Two calls of one layer become one, of a Sequential of that layer twice, or of
// the simplest one of another kind. What the second gave is what that gives, or
// what the second was on.
bool CallsToSequential(Shrinker& s) {
  constexpr size_t kMostCalls = 6;
  const auto calls = s.best().calls();
  if (calls.size() > kMostCalls) return false;
  Pool& pool = s.catalogue().pool();
  const Config* const sequential =
      pool.InternConfig(pool.InternName(kSequentialKind), {});
  std::vector<const Config*> configs = {nullptr};  // the layer's own, first
  for (const LayerSpec* spec : OneOfEachKind(s)) {
    configs.push_back(spec->config());
  }
  for (uint32_t i = 0; i < calls.size(); ++i) {
    for (uint32_t j = i + 1; j < calls.size(); ++j) {
      const uint32_t layer = calls[i].layer;
      if (calls[j].layer != layer || calls[i].inputs.size != 1 ||
          HoldsLayers(s.best().layers()[layer]) ||
          Draft::From(s.best()).NumUsedOutputs(layer) > 1) {
        continue;
      }
      configs[0] = s.best().layers()[layer].config;
      for (const TensorRef instead :
           {TensorRef::Call(static_cast<int32_t>(i), 0),
            s.best().call_inputs(calls[j])[0]}) {
        for (const Config* config : configs) {
          Draft draft = Draft::From(s.best());
          Draft::DraftLayer twice;
          twice.decl.config = sequential;
          twice.children = {layer, layer};
          draft.layers[layer].decl.config = config;
          draft.calls[i].layer = static_cast<uint32_t>(draft.layers.size());
          draft.layers.push_back(std::move(twice));
          draft.Replace(TensorRef::Call(static_cast<int32_t>(j), 0), instead);
          draft.calls[j].dropped = true;
          if (s.Try(draft)) return true;
        }
      }
    }
  }
  return false;
}

// A wrapper of a Model that does nothing.
bool EmptyModels(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  const Config* const model =
      pool.InternConfig(pool.InternName(kModelKind), {});
  for (const LayerDecl& layer : s.best().layers()) {
    if (layer.children.size != 1 || IsSequential(layer)) continue;
    const Config* config = layer.config;
    for (const Shape* shape : s.shapes()) {
      GraphBuilder builder;
      const TensorRef x = builder.AddInput(shape);
      LayerDecl decl;
      decl.config = model;
      const uint32_t inner = builder.AddLayer(decl, {}, {x}, {x});
      decl.config = config;
      const uint32_t wrapper = builder.AddLayer(decl, {inner}, {}, {});
      builder.SetModel({x}, {builder.AddCall(wrapper, {x})});
      if (s.Ask(std::move(builder).Build())) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
