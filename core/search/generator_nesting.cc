// Models with calls of their own, as the generator makes and calls them. Each
// is remembered as a plan, so that its calls can be foreseen.
#include <algorithm>
#include <utility>

#include "core/search/generator.h"

namespace clonecheck {
namespace {

// A new Model has so many calls of its own, at most, those of Models in it not
// counted.
constexpr uint32_t kInnerCalls = 4;
// Inputs of Models in one Graph; well below kMaxInputs (core/limits.h).
constexpr uint32_t kMostInnerInputs = 500;
constexpr uint32_t kOwnInputsPercent = 8;
constexpr uint32_t kSameInputsPercent = 30;

}  // namespace

bool Generator::IsInputShape(const Shape& shape) {
  if (!shape.known_rank() || shape.rank < 1) return false;
  for (int32_t dim : shape.dims()) {
    if (dim != kUnknownDim && dim < 1) return false;
  }
  return true;
}

bool Generator::ChooseOuterInput(ChoiceSource& choices, bool only_float) {
  const uint32_t found =
      FindTensor(choices, /*again=*/false, [&](const AtHand& tensor) {
        return IsInputShape(*tensor.info.shape) &&
               (!only_float || (tensor.info.dtype == DType::kFloat32 &&
                                tensor.info.shape->rank >= 2));
      });
  if (found == tensors_.size()) return false;
  chosen_.push_back(found);
  chosen_info_.push_back(tensors_[found].info);
  return true;
}

// The inputs of the new Model are like tensors at hand, on which it is called.
bool Generator::AddModel(ChoiceSource& choices) {
  if (CallsLeft() < 2 || depth_ >= profile_.max_depth ||
      num_inner_inputs_ + kMaxModelInputs > kMostInnerInputs) {
    return false;
  }
  chosen_.clear();
  chosen_info_.clear();
  // One of them is a float, so that there is something to do.
  if (!ChooseOuterInput(choices, /*only_float=*/true)) return false;
  // The new Model may be for the steps of it.
  const bool over_steps =
      choices.Percent(shares_.over_steps) && HasSteps(*chosen_info_[0].shape);
  while (!over_steps && chosen_.size() < kMaxModelInputs &&
         choices.Percent(shares_.second_input) &&
         ChooseOuterInput(choices, /*only_float=*/false)) {
  }
  uint32_t outer[kMaxModelInputs];
  const uint32_t num_inputs = static_cast<uint32_t>(chosen_.size());
  std::copy(chosen_.begin(), chosen_.end(), outer);

  // A scope of its own, in which the inner calls are made.
  const uint32_t outer_scope =
      std::exchange(scope_, static_cast<uint32_t>(tensors_.size()));
  const uint32_t outer_scope_calls =
      std::exchange(scope_calls_, static_cast<uint32_t>(call_begins_.size()));
  const size_t outer_steps = open_steps_.size();
  ++depth_;
  num_inner_inputs_ += num_inputs;
  for (uint32_t i = 0; i < num_inputs; ++i) {
    TensorInfo info = tensors_[outer[i]].info;
    if (over_steps) info.shape = StepShape(*info.shape);
    const TensorRef ref = builder_.AddInput(info.shape, info.dtype);
    tensors_.push_back(AtHand{ref, TensorInfo{info.shape, info.dtype, false}});
  }
  const uint32_t inner_calls =
      1 + choices.Below(std::min(CallsLeft(), kInnerCalls));
  for (uint32_t i = 0; i < inner_calls && CallsLeft() > 0; ++i) {
    AddCall(choices);
  }
  const uint32_t layer = MakeModel(choices, num_inputs);
  const bool on_own = CallsLeft() > 0 && choices.Percent(kOwnInputsPercent);
  TensorRef own[kMaxModelInputs];
  for (uint32_t i = 0; i < num_inputs; ++i) own[i] = tensors_[scope_ + i].ref;
  if (on_own) {
    builder_.AddCall(layer, absl::MakeConstSpan(own, num_inputs));
    ++num_calls_;
  }
  --depth_;
  open_steps_.resize(outer_steps);
  call_begins_.resize(scope_calls_);
  tensors_.resize(scope_);
  scope_ = outer_scope;
  scope_calls_ = outer_scope_calls;

  // Where it was meant to be called, or elsewhere if masks do not go with it.
  chosen_.assign(outer, outer + num_inputs);
  chosen_info_.clear();
  for (uint32_t input : chosen_) {
    chosen_info_.push_back(tensors_[input].info);
  }
  TensorInfo outputs[kMostTensors];
  const Made made = layers_[layer];
  if (over_steps && made.depth + 1 + depth_ <= profile_.max_depth &&
      SimulateSteps(layer, chosen_info_[0], outputs)) {
    CallOverSteps(choices, layer);
    return true;
  }
  bool callable = made.depth + depth_ <= profile_.max_depth;
  bool found = callable && !over_steps &&
               Simulate(layer, chosen_info_, /*replay=*/false, outputs);
  if (callable && !found && ChoosePlanInputs(choices, made)) {
    found = Simulate(layer, chosen_info_, /*replay=*/false, outputs);
  }
  if (found) {
    EmitCall(choices, layer);
  } else if (!on_own) {
    // On its own inputs no mask enters.
    builder_.AddCall(layer, absl::MakeConstSpan(own, num_inputs));
    ++num_calls_;
  }
  return true;
}

uint32_t Generator::MakeModel(ChoiceSource& choices, uint32_t num_inputs) {
  CollectOutputs(choices, kMaxModelOutputs);
  Plan plan;
  plan.num_inputs = num_inputs;
  plan.first_slot = static_cast<uint32_t>(slots_.size());
  plan.num_slots = static_cast<uint32_t>(tensors_.size()) - scope_;
  plan.first_step = static_cast<uint32_t>(steps_.size());
  plan.num_outputs = static_cast<uint32_t>(refs_.size());
  needed_.assign(plan.num_slots, false);
  for (uint32_t k = 0; k < plan.num_outputs; ++k) {
    uint32_t slot = 0;
    while (!(tensors_[scope_ + slot].ref == refs_[k])) ++slot;
    plan.outputs[k] = slot;
    needed_[slot] = true;
  }
  for (uint32_t slot = 0; slot < plan.num_slots; ++slot) {
    slots_.push_back(tensors_[scope_ + slot].info);
  }
  // The steps of this scope come last; those that no output needs do not run.
  uint32_t depth = 1;
  const size_t first =
      open_steps_.size() - (call_begins_.size() - scope_calls_);
  for (size_t i = open_steps_.size(); i-- > first;) {
    const Step& step = open_steps_[i];
    bool runs = false;
    for (uint32_t k = 0; k < step.num_outputs; ++k) {
      runs |= needed_[step.first_output + k];
    }
    if (!runs) continue;
    for (uint32_t k = 0; k < step.num_inputs; ++k) {
      needed_[step.inputs[k]] = true;
    }
    steps_.push_back(step);
    depth = std::max(depth, 1 + layers_[step.layer].depth);
  }
  plan.num_steps = static_cast<uint32_t>(steps_.size()) - plan.first_step;
  std::reverse(steps_.begin() + plan.first_step, steps_.end());

  LayerDecl decl;
  decl.config = model_config_;
  decl.position = num_calls_;
  if (layers_.size() < given_names_.size() &&
      choices.Percent(profile_.explicit_name)) {
    decl.name = given_names_[layers_.size()];
  }
  TensorRef inputs[kMaxModelInputs];
  for (uint32_t i = 0; i < num_inputs; ++i) {
    inputs[i] = tensors_[scope_ + i].ref;
  }
  const uint32_t layer = builder_.AddLayer(
      decl, {}, absl::MakeConstSpan(inputs, num_inputs), refs_);
  Made made;
  made.num_inputs = num_inputs;
  made.plan = static_cast<uint32_t>(plans_.size());
  made.depth = depth;
  plans_.push_back(plan);
  layers_.push_back(made);
  return layer;
}

// Tensors like the inputs of its plan, sometimes the very ones of its last
// call.
bool Generator::ChoosePlanInputs(ChoiceSource& choices, const Made& made) {
  const Plan& plan = plans_[made.plan];
  chosen_.clear();
  chosen_info_.clear();
  const bool same = choices.Percent(kSameInputsPercent);
  for (uint32_t i = 0; i < plan.num_inputs; ++i) {
    const TensorInfo& want = slots_[plan.first_slot + i];
    const auto fits = [&](const AtHand& tensor) {
      return tensor.info.shape == want.shape && tensor.info.dtype == want.dtype;
    };
    uint32_t found = static_cast<uint32_t>(tensors_.size());
    if (same) {
      const uint32_t end =
          std::min(found, scope_ + 64);  // not worth a long search
      for (uint32_t j = scope_; j < end; ++j) {
        if (tensors_[j].ref == made.last_inputs[i] && fits(tensors_[j])) {
          found = j;
          break;
        }
      }
    }
    if (found == tensors_.size()) {
      found = FindTensor(choices, /*again=*/false, fits);
    }
    if (found == tensors_.size()) return false;
    chosen_.push_back(found);
    chosen_info_.push_back(tensors_[found].info);
  }
  return true;
}

}  // namespace clonecheck
