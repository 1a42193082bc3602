// Models, Sequentials and layers over the steps of a sequence: those that the
// generator puts into a TimeDistributed.
#include <algorithm>
#include <array>

#include "core/layers/kinds.h"
#include "core/search/generator.h"

namespace clonecheck {

bool Generator::HasSteps(const Shape& shape) {
  return shape.known_rank() && shape.rank >= 3 && shape.dim[0] == kUnknownDim;
}

bool Generator::CanBeTimeDistributed(const LayerSpec& spec) {
  if (spec.num_outputs() > 1 || spec.traits().min_inputs > 1) return false;
  if (!spec.children().empty() || &spec.kind() == &InputLayerKind()) {
    return false;
  }
  // A list of masks is refused, even of one; and a mask does not fit a step
  // without axes.
  const ConfigValue* mask = spec.config()->Find("mask");
  if (mask != nullptr && mask->string->text == "none_list") return false;
  const ConfigValue* function = spec.config()->Find("function");
  return function == nullptr || function->string->text != "mean_time";
}

const Shape* Generator::StepShape(const Shape& shape) {
  std::array<int32_t, kMaxRank> dims = shape.dim;
  for (int i = 1; i + 1 < shape.rank; ++i) dims[i] = shape.dim[i + 1];
  return catalogue_.pool().InternShape(
      absl::MakeConstSpan(dims.data(), shape.rank - 1));
}

void Generator::CallOverSteps(ChoiceSource& choices, uint32_t layer) {
  const LayerSpec& spec = layers_[layer].is_sequential
                              ? domain_.TimeDistributedSequential()
                              : domain_.TimeDistributedModel();
  const Shape* shape = chosen_info_[0].shape;
  EmitCall(choices,
           MakeAround(choices, spec, absl::MakeConstSpan(&shape, 1), &layer));
}

bool Generator::AddSteps(ChoiceSource& choices) {
  const uint32_t layer = choices.Below(static_cast<uint32_t>(layers_.size()));
  const Made made = layers_[layer];
  if (!made.callable || made.num_inputs != 1 ||
      made.steps_of != Made::kNoLayer ||
      made.depth + 1 + depth_ > profile_.max_depth ||
      (made.spec != nullptr && !CanBeTimeDistributed(*made.spec))) {
    return false;
  }
  const LayerSpec* spec =
      made.spec == nullptr ? nullptr : &domain_.TimeDistributed(*made.spec);
  const Shape& step = *FirstInput(made).shape;
  TensorInfo output;
  const uint32_t found =
      FindTensor(choices, /*again=*/false, [&](const AtHand& tensor) {
        const Shape& shape = *tensor.info.shape;
        if (!HasSteps(shape) || shape.rank != step.rank + 1 ||
            step.dim[0] != kUnknownDim ||
            !std::equal(step.dim.begin() + 1, step.dim.begin() + step.rank,
                        shape.dim.begin() + 2)) {
          return false;
        }
        return spec != nullptr ? spec->Accepts({}, tensor.info)
                               : SimulateSteps(layer, tensor.info, &output);
      });
  if (found == tensors_.size()) return false;
  chosen_.assign(1, found);
  chosen_info_.assign(1, tensors_[found].info);
  if (spec == nullptr) {
    CallOverSteps(choices, layer);
    return true;
  }
  const Shape* shape = chosen_info_[0].shape;
  EmitCall(choices,
           MakeAround(choices, *spec, absl::MakeConstSpan(&shape, 1), &layer));
  return true;
}

bool Generator::NeedsKerasShapes(const LayerSpec& spec) {
  return spec.traits().repeats_elements || spec.traits().loses_sizes;
}

bool Generator::NeedsKerasShapes(uint32_t layer) const {
  const Made& made = layers_[layer];
  if (made.spec != nullptr) return NeedsKerasShapes(*made.spec);
  const Plan& plan = plans_[made.plan];
  for (uint32_t i = 0; i < plan.num_steps; ++i) {
    if (NeedsKerasShapes(steps_[plan.first_step + i].layer)) return true;
  }
  return false;
}

bool Generator::SimulateSteps(uint32_t layer, const TensorInfo& input,
                              TensorInfo* output) {
  const Plan& plan = plans_[layers_[layer].plan];
  TensorInfo step = slots_[plan.first_slot];
  if (plan.num_inputs != 1 || plan.num_outputs != 1 ||
      NeedsKerasShapes(layer) || input.dtype != DType::kFloat32 ||
      step.dtype != DType::kFloat32) {
    return false;
  }
  step.masked = input.masked;
  step.loses_sizes = input.loses_sizes;
  TensorInfo result[kMostTensors];
  if (!Simulate(layer, absl::MakeConstSpan(&step, 1), /*replay=*/true,
                result)) {
    return false;
  }
  const Shape& shape = *result[0].shape;
  if (!shape.known_rank() || shape.rank < 1 || shape.rank + 1 > kMaxRank) {
    return false;
  }
  // A mask that the Model drops counts the steps, and fits a row a step only.
  if (input.masked && !result[0].masked && shape.rank != 2) return false;
  std::array<int32_t, kMaxRank> dims{};
  dims[0] = shape.dim[0];
  dims[1] = input.shape->dim[1];
  for (int i = 1; i < shape.rank; ++i) dims[i + 1] = shape.dim[i];
  *output = result[0];
  output->shape = catalogue_.pool().InternShape(
      absl::MakeConstSpan(dims).first(static_cast<size_t>(shape.rank) + 1));
  output->masked = input.masked || result[0].masked;
  output->loses_sizes = true;
  return true;
}

}  // namespace clonecheck
