// Meaning: whether a clone computes what the original computes: proved by
// terms, or, where terms differ, asked of numbers.
#ifndef CLONECHECK_CORE_ORACLE_MEANING_H_
#define CLONECHECK_CORE_ORACLE_MEANING_H_

#include "core/engine/model.h"
#include "core/oracle/numbers.h"
#include "core/oracle/obligation.h"
#include "core/oracle/term_match.h"

namespace clonecheck {

enum class Meaning : uint8_t {
  kProved,     // for all weights and inputs
  kOnSamples,  // the terms differ, no sample of numbers does
  kOther,      // numbers differ, or there are none
  kUnfed,      // the clone needs a placeholder that is not its own
};

// What the mask of an output of a call means; kNoTerm: it has none.
inline TermId MaskTerm(const Node& node, size_t output) {
  if (output >= node.num_output_masks()) return kNoTerm;
  const Tensor* mask = node.output_mask(output);
  return mask == nullptr ? kNoTerm : mask->term;
}

// Compares the pairs of terms of `question`, and counts what came out.
// REQUIRES: as many on both sides; `match` was started on the question's models
// and inputs.
Meaning CompareMeanings(Subject& subject, const Question& question,
                        TermMatch& match);

// Says in `details`, if there are any, what the first pair that differs means
// on both sides, and the numbers that show it. `what`: what the terms are,
// `output` or `mask`.
void ExplainMeanings(Session& session, const Question& question,
                     TermMatch& match, absl::string_view what,
                     Details* details);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_MEANING_H_
