// Operators on nested Models: calls put into one, and taken out of one.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/search/generator.h"
#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

constexpr size_t kMostNested = 4;  // calls that are put into a Model

bool CanBeInput(const Mutation& m, TensorRef ref) {
  const TensorInfo* info = m.tensors.Info(ref);
  return info != nullptr && CanBeInput(*info);
}

// The number of `ref` in `refs`, to which it is added if it is not there.
size_t Position(TensorRef ref, std::vector<TensorRef>* refs) {
  const auto found = std::find(refs->begin(), refs->end(), ref);
  if (found == refs->end()) refs->push_back(ref);
  return static_cast<size_t>(std::find(refs->begin(), refs->end(), ref) -
                             refs->begin());
}

}  // namespace

bool NestApplies(const Mutation& m) {
  if (!m.HasRoom()) return false;
  for (const Call& call : m.graph.calls()) {
    const auto inputs = m.graph.call_inputs(call);
    if (std::all_of(inputs.begin(), inputs.end(),
                    [&](TensorRef ref) { return CanBeInput(m, ref); })) {
      return true;
    }
  }
  return false;
}

bool Nest(Mutation& m) {
  const size_t begin = m.Below(m.graph.calls().size());
  const int32_t scope = m.tensors.ScopeOfCall(begin);
  size_t end = begin + 1;
  const size_t wanted = 1 + m.Below(kMostNested);
  while (end < m.graph.calls().size() && end - begin < wanted &&
         m.tensors.ScopeOfCall(end) == scope) {
    ++end;
  }
  const auto inside = [&](TensorRef ref) {
    return !ref.is_input() && static_cast<size_t>(ref.producer) >= begin &&
           static_cast<size_t>(ref.producer) < end;
  };
  Draft& draft = m.draft;
  draft.InsertCalls(end, 1);

  // What comes in.
  std::vector<TensorRef> given;
  const size_t first_input = draft.inputs.size();
  const auto enter = [&](std::vector<TensorRef>& refs) {
    for (TensorRef& ref : refs) {
      if (inside(ref)) continue;
      if (!CanBeInput(m, ref)) return false;
      const size_t input = first_input + Position(ref, &given);
      ref = TensorRef::Input(static_cast<int32_t>(input));
    }
    return true;
  };
  for (size_t i = begin; i < end; ++i) {
    if (!enter(draft.calls[i].inputs)) return false;
    for (Draft::Keyword& kwarg : draft.calls[i].kwargs) {
      if (!enter(kwarg.tensors)) return false;
    }
  }
  if (given.size() > Generator::kMaxModelInputs) return false;
  Draft::DraftLayer model;
  for (TensorRef ref : given) {
    const TensorInfo& info = *m.tensors.Info(ref);
    InputDecl input;
    input.batch_shape = info.shape;
    input.dtype = info.dtype;
    model.model_inputs.push_back(
        TensorRef::Input(static_cast<int32_t>(draft.inputs.size())));
    draft.inputs.push_back(input);
  }

  // What goes out.
  std::vector<TensorRef>& results = model.model_outputs;
  const auto leave = [&](std::vector<TensorRef>& refs) {
    for (TensorRef& ref : refs) {
      if (!inside(ref)) continue;
      ref = TensorRef::Call(static_cast<int32_t>(end),
                            static_cast<int32_t>(Position(ref, &results)));
    }
  };
  for (size_t i = end + 1; i < draft.calls.size(); ++i) {
    leave(draft.calls[i].inputs);
    for (Draft::Keyword& kwarg : draft.calls[i].kwargs) leave(kwarg.tensors);
  }
  for (Draft::DraftLayer& layer : draft.layers) leave(layer.model_outputs);
  leave(draft.model_outputs);
  if (results.empty()) {
    results.push_back(TensorRef::Call(static_cast<int32_t>(end) - 1, 0));
  }
  if (results.size() > Generator::kMaxModelOutputs) return false;

  model.decl.config = m.catalogue.pool().InternConfig(
      m.catalogue.pool().InternName(ModelKind().class_name()), {});
  model.decl.position = static_cast<uint32_t>(end);
  draft.calls[end].layer = static_cast<uint32_t>(draft.layers.size());
  draft.calls[end].inputs = given;
  draft.layers.push_back(std::move(model));
  return true;
}

