// Calls, as the generator makes them: their inputs, keyword arguments and
// outputs.
#include <algorithm>

#include "core/search/generator.h"

namespace clonecheck {
namespace {

// Of calls with a mask that is a tensor, in cases that use the feature.
constexpr uint32_t kComputedMaskPercent = 90;

}  // namespace

bool Generator::ChooseInputs(ChoiceSource& choices, const LayerSpec& spec,
                             const Made* made) {
  const LayerSpec::Traits& traits = spec.traits();
  uint32_t count = static_cast<uint32_t>(traits.min_inputs);
  if (traits.num_states > 0) {
    // All states or none, whatever they were before.
    if (shares_.states > 0 && choices.Percent(shares_.states)) {
      count += static_cast<uint32_t>(traits.num_states);
    }
  } else if (made != nullptr) {
    count = made->num_inputs;
  } else if (traits.max_inputs > traits.min_inputs &&
             choices.Percent(profile_.third_input)) {
    ++count;
  }
  chosen_.clear();
  chosen_info_.clear();
  for (uint32_t position = 0; position < count; ++position) {
    auto fits = [&](const AtHand& tensor) {
      if (made != nullptr && position < made->num_inputs &&
          shapes_[made->first_shape + position] != tensor.info.shape) {
        return false;
      }
      if (position > 0 && traits.num_states > 0 &&
          (!tensor.info.shape->known_rank() ||
           tensor.info.shape->dim[0] != chosen_info_[0].shape->dim[0])) {
        return false;
      }
      // Of a Model that runs on steps, its spec knows nothing.
      return (made != nullptr && made->steps_of != Made::kNoLayer) ||
             spec.Accepts(chosen_info_, tensor.info);
    };
    const bool again = position > 0 && choices.Percent(shares_.same_tensor);
    const uint32_t found = again && focused_ && fits(tensors_[chosen_.back()])
                               ? chosen_.back()
                               : FindTensor(choices, again, fits);
    if (found == tensors_.size()) {
      if (position == 0 || traits.num_states == 0) return false;
      chosen_.resize(1);
      chosen_info_.resize(1);
      break;
    }
    chosen_.push_back(found);
    chosen_info_.push_back(tensors_[found].info);
  }
  return depth_ == 0 || spec.MasksFit(chosen_info_);
}

void Generator::EmitCall(ChoiceSource& choices, uint32_t layer) {
  TensorInfo outputs[kMostTensors];
  const uint32_t num_outputs = InferOutputs(layer, chosen_info_, outputs);
  Made& made = layers_[layer];
  const LayerSpec* spec = made.spec;
  bool alias = false;
  bool weightless = spec != nullptr && !spec->traits().builds;
  refs_.clear();
  for (uint32_t input : chosen_) {
    AtHand& tensor = tensors_[input];
    ++tensor.uses;
    refs_.push_back(tensor.ref);
    alias |= tensor.alias;
    weightless &= tensor.weightless;
  }
  alias = spec == nullptr ? alias
                          : spec->traits().returns_input ||
                                (spec->traits().is_identity && alias);
  TensorRef call;
  if (spec == nullptr) {
    std::copy(refs_.begin(), refs_.end(), made.last_inputs);
    call = builder_.AddCall(layer, refs_);
    if (choices.Percent(shares_.mask_none)) {
      builder_.AddKwarg(mask_key_, ConfigValue::None());
    }
  } else {
    // States are given in the list of inputs, or as a keyword.
    const bool states = spec->traits().num_states > 0 && refs_.size() > 1;
    const bool by_keyword = states && choices.Percent(60);
    call = builder_.AddCall(layer, by_keyword
                                       ? absl::MakeConstSpan(refs_.data(), 1)
                                       : absl::MakeConstSpan(refs_));
    if (by_keyword && refs_.size() == 2 && choices.Percent(50)) {
      builder_.AddKwarg(initial_state_key_, refs_[1]);
    } else if (by_keyword) {
      builder_.AddKwarg(initial_state_key_,
                        absl::MakeConstSpan(refs_).subspan(1));
    }
    AddKeywords(choices, *spec, states);
  }
  ++num_calls_;
  const uint32_t begin = static_cast<uint32_t>(tensors_.size());
  if (depth_ > 0) {
    Step step;
    step.layer = layer;
    step.num_inputs = static_cast<uint32_t>(chosen_.size());
    for (size_t i = 0; i < chosen_.size(); ++i) {
      step.inputs[i] = chosen_[i] - scope_;
    }
    step.first_output = begin - scope_;
    step.num_outputs = num_outputs;
    open_steps_.push_back(step);
  }
  call_begins_.push_back(begin);
  for (uint32_t k = 0; k < num_outputs; ++k) {
    tensors_.push_back(
        AtHand{TensorRef::Call(call.producer, static_cast<int32_t>(k)),
               outputs[k], 0, alias, weightless});
  }
}

void Generator::AddKeywords(ChoiceSource& choices, const LayerSpec& spec,
                            bool states) {
  const LayerSpec::Traits& traits = spec.traits();
  const bool training = shares_.training > 0 && traits.takes_training &&
                        choices.Percent(shares_.training);
  if (training) builder_.AddKwarg(training_key_, ConfigValue::Bool(false));
  if (!traits.takes_mask) return;
  // Where a call in a Model has other arguments (2.2.4 counts states among
  // them), Keras writes the mask of the first run there, and all later runs of
  // the Model use that one, whatever it was computed from. With a mask of its
  // own the call means the same in each run.
  const bool fixed_mask = depth_ > 0 && (training || states);
  if (fixed_mask || choices.Percent(shares_.mask_none)) {
    builder_.AddKwarg(mask_key_, ConfigValue::None());
  } else if (shares_.mask_tensor > 0 && depth_ == 0 && traits.num_states > 0 &&
             choices.Percent(shares_.mask_tensor)) {
    AddMaskTensor(choices);
  }
}

// An input with one number a step of the sequence that the call is on, or what
// was computed from one. (What a layer with weights returns would make the
// model depend on weights that are not its own.)
void Generator::AddMaskTensor(ChoiceSource& choices) {
  const Shape& sequence = *chosen_info_[0].shape;
  const auto find = [&](bool computed) {
    return FindTensor(choices, /*again=*/false, [&](const AtHand& tensor) {
      const Shape& shape = *tensor.info.shape;
      return tensor.ref.is_input() != computed && tensor.weightless &&
             tensor.info.dtype == DType::kFloat32 && shape.rank == 2 &&
             shape.dim[0] == sequence.dim[0] && shape.dim[1] == sequence.dim[1];
    });
  };
  uint32_t found = static_cast<uint32_t>(tensors_.size());
  if (choices.Percent(kComputedMaskPercent)) found = find(/*computed=*/true);
  if (found == tensors_.size()) found = find(/*computed=*/false);
  if (found != tensors_.size()) {
    builder_.AddKwarg(mask_key_, tensors_[found].ref);
  }
}

}  // namespace clonecheck
