// Focus: what a small case is about. A case that may use anything has several
// failures, of which it is charged with the first; a case of few calls and few
// kinds has one, and rare ones are met more often.
#ifndef CLONECHECK_CORE_SEARCH_FOCUS_H_
#define CLONECHECK_CORE_SEARCH_FOCUS_H_

#include <cstdint>

#include "core/search/choice_source.h"

namespace clonecheck {

// How much of what one case uses, in percent.
struct CaseShares {
  // Of calls: those that make something, or call a layer again.
  uint32_t reuse_layer = 0;
  uint32_t models = 0;
  uint32_t sequentials = 0;
  uint32_t steps = 0;  // a TimeDistributed around a layer at hand
  uint32_t input_layers = 0;
  // Of new layers, one after the other; what is left is of the kinds that the
  // case uses.
  uint32_t wrappers = 0;        // Bidirectional, TimeDistributed
  uint32_t mask_makers = 0;     // that make a mask
  uint32_t mask_functions = 0;  // Lambdas that are given one
  uint32_t mask_takers = 0;     // that compute with one
  uint32_t mask_layers = 0;     // any of these, or that hand it on
  uint32_t recurrent = 0;
  uint32_t bidirectional = 50;  // of wrappers
  // Of calls that take such a keyword.
  uint32_t states = 0;
  uint32_t training = 0;
  uint32_t mask_none = 0;
  uint32_t mask_tensor = 0;
  // Of Models and Sequentials.
  uint32_t second_input = 35;   // of a Model: one input more
  uint32_t shared_child = 25;   // of the layers of a Sequential: one at hand
  uint32_t over_steps = 30;     // on a sequence: for its steps
  uint32_t model_is_layer = 0;  // one of them is the model
  // Of inputs of the model, and of calls.
  uint32_t other_shape = 30;   // than the input before
  uint32_t sequences = 0;      // all inputs are sequences
  uint32_t deeper = 0;         // of these: sequences of sequences
  uint32_t prefer_unused = 0;  // a tensor that nobody used
  uint32_t prefer_newest = 0;  // what the last call gave
  // The tensor before, although others fit: with the cases where nothing else
  // fits this makes one merge in seven.
  uint32_t same_tensor = 2;
  // Of focused cases.
  uint32_t several_first = 0;  // one call more: of a layer of several outputs
  uint32_t mask_first = 0;     // a call makes a mask where there is none
  uint32_t again_last = 0;     // one call more: of the newest layer
};

struct Focus {
  uint32_t weight;
  uint32_t min_calls;  // without the first and last above
  uint32_t max_calls;
  CaseShares shares;
};

// A focused case has at most so many calls, and layers of so many kinds besides
// those that its shares are of.
inline constexpr uint32_t kMostFocusedCalls = 6;
inline constexpr uint32_t kFocusedKinds = 3;

// As often as weights say.
const Focus& DrawFocus(ChoiceSource& choices);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_FOCUS_H_
