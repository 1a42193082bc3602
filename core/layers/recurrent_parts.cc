#include "core/layers/recurrent_parts.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

// Text that lives as long as the case, for errors.
absl::string_view Keep(Arena& arena, const std::string& text) {
  char* copy = arena.NewArray<char>(text.size());
  std::copy(text.begin(), text.end(), copy);
  return absl::string_view(copy, text.size());
}

}  // namespace

LayerSpec::Traits RecurrentTraits(int num_states, bool return_state, int ndim) {
  LayerSpec::Traits traits;
  traits.num_states = num_states;
  traits.max_inputs = 1 + num_states;
  traits.num_outputs = return_state ? 1 + num_states : 1;
  traits.supports_masking = true;
  traits.takes_mask = true;
  traits.takes_training = true;
  traits.takes_list_of_one = true;
  traits.builds = true;
  traits.has_input_spec = true;
  traits.input_spec.ndim = static_cast<int8_t>(ndim);
  return traits;
}

void SetRecurrentMask(MaskContext& context, bool return_sequences,
                      bool return_state, int num_outputs) {
  Symbol* mask = return_sequences ? context.masks.first() : nullptr;
  if (!return_state) {
    context.result = MaskValue::Single(mask);
    return;
  }
  const auto count = static_cast<size_t>(num_outputs);
  Symbol** masks = context.arena.NewArray<Symbol*>(count);
  masks[0] = mask;
  context.result = MaskValue::List(absl::MakeConstSpan(masks, count));
}

Refusal TakeStates(const CallContext& context, int num_states,
                   absl::Span<Symbol* const>* states) {
  *states = context.inputs.subspan(1);
  const bool by_keyword =
      context.keywords != nullptr && context.keywords->has_initial_state;
  if (states->empty() && by_keyword) {
    *states = context.keywords->initial_state;
  } else if (!states->empty() && by_keyword &&
             !context.rules.states_may_be_given_twice) {
    return context.Refuse(errors::kStatesFromBothSides);
  }
  if (!states->empty() && states->size() != static_cast<size_t>(num_states)) {
    return context.Refuse(errors::kStateCount,
                          ErrorArg::Of(static_cast<int64_t>(num_states)),
                          ErrorArg::Of(static_cast<int64_t>(states->size())));
  }
  return nullptr;
}

Refusal RefuseStateSizes(const BuildContext& context,
                         absl::Span<const int32_t> sizes, bool is_tuple) {
  const auto states = context.input_shapes.subspan(
      std::min<size_t>(1, context.input_shapes.size()));
  if (states.empty()) return nullptr;
  bool fits = states.size() == sizes.size();
  for (size_t i = 0; fits && i < states.size(); ++i) {
    fits = states[i]->known_rank() && states[i]->last() == sizes[i];
  }
  if (fits) return nullptr;
  std::string specs = "[";
  for (const Shape* state : states) {
    absl::StrAppend(&specs, specs.size() > 1 ? ", " : "",
                    "InputSpec(shape=", state->ToString(),
                    ", ndim=", state->rank, ")");
  }
  const std::string list = absl::StrJoin(sizes, ", ");
  const std::string size =
      !is_tuple ? list
                : absl::StrCat("(", list, sizes.size() == 1 ? ",)" : ")");
  return context.Refuse(
      errors::kStateSizes,
      ErrorArg::Of(Keep(context.arena, absl::StrCat(specs, "]"))),
      ErrorArg::Of(Keep(context.arena, size)));
}

DropsInTraining::DropsInTraining(const LayerSpec& layer)
    : Op(layer.num_outputs(), 11),
      name_(absl::StrCat(layer.op_name(), ".training")) {}

absl::Status DropsInTraining::Evaluate(absl::Span<const Array* const>,
                                       absl::Span<Array>) const {
  return absl::UnimplementedError(
      absl::StrCat("No numbers for ", name_, ", which drops at random."));
}

}  // namespace clonecheck
