#include "core/graph/canonical.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace clonecheck {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Does the text look like an automatic name, `dense_1`?
bool LooksAutomatic(const Name* name) {
  absl::string_view text = name->text;
  const size_t size = text.size();
  while (!text.empty() && absl::ascii_isdigit(text.back())) {
    text.remove_suffix(1);
  }
  return text.size() < size && !text.empty() && text.back() == '_';
}

bool NamesCouldMeet(const Graph& graph) {
  bool unnamed = false;
  bool automatic = false;
  const auto see = [&](const Name* name) {
    unnamed |= name == nullptr;
    automatic |= name != nullptr && LooksAutomatic(name);
  };
  for (const InputDecl& input : graph.inputs()) see(input.name);
  for (const LayerDecl& layer : graph.layers()) see(layer.name);
  return unnamed && automatic;
}

int CompareNames(const Name* a, const Name* b) {
  if (a == b) return 0;
  if (a == nullptr || b == nullptr) return a == nullptr ? -1 : 1;
  return a->text.compare(b->text);
}

// Numbers are given to things one by one, in an order of wanting.
class Numbering {
 public:
  explicit Numbering(size_t size) : number_(size, kNone) {
    order_.reserve(size);
  }

  bool has(uint32_t i) const { return number_[i] != kNone; }
  void Add(uint32_t i) {
    if (has(i)) return;
    number_[i] = static_cast<uint32_t>(order_.size());
    order_.push_back(i);
  }
  // What has a number, by number.
  const std::vector<uint32_t>& order() const { return order_; }
  // The new number of an old one.
  uint32_t operator[](uint32_t i) const { return number_[i]; }

  bool is_identity() const {
    for (uint32_t i = 0; i < order_.size(); ++i) {
      if (order_[i] != i) return false;
    }
    return true;
  }

 private:
  std::vector<uint32_t> number_;
  std::vector<uint32_t> order_;
};

// `layers`: the layers in their new order.
Numbering NumberInputs(const Graph& graph,
                       const std::vector<uint32_t>& layers) {
  Numbering numbering(graph.inputs().size());
  const auto use = [&](Range range) {
    for (TensorRef ref : graph.tensors(range)) {
      if (ref.is_input()) numbering.Add(static_cast<uint32_t>(ref.input()));
    }
  };
  use(graph.model().inputs);
  size_t next = 0;
  for (uint32_t position = 0; position <= graph.calls().size(); ++position) {
    for (; next < layers.size() &&
           graph.layers()[layers[next]].position == position;
         ++next) {
      use(graph.layers()[layers[next]].model_inputs);
      use(graph.layers()[layers[next]].model_outputs);
    }
    if (graph.model().position == position) use(graph.model().outputs);
    if (position == graph.calls().size()) break;
    const Call& call = graph.calls()[position];
    use(call.inputs);
    for (const Kwarg& kwarg : graph.kwargs(call)) use(kwarg.tensors);
  }
  std::vector<uint32_t> unused;
  for (uint32_t i = 0; i < graph.inputs().size(); ++i) {
    if (!numbering.has(i)) unused.push_back(i);
  }
  std::sort(unused.begin(), unused.end(), [&](uint32_t x, uint32_t y) {
    const InputDecl& a = graph.inputs()[x];
    const InputDecl& b = graph.inputs()[y];
    if (a.batch_shape->dims() != b.batch_shape->dims()) {
      return a.batch_shape->dims() < b.batch_shape->dims();
    }
    if (a.dtype != b.dtype) return a.dtype < b.dtype;
    if (a.sparse != b.sparse) return b.sparse;
    const int c = CompareNames(a.name, b.name);
    return c != 0 ? c < 0 : x < y;
  });
  for (uint32_t i : unused) numbering.Add(i);
  return numbering;
}

class LayerUse {
 public:
  explicit LayerUse(const Graph& graph)
      : graph_(graph), wanted_(graph.layers().size()) {}

  Numbering Number() {
    for (const Call& call : graph_.calls()) Want(call.layer);
    std::vector<uint32_t> unused;
    for (uint32_t i = 0; i < graph_.layers().size(); ++i) {
      if (!wanted_.has(i)) unused.push_back(i);
    }
    std::sort(unused.begin(), unused.end(), [&](uint32_t x, uint32_t y) {
      const LayerDecl& a = graph_.layers()[x];
      const LayerDecl& b = graph_.layers()[y];
      int c = CompareConfigs(*a.config, *b.config);
      if (c == 0) c = CompareNames(a.name, b.name);
      return c != 0 ? c < 0 : x < y;
    });
    for (uint32_t i : unused) Want(i);

    std::vector<uint32_t> order = wanted_.order();
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const uint32_t x = graph_.layers()[a].position;
      const uint32_t y = graph_.layers()[b].position;
      return x != y ? x < y : wanted_[a] < wanted_[b];
    });
    Numbering numbering(order.size());
    for (uint32_t i : order) numbering.Add(i);
    return numbering;
  }

 private:
  // Children first. Recursion is bounded by kMaxNesting.
  void Want(uint32_t layer) {
    if (wanted_.has(layer)) return;
    for (uint32_t child : graph_.children(graph_.layers()[layer])) Want(child);
    wanted_.Add(layer);
  }

  const Graph& graph_;
  Numbering wanted_;
};

}  // namespace

Graph Canonicalize(const Graph& graph) {
  if (NamesCouldMeet(graph)) return graph;
  const Numbering layers = LayerUse(graph).Number();
  const Numbering inputs = NumberInputs(graph, layers.order());
  if (inputs.is_identity() && layers.is_identity()) return graph;

  const auto refs = [&](Range range) {
    std::vector<TensorRef> result(graph.tensors(range).begin(),
                                  graph.tensors(range).end());
    for (TensorRef& ref : result) {
      if (!ref.is_input()) continue;
      ref = TensorRef::Input(
          static_cast<int32_t>(inputs[static_cast<uint32_t>(ref.input())]));
    }
    return result;
  };

  GraphBuilder builder;
  for (uint32_t i : inputs.order()) {
    const InputDecl& input = graph.inputs()[i];
    builder.AddInput(input.batch_shape, input.dtype, input.name, input.sparse);
  }
  for (uint32_t i : layers.order()) {
    const LayerDecl& layer = graph.layers()[i];
    std::vector<uint32_t> children;
    for (uint32_t child : graph.children(layer)) {
      children.push_back(layers[child]);
    }
    builder.AddLayer(layer, children, refs(layer.model_inputs),
                     refs(layer.model_outputs));
  }
  for (const Call& call : graph.calls()) {
    builder.AddCall(layers[call.layer], refs(call.inputs), call.as_list);
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      builder.AddKwarg(kwarg.key, kwarg.form, kwarg.literal,
                       refs(kwarg.tensors));
    }
  }
  builder.SetModel(refs(graph.model().inputs), refs(graph.model().outputs),
                   graph.model().name);
  if (graph.model().is_layer()) {
    builder.SetModelLayer(layers[graph.model().layer]);
  }
  builder.SetModelPosition(graph.model().position);
  return std::move(builder).Build();
}

}  // namespace clonecheck
