// Shrinking at its end, where a Model is a part of the failure: it holds one
// layer, which may be any.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {
namespace {

// A Model that calls `spec` on an input of `shape`, as often as it takes one,
// and gives output `index`; it is called on the same input.
Graph InModel(const LayerSpec& spec, const Shape* shape, int index,
              const Config* model) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const std::vector<TensorRef> inputs(
      static_cast<size_t>(std::max(spec.traits().min_inputs, 1)), x);
  const TensorRef call =
      builder.AddCall(builder.AddLayer(spec.config()), inputs);
  LayerDecl decl;
  decl.config = model;
  decl.position = 1;
  const uint32_t inner =
      builder.AddLayer(decl, {}, {x}, {TensorRef::Call(call.producer, index)});
  builder.SetModel({x}, {builder.AddCall(inner, {x})});
  return std::move(builder).Build();
}

// A Model that calls `spec` on an input of `shape`, in one of kMaskWays ways:
// with mask=None or without; the Model is called on that input or on what the
// layer gave, without a mask, with None or with the input as one.
constexpr unsigned kMaskWays = 2 * 2 * 3;
Graph MaskedInModel(const LayerSpec& spec, const Shape* shape, unsigned way,
                    const Config* model, const Name* mask) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const TensorRef call = builder.AddCall(builder.AddLayer(spec.config()), {x});
  if (way % 2 == 1) builder.AddKwarg(mask, ConfigValue::None());
  LayerDecl decl;
  decl.config = model;
  decl.position = 1;
  const uint32_t inner = builder.AddLayer(decl, {}, {x}, {call});
  const TensorRef outer = builder.AddCall(inner, {way / 2 % 2 == 1 ? call : x});
  if (way / 4 == 1) builder.AddKwarg(mask, ConfigValue::None());
  if (way / 4 == 2) builder.AddKwarg(mask, x);
  builder.SetModel({x}, {outer});
  return std::move(builder).Build();
}

// Asks about those that are simpler than best(), the simplest first.
bool AskSimplerInOrder(Shrinker& s, std::vector<Graph> graphs) {
  const auto simpler = [&](const Graph& a, const Graph& b) {
    return SimplerThan(a, b, &s.facts());
  };
  graphs.erase(std::remove_if(graphs.begin(), graphs.end(),
                              [&](const Graph& graph) {
                                return !simpler(graph, s.best());
                              }),
               graphs.end());
  std::sort(graphs.begin(), graphs.end(), simpler);
  for (Graph& graph : graphs) {
    if (s.Ask(std::move(graph))) return true;
  }
  return false;
}

}  // namespace

// An input of the model that fails is one of a Model in it, which is called on
// one tensor more.
bool InputsIntoModels(Shrinker& s) {
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    if (!IsModel(s.best().layers()[i])) continue;
    for (const TensorRef input : s.best().model_inputs()) {
      Draft draft = Draft::From(s.best());
      std::vector<TensorRef>& inner = draft.layers[i].model_inputs;
      if (std::count(inner.begin(), inner.end(), input) > 0) continue;
      inner.push_back(input);
      for (Draft::DraftCall& call : draft.calls) {
        if (call.layer != i || call.inputs.empty()) continue;
        call.inputs.push_back(TensorRef(call.inputs[0]));
      }
      std::vector<TensorRef>& outer = draft.model_inputs;
      outer.erase(std::find(outer.begin(), outer.end(), input));
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// Starts whose failure has the same signature for another reason have one end
// by this.
bool LayerInModel(Shrinker& s) {
  const Config* const model = OwnModel(s);
  if (model == nullptr) return false;
  std::vector<Graph> graphs;
  for (const LayerSpec* spec : s.domain()) {
    for (const Shape* shape : s.shapes()) {
      for (int k = 0; k < spec->num_outputs(); ++k) {
        graphs.push_back(InModel(*spec, shape, k, model));
      }
    }
  }
  return AskSimplerInOrder(s, std::move(graphs));
}

// The same with masks, of layers that take one: of recurrent ones, of which
// there are many, the simplest of each kind.
bool MaskedLayerInModel(Shrinker& s) {
  const Config* const model = OwnModel(s);
  if (model == nullptr || s.best().calls().size() < 2) return false;
  const auto takes_mask = [](const LayerSpec& spec) {
    return spec.traits().min_inputs <= 1 &&
           spec.kind().ShareIn(LayerFamily::kMaskTakers, spec) > 0;
  };
  std::vector<const LayerSpec*> specs = FirstOfEachKind(s, takes_mask);
  for (const LayerSpec* spec : s.domain()) {
    if (takes_mask(*spec) && spec->traits().num_states == 0 &&
        std::count(specs.begin(), specs.end(), spec) == 0) {
      specs.push_back(spec);
    }
  }
  const Name* const mask = s.catalogue().pool().InternName("mask");
  std::vector<Graph> graphs;
  for (const LayerSpec* spec : specs) {
    for (const Shape* shape : UnitShapes(s)) {
      for (unsigned way = 0; way < kMaskWays; ++way) {
        graphs.push_back(MaskedInModel(*spec, shape, way, model, mask));
      }
    }
  }
  return AskSimplerInOrder(s, std::move(graphs));
}

}  // namespace clonecheck
