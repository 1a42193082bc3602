// Enumerator: the Graph of a walk, in canonical form (core/graph/canonical.h).
#include "core/search/enumerator.h"

namespace clonecheck {

const Graph& Enumerator::graph() {
  if (!made_) MakeGraph();
  made_ = true;
  return builder_.graph();
}

// Layers, and the inputs of the nested Model, in the order of their first use.
void Enumerator::NumberLayersAndInputs() {
  bool used[kMaxCalls] = {};
  bool input_used[kModelTensors] = {};
  uint8_t next_input = static_cast<uint8_t>(grammar_.inputs.size());
  const auto use_input = [&](size_t i) {
    if (!input_used[i]) inner_inputs_[i] = next_input++;
    input_used[i] = true;
  };
  num_used_layers_ = 0;
  uint8_t position = 0;
  for (uint8_t number : orders_.order()) {
    const PlannedCall& call = calls_[left_[number]];
    positions_[left_[number]] = position++;
    if (call.layer != kModelLayer && !used[call.layer]) {
      used[call.layer] = true;
      layer_numbers_[call.layer] = num_used_layers_;
      layer_order_[num_used_layers_++] = call.layer;
    }
    for (size_t i = 0; call.inner && i < call.production->inputs.size(); ++i) {
      const Item& item = items_[call.inputs[i]];
      if (item.call == kInput) use_input(item.index - grammar_.inputs.size());
    }
  }
  for (int i = 0; i < num_inner_inputs_; ++i) use_input(static_cast<size_t>(i));
}

TensorRef Enumerator::Ref(uint8_t item) const {
  const Item& from = items_[item];
  if (from.call != kInput) {
    return TensorRef::Call(positions_[from.call], from.index);
  }
  const size_t outside = grammar_.inputs.size();
  return TensorRef::Input(
      from.index < outside ? from.index : inner_inputs_[from.index - outside]);
}

absl::Span<const TensorRef> Enumerator::Refs(const uint8_t* items,
                                             size_t size) {
  refs_.clear();
  for (size_t i = 0; i < size; ++i) refs_.push_back(Ref(items[i]));
  return refs_;
}

void Enumerator::MakeGraph() {
  NumberLayersAndInputs();
  builder_.Clear();
  const size_t inputs = grammar_.inputs.size();
  for (Sort sort : grammar_.inputs) {
    builder_.AddInput(shapes_[static_cast<int>(sort)]);
  }
  for (int i = 0; i < num_inner_inputs_; ++i) {
    builder_.AddInput(shapes_[static_cast<int>(grammar_.inputs[0])]);
  }
  for (int i = 0; i < num_used_layers_; ++i) {
    builder_.AddLayer(configs_[layers_[layer_order_[i]]]);
  }
  const uint32_t model = static_cast<uint32_t>(num_used_layers_);
  if (grammar_.nests) {
    LayerDecl decl;
    decl.config = model_config_;
    // The Model is made as soon as it can be.
    for (int i = 0; i < num_calls_; ++i) {
      if (calls_[i].inner) {
        decl.position = std::max<uint32_t>(decl.position, positions_[i] + 1u);
      }
    }
    std::vector<TensorRef> model_inputs;
    for (int i = 0; i < num_inner_inputs_; ++i) {
      model_inputs.push_back(TensorRef::Input(inner_inputs_[i]));
    }
    builder_.AddLayer(
        decl, {}, model_inputs,
        Refs(inner_outputs_, static_cast<size_t>(num_inner_outputs_)));
  }
  for (uint8_t number : orders_.order()) {
    const PlannedCall& call = calls_[left_[number]];
    const size_t size = call.production->inputs.size();
    const bool states =
        call.production->form == Production::Form::kInitialState;
    builder_.AddCall(
        call.layer == kModelLayer ? model : layer_numbers_[call.layer],
        Refs(call.inputs, states ? 1 : size));
    if (!states) continue;
    Refs(call.inputs + 1, size - 1);
    if (size == 2) {
      builder_.AddKwarg(initial_state_key_, refs_[0]);
    } else {
      builder_.AddKwarg(initial_state_key_, refs_);
    }
  }
  std::vector<TensorRef> model_inputs;
  for (size_t i = 0; i < inputs; ++i) {
    model_inputs.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  builder_.SetModel(model_inputs,
                    Refs(outputs_, static_cast<size_t>(num_outputs_)));
}

}  // namespace clonecheck
