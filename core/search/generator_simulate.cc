// What a call would give: whether it is refused, and the shapes, dtypes and
// masks of its outputs, without an engine.
#include <algorithm>

#include "core/search/generator.h"

namespace clonecheck {
namespace {

// What one layer forgets, those after it do not know either.
bool LosesSizes(const LayerSpec& spec, absl::Span<const TensorInfo> inputs) {
  return spec.traits().loses_sizes ||
         std::any_of(inputs.begin(), inputs.end(),
                     [](const TensorInfo& input) { return input.loses_sizes; });
}

}  // namespace

bool Generator::Simulate(uint32_t layer, absl::Span<const TensorInfo> inputs,
                         bool replay, TensorInfo* outputs) {
  const Made& made = layers_[layer];
  if (made.steps_of != Made::kNoLayer) {
    return SimulateSteps(made.steps_of, inputs[0], outputs);
  }
  if (made.spec != nullptr) {
    const LayerSpec& spec = *made.spec;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!spec.Accepts(inputs.first(i), inputs[i])) return false;
    }
    if (replay && !spec.MasksFit(inputs)) return false;
    for (int k = 0; k < spec.num_outputs(); ++k) {
      outputs[k].masked = spec.OutputMasked(inputs, k);
      outputs[k].loses_sizes = LosesSizes(spec, inputs);
    }
    return true;
  }
  const Plan& plan = plans_[made.plan];
  const size_t base = simulated_.size();
  simulated_.insert(simulated_.end(), slots_.begin() + plan.first_slot,
                    slots_.begin() + plan.first_slot + plan.num_slots);
  for (uint32_t i = 0; i < plan.num_inputs; ++i) {
    simulated_[base + i].masked = inputs[i].masked;
    simulated_[base + i].loses_sizes = inputs[i].loses_sizes;
  }
  bool runs = true;
  for (uint32_t i = 0; i < plan.num_steps && runs; ++i) {
    const Step& step = steps_[plan.first_step + i];
    TensorInfo in[kMostTensors];
    TensorInfo out[kMostTensors];
    for (uint32_t k = 0; k < step.num_inputs; ++k) {
      in[k] = simulated_[base + step.inputs[k]];
    }
    runs = Simulate(step.layer, absl::MakeConstSpan(in, step.num_inputs),
                    /*replay=*/true, out);
    for (uint32_t k = 0; k < step.num_outputs; ++k) {
      TensorInfo& made = simulated_[base + step.first_output + k];
      made.masked = out[k].masked;
      made.loses_sizes = out[k].loses_sizes;
    }
  }
  for (uint32_t k = 0; k < plan.num_outputs; ++k) {
    outputs[k] = simulated_[base + plan.outputs[k]];
  }
  simulated_.resize(base);
  return runs;
}

uint32_t Generator::InferOutputs(uint32_t layer,
                                 absl::Span<const TensorInfo> inputs,
                                 TensorInfo* outputs) {
  const Made& made = layers_[layer];
  if (made.spec == nullptr) {
    Simulate(layer, inputs, /*replay=*/false, outputs);
    return plans_[made.plan].num_outputs;
  }
  if (made.steps_of != Made::kNoLayer) {
    SimulateSteps(made.steps_of, inputs[0], outputs);
    return 1;
  }
  const LayerSpec& spec = *made.spec;
  ShapeContext shapes(scratch_.Context(catalogue_.pool()));
  // Every call of a layer is on the shapes of its first.
  shapes.input_shapes =
      absl::MakeConstSpan(shapes_).subspan(made.first_shape, made.num_inputs);
  const bool ok = spec.OutputShapes(shapes) == nullptr;
  TensorInfo alike = inputs[0];
  alike.dtype = spec.OutputDType(alike.dtype);
  alike.loses_sizes = LosesSizes(spec, inputs);
  for (int k = 0; k < spec.num_outputs(); ++k) {
    TensorInfo& info = outputs[k];
    info = alike;
    if (ok && static_cast<size_t>(k) < shapes.output_shapes.size()) {
      info.shape = shapes.output_shapes[k];
    }
    info.masked = spec.OutputMasked(inputs, k);
  }
  return static_cast<uint32_t>(spec.num_outputs());
}

}  // namespace clonecheck
