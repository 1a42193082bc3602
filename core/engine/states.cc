// Calling a layer with states: `__call__` of the recurrent classes. Rules:
// Keras 2.2.4 keras/layers/recurrent.py (RNN, _standardize_args) and
// keras/layers/wrappers.py (Bidirectional).
#include <algorithm>

#include "core/engine/errors.h"
#include "core/engine/layer.h"
#include "core/engine/session.h"
#include "core/engine/symbols.h"

namespace clonecheck {
namespace {

// The states that the caller gave as the keyword, as a list. Null: none.
const Value* GivenStates(const Session& session, const Dict* kwargs) {
  const Value* given =
      kwargs == nullptr ? nullptr : kwargs->Find(session.kInitialState);
  const bool is_none = given != nullptr &&
                       given->type == Value::Type::kLiteral &&
                       given->literal.type == ConfigValue::Type::kNone;
  return is_none ? nullptr : given;
}

Tensors AsList(Session& session, const Value& value) {
  if (value.type == Value::Type::kTensorList) return value.list();
  if (value.type == Value::Type::kLiteral) return {};
  Tensor** single = session.arena().NewArray<Tensor*>(1);
  single[0] = value.tensor;
  return Tensors(single, 1);
}

}  // namespace

OrRefusal<Tensors> Layer::CallWithStates(Session& session, Tensors inputs,
                                         bool is_list, const Dict* kwargs) {
  const Value* given = GivenStates(session, kwargs);
  Tensors states;
  if (is_list) {
    if (given != nullptr) return session.Refuse(errors::kStatesGivenTwice);
    if (inputs.empty()) return session.Refuse(errors::kListIndex);
    states = inputs.subspan(1);
    inputs = inputs.subspan(0, 1);
  } else if (given != nullptr) {
    states = AsList(session, *given);
    if (states.empty()) return session.Refuse(errors::kListIndex);
  }
  Dict* keywords = session.NewDict();
  if (kwargs != nullptr) {
    for (const Dict::Entry& entry : kwargs->entries()) {
      if (entry.key == session.kInitialState) continue;
      keywords->Set(session, entry.key, entry.value);
    }
  }
  if (states.empty()) {
    return CallAndRecord(session, inputs, /*is_list=*/false, keywords);
  }
  if (spec_->traits().refuses_states) {
    return session.Refuse(errors::kStatesGivenTwice);
  }
  if (spec_->traits().states_in_halves && states.size() % 2 != 0) {
    return session.Refuse(
        errors::kOddStates,
        ErrorArg::Of(absl::MakeConstSpan(
            const_cast<const Symbol* const*>(AsSymbols(states).data()),
            states.size())));
  }
  const bool are_keras_tensors = states[0]->layer != nullptr;
  for (const Tensor* state : states) {
    if ((state->layer != nullptr) != are_keras_tensors) {
      return session.Refuse(spec_->traits().states_in_halves
                                ? errors::kMixedStatesOfBoth
                                : errors::kMixedStates);
    }
  }
  // The arguments outlive the caller's list.
  Tensor** full = session.arena().NewArray<Tensor*>(1 + states.size());
  full[0] = inputs[0];
  std::copy(states.begin(), states.end(), full + 1);
  states = Tensors(full + 1, states.size());
  if (!are_keras_tensors || session.rules().keras_states_stay_in_arguments) {
    keywords->Set(session, session.kInitialState, Value::List(states));
  }
  if (!are_keras_tensors) {
    return CallAndRecord(session, inputs, /*is_list=*/false, keywords);
  }
  // While the call runs, the states have specs of their own; a refusal leaves
  // them behind.
  const uint32_t before = num_state_specs_;
  session.Save(ChangeKind::kWeights, id_, &num_state_specs_);
  num_state_specs_ += static_cast<uint32_t>(states.size());
  OrRefusal<Tensors> result =
      CallAndRecord(session, Tensors(full, 1 + states.size()),
                    /*is_list=*/true, keywords);
  if (result.ok()) num_state_specs_ = before;
  return result;
}

}  // namespace clonecheck
