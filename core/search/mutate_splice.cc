// Operators on two Graphs: a part of the other one, or all of it.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

constexpr size_t kMostSpliced = 4;
constexpr uint32_t kInPlacePercent = 70;
constexpr uint32_t kSameInputPercent = 50;

// A layer with no Models or Sequentials in it.
bool IsCopyable(const Graph& graph, const LayerDecl& layer) {
  if (IsModel(layer) || IsSequential(layer)) return false;
  const auto children = graph.children(layer);
  return std::all_of(children.begin(), children.end(), [&](uint32_t child) {
    return IsCopyable(graph, graph.layers()[child]);
  });
}

std::vector<uint32_t> PlainCalls(const Graph& graph) {
  std::vector<uint32_t> calls;
  for (uint32_t i = 0; i < graph.calls().size(); ++i) {
    if (IsCopyable(graph, graph.layers()[graph.calls()[i].layer])) {
      calls.push_back(i);
    }
  }
  return calls;
}

// Copies a layer of the other Graph and what it wraps, each once.
uint32_t CopyLayer(const Draft& from, uint32_t layer,
                   std::map<uint32_t, uint32_t>* copies, Draft* to) {
  const auto found = copies->find(layer);
  if (found != copies->end()) return found->second;
  Draft::DraftLayer copy = from.layers[layer];
  for (uint32_t& child : copy.children) {
    child = CopyLayer(from, child, copies, to);
  }
  copy.decl.name = nullptr;
  copy.decl.position = 0;
  to->layers.push_back(std::move(copy));
  const auto number = static_cast<uint32_t>(to->layers.size() - 1);
  copies->emplace(layer, number);
  return number;
}

}  // namespace

bool SpliceApplies(const Mutation& m) {
  return m.HasRoom() && m.other != nullptr && !PlainCalls(*m.other).empty();
}

bool Splice(Mutation& m) {
  const Graph& other = *m.other;
  const Draft from = Draft::From(other);
  const TensorTable other_tensors(other, m.catalogue);
  const std::vector<uint32_t> plain = PlainCalls(other);
  const uint32_t last = m.OneOf(plain);
  // The last call, and calls that it needs.
  const size_t most = std::min(1 + size_t{m.Below(kMostSpliced)},
                               m.max_calls - m.graph.calls().size());
  std::vector<uint32_t> taken = {last};
  for (size_t i = 0; i < taken.size(); ++i) {
    for (TensorRef ref : from.calls[taken[i]].inputs) {
      if (ref.is_input() || taken.size() >= most) continue;
      const auto call = static_cast<uint32_t>(ref.producer);
      if (std::count(taken.begin(), taken.end(), call) == 0 &&
          std::count(plain.begin(), plain.end(), call) > 0) {
        taken.push_back(call);
      }
    }
  }
  std::sort(taken.begin(), taken.end());

  Draft& draft = m.draft;
  const size_t position = m.Below(m.graph.calls().size() + 1);
  const std::vector<TensorRef> at_hand =
      m.tensors.AtHand(position, TensorTable::kMain);
  draft.InsertCalls(position, taken.size());
  std::map<std::pair<int32_t, int32_t>, TensorRef> cut;
  // A tensor of the other Graph, in this one.
  const auto translate = [&](TensorRef ref) -> std::optional<TensorRef> {
    if (!ref.is_input()) {
      const auto found = std::find(taken.begin(), taken.end(),
                                   static_cast<uint32_t>(ref.producer));
      if (found != taken.end()) {
        const auto offset = static_cast<size_t>(found - taken.begin());
        return TensorRef::Call(static_cast<int32_t>(position + offset),
                               ref.index);
      }
    }
    const auto before = cut.find({ref.producer, ref.index});
    if (before != cut.end()) return before->second;
    const TensorInfo* want = other_tensors.Info(ref);
    if (want == nullptr) return std::nullopt;
    std::vector<TensorRef> fitting;
    for (TensorRef candidate : at_hand) {
      const TensorInfo* info = m.tensors.Info(candidate);
      if (info != nullptr && SameType(*info, *want)) {
        fitting.push_back(candidate);
      }
    }
    TensorRef tensor;
    if (!fitting.empty()) {
      tensor = m.OneOf(fitting);
    } else if (CanBeInput(*want)) {
      InputDecl input;
      input.batch_shape = want->shape;
      input.dtype = want->dtype;
      tensor = TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
      draft.inputs.push_back(input);
      // Of a model that is a layer, it is outside.
      if (draft.model_layer == ModelDecl::kNoLayer) {
        draft.model_inputs.push_back(tensor);
      }
    } else {
      return std::nullopt;
    }
    cut[{ref.producer, ref.index}] = tensor;
    return tensor;
  };
  std::map<uint32_t, uint32_t> copies;
  for (size_t i = 0; i < taken.size(); ++i) {
    Draft::DraftCall call = from.calls[taken[i]];
    call.layer = CopyLayer(from, call.layer, &copies, &draft);
    const auto translate_all = [&](std::vector<TensorRef>& refs) {
      for (TensorRef& ref : refs) {
        const std::optional<TensorRef> tensor = translate(ref);
        if (!tensor.has_value()) return false;
        ref = *tensor;
      }
      return true;
    };
    if (!translate_all(call.inputs)) return false;
    for (Draft::Keyword& kwarg : call.kwargs) {
      if (!translate_all(kwarg.tensors)) return false;
    }
    draft.calls[position + i] = std::move(call);
  }
  const TensorRef result =
      TensorRef::Call(static_cast<int32_t>(position + taken.size() - 1), 0);
  const TensorInfo* info =
      other_tensors.Info(TensorRef::Call(static_cast<int32_t>(last), 0));
  if (info != nullptr && m.Percent(kInPlacePercent) &&
      UseInPlace(m, *info, TensorTable::kMain, position, taken.size(),
                 result)) {
    return true;
  }
  if (draft.model_position > position) AddModelOutput(m, result);
  return true;
}