namespace {

// The calls that the outputs of a Model need, in their order.
std::vector<size_t> CallsWithin(const Graph& graph, const LayerDecl& model) {
  std::vector<bool> needed(graph.calls().size(), false);
  const auto need = [&](Range range) {
    for (TensorRef ref : graph.tensors(range)) {
      if (!ref.is_input()) needed[ref.producer] = true;
    }
  };
  need(model.model_outputs);
  std::vector<size_t> calls;
  for (size_t i = needed.size(); i-- > 0;) {
    if (!needed[i]) continue;
    need(graph.calls()[i].inputs);
    for (const Kwarg& kwarg : graph.kwargs(graph.calls()[i])) {
      need(kwarg.tensors);
    }
    calls.push_back(i);
  }
  std::reverse(calls.begin(), calls.end());
  return calls;
}

size_t NumWithin(const Graph& graph, const LayerDecl& layer) {
  if (IsSequential(layer)) return layer.children.size;
  return IsModel(layer) ? CallsWithin(graph, layer).size() : 0;
}

// Calls of Models and Sequentials, for whose insides there is room. A
// Sequential that is the model keeps one.
std::vector<uint32_t> Inlinable(const Mutation& m) {
  std::vector<uint32_t> calls;
  const auto all = m.graph.calls();
  const bool model_is_called_once =
      std::count_if(all.begin(), all.end(), [&](const Call& call) {
        return call.layer == m.graph.model().layer;
      }) == 1;
  for (uint32_t i = 0; i < m.graph.calls().size(); ++i) {
    const LayerDecl& layer = m.graph.layers()[m.graph.calls()[i].layer];
    if (IsSequential(layer) && model_is_called_once &&
        m.graph.calls()[i].layer == m.graph.model().layer) {
      continue;
    }
    const size_t within = NumWithin(m.graph, layer);
    const bool whole = IsSequential(layer) ? within > 0
                                           : layer.model_inputs.size ==
                                                 m.graph.calls()[i].inputs.size;
    if ((IsModel(layer) || IsSequential(layer)) && whole &&
        m.HasRoom(std::max<size_t>(within, 1) - 1)) {
      calls.push_back(i);
    }
  }
  return calls;
}

}  // namespace

bool InlineApplies(const Mutation& m) { return !Inlinable(m).empty(); }

bool Inline(Mutation& m) {
  const size_t at = m.OneOf(Inlinable(m));
  const LayerDecl& layer = m.graph.layers()[m.graph.calls()[at].layer];
  Draft& draft = m.draft;
  const std::vector<TensorRef> given = draft.calls[at].inputs;
  // The new calls, numbered from `at`, and what the old call's outputs become.
  std::vector<Draft::DraftCall> calls;
  std::vector<TensorRef> results;
  const auto next = [&] { return static_cast<int32_t>(at + calls.size()); };
  if (IsSequential(layer)) {
    results = given;
    for (uint32_t child : m.graph.children(layer)) {
      Draft::DraftCall call;
      call.layer = child;
      call.inputs = results;
      results = {TensorRef::Call(next(), 0)};
      calls.push_back(std::move(call));
    }
  } else {
    const auto own = m.graph.tensors(layer.model_inputs);
    std::map<int32_t, TensorRef> substitutes;  // of producers, by output 0
    for (size_t i = 0; i < own.size(); ++i) {
      substitutes[own[i].producer] = given[i];
    }
    const auto substitute = [&](std::vector<TensorRef>& refs) {
      for (TensorRef& ref : refs) {
        const auto found = substitutes.find(ref.producer);
        if (found == substitutes.end()) continue;
        ref = ref.is_input()
                  ? found->second
                  : TensorRef::Call(found->second.producer, ref.index);
      }
    };
    for (size_t i : CallsWithin(m.graph, layer)) {
      Draft::DraftCall call = draft.calls[i];
      substitute(call.inputs);
      for (Draft::Keyword& kwarg : call.kwargs) substitute(kwarg.tensors);
      substitutes[static_cast<int32_t>(i)] = TensorRef::Call(next(), 0);
      calls.push_back(std::move(call));
    }
    const auto outputs = m.graph.tensors(layer.model_outputs);
    results.assign(outputs.begin(), outputs.end());
    substitute(results);
  }
  // The old call comes after them, and goes.
  const size_t count = calls.size();
  draft.InsertCalls(at, count);
  for (size_t i = 0; i < count; ++i) draft.calls[at + i] = std::move(calls[i]);
  for (size_t k = 0; k < results.size(); ++k) {
    draft.Replace(TensorRef::Call(static_cast<int32_t>(at + count),
                                  static_cast<int32_t>(k)),
                  results[k]);
  }
  draft.calls[at + count].dropped = true;
  // A Model that nobody calls any more goes with what it alone needs.
  const uint32_t old = m.graph.calls()[at].layer;
  bool needed = draft.model_layer == old;
  for (const Draft::DraftCall& call : draft.calls) {
    needed |= !call.dropped && call.layer == old;
  }
  for (const Draft::DraftLayer& other : draft.layers) {
    needed |= std::count(other.children.begin(), other.children.end(), old) > 0;
  }
  if (!needed) {
    draft.layers[old].model_inputs.clear();
    draft.layers[old].model_outputs.clear();
  }
  DropNewlyUnused(m, at, count);
  return true;
}

}  // namespace clonecheck
