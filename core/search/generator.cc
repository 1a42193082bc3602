#include "core/search/generator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/layers/kinds.h"
#include "core/search/input_shapes.h"

namespace clonecheck {
namespace {

// At most so many layers are drawn for a call; where none of them takes a
// tensor at hand, the fallback does.
constexpr int kDraws = 4;
// Given names of layers, `name_0`, …: as many as a Graph may need.
constexpr int kGivenNames = 64;
// At most this many model outputs are added for calls that nobody uses.
constexpr size_t kMostAddedOutputs = 8;
// Of the model outputs drawn from all tensors, inputs are kept this often: real
// Keras' predict refuses them.
constexpr uint32_t kInputAsOutputPercent = 55;

}  // namespace

Generator::Generator(Catalogue& catalogue, const Profile& profile)
    : catalogue_(catalogue),
      profile_(profile),
      domain_(catalogue, profile.only),
      mask_key_(catalogue.pool().InternName("mask")),
      training_key_(catalogue.pool().InternName("training")),
      initial_state_key_(catalogue.pool().InternName("initial_state")) {
  Pool& pool = catalogue.pool();
  const auto marker = [&](const LayerKind& kind) {
    const Config* config =
        pool.InternConfig(pool.InternName(kind.class_name()), {});
    return catalogue.Resolve(config).value()->config();
  };
  model_config_ = marker(ModelKind());
  sequential_config_ = marker(SequentialKind());
  if (profile.only != nullptr) input_shapes_ = profile.only->input_shapes;
  for (const auto& dims : kInputShapes) {
    if (profile.only != nullptr) break;
    input_shapes_.push_back(InternInputShape(pool, dims));
  }
  for (const Shape* shape : input_shapes_) {
    if (shape->rank == 3) sequence_shapes_.push_back(shape);
    if (shape->rank == 4) deeper_shapes_.push_back(shape);
  }
  for (const auto& dims : kIntegerShapes) {
    integer_shapes_.push_back(pool.InternShape(dims));
  }
  for (const LayerDomain::Kind& kind : domain_.kinds()) {
    if (&kind.specs[0]->kind() == profile.favourite) favourite_ = &kind;
  }
  for (int i = 0; i < kGivenNames; ++i) {
    given_names_.push_back(pool.InternName(absl::StrCat("name_", i)));
  }
}

const Graph& Generator::Generate(ChoiceSource& choices) {
  builder_.Clear();
  scratch_.Clear();
  tensors_.clear();
  layers_.clear();
  shapes_.clear();
  plans_.clear();
  steps_.clear();
  slots_.clear();
  open_steps_.clear();
  simulated_.clear();
  call_begins_.clear();
  model_inputs_.clear();
  scope_ = 0;
  scope_calls_ = 0;
  depth_ = 0;
  num_calls_ = 0;
  num_inner_inputs_ = 0;
  ChooseShares(choices);
  AddInputs(choices);
  if (!focused_) {
    calls_wanted_ = profile_.min_calls +
                    choices.Below(profile_.max_calls - profile_.min_calls + 1);
  }
  // The model is made after all calls, or in between.
  uint32_t model_after = calls_wanted_;
  if (choices.Percent(profile_.calls_after)) {
    model_after = 1 + choices.Below(calls_wanted_);
  }
  bool model_made = false;
  while (num_calls_ < calls_wanted_) {
    AddCall(choices);
    if (model_made || num_calls_ < model_after) continue;
    ChooseOutputs(choices);
    builder_.SetModelPosition(num_calls_);
    model_made = true;
  }
  return builder_.graph();
}

void Generator::AddInputs(ChoiceSource& choices) {
  const uint32_t count = 1 + choices.Below(profile_.max_inputs);
  const bool sequences =
      shares_.sequences > 0 && choices.Percent(shares_.sequences);
  const std::vector<const Shape*>& shapes = !sequences ? input_shapes_
                                            : choices.Percent(shares_.deeper)
                                                ? deeper_shapes_
                                                : sequence_shapes_;
  uint32_t shape = choices.Below(static_cast<uint32_t>(shapes.size()));
  for (uint32_t i = 0; i < count; ++i) {
    // Mostly like the one before.
    if (i > 0 && choices.Percent(shares_.other_shape)) {
      shape = choices.Below(static_cast<uint32_t>(shapes.size()));
    }
    AddInput(shapes[shape], DType::kFloat32);
  }
  if (shares_.mask_tensor > 0 && count < profile_.max_inputs &&
      shapes[shape]->rank == 3) {
    // One number a step of the last input: may be a mask.
    AddInput(catalogue_.pool().InternShape(
                 absl::MakeConstSpan(shapes[shape]->dim.data(), 2)),
             DType::kFloat32);
  } else if (count < profile_.max_inputs &&
             choices.Percent(profile_.integer_input)) {
    AddInput(integer_shapes_[choices.Below(
                 static_cast<uint32_t>(integer_shapes_.size()))],
             DType::kInt32);
  }
}

void Generator::AddInput(const Shape* shape, DType dtype) {
  const TensorRef ref = builder_.AddInput(shape, dtype);
  model_inputs_.push_back(ref);
  tensors_.push_back(AtHand{ref, TensorInfo{shape, dtype, false}});
}

void Generator::AddCall(ChoiceSource& choices) {
  if (focused_ && depth_ == 0 && AddFocusedCall(choices)) return;
  if (!layers_.empty() && choices.Percent(shares_.reuse_layer) &&
      TryReuse(choices, choices.Below(static_cast<uint32_t>(layers_.size())))) {
    return;
  }
  if (shares_.models > 0 && choices.Percent(shares_.models) &&
      AddModel(choices)) {
    return;
  }
  if (shares_.sequentials > 0 && choices.Percent(shares_.sequentials) &&
      AddSequential(choices)) {
    return;
  }
  if (shares_.steps > 0 && !layers_.empty() && choices.Percent(shares_.steps) &&
      AddSteps(choices)) {
    return;
  }
  const LayerSpec* spec = nullptr;
  bool found = false;
  if (shares_.input_layers > 0 && choices.Percent(shares_.input_layers)) {
    spec = &domain_.DrawInputLayer(choices);
    found = ChooseInputs(choices, *spec, nullptr);
  }
  for (int draw = 0; draw < kDraws && !found; ++draw) {
    spec = &DrawSpec(choices);
    found = ChooseInputs(choices, *spec, nullptr);
  }
  if (!found) {
    spec = &domain_.fallback();
    // Every scope has a float tensor.
    ChooseInputs(choices, *spec, nullptr);
  }
  EmitNewCall(choices, *spec);
}

void Generator::EmitNewCall(ChoiceSource& choices, const LayerSpec& spec) {
  const Shape* shapes[kMostTensors];
  for (size_t i = 0; i < chosen_.size(); ++i) {
    shapes[i] = chosen_info_[i].shape;
  }
  EmitCall(choices, MakeLayer(choices, spec,
                              absl::MakeConstSpan(shapes, chosen_.size())));
}

uint32_t Generator::MakeLayer(ChoiceSource& choices, const LayerSpec& spec,
                              absl::Span<const Shape* const> input_shapes) {
  if (spec.children().empty()) {
    return MakeAround(choices, spec, input_shapes, nullptr);
  }
  builder_.AddLayer(spec.children()[0]->config());
  Made inner;
  inner.spec = spec.children()[0];
  inner.first_shape = static_cast<uint32_t>(shapes_.size());
  inner.num_inputs = 1;
  // A layer that runs on steps may be called on one itself.
  inner.callable = spec.traits().runs_inner;
  shapes_.push_back(inner.callable ? StepShape(*input_shapes[0])
                                   : input_shapes[0]);
  const uint32_t number = static_cast<uint32_t>(layers_.size());
  layers_.push_back(inner);
  return MakeAround(choices, spec, input_shapes, &number);
}

uint32_t Generator::MakeAround(ChoiceSource& choices, const LayerSpec& spec,
                               absl::Span<const Shape* const> input_shapes,
                               const uint32_t* inner) {
  LayerDecl decl;
  decl.config = spec.config();
  if (layers_.size() < given_names_.size() &&
      choices.Percent(profile_.explicit_name)) {
    decl.name = given_names_[layers_.size()];
  }
  decl.trainable =
      !choices.Percent(profile_.frozen) || &spec.kind() == &InputLayerKind();
  Made made;
  made.spec = &spec;
  if (inner != nullptr && layers_[*inner].spec == nullptr) {
    decl.position = num_calls_;  // as that of a Model
    made.steps_of = *inner;
    made.depth = 1 + layers_[*inner].depth;
  }
  const uint32_t layer = builder_.AddLayer(
      decl, absl::MakeConstSpan(inner, inner == nullptr ? 0 : 1), {}, {});
  made.first_shape = static_cast<uint32_t>(shapes_.size());
  made.num_inputs = static_cast<uint32_t>(input_shapes.size());
  for (const Shape* shape : input_shapes) shapes_.push_back(shape);
  layers_.push_back(made);
  return layer;
}

// A layer is called again on shapes like those of its first call, which it is
// bound to accept.
bool Generator::TryReuse(ChoiceSource& choices, uint32_t layer) {
  const Made made = layers_[layer];
  if (!made.callable || made.depth + depth_ > profile_.max_depth) return false;
  if (made.spec == nullptr) {
    if (!ChoosePlanInputs(choices, made)) return false;
    TensorInfo outputs[kMostTensors];
    if (!Simulate(layer, chosen_info_, /*replay=*/false, outputs)) return false;
  } else if (!ChooseInputs(choices, *made.spec, &made)) {
    return false;
  } else if (made.steps_of != Made::kNoLayer) {
    TensorInfo output;
    if (!SimulateSteps(made.steps_of, chosen_info_[0], &output)) return false;
  }
  EmitCall(choices, layer);
  return true;
}

TensorInfo Generator::FirstInput(const Made& made) const {
  if (made.spec == nullptr) return slots_[plans_[made.plan].first_slot];
  TensorInfo info;
  info.shape = shapes_[made.first_shape];
  return info;
}

// Most calls are to be of use: one output of each call that nobody uses becomes
// an output of the model.
void Generator::CollectOutputs(ChoiceSource& choices, size_t most) {
  refs_.clear();
  const size_t calls = call_begins_.size();
  for (size_t call = scope_calls_; call < calls; ++call) {
    const uint32_t begin = call_begins_[call];
    const uint32_t end = call + 1 < calls
                             ? call_begins_[call + 1]
                             : static_cast<uint32_t>(tensors_.size());
    bool used = false;
    for (uint32_t i = begin; i < end; ++i) used |= tensors_[i].uses > 0;
    if (used || refs_.size() >= most) continue;
    if (choices.Percent(profile_.keep_dead_call)) continue;
    const AtHand& output = tensors_[begin + choices.Below(end - begin)];
    if (depth_ > 0 && output.alias) continue;
    refs_.push_back(output.ref);
  }
  // In a scope with nothing but aliases, an input.
  for (int tries = 0; refs_.empty() || choices.Percent(profile_.extra_output);
       ++tries) {
    const uint32_t size = static_cast<uint32_t>(tensors_.size()) - scope_;
    const AtHand& extra =
        tensors_[scope_ + (tries < 4 ? choices.Below(size) : 0)];
    if (tries < 4 && depth_ > 0 && extra.alias) continue;
    if (tries < 4 && !refs_.empty() && extra.ref.is_input() &&
        !choices.Percent(kInputAsOutputPercent)) {
      continue;
    }
    if (refs_.size() >= most || (tries >= 4 && !refs_.empty())) break;
    refs_.push_back(extra.ref);
  }
}

void Generator::ChooseOutputs(ChoiceSource& choices) {
  if (!plans_.empty() && choices.Percent(shares_.model_is_layer)) {
    // One of the Models and Sequentials is the model under test.
    uint32_t plan = choices.Below(static_cast<uint32_t>(plans_.size()));
    for (uint32_t layer = 0; layer < layers_.size(); ++layer) {
      if (layers_[layer].spec == nullptr && layers_[layer].plan == plan) {
        return builder_.SetModelLayer(layer);
      }
    }
  }
  CollectOutputs(choices, kMostAddedOutputs);
  // The order of outputs is unlike the order of creation.
  for (size_t i = refs_.size(); i > 1; --i) {
    std::swap(refs_[i - 1],
              refs_[i - 1 - choices.Below(static_cast<uint32_t>(i))]);
  }
  for (size_t i = model_inputs_.size(); i > 1; --i) {
    std::swap(model_inputs_[i - 1],
              model_inputs_[i - 1 - choices.Below(static_cast<uint32_t>(i))]);
  }
  builder_.SetModel(model_inputs_, refs_);
}

}  // namespace clonecheck