bool JoinApplies(const Mutation& m) {
  return m.other != nullptr && m.HasRoom(m.other->calls().size()) &&
         !m.graph.model().is_layer() && !m.other->model().is_layer() &&
         m.graph.model_outputs().size() + m.other->model_outputs().size() <=
             kMostModelOutputs;
}

bool Join(Mutation& m) {
  Draft from = Draft::From(*m.other);
  Draft& draft = m.draft;
  const auto calls = static_cast<int32_t>(draft.calls.size());
  const auto layers = static_cast<uint32_t>(draft.layers.size());
  std::vector<TensorRef> input_of(from.inputs.size());
  for (size_t i = 0; i < from.inputs.size(); ++i) {
    input_of[i] = TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
    InputDecl input = from.inputs[i];
    input.name = nullptr;
    draft.inputs.push_back(input);
  }
  // Inputs of the model may be those of the Graph.
  for (TensorRef ref : from.model_inputs) {
    if (!ref.is_input() || !m.Percent(kSameInputPercent)) continue;
    const InputDecl& want = from.inputs[ref.input()];
    for (TensorRef own : m.graph.model_inputs()) {
      if (!own.is_input()) continue;
      const InputDecl& have = m.graph.inputs()[own.input()];
      if (have.batch_shape == want.batch_shape && have.dtype == want.dtype &&
          have.sparse == want.sparse) {
        input_of[ref.input()] = own;
      }
    }
  }
  from.ForEachRefs([&](std::vector<TensorRef>* refs) {
    for (TensorRef& ref : *refs) {
      if (ref.is_input()) {
        ref = input_of[ref.input()];
      } else {
        ref.producer += calls;
      }
    }
  });
  for (Draft::DraftLayer& layer : from.layers) {
    layer.decl.name = nullptr;
    layer.decl.position += static_cast<uint32_t>(calls);
    for (uint32_t& child : layer.children) child += layers;
    draft.layers.push_back(std::move(layer));
  }
  for (Draft::DraftCall& call : from.calls) {
    call.layer += layers;
    draft.calls.push_back(std::move(call));
  }
  for (TensorRef ref : from.model_inputs) {
    std::vector<TensorRef>& own = draft.model_inputs;
    if (std::count(own.begin(), own.end(), ref) == 0) own.push_back(ref);
  }
  for (TensorRef ref : from.model_outputs) draft.model_outputs.push_back(ref);
  draft.model_position = static_cast<uint32_t>(draft.calls.size());
  return true;
}

}  // namespace clonecheck
