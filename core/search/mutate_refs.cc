// Operators on references: other inputs, other outputs.
#include <algorithm>
#include <vector>

#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

// A place of the draft where a tensor stands.
struct Place {
  TensorRef* ref;
  size_t position;  // tensors of earlier calls may stand there
};

std::vector<Place> AllPlaces(Draft& draft) {
  std::vector<Place> places;
  const auto add = [&](std::vector<TensorRef>& refs, size_t position) {
    for (TensorRef& ref : refs) places.push_back(Place{&ref, position});
  };
  for (size_t i = 0; i < draft.calls.size(); ++i) {
    add(draft.calls[i].inputs, i);
    for (Draft::Keyword& kwarg : draft.calls[i].kwargs) add(kwarg.tensors, i);
  }
  for (Draft::DraftLayer& layer : draft.layers) {
    add(layer.model_outputs, layer.decl.position);
  }
  add(draft.model_outputs, draft.model_position);
  return places;
}

}  // namespace

// A model's output may be any tensor.
bool RewireApplies(const Mutation& m) {
  if (!m.graph.model().is_layer()) {
    return m.tensors.AtHand(m.graph.model().position, TensorTable::kMain)
               .size() > 1;
  }
  for (size_t i = 0; i < m.graph.calls().size(); ++i) {
    const auto at_hand = m.tensors.AtHand(i, m.tensors.ScopeOfCall(i));
    for (TensorRef used : m.graph.call_inputs(m.graph.calls()[i])) {
      const TensorInfo* want = m.tensors.Info(used);
      for (TensorRef ref : at_hand) {
        const TensorInfo* info = m.tensors.Info(ref);
        if (want == nullptr || info == nullptr || ref == used) continue;
        if (SameType(*want, *info) && want->masked == info->masked) return true;
      }
    }
  }
  return false;
}

bool Rewire(Mutation& m) {
  const Place place = m.OneOf(AllPlaces(m.draft));
  const TensorRef before = *place.ref;
  const TensorInfo* want = m.tensors.Info(before);
  // Mostly of the same type, which is likely to be taken.
  const bool same_type = want != nullptr && m.Percent(80);
  std::vector<TensorRef> fitting;
  for (TensorRef ref :
       m.tensors.AtHand(place.position, m.tensors.Scope(before))) {
    const TensorInfo* info = m.tensors.Info(ref);
    if (ref == before || info == nullptr) continue;
    if (!same_type || SameType(*want, *info)) fitting.push_back(ref);
  }
  if (fitting.empty()) return false;
  *place.ref = m.OneOf(fitting);
  return true;
}

bool OutputsApplies(const Mutation& m) {
  return !m.graph.model().is_layer() &&
         !m.tensors.AtHand(m.graph.model().position, TensorTable::kMain)
              .empty();
}

bool Outputs(Mutation& m) {
  std::vector<TensorRef>& outputs = m.draft.model_outputs;
  const uint32_t at = m.Below(outputs.size());
  switch (m.Below(3)) {
    case 0:
      if (outputs.size() < 2) return false;
      outputs.erase(outputs.begin() + at);
      DropNewlyUnused(m);
      return true;
    case 1:
      std::swap(outputs[0], outputs[at]);
      return true;
    default:
      return AddModelOutput(m,
                            m.OneOf(m.tensors.AtHand(m.graph.model().position,
                                                     TensorTable::kMain)));
  }
}

}  // namespace clonecheck
