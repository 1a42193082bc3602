#include "core/law/structure.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/graph/model_kinds.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {
namespace {

// Calls `visit` on each tensor that the call takes: its inputs and its states.
template <typename Visit>
void ForEachInput(const Graph& graph, const Call& call, Visit visit) {
  for (TensorRef ref : graph.call_inputs(call)) visit(ref);
  for (const Kwarg& kwarg : graph.kwargs(call)) {
    for (TensorRef ref : graph.tensors(kwarg.tensors)) visit(ref);
  }
}

const LayerSpec& SpecOf(const Graph& graph, const Catalogue& catalogue,
                        const Call& call) {
  return *catalogue.FindLayer(graph, graph.layers()[call.layer]);
}

int MasksOf(const Graph& graph, const Catalogue& catalogue, const Call& call,
            MaskCount masks) {
  const LayerDecl& layer = graph.layers()[call.layer];
  if (IsModel(layer)) return static_cast<int>(layer.model_outputs.size);
  const LayerSpec& spec = SpecOf(graph, catalogue, call);
  const bool lists_masks = spec.traits().num_states > 0;
  const bool one_each = masks == MaskCount::kComputedIfSupported &&
                        !spec.traits().supports_masking;
  return lists_masks || one_each ? spec.num_outputs() : 1;
}

// Marks what `refs` need, calls and inputs; goes down from the last call.
struct Needed {
  Needed(const Graph& graph, absl::Span<const TensorRef> refs)
      : calls(graph.calls().size(), false),
        inputs(graph.inputs().size(), false) {
    const auto mark = [&](TensorRef ref) {
      if (ref.is_input()) {
        inputs[static_cast<size_t>(ref.input())] = true;
      } else {
        calls[static_cast<size_t>(ref.producer)] = true;
      }
    };
    for (TensorRef ref : refs) mark(ref);
    for (size_t i = calls.size(); i-- > 0;) {
      if (calls[i]) ForEachInput(graph, graph.calls()[i], mark);
    }
  }

  std::vector<bool> calls;
  std::vector<bool> inputs;
};

// Which calls belong to a nested Model: its outputs need them.
std::vector<bool> InnerCalls(const Graph& graph) {
  std::vector<bool> inner(graph.calls().size(), false);
  for (const LayerDecl& layer : graph.layers()) {
    if (!IsModel(layer)) continue;
    const Needed needed(graph, graph.tensors(layer.model_outputs));
    for (size_t i = 0; i < inner.size(); ++i) {
      if (needed.calls[i]) inner[i] = true;
    }
  }
  return inner;
}

}  // namespace

bool LosesAnOutput(const Graph& graph, const Catalogue& catalogue,
                   MaskCount masks) {
  const std::vector<bool> inner = InnerCalls(graph);
  // By call: outputs from this one on are lost.
  std::vector<int> kept(graph.calls().size(), 0);
  const auto lost = [&](TensorRef ref) {
    return !ref.is_input() &&
           ref.index >= kept[static_cast<size_t>(ref.producer)];
  };
  for (size_t i = 0; i < kept.size(); ++i) {
    if (inner[i]) continue;
    const Call& call = graph.calls()[i];
    bool takes_lost = false;
    ForEachInput(graph, call, [&](TensorRef ref) { takes_lost |= lost(ref); });
    if (!takes_lost) kept[i] = MasksOf(graph, catalogue, call, masks);
  }
  return std::any_of(graph.model_outputs().begin(), graph.model_outputs().end(),
                     lost);
}

bool HasUnneededModelInput(const Graph& graph) {
  for (const LayerDecl& layer : graph.layers()) {
    if (!IsModel(layer)) continue;
    const Needed needed(graph, graph.tensors(layer.model_outputs));
    for (TensorRef input : graph.tensors(layer.model_inputs)) {
      if (!needed.inputs[static_cast<size_t>(input.input())]) return true;
    }
  }
  return false;
}

bool GivesStates(const Graph& graph, const Catalogue& catalogue) {
  for (const Call& call : graph.calls()) {
    if (IsModel(graph.layers()[call.layer])) continue;
    if (SpecOf(graph, catalogue, call).traits().num_states == 0) continue;
    if (call.inputs.size > 1 || call.kwargs.size > 0) return true;
  }
  return false;
}

bool SharesAcrossLevels(const Graph& graph) {
  const std::vector<bool> inner = InnerCalls(graph);
  std::vector<uint8_t> levels(graph.layers().size(), 0);
  for (size_t i = 0; i < inner.size(); ++i) {
    levels[graph.calls()[i].layer] |= inner[i] ? 1 : 2;
  }
  return std::find(levels.begin(), levels.end(), 3) != levels.end();
}

}  // namespace clonecheck
