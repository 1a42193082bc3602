// Operators on calls: one more, one less, two exchanged.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/layers/scratch.h"
#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

constexpr int kDraws = 8;
constexpr uint32_t kWrapperPercent = 10;
constexpr uint32_t kInPlacePercent = 70;

const LayerSpec& DrawSpec(Mutation& m) {
  if (m.domain.has_families() && m.Percent(kWrapperPercent)) {
    ChoiceSource choices(m.Below(1u << 31));
    return m.domain.DrawBidirectional(choices);
  }
  const std::vector<LayerDomain::Kind>& kinds = m.domain.kinds();
  return *m.OneOf(kinds[m.Below(kinds.size())].specs);
}

// Tensors that `spec` takes, of those at hand; none if there are not enough.
std::vector<TensorRef> ChooseInputs(Mutation& m, const LayerSpec& spec,
                                    const std::vector<TensorRef>& at_hand) {
  std::vector<TensorRef> inputs;
  std::vector<TensorInfo> given;
  for (int i = 0; i < spec.traits().min_inputs; ++i) {
    const size_t start = m.Below(at_hand.size());
    std::optional<TensorRef> found;
    for (size_t j = 0; j < at_hand.size() && !found.has_value(); ++j) {
      const TensorRef ref = at_hand[(start + j) % at_hand.size()];
      const TensorInfo* info = m.tensors.Info(ref);
      if (info != nullptr && spec.Accepts(given, *info)) found = ref;
    }
    if (!found.has_value()) return {};
    inputs.push_back(*found);
    given.push_back(*m.tensors.Info(*found));
  }
  return inputs;
}

// What the first output of a first call on `given` is.
std::optional<TensorInfo> FirstOutput(Mutation& m, const LayerSpec& spec,
                                      const std::vector<TensorInfo>& given) {
  LayerScratch scratch;
  const LayerContext context = scratch.Context(m.catalogue.pool());
  std::vector<const Shape*> shapes;
  for (const TensorInfo& info : given) shapes.push_back(info.shape);
  BuildContext build(context);
  build.input_shapes = shapes;
  if (spec.traits().builds && spec.Build(build) != nullptr) return {};
  ShapeContext output(context);
  output.input_shapes = shapes;
  if (spec.OutputShapes(output) != nullptr || output.output_shapes.empty()) {
    return {};
  }
  return TensorInfo{output.output_shapes[0],
                    spec.OutputDType(given.back().dtype)};
}

uint32_t AddLayer(Mutation& m, const LayerSpec& spec) {
  Draft::DraftLayer layer;
  for (const LayerSpec* child : spec.children()) {
    layer.children.push_back(AddLayer(m, *child));
  }
  layer.decl.config = spec.config();
  m.draft.layers.push_back(std::move(layer));
  return static_cast<uint32_t>(m.draft.layers.size() - 1);
}

}  // namespace

bool InsertApplies(const Mutation& m) { return m.HasRoom(); }

bool Insert(Mutation& m) {
  const size_t position = m.Below(m.graph.calls().size() + 1);
  const int32_t scope = position < m.graph.calls().size() && m.Percent(50)
                            ? m.tensors.ScopeOfCall(position)
                            : TensorTable::kMain;
  const std::vector<TensorRef> at_hand = m.tensors.AtHand(position, scope);
  if (at_hand.empty()) return false;
  for (int draw = 0; draw < kDraws; ++draw) {
    const LayerSpec& spec = DrawSpec(m);
    const std::vector<TensorRef> inputs = ChooseInputs(m, spec, at_hand);
    if (inputs.empty()) continue;
    std::vector<TensorInfo> given;
    for (TensorRef ref : inputs) given.push_back(*m.tensors.Info(ref));
    const std::optional<TensorInfo> output = FirstOutput(m, spec, given);
    if (!output.has_value()) continue;
    const uint32_t layer = AddLayer(m, spec);
    m.draft.InsertCalls(position, 1);
    m.draft.calls[position].layer = layer;
    m.draft.calls[position].inputs = inputs;
    const auto call = static_cast<int32_t>(position);
    // A call that nobody needs is one, too.
    if (m.Percent(kInPlacePercent) &&
        UseInPlace(m, *output, scope, position, 1, TensorRef::Call(call, 0))) {
      return true;
    }
    const auto k = static_cast<int32_t>(m.Below(spec.num_outputs()));
    if (scope == TensorTable::kMain && m.draft.model_position > position) {
      AddModelOutput(m, TensorRef::Call(call, k));
    }
    return true;
  }
  return false;
}

bool DeleteApplies(const Mutation& m) { return !m.graph.calls().empty(); }

