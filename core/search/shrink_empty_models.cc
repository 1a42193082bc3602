// Shrinking at its end, where a Model is a part of the failure: it gives what
// it is given, and what matters is what is before and after it.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {
namespace {

// Calls one after the other, the first on an input of `shape`; null stands for
// a Model that gives its input.
Graph ChainWithModels(const Shape* shape, const Config* model,
                      absl::Span<const LayerSpec* const> specs) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  TensorRef at = x;
  for (const LayerSpec* spec : specs) {
    if (spec != nullptr) {
      at = CallOn(*spec, builder.AddLayer(spec->config()), x, at, &builder);
      continue;
    }
    LayerDecl decl;
    decl.config = model;
    at = builder.AddCall(builder.AddLayer(decl, {}, {x}, {x}), {at});
  }
  builder.SetModel({x}, {at});
  return std::move(builder).Build();
}

// The layers that best() has, then others of their kinds.
std::vector<const LayerSpec*> OwnLayers(Shrinker& s) {
  std::vector<const LayerSpec*> own;
  for (const LayerDecl& layer : s.best().layers()) {
    const LayerSpec* spec = s.catalogue().Find(layer.config);
    if (s.IsDrawn(spec)) own.push_back(spec);
  }
  const std::vector<const LayerSpec*> others = AllOfBest(s);
  own.insert(own.end(), others.begin(), others.end());
  return own;
}

// Two calls of a Model that gives one of its two inputs, in one of
// kWaysOfTwo ways: which one it gives, what the calls are on, and whether the
// model gives both.
constexpr unsigned kWaysOfTwo = 2 * 2 * 2 * 3 * 3 * 2;
Graph CallsOfModelOfTwo(const Shape* shape, const Config* model, unsigned way) {
  const auto choose = [&way](unsigned choices) {
    const unsigned chosen = way % choices;
    way /= choices;
    return chosen;
  };
  GraphBuilder builder;
  TensorRef refs[3] = {builder.AddInput(shape), builder.AddInput(shape)};
  LayerDecl decl;
  decl.config = model;
  const uint32_t layer =
      builder.AddLayer(decl, {}, {refs[0], refs[1]}, {refs[choose(2)]});
  const std::vector<TensorRef> first = {refs[choose(2)], refs[choose(2)]};
  refs[2] = builder.AddCall(layer, first);
  const std::vector<TensorRef> second = {refs[choose(3)], refs[choose(3)]};
  std::vector<TensorRef> outputs = {builder.AddCall(layer, second)};
  if (choose(2) == 1) outputs.insert(outputs.begin(), refs[2]);
  std::vector<TensorRef> model_inputs;
  for (const TensorRef input : {refs[0], refs[1]}) {
    if (std::count(first.begin(), first.end(), input) +
            std::count(second.begin(), second.end(), input) >
        0) {
      model_inputs.push_back(input);
    }
  }
  builder.SetModel(model_inputs, outputs);
  return std::move(builder).Build();
}

}  // namespace

// A Model that gives one of its two inputs, called twice.
bool ModelOfTwoTwice(Shrinker& s) {
  const Config* const model = OwnModel(s);
  if (model == nullptr || s.best().calls().size() < 2) return false;
  for (unsigned way = 0; way < kWaysOfTwo; ++way) {
    if (s.Ask(CallsOfModelOfTwo(s.shapes()[0], model, way))) return true;
  }
  return false;
}

// Two of them, one beside any other layer, and one between two layers, the
// first of which there is. Masks go through them, so that layers which differ
// by their mask alone are tried as well.
bool ModelsBetween(Shrinker& s) {
  constexpr size_t kMostCalls = 6;
  const size_t calls = s.best().calls().size();
  if (calls < 2 || calls > kMostCalls) return false;
  const Config* const config = OwnModel(s);
  if (config == nullptr) return false;
  const auto ask = [&](const Shape* shape,
                       const std::vector<const LayerSpec*>& specs) {
    return s.Ask(ChainWithModels(shape, config, specs));
  };

  if (ask(s.shapes()[0], {nullptr, nullptr})) return true;
  const std::vector<const LayerSpec*> all = Simplest(s, /*of_best=*/false);
  for (const LayerSpec* spec : all) {
    for (const Shape* shape : s.shapes()) {
      if (ask(shape, {spec, nullptr}) || ask(shape, {nullptr, spec})) {
        return true;
      }
    }
  }
  if (calls < 3) return false;
  const std::vector<const LayerSpec*> own = OwnLayers(s);
  const std::vector<const LayerSpec*> takers =
      FirstOfEachKind(s, [](const LayerSpec& spec) {
        return spec.kind().ShareIn(LayerFamily::kMaskTakers, spec) > 0;
      });
  for (const LayerSpec* before : own) {
    for (const auto* const after : {&own, &all, &takers}) {
      for (const LayerSpec* spec : *after) {
        if (ask(s.shapes()[0], {before, nullptr, spec})) return true;
      }
    }
  }
  return false;
}

}  // namespace clonecheck
