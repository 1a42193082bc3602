#include "core/graph/graph.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace clonecheck {
namespace {

// Tensors that are referred to, of a Graph of some calls.
constexpr size_t kUsualRefs = 16;

template <typename T>
bool SameSpan(absl::Span<const T> a, absl::Span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool SameKwargs(const Graph& a, const Call& x, const Graph& b, const Call& y) {
  auto p = a.kwargs(x);
  auto q = b.kwargs(y);
  return std::equal(
      p.begin(), p.end(), q.begin(), q.end(),
      [&](const Kwarg& k, const Kwarg& l) {
        return k.key == l.key && k.form == l.form && k.literal == l.literal &&
               SameSpan(a.tensors(k.tensors), b.tensors(l.tensors));
      });
}

}  // namespace

bool operator==(const Graph& a, const Graph& b) {
  return a.model().name == b.model().name &&
         a.model().position == b.model().position &&
         a.model().layer == b.model().layer &&
         SameSpan(a.model_inputs(), b.model_inputs()) &&
         SameSpan(a.model_outputs(), b.model_outputs()) &&
         std::equal(a.inputs().begin(), a.inputs().end(), b.inputs().begin(),
                    b.inputs().end(),
                    [](const InputDecl& x, const InputDecl& y) {
                      return x.name == y.name &&
                             x.batch_shape == y.batch_shape &&
                             x.dtype == y.dtype && x.sparse == y.sparse;
                    }) &&
         std::equal(a.layers().begin(), a.layers().end(), b.layers().begin(),
                    b.layers().end(),
                    [&](const LayerDecl& x, const LayerDecl& y) {
                      return x.config == y.config && x.name == y.name &&
                             x.trainable == y.trainable &&
                             x.position == y.position &&
                             SameSpan(a.children(x), b.children(y)) &&
                             SameSpan(a.tensors(x.model_inputs),
                                      b.tensors(y.model_inputs)) &&
                             SameSpan(a.tensors(x.model_outputs),
                                      b.tensors(y.model_outputs));
                    }) &&
         std::equal(a.calls().begin(), a.calls().end(), b.calls().begin(),
                    b.calls().end(), [&](const Call& x, const Call& y) {
                      return x.layer == y.layer && x.as_list == y.as_list &&
                             SameSpan(a.call_inputs(x), b.call_inputs(y)) &&
                             SameKwargs(a, x, b, y);
                    });
}

void GraphBuilder::Clear() {
  graph_.inputs_.clear();
  graph_.layers_.clear();
  graph_.calls_.clear();
  graph_.refs_.clear();
  graph_.children_.clear();
  graph_.kwargs_.clear();
  graph_.model_ = ModelDecl();
  position_set_ = false;
}

Range GraphBuilder::AddRefs(absl::Span<const TensorRef> refs) {
  Range range{static_cast<uint32_t>(graph_.refs_.size()),
              static_cast<uint32_t>(refs.size())};
  // Most Graphs have a dozen, which would else be moved four times.
  if (graph_.refs_.capacity() == 0) graph_.refs_.reserve(kUsualRefs);
  for (const TensorRef ref : refs) graph_.refs_.push_back(ref);
  return range;
}

TensorRef GraphBuilder::AddInput(const Shape* batch_shape, DType dtype,
                                 const Name* name, bool sparse) {
  graph_.inputs_.push_back(InputDecl{name, batch_shape, dtype, sparse});
  return TensorRef::Input(static_cast<int32_t>(graph_.inputs_.size()) - 1);
}

uint32_t GraphBuilder::AddLayer(const Config* config, const Name* name,
                                bool trainable) {
  LayerDecl layer;
  layer.config = config;
  layer.name = name;
  layer.trainable = trainable;
  graph_.layers_.push_back(layer);
  return static_cast<uint32_t>(graph_.layers_.size()) - 1;
}

uint32_t GraphBuilder::AddLayer(const LayerDecl& layer,
                                absl::Span<const uint32_t> children,
                                absl::Span<const TensorRef> model_inputs,
                                absl::Span<const TensorRef> model_outputs) {
  LayerDecl copy = layer;
  copy.children = Range{static_cast<uint32_t>(graph_.children_.size()),
                        static_cast<uint32_t>(children.size())};
  graph_.children_.insert(graph_.children_.end(), children.begin(),
                          children.end());
  copy.model_inputs = AddRefs(model_inputs);
  copy.model_outputs = AddRefs(model_outputs);
  graph_.layers_.push_back(copy);
  return static_cast<uint32_t>(graph_.layers_.size()) - 1;
}

void GraphBuilder::SetLayerConfig(uint32_t layer, const Config* config) {
  graph_.layers_[layer].config = config;
}

TensorRef GraphBuilder::AddCall(uint32_t layer,
                                absl::Span<const TensorRef> inputs,
                                bool as_list) {
  Call call;
  call.layer = layer;
  call.inputs = AddRefs(inputs);
  call.kwargs.begin = static_cast<uint32_t>(graph_.kwargs_.size());
  call.as_list = as_list;
  graph_.calls_.push_back(call);
  return TensorRef::Call(static_cast<int32_t>(graph_.calls_.size()) - 1, 0);
}

void GraphBuilder::AddKwarg(const Name* key, ConfigValue literal) {
  AddKwarg(key, Kwarg::Form::kLiteral, literal, {});
}

void GraphBuilder::AddKwarg(const Name* key, TensorRef tensor) {
  AddKwarg(key, Kwarg::Form::kTensor, ConfigValue::None(),
           absl::MakeConstSpan(&tensor, 1));
}

void GraphBuilder::AddKwarg(const Name* key,
                            absl::Span<const TensorRef> tensors) {
  AddKwarg(key, Kwarg::Form::kTensorList, ConfigValue::None(), tensors);
}

void GraphBuilder::AddKwarg(const Name* key, Kwarg::Form form,
                            ConfigValue literal,
                            absl::Span<const TensorRef> tensors) {
  const bool is_literal = form == Kwarg::Form::kLiteral;
  const Range range = is_literal ? Range{} : AddRefs(tensors);
  graph_.kwargs_.push_back(
      Kwarg{key, form, is_literal ? literal : ConfigValue::None(), range});
  ++graph_.calls_.back().kwargs.size;
}

void GraphBuilder::SetModel(absl::Span<const TensorRef> inputs,
                            absl::Span<const TensorRef> outputs,
                            const Name* name) {
  graph_.model_.name = name;
  graph_.model_.inputs = AddRefs(inputs);
  graph_.model_.outputs = AddRefs(outputs);
}

void GraphBuilder::SetModelLayer(uint32_t layer) {
  graph_.model_.layer = layer;
}

void GraphBuilder::SetModelPosition(uint32_t position) {
  graph_.model_.position = position;
  position_set_ = true;
}

const Graph& GraphBuilder::graph() {
  if (!position_set_) {
    graph_.model_.position = static_cast<uint32_t>(graph_.calls_.size());
  }
  return graph_;
}

Graph GraphBuilder::Build() && {
  graph();
  return std::move(graph_);
}

}  // namespace clonecheck