namespace {

// For each output of the call that is used, a tensor of its type is used.
// False if there is none.
bool ReplaceOutputs(Mutation& m, size_t call) {
  const int32_t scope = m.tensors.ScopeOfCall(call);
  const std::vector<TensorRef> at_hand = m.tensors.AtHand(call, scope);
  const int used = m.draft.NumUsedOutputs(m.graph.calls()[call].layer);
  for (int k = 0; k < used; ++k) {
    const TensorRef output =
        TensorRef::Call(static_cast<int32_t>(call), static_cast<int32_t>(k));
    const TensorInfo* info = m.tensors.Info(output);
    std::vector<TensorRef> fitting;
    for (TensorRef ref : at_hand) {
      const TensorInfo* other = m.tensors.Info(ref);
      if (info != nullptr && other != nullptr && SameType(*other, *info)) {
        fitting.push_back(ref);
      }
    }
    if (fitting.empty()) return false;
    m.draft.Replace(output, m.OneOf(fitting));
  }
  return true;
}

// Drops what needs a dropped call: calls, and Models with all their calls. The
// model loses outputs; where none is left it gets a tensor that is.
void DropDependents(Mutation& m) {
  Draft& draft = m.draft;
  const auto lost = [&](const std::vector<TensorRef>& refs) {
    return std::any_of(refs.begin(), refs.end(), [&](TensorRef ref) {
      return !ref.is_input() && draft.calls[ref.producer].dropped;
    });
  };
  std::vector<bool> gone(draft.layers.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < draft.layers.size(); ++i) {
      if (gone[i]) continue;
      bool goes = lost(draft.layers[i].model_outputs);
      for (uint32_t child : draft.layers[i].children) goes |= gone[child];
      gone[i] = goes;
      changed |= goes;
    }
    for (Draft::DraftCall& call : draft.calls) {
      if (call.dropped) continue;
      call.dropped = gone[call.layer] || lost(call.inputs);
      for (const Draft::Keyword& kwarg : call.kwargs) {
        call.dropped |= lost(kwarg.tensors);
      }
      changed |= call.dropped;
    }
  }
  for (size_t i = 0; i < draft.layers.size(); ++i) {
    if (!gone[i]) continue;
    draft.layers[i].model_inputs.clear();
    draft.layers[i].model_outputs.clear();
  }
  if (draft.model_layer != ModelDecl::kNoLayer && gone[draft.model_layer]) {
    draft.model_layer = ModelDecl::kNoLayer;
    draft.model_position = static_cast<uint32_t>(draft.calls.size());
    for (TensorRef ref : m.tensors.AtHand(0, TensorTable::kMain)) {
      draft.model_inputs.push_back(ref);
    }
  }
  if (draft.model_layer != ModelDecl::kNoLayer) return;
  std::vector<TensorRef>& outputs = draft.model_outputs;
  outputs.erase(std::remove_if(outputs.begin(), outputs.end(),
                               [&](TensorRef ref) { return lost({ref}); }),
                outputs.end());
  if (!outputs.empty()) return;
  std::vector<TensorRef> left =
      m.tensors.AtHand(draft.model_position, TensorTable::kMain);
  left.erase(std::remove_if(left.begin(), left.end(),
                            [&](TensorRef ref) { return lost({ref}); }),
             left.end());
  if (!left.empty()) outputs.push_back(left.back());
}

}  // namespace

bool Delete(Mutation& m) {
  const size_t call = m.Below(m.graph.calls().size());
  if (m.Percent(30) || !ReplaceOutputs(m, call)) m.Restart();
  m.draft.calls[call].dropped = true;
  DropDependents(m);
  DropNewlyUnused(m);
  return true;
}

namespace {

bool Needs(const Graph& graph, size_t later, size_t earlier) {
  const auto uses = [&](Range range) {
    for (TensorRef ref : graph.tensors(range)) {
      if (ref.producer == static_cast<int32_t>(earlier)) return true;
    }
    return false;
  };
  const Call& call = graph.calls()[later];
  bool needs = uses(call.inputs);
  for (const Kwarg& kwarg : graph.kwargs(call)) needs |= uses(kwarg.tensors);
  // What is made between the two stays there.
  for (const LayerDecl& layer : graph.layers()) {
    needs |= layer.position == later;
  }
  return needs || graph.model().position == later;
}

// Of two calls that follow each other and may be exchanged, the first ones.
std::vector<size_t> Exchangeable(const Mutation& m) {
  std::vector<size_t> found;
  for (size_t i = 0; i + 1 < m.graph.calls().size(); ++i) {
    if (!Needs(m.graph, i + 1, i)) found.push_back(i);
  }
  return found;
}

}  // namespace

bool OrderApplies(const Mutation& m) { return !Exchangeable(m).empty(); }

bool Order(Mutation& m) {
  const size_t first = m.OneOf(Exchangeable(m));
  const auto a = static_cast<int32_t>(first);
  std::swap(m.draft.calls[first], m.draft.calls[first + 1]);
  m.draft.ForEachRefs([&](std::vector<TensorRef>* refs) {
    for (TensorRef& ref : *refs) {
      if (ref.producer == a) {
        ref.producer = a + 1;
      } else if (ref.producer == a + 1) {
        ref.producer = a;
      }
    }
  });
  return true;
}

}  // namespace clonecheck
