// Sequentials, as the generator makes and calls them.
#include <algorithm>

#include "core/layers/kinds.h"
#include "core/search/batch_input_shape.h"
#include "core/search/generator.h"

namespace clonecheck {
namespace {

constexpr uint32_t kKnownInputPercent = 50;
constexpr uint32_t kMostChildren = 3;
constexpr int kChildDraws = 3;
// Of Sequentials, where there are whole numbers.
constexpr uint32_t kEmbeddingFirstPercent = 60;

}  // namespace

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

bool Generator::AddChild(ChoiceSource& choices, uint32_t step, bool over_steps,
                         TensorInfo* info) {
  TensorInfo outputs[kMostTensors];
  const auto add = [&](uint32_t layer) {
    InferOutputs(layer, absl::MakeConstSpan(info, 1), outputs);
    *info = outputs[0];
    children_.push_back(layer);
  };
  if (!layers_.empty() && choices.Percent(shares_.shared_child)) {
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
        (over_steps && NeedsKerasShapes(*spec))) {
      continue;
    }
    if (step == 0 && spec->children().empty() &&
        spec->config()->Find(kBatchInputShape) == nullptr &&
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
  const bool over_steps = !embedding && choices.Percent(shares_.over_steps) &&
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

}  // namespace clonecheck
