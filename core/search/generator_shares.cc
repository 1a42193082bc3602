// What a case of the generator uses: anything, some things left out, or little,
// if it is a small one about one thing; and the layers that it draws.
#include <algorithm>

#include "core/search/generator.h"

namespace clonecheck {
namespace {

// Of calls, in cases that use the feature.
constexpr uint32_t kModelPercent = 25;
constexpr uint32_t kSequentialPercent = 20;
constexpr uint32_t kWrapperPercent = 15;
constexpr uint32_t kInputLayerPercent = 15;
constexpr uint32_t kStatesPercent = 60;
constexpr uint32_t kTrainingPercent = 40;
constexpr uint32_t kMaskTensorPercent = 80;
// A layer at hand in a new TimeDistributed.
constexpr uint32_t kStepsPercent = 20;
// Recurrent layers, besides what the profile says, where they take masks.
constexpr uint32_t kMoreRecurrent = 14;

}  // namespace

void Generator::ChooseShares(ChoiceSource& choices) {
  focused_ = profile_.focused > 0 && profile_.min_calls < kMostFocusedCalls &&
             profile_.max_calls >= kMostFocusedCalls &&
             choices.Percent(profile_.focused);
  enabled_.clear();
  enabled_weight_ = 0;
  focused_ ? ChooseFocus(choices) : ChooseFeatures(choices);
}

// Swarm testing (Groce et al., ISSTA 2012): a case that cannot use everything
// reaches what a case that can use everything hardly ever does.
void Generator::ChooseFeatures(ChoiceSource& choices) {
  const uint32_t disabled = profile_.disabled_kind;
  for (const LayerDomain::Kind& domain : domain_.kinds()) {
    if (choices.Percent(disabled)) continue;
    enabled_.push_back(&domain);
    enabled_weight_ += domain.weight;
  }
  const auto use = [&](uint32_t cases, uint32_t share) {
    return choices.Percent(cases) ? share : 0;
  };
  shares_ = CaseShares();
  shares_.models = use(profile_.models, kModelPercent);
  shares_.sequentials = use(profile_.sequentials, kSequentialPercent);
  shares_.wrappers = use(profile_.wrappers, kWrapperPercent);
  shares_.steps = shares_.wrappers > 0 ? kStepsPercent : 0;
  // Which is a wrapper in any case that has a Model.
  if (profile_.wrappers == 0) shares_.over_steps = 0;
  shares_.states = use(profile_.states, kStatesPercent);
  shares_.training = use(profile_.training, kTrainingPercent);
  shares_.mask_tensor = use(profile_.mask_tensor, kMaskTensorPercent);
  shares_.input_layers = use(profile_.input_layers, kInputLayerPercent);
  shares_.recurrent = profile_.recurrent_layers +
                      (shares_.mask_tensor > 0 ? kMoreRecurrent : 0);
  shares_.mask_layers = profile_.mask_layers;
  shares_.reuse_layer = profile_.reuse_layer;
  shares_.mask_none = profile_.mask_none;
  shares_.prefer_unused = profile_.prefer_unused;
  shares_.model_is_layer = profile_.model_is_layer;
}

void Generator::ChooseFocus(ChoiceSource& choices) {
  const Focus& focus = DrawFocus(choices);
  shares_ = focus.shares;
  // What the profile never uses, these do not either.
  const auto limit = [](uint32_t cases, uint32_t* share) {
    if (cases == 0) *share = 0;
  };
  limit(profile_.models, &shares_.models);
  limit(profile_.sequentials, &shares_.sequentials);
  limit(profile_.wrappers, &shares_.wrappers);
  limit(profile_.wrappers, &shares_.steps);
  limit(profile_.wrappers, &shares_.over_steps);
  limit(profile_.states, &shares_.states);
  limit(profile_.training, &shares_.training);
  limit(profile_.mask_tensor, &shares_.mask_tensor);
  limit(profile_.mask_none, &shares_.mask_none);
  limit(profile_.input_layers, &shares_.input_layers);
  limit(profile_.model_is_layer, &shares_.model_is_layer);
  several_first_ = choices.Percent(shares_.several_first);
  again_last_ = choices.Percent(shares_.again_last);
  calls_wanted_ =
      focus.min_calls + choices.Below(focus.max_calls - focus.min_calls + 1);
  calls_wanted_ = std::clamp(
      calls_wanted_ + (several_first_ ? 1 : 0) + (again_last_ ? 1 : 0),
      profile_.min_calls, kMostFocusedCalls);
  const uint32_t kinds = static_cast<uint32_t>(domain_.kinds().size());
  for (uint32_t i = 0; i < kFocusedKinds; ++i) {
    enabled_.push_back(&domain_.kinds()[choices.Below(kinds)]);
    enabled_weight_ += enabled_.back()->weight;
  }
}

// The calls that a focused case has at its begin and end.
bool Generator::AddFocusedCall(ChoiceSource& choices) {
  if (again_last_ && num_calls_ > 0 && num_calls_ + 1 == calls_wanted_) {
    return TryReuse(choices, static_cast<uint32_t>(layers_.size()) - 1);
  }
  const LayerSpec* spec = nullptr;
  if (several_first_ && num_calls_ == 0) {
    spec = &domain_.DrawOf(LayerFamily::kSeveralOutputs, choices);
  } else if (std::none_of(
                 tensors_.begin(), tensors_.end(),
                 [](const AtHand& tensor) { return tensor.info.masked; }) &&
             choices.Percent(shares_.mask_first)) {
    spec = &domain_.DrawOf(LayerFamily::kMaskMakers, choices);
  }
  if (spec == nullptr || !ChooseInputs(choices, *spec, nullptr)) return false;
  EmitNewCall(choices, *spec);
  return true;
}

const LayerSpec& Generator::DrawSpec(ChoiceSource& choices) {
  if (shares_.wrappers > 0 && choices.Percent(shares_.wrappers)) {
    if (choices.Percent(shares_.bidirectional)) {
      return domain_.DrawBidirectional(choices);
    }
    const LayerSpec& inner = DrawUnwrapped(choices);
    return CanBeTimeDistributed(inner) ? domain_.TimeDistributed(inner) : inner;
  }
  return DrawUnwrapped(choices);
}

const LayerSpec& Generator::DrawUnwrapped(ChoiceSource& choices) {
  if (favourite_ != nullptr && choices.Percent(profile_.favourite_share)) {
    return *favourite_->specs[choices.Below(
        static_cast<uint32_t>(favourite_->specs.size()))];
  }
  if (shares_.mask_makers > 0 && choices.Percent(shares_.mask_makers)) {
    return domain_.DrawOf(LayerFamily::kMaskMakers, choices);
  }
  if (shares_.mask_functions > 0 && choices.Percent(shares_.mask_functions)) {
    return domain_.DrawOf(LayerFamily::kMaskFunctions, choices);
  }
  if (shares_.mask_takers > 0 && choices.Percent(shares_.mask_takers)) {
    return domain_.DrawOf(LayerFamily::kMaskTakers, choices);
  }
  if (shares_.mask_layers > 0 && choices.Percent(shares_.mask_layers)) {
    return domain_.DrawOf(LayerFamily::kMaskLayers, choices);
  }
  if (shares_.recurrent > 0 && choices.Percent(shares_.recurrent)) {
    return domain_.DrawOf(LayerFamily::kRecurrent, choices);
  }
  if (enabled_.empty()) return domain_.fallback();
  uint32_t ticket = choices.Below(enabled_weight_);
  size_t kind = 0;
  while (ticket >= enabled_[kind]->weight) ticket -= enabled_[kind++]->weight;
  const std::vector<const LayerSpec*>& specs = enabled_[kind]->specs;
  return *specs[choices.Below(static_cast<uint32_t>(specs.size()))];
}

}  // namespace clonecheck
