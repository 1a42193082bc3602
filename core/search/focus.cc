#include "core/search/focus.h"

#include <vector>

namespace clonecheck {
namespace {

CaseShares Small() {
  CaseShares shares;
  shares.mask_none = 5;
  shares.deeper = 20;
  shares.prefer_unused = 90;
  shares.prefer_newest = 60;
  shares.model_is_layer = 5;
  shares.same_tensor = 10;
  shares.several_first = 45;
  shares.again_last = 55;
  return shares;
}

// A mask is made, and what computes with one is called on it.
Focus MasksTaken() {
  Focus focus = {23, 2, 3, Small()};
  CaseShares& shares = focus.shares;
  shares.sequences = 100;
  shares.mask_first = 95;
  shares.mask_takers = 85;
  shares.wrappers = 24;
  shares.bidirectional = 75;
  shares.sequentials = 22;
  return focus;
}

// Calls with keywords.
Focus Keywords() {
  Focus focus = {15, 1, 3, Small()};
  CaseShares& shares = focus.shares;
  shares.sequences = 100;
  shares.wrappers = 36;
  shares.bidirectional = 55;
  shares.recurrent = 60;
  shares.training = 50;
  shares.mask_tensor = 35;
  shares.states = 20;
  return focus;
}

Focus Sequentials() {
  Focus focus = {16, 1, 3, Small()};
  CaseShares& shares = focus.shares;
  shares.sequentials = 80;
  shares.again_last = 35;
  shares.mask_makers = 12;
  shares.mask_functions = 15;
  shares.shared_child = 60;
  shares.over_steps = 20;
  shares.model_is_layer = 10;
  shares.input_layers = 50;
  return focus;
}

// Layers, Models and Sequentials over the steps of sequences.
Focus Steps() {
  Focus focus = {18, 1, 3, Small()};
  CaseShares& shares = focus.shares;
  shares.sequences = 100;
  shares.again_last = 30;
  shares.deeper = 25;
  shares.sequentials = 40;
  shares.models = 10;
  shares.steps = 25;
  shares.mask_first = 10;
  shares.mask_functions = 40;
  shares.mask_takers = 5;
  shares.wrappers = 40;
  shares.bidirectional = 0;
  shares.shared_child = 60;
  shares.over_steps = 100;
  return focus;
}

// Models on masks, and Lambdas that make one in Models.
Focus ModelsWithMasks() {
  Focus focus = {22, 3, 4, Small()};
  CaseShares& shares = focus.shares;
  shares.several_first = 20;
  shares.again_last = 30;
  shares.reuse_layer = 6;
  shares.prefer_newest = 80;
  shares.sequences = 90;
  shares.models = 45;
  shares.sequentials = 8;
  shares.mask_first = 80;
  shares.mask_functions = 30;
  shares.mask_takers = 75;
  shares.second_input = 10;
  shares.over_steps = 10;
  return focus;
}

// Models with inputs that they do not need.
Focus ModelsWithInputs() {
  Focus focus = {18, 2, 4, Small()};
  CaseShares& shares = focus.shares;
  shares.sequences = 80;
  shares.reuse_layer = 12;
  shares.deeper = 35;
  shares.models = 75;
  shares.steps = 20;
  shares.second_input = 65;
  shares.other_shape = 80;
  shares.over_steps = 65;
  shares.input_layers = 10;
  return focus;
}

}  // namespace

const Focus& DrawFocus(ChoiceSource& choices) {
  static const auto* const kAll = new std::vector<Focus>{
      MasksTaken(), Keywords(),        Sequentials(),
      Steps(),      ModelsWithMasks(), ModelsWithInputs()};
  uint32_t weights = 0;
  for (const Focus& focus : *kAll) weights += focus.weight;
  uint32_t ticket = choices.Below(weights);
  const Focus* focus = kAll->data();
  while (ticket >= focus->weight) ticket -= (focus++)->weight;
  return *focus;
}

}  // namespace clonecheck
