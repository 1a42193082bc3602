#include "core/graph/validate_refs.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/ref_text.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

template <typename... Args>
absl::Status Fail(const Args&... args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

// `calls 0 to 4`, `call 0`; REQUIRES: count > 0.
std::string Numbers(absl::string_view what, size_t count) {
  if (count == 1) return absl::StrCat("only ", what, " 0");
  return absl::StrCat(what, "s 0 to ", count - 1);
}

absl::Status FailRef(const Graph& graph, Place place, absl::string_view what,
                     size_t i, TensorRef ref, size_t calls) {
  const std::string head =
      absl::StrCat(PlaceText(graph, place), ": ", what, " ", i);
  if (ref.is_input()) {
    if (ref.index != 0) {
      return Fail(head, " refers to output ", ref.index, " of input ",
                  ref.input(), "; an input is a single tensor, use ",
                  RefToText(TensorRef::Input(ref.input())));
    }
    return Fail(head, " refers to input ", ref.input(), ", but there ",
                graph.inputs().empty()
                    ? "are no inputs; add one"
                    : absl::StrCat(graph.inputs().size() == 1 ? "is " : "are ",
                                   Numbers("input", graph.inputs().size()),
                                   "; use one of these"));
  }
  if (static_cast<size_t>(ref.producer) >= graph.calls().size()) {
    return Fail(head, " refers to call ", ref.producer, ", but there ",
                graph.calls().empty()
                    ? "are no calls; add one"
                    : absl::StrCat(graph.calls().size() == 1 ? "is " : "are ",
                                   Numbers("call", graph.calls().size()),
                                   "; use one of these"));
  }
  if (static_cast<size_t>(ref.producer) >= calls) {
    if (place.kind == Place::Kind::kCall) {
      return Fail(head, " refers to call ", ref.producer,
                  ref.producer == static_cast<int32_t>(place.index)
                      ? ", which is this very call"
                      : ", which comes later",
                  "; a call can only use inputs and earlier calls");
    }
    return Fail(head, " refers to call ", ref.producer,
                ", which comes after position ", calls,
                "; raise the position to at least ", ref.producer + 1,
                ", or use an earlier call");
  }
  return Fail(head, " refers to output ", ref.index, " of call ", ref.producer,
              "; use an index from 0 to ", kMaxOutputs - 1);
}

absl::Status CheckIndices(const Graph& graph, Place place,
                          absl::string_view what,
                          absl::Span<const TensorRef> refs,
                          const std::vector<int>& outputs) {
  for (size_t i = 0; i < refs.size(); ++i) {
    const TensorRef ref = refs[i];
    if (ref.is_input()) continue;
    const uint32_t layer = graph.calls()[ref.producer].layer;
    if (outputs[layer] < 0 || ref.index < outputs[layer]) continue;
    return Fail(PlaceText(graph, place), ": ", what, " ", i,
                " refers to output ", ref.index, " of call ", ref.producer,
                " (", LayerText(graph, layer), "), which has ",
                outputs[layer] == 1 ? "one output"
                                    : absl::StrCat(outputs[layer], " outputs"),
                "; use an index below that, counted from 0");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLimit(const Graph& graph, Place place, absl::string_view what,
                        size_t count, size_t limit) {
  if (count <= limit) return absl::OkStatus();
  return Fail(PlaceText(graph, place), ": ", count, " ", what,
              " are more than the ", limit,
              " that clonecheck takes; use fewer");
}

absl::Status CheckRefs(const Graph& graph, Place place, absl::string_view what,
                       absl::Span<const TensorRef> refs, size_t calls) {
  if (refs.size() > kMaxListLength) {
    return CheckLimit(graph, place, absl::StrCat(what, "s"), refs.size(),
                      kMaxListLength);
  }
  for (size_t i = 0; i < refs.size(); ++i) {
    const TensorRef ref = refs[i];
    if (ref.is_input()) {
      if (ref.index == 0 &&
          static_cast<size_t>(ref.input()) < graph.inputs().size()) {
        continue;
      }
    } else if (static_cast<size_t>(ref.producer) < calls && ref.index >= 0 &&
               static_cast<size_t>(ref.index) < kMaxOutputs) {
      continue;
    }
    return FailRef(graph, place, what, i, ref, calls);
  }
  return absl::OkStatus();
}

absl::Status CheckOutputIndices(const Graph& graph, const LayerFacts* facts) {
  std::vector<int> outputs;
  outputs.reserve(graph.layers().size());
  for (const LayerDecl& layer : graph.layers()) {
    outputs.push_back(NumOutputs(graph, layer, facts));
  }
  const auto check = [&](Place place, absl::string_view what,
                         absl::Span<const TensorRef> refs) {
    return CheckIndices(graph, place, what, refs, outputs);
  };
  for (uint32_t i = 0; i < graph.calls().size(); ++i) {
    const Call& call = graph.calls()[i];
    const Place place{Place::Kind::kCall, i};
    absl::Status status = check(place, "input", graph.call_inputs(call));
    if (!status.ok()) return status;
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      status = check(place, "keyword tensor", graph.tensors(kwarg.tensors));
      if (!status.ok()) return status;
    }
  }
  for (uint32_t i = 0; i < graph.layers().size(); ++i) {
    const LayerDecl& layer = graph.layers()[i];
    const Place place{Place::Kind::kLayer, i};
    absl::Status status =
        check(place, "input", graph.tensors(layer.model_inputs));
    if (!status.ok()) return status;
    status = check(place, "output", graph.tensors(layer.model_outputs));
    if (!status.ok()) return status;
  }
  const Place place{Place::Kind::kModel, 0};
  absl::Status status = check(place, "input", graph.model_inputs());
  if (!status.ok()) return status;
  return check(place, "output", graph.model_outputs());
}

}  // namespace clonecheck
