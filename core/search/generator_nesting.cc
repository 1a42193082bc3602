// What the generator nests: Models with calls of their own, and Sequentials.
// Each is remembered as a plan, so that its calls can be foreseen.
#include <algorithm>
#include <array>
#include <utility>

#include "core/layers/kinds.h"
#include "core/search/generator.h"

namespace clonecheck {
namespace {

// A new Model has so many calls of its own, at most, those of Models in it not
// counted.
constexpr uint32_t kInnerCalls = 4;
// Inputs of Models in one Graph; well below kMaxInputs (core/limits.h).
constexpr uint32_t kMostInnerInputs = 500;
constexpr uint32_t kSecondInputPercent = 35;
constexpr uint32_t kOwnInputsPercent = 8;
constexpr uint32_t kSameInputsPercent = 30;
constexpr uint32_t kSharedChildPercent = 25;
constexpr uint32_t kKnownInputPercent = 50;
constexpr uint32_t kMostChildren = 3;
constexpr int kChildDraws = 3;
// Of new Models and Sequentials on sequences.
constexpr uint32_t kOverStepsPercent = 30;
// Of Sequentials, where there are whole numbers.
constexpr uint32_t kEmbeddingFirstPercent = 60;

// A shape that an input may be declared with.
bool IsInputShape(const Shape& shape) {
  if (!shape.known_rank() || shape.rank < 1) return false;
  for (int32_t dim : shape.dims()) {
    if (dim != kUnknownDim && dim < 1) return false;
  }
  return true;
}

// A sequence of any number of samples, whose steps a Model may run on. (A fixed
// number of samples is run step by step, which is another way.)
bool HasSteps(const Shape& shape) {
  return shape.known_rank() && shape.rank >= 3 && shape.dim[0] == kUnknownDim;
}

// What one layer forgets, those after it do not know either.
bool LosesSizes(const LayerSpec& spec, absl::Span<const TensorInfo> inputs) {
  return spec.traits().loses_sizes ||
         std::any_of(inputs.begin(), inputs.end(),
                     [](const TensorInfo& input) { return input.loses_sizes; });
}

// See Generator::NeedsKerasShapes.
bool NeedsKerasShapesAfter(const LayerSpec& spec) {
  return spec.traits().repeats_elements || spec.traits().loses_sizes;
}

}  // namespace

const Shape* Generator::StepShape(const Shape& shape) {
  std::array<int32_t, kMaxRank> dims = shape.dim;
  for (int i = 1; i + 1 < shape.rank; ++i) dims[i] = shape.dim[i + 1];
  return catalogue_.pool().InternShape(
      absl::MakeConstSpan(dims.data(), shape.rank - 1));
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

// Whole numbers that an Embedding takes, for a Sequential that begins with one.
bool Generator::ChooseWords(ChoiceSource& choices) {
  const uint32_t found =
      FindTensor(choices, /*again=*/false, [](const AtHand& tensor) {
        return tensor.info.dtype == DType::kInt32 && !tensor.info.masked &&
               tensor.info.shape->rank == 2 && IsInputShape(*tensor.info.shape);
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
      choices.Percent(kOverStepsPercent) && HasSteps(*chosen_info_[0].shape);
  while (!over_steps && chosen_.size() < kMaxModelInputs &&
         choices.Percent(kSecondInputPercent) &&
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

bool Generator::AddChild(ChoiceSource& choices, uint32_t step, bool over_steps,
                         TensorInfo* info) {
  TensorInfo outputs[kMostTensors];
  const auto add = [&](uint32_t layer) {
    InferOutputs(layer, absl::MakeConstSpan(info, 1), outputs);
    *info = outputs[0];
    children_.push_back(layer);
  };
  if (!layers_.empty() && choices.Percent(kSharedChildPercent)) {
    const uint32_t layer = choices.Below(static_cast<uint32_t>(layers_.size()));
    const Made& made = layers_[layer];
    const bool fits =
        made.callable && made.num_inputs == 1 &&
        (made.spec == nullptr || &made.spec->kind() != &InputLayerKind()) &&
        made.depth + depth_ < profile_.max_depth &&
        !(over_steps && NeedsKerasShapes(layer)) &&
        (made.spec == nullptr
             ? plans_[made.plan].num_outputs == 1 &&
                   slots_[plans_[made.plan].first_slot].shape == info->shape &&
                   slots_[plans_[made.plan].first_slot].dtype == info->dtype
             : made.spec->num_outputs() == 1 &&
                   !made.spec->traits().returns_input &&
                   shapes_[made.first_shape] == info->shape);
    if (fits && Simulate(layer, absl::MakeConstSpan(info, 1),
                         /*replay=*/true, outputs)) {
      add(layer);
      return true;
    }
  }
  for (int draw = 0; draw < kChildDraws; ++draw) {
    const LayerSpec* spec = &DrawSpec(choices);
    if (spec->traits().min_inputs != 1 || spec->num_outputs() != 1 ||
        spec->traits().returns_input || !spec->Accepts({}, *info) ||
        (over_steps && NeedsKerasShapesAfter(*spec))) {
      continue;
    }
    if (step == 0 && spec->children().empty() &&
        spec->config()->Find("batch_input_shape") == nullptr &&
        choices.Percent(kKnownInputPercent)) {
      spec = &domain_.FirstOfSequential(*spec, info->shape);
    }
    add(MakeLayer(choices, *spec, absl::MakeConstSpan(&info->shape, 1)));
    return true;
  }
  return false;
}

bool Generator::AddSequential(ChoiceSource& choices) {
  if (depth_ >= profile_.max_depth) return false;
  chosen_.clear();
  chosen_info_.clear();
  const bool embedding =
      choices.Percent(kEmbeddingFirstPercent) && ChooseWords(choices);
  if (!embedding && !ChooseOuterInput(choices, /*only_float=*/true)) {
    return false;
  }
  const uint32_t outer = chosen_[0];
  children_.clear();
  // What takes a mask takes none, too.
  TensorInfo info = chosen_info_[0];
  const bool over_steps = !embedding && choices.Percent(kOverStepsPercent) &&
                          depth_ + 2 <= profile_.max_depth && !info.masked &&
                          HasSteps(*info.shape);
  if (over_steps) info.shape = StepShape(*info.shape);
  Plan plan;
  plan.num_inputs = 1;
  plan.first_slot = static_cast<uint32_t>(slots_.size());
  plan.first_step = static_cast<uint32_t>(steps_.size());
  slots_.push_back(info);
  const uint32_t wanted = 1 + choices.Below(kMostChildren);
  for (uint32_t i = 0; i < wanted; ++i) {
    if (i == 0 && embedding) {
      const LayerSpec& spec = domain_.DrawEmbedding(choices, info.shape);
      TensorInfo output;
      const uint32_t layer =
          MakeLayer(choices, spec, absl::MakeConstSpan(&info.shape, 1));
      InferOutputs(layer, absl::MakeConstSpan(&info, 1), &output);
      info = output;
      children_.push_back(layer);
    } else if (!AddChild(choices, i, over_steps, &info)) {
      if (i > 0) break;
      const Shape* shape = info.shape;
      children_.push_back(MakeLayer(choices, domain_.fallback(),
                                    absl::MakeConstSpan(&shape, 1)));
    }
    slots_.push_back(info);
  }
  // Made at the start, or where it is used first; where it holds a Model, not
  // before that.
  uint32_t depth = 1;
  bool late = choices.Percent(50);
  for (uint32_t i = 0; i < children_.size(); ++i) {
    const Made& child = layers_[children_[i]];
    late |= child.depth > 0;
    depth = std::max(depth, 1 + child.depth);
    Step step;
    step.layer = children_[i];
    step.num_inputs = 1;
    step.inputs[0] = i;
    step.first_output = i + 1;
    step.num_outputs = 1;
    steps_.push_back(step);
  }
  plan.num_steps = static_cast<uint32_t>(children_.size());
  plan.num_slots = plan.num_steps + 1;
  plan.num_outputs = 1;
  plan.outputs[0] = plan.num_steps;
  LayerDecl decl;
  decl.config = sequential_config_;
  decl.position = late ? num_calls_ : 0;
  if (layers_.size() < given_names_.size() &&
      choices.Percent(profile_.explicit_name)) {
    decl.name = given_names_[layers_.size()];
  }
  const uint32_t layer = builder_.AddLayer(decl, children_, {}, {});
  Made made;
  made.num_inputs = 1;
  made.plan = static_cast<uint32_t>(plans_.size());
  made.depth = depth;
  made.is_sequential = true;
  plans_.push_back(plan);
  layers_.push_back(made);

  chosen_.assign(1, outer);
  chosen_info_.assign(1, tensors_[outer].info);
  if (over_steps) {
    CallOverSteps(choices, layer);
  } else {
    EmitCall(choices, layer);
  }
  return true;
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

bool Generator::NeedsKerasShapes(uint32_t layer) const {
  const Made& made = layers_[layer];
  if (made.spec != nullptr) return NeedsKerasShapesAfter(*made.spec);
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
      absl::MakeConstSpan(dims.data(), static_cast<size_t>(shape.rank + 1)));
  output->masked = input.masked || result[0].masked;
  output->loses_sizes = true;
  return true;
}

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
  ShapeContext shapes(LayerContext{arena_, catalogue_.pool(), terms_});
  shapes.memo = made.memo;
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
