#include "core/search/mutation.h"

#include <algorithm>
#include <utility>

#include "core/graph/canonical.h"
#include "core/graph/model_kinds.h"
#include "core/graph/validate.h"
#include "core/layers/resolve_graph.h"

namespace clonecheck {
namespace {

bool HoldsModel(const Graph& graph, const LayerDecl& layer) {
  if (IsModel(layer) || IsSequential(layer)) return true;
  for (uint32_t child : graph.children(layer)) {
    if (HoldsModel(graph, graph.layers()[child])) return true;
  }
  return false;
}

// A Bidirectional and the layer that it was given have one cell, which each of
// them builds: where that layer is also called, or wrapped twice, calls outside
// of the model leave weights in it that no clone can know of.
bool HasCellsOfItsOwn(const Graph& graph, const LayerDecl& layer) {
  for (uint32_t child : graph.children(layer)) {
    size_t uses = 0;
    for (const Call& call : graph.calls()) uses += call.layer == child ? 1 : 0;
    for (const LayerDecl& other : graph.layers()) {
      const absl::Span<const uint32_t> children = graph.children(other);
      uses += static_cast<size_t>(
          std::count(children.begin(), children.end(), child));
    }
    if (uses > 1) return false;
  }
  return true;
}

// Computed from inputs without weights?
bool IsWeightless(const Graph& graph, Catalogue& catalogue, TensorRef ref) {
  if (ref.is_input()) return true;
  const Call& call = graph.calls()[ref.producer];
  const LayerDecl& layer = graph.layers()[call.layer];
  const LayerSpec* spec =
      HoldsModel(graph, layer) ? nullptr : catalogue.FindLayer(graph, layer);
  if (spec == nullptr || spec->traits().builds) return false;
  const auto inputs = graph.call_inputs(call);
  return std::all_of(inputs.begin(), inputs.end(), [&](TensorRef input) {
    return IsWeightless(graph, catalogue, input);
  });
}

// One number a step of what the call is on.
bool IsMaskOf(const TensorInfo& sequence, const TensorInfo& mask) {
  const Shape& steps = *sequence.shape;
  const Shape& shape = *mask.shape;
  return mask.dtype == DType::kFloat32 && shape.rank == 2 && steps.rank >= 2 &&
         shape.dim[0] == steps.dim[0] && shape.dim[1] == steps.dim[1];
}

bool MasksFit(const Graph& graph, Catalogue& catalogue,
              const TensorTable& tensors, size_t index) {
  const Call& call = graph.calls()[index];
  for (const Kwarg& kwarg : graph.kwargs(call)) {
    if (kwarg.key->text != "mask" || kwarg.tensors.size == 0) continue;
    const TensorRef mask = graph.tensors(kwarg.tensors)[0];
    const TensorInfo* info = tensors.Info(mask);
    const TensorInfo* sequence = tensors.Info(graph.call_inputs(call)[0]);
    if (tensors.ScopeOfCall(index) != TensorTable::kMain || info == nullptr ||
        sequence == nullptr || !IsMaskOf(*sequence, *info) ||
        !IsWeightless(graph, catalogue, mask)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool CanBeInput(const TensorInfo& info) {
  static_assert(kUnknownRank < 1);
  if (info.shape->rank < 1) return false;
  const auto dims = info.shape->dims();
  return std::all_of(dims.begin(), dims.end(), [](int32_t dim) {
    return dim == kUnknownDim || dim >= 1;
  });
}

TensorTable::TensorTable(const Graph& graph, Catalogue& catalogue)
    : calls_(InferTensors(graph, catalogue)),
      scope_of_inputs_(graph.inputs().size(), kMain),
      scope_of_calls_(graph.calls().size(), kMain) {
  for (const InputDecl& input : graph.inputs()) {
    inputs_.push_back(TensorInfo{input.batch_shape, input.dtype, false});
  }
  for (size_t i = graph.layers().size(); i-- > 0;) {
    for (TensorRef ref : graph.tensors(graph.layers()[i].model_inputs)) {
      if (ref.is_input()) {
        scope_of_inputs_[ref.input()] = static_cast<int32_t>(i);
      }
    }
  }
  for (TensorRef ref : graph.model_inputs()) {
    if (ref.is_input()) scope_of_inputs_[ref.input()] = kMain;
  }
  for (size_t i = 0; i < scope_of_calls_.size(); ++i) {
    const auto given = graph.call_inputs(graph.calls()[i]);
    if (!given.empty()) scope_of_calls_[i] = Scope(given[0]);
  }
}

const TensorInfo* TensorTable::Info(TensorRef ref) const {
  if (ref.is_input()) return &inputs_[ref.input()];
  const TensorInfos& made = calls_[ref.producer];
  const auto index = static_cast<size_t>(ref.index);
  return index < made.size() ? &made[index] : nullptr;
}

int32_t TensorTable::Scope(TensorRef ref) const {
  return ref.is_input() ? scope_of_inputs_[ref.input()]
                        : scope_of_calls_[ref.producer];
}

std::vector<TensorRef> TensorTable::AtHand(size_t position,
                                           int32_t scope) const {
  std::vector<TensorRef> refs;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (scope_of_inputs_[i] != scope) continue;
    refs.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  for (size_t i = 0; i < std::min(position, calls_.size()); ++i) {
    if (scope_of_calls_[i] != scope) continue;
    for (size_t k = 0; k < calls_[i].size(); ++k) {
      refs.push_back(
          TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)));
    }
  }
  return refs;
}

Mutation::Mutation(const Graph& g, const Graph* o, Catalogue& c, LayerDomain& d,
                   size_t most)
    : graph(g),
      other(o),
      catalogue(c),
      domain(d),
      max_calls(most),
      tensors(g, c) {}

const LayerSpec* Mutation::PlainSpec(uint32_t layer) const {
  const LayerDecl& decl = graph.layers()[layer];
  if (IsModel(decl) || IsSequential(decl) || decl.children.size > 0) {
    return nullptr;
  }
  return catalogue.Find(decl.config);
}

std::vector<TensorInfo> Mutation::Given(size_t call) const {
  std::vector<TensorInfo> given;
  const auto add = [&](TensorRef ref) {
    const TensorInfo* info = tensors.Info(ref);
    if (info != nullptr) given.push_back(*info);
    return info != nullptr;
  };
  for (TensorRef ref : graph.call_inputs(graph.calls()[call])) {
    if (!add(ref)) return {};
  }
  for (const Kwarg& kwarg : graph.kwargs(graph.calls()[call])) {
    if (kwarg.key->text != "initial_state") continue;
    for (TensorRef ref : graph.tensors(kwarg.tensors)) {
      if (!add(ref)) return {};
    }
  }
  return given;
}

bool LooksGenerated(const Graph& graph, Catalogue& catalogue) {
  if (graph.model().is_layer() &&
      std::none_of(graph.calls().begin(), graph.calls().end(),
                   [&](const Call& call) {
                     return call.layer == graph.model().layer;
                   }) &&
      IsSequential(graph.layers()[graph.model().layer])) {
    return false;
  }
  for (const LayerDecl& layer : graph.layers()) {
    if (HoldsModel(graph, layer)) continue;
    const LayerSpec* spec = catalogue.FindLayer(graph, layer);
    if (spec != nullptr && spec->traits().states_in_halves &&
        !HasCellsOfItsOwn(graph, layer)) {
      return false;
    }
  }
  const TensorTable tensors(graph, catalogue);
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    const Call& call = graph.calls()[i];
    if (!MasksFit(graph, catalogue, tensors, i)) return false;
    const LayerDecl& layer = graph.layers()[call.layer];
    if (HoldsModel(graph, layer)) continue;
    const LayerSpec* spec = catalogue.FindLayer(graph, layer);
    if (spec == nullptr) return false;
    std::vector<TensorInfo> given;
    const auto accepts = [&](TensorRef ref) {
      const TensorInfo* info = tensors.Info(ref);
      if (info == nullptr) return false;
      const bool fits = spec->Accepts(given, *info);
      given.push_back(*info);
      return fits;
    };
    for (TensorRef ref : graph.call_inputs(call)) {
      if (!accepts(ref)) return false;
    }
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      if (kwarg.key->text != "initial_state") continue;
      for (TensorRef ref : graph.tensors(kwarg.tensors)) {
        if (!accepts(ref)) return false;
      }
    }
  }
  return true;
}

std::optional<Graph> Admit(Graph proposed, Catalogue& catalogue,
                           const Builds& builds) {
  if (!Validate(proposed, nullptr).ok()) return std::nullopt;
  absl::StatusOr<Graph> resolved = ResolveGraph(std::move(proposed), catalogue);
  if (!resolved.ok() || !LooksGenerated(*resolved, catalogue)) {
    return std::nullopt;
  }
  Graph graph = Canonicalize(*resolved);
  if (!builds(graph)) return std::nullopt;
  return graph;
}

bool UseInPlace(Mutation& m, const TensorInfo& info, int32_t scope,
                size_t position, size_t inserted, TensorRef tensor) {
  // Of tensors of the draft, what is known from the Graph.
  const auto fits = [&](TensorRef ref) {
    if (!ref.is_input() &&
        static_cast<size_t>(ref.producer) >= position + inserted) {
      ref.producer -= static_cast<int32_t>(inserted);
    }
    const TensorInfo* known = m.tensors.Info(ref);
    return known != nullptr && SameType(*known, info) &&
           m.tensors.Scope(ref) == scope;
  };
  std::vector<TensorRef*> uses;
  const auto see = [&](std::vector<TensorRef>& refs) {
    for (TensorRef& ref : refs) {
      if (fits(ref)) uses.push_back(&ref);
    }
  };
  for (size_t i = position + inserted; i < m.draft.calls.size(); ++i) {
    see(m.draft.calls[i].inputs);
    for (Draft::Keyword& kwarg : m.draft.calls[i].kwargs) see(kwarg.tensors);
  }
  for (Draft::DraftLayer& layer : m.draft.layers) {
    if (layer.decl.position > position) see(layer.model_outputs);
  }
  if (scope == TensorTable::kMain && m.draft.model_position > position) {
    see(m.draft.model_outputs);
  }
  if (uses.empty()) return false;
  *m.OneOf(uses) = tensor;
  return true;
}

bool AddModelOutput(Mutation& m, TensorRef tensor) {
  if (m.draft.model_layer != ModelDecl::kNoLayer ||
      m.draft.model_outputs.size() >= kMostModelOutputs) {
    return false;
  }
  const size_t at = m.Below(m.draft.model_outputs.size() + 1);
  m.draft.model_outputs.insert(
      m.draft.model_outputs.begin() + static_cast<ptrdiff_t>(at), tensor);
  return true;
}

void DropNewlyUnused(Mutation& m, size_t position, size_t inserted) {
  Draft before = Draft::From(m.graph);
  before.DropUnusedCalls();
  std::vector<bool> kept(before.calls.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = before.calls[i].dropped;
  kept.insert(kept.begin() + static_cast<ptrdiff_t>(position), inserted, true);
  m.draft.DropUnusedCalls(kept);
}

}  // namespace clonecheck
