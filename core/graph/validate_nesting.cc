#include "core/graph/validate_nesting.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/graph/model_kinds.h"
#include "core/graph/places.h"
#include "core/graph/statements.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

// How many calls each layer makes when it is called, itself included: a Model
// runs all that its outputs need, and so do the Models within it. Models that
// call the one below twice double that with each level.
class CallsWithin {
 public:
  explicit CallsWithin(const Graph& graph)
      : graph_(graph),
        of_layer_(graph.layers().size(), 1),
        seen_(graph.calls().size(), 0) {}

  // Counts a layer whose children and history have been counted. Counts end
  // above kMaxCalls, so that they cannot overflow.
  size_t Count(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    size_t count = 1;
    for (uint32_t child : graph_.children(layer)) {
      count = std::min(count + of_layer_[child], kMaxCalls + 1);
    }
    if (IsModel(layer)) count = std::min(count + History(layer), kMaxCalls + 1);
    return of_layer_[index] = count;
  }

 private:
  // Of the calls between the inputs of a Model and its outputs.
  size_t History(const LayerDecl& model) {
    ++model_;
    stack_.clear();
    inputs_ = graph_.tensors(model.model_inputs);
    Push(graph_.tensors(model.model_outputs));
    size_t count = 0;
    while (!stack_.empty() && count <= kMaxCalls) {
      const Call& call = graph_.calls()[stack_.back()];
      stack_.pop_back();
      count += of_layer_[call.layer];
      Push(graph_.call_inputs(call));
      for (const Kwarg& kwarg : graph_.kwargs(call)) {
        Push(graph_.tensors(kwarg.tensors));
      }
    }
    return count;
  }

  void Push(absl::Span<const TensorRef> refs) {
    for (TensorRef ref : refs) {
      if (ref.is_input() || seen_[ref.producer] == model_) continue;
      if (std::find(inputs_.begin(), inputs_.end(), ref) != inputs_.end()) {
        continue;
      }
      seen_[ref.producer] = model_;
      stack_.push_back(ref.producer);
    }
  }

  const Graph& graph_;
  std::vector<size_t> of_layer_;
  std::vector<uint32_t> seen_;  // of each call, the last Model that needed it
  std::vector<uint32_t> stack_;
  absl::Span<const TensorRef> inputs_;
  uint32_t model_ = 0;
};

}  // namespace

// Follows the statements and notes how deeply models and wrappers are nested
// in each layer, and in what a call's outputs were computed from.
absl::Status CheckNesting(const Graph& graph) {
  if (std::all_of(graph.layers().begin(), graph.layers().end(),
                  [](const LayerDecl& layer) {
                    return layer.children.size == 0 && !IsModel(layer);
                  })) {
    return absl::OkStatus();
  }
  std::vector<size_t> in_layer(graph.layers().size(), 0);
  std::vector<size_t> in_call(graph.calls().size(), 0);
  const auto deepest = [&](absl::Span<const TensorRef> refs) {
    size_t depth = 0;
    for (TensorRef ref : refs) {
      if (!ref.is_input()) depth = std::max(depth, in_call[ref.producer]);
    }
    return depth;
  };
  CallsWithin calls_within(graph);
  for (Statement statement : Statements(graph)) {
    if (statement.kind == Statement::Kind::kCall) {
      const Call& call = graph.calls()[statement.index];
      size_t depth =
          std::max(in_layer[call.layer], deepest(graph.call_inputs(call)));
      for (const Kwarg& kwarg : graph.kwargs(call)) {
        depth = std::max(depth, deepest(graph.tensors(kwarg.tensors)));
      }
      in_call[statement.index] = depth;
    }
    if (statement.kind != Statement::Kind::kLayer) continue;
    const LayerDecl& layer = graph.layers()[statement.index];
    size_t depth = 0;
    if (IsModel(layer)) {
      depth = 1 + deepest(graph.tensors(layer.model_outputs));
    }
    for (uint32_t child : graph.children(layer)) {
      depth = std::max(depth, 1 + in_layer[child]);
    }
    if (depth > kMaxNesting) {
      return absl::InvalidArgumentError(absl::StrCat(
          PlaceText(graph, {Place::Kind::kLayer, statement.index}),
          " is nested ", depth, " levels deep; use at most ", kMaxNesting));
    }
    in_layer[statement.index] = depth;
    if (calls_within.Count(statement.index) > kMaxCalls) {
      return absl::InvalidArgumentError(absl::StrCat(
          PlaceText(graph, {Place::Kind::kLayer, statement.index}),
          " makes more than ", kMaxCalls,
          " calls when it is called once, with those of the models within; "
          "use models that call each other less often"));
    }
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
