// Shrinking at its end, where a Model is a part of the failure: it holds one
// layer, which may be any.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"

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
  const auto layers = s.best().layers();
  const auto model =
      std::find_if(layers.begin(), layers.end(),
                   [](const LayerDecl& layer) { return IsModel(layer); });
  if (model == layers.end()) return false;
  std::vector<Graph> graphs;
  for (const LayerSpec* spec : s.domain()) {
    for (const Shape* shape : s.shapes()) {
      for (int k = 0; k < spec->num_outputs(); ++k) {
        Graph graph = InModel(*spec, shape, k, model->config);
        if (CompareGraphs(graph, s.best(), &s.facts()) < 0) {
          graphs.push_back(std::move(graph));
        }
      }
    }
  }
  std::sort(graphs.begin(), graphs.end(), [&](const Graph& a, const Graph& b) {
    return CompareGraphs(a, b, &s.facts()) < 0;
  });
  for (Graph& graph : graphs) {
    if (s.Ask(std::move(graph))) return true;
  }
  return false;
}

}  // namespace clonecheck
