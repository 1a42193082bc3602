// Numbers: concrete weights and inputs on which a difference shows, and what
// both models compute on them.
#ifndef CLONECHECK_CORE_ORACLE_NUMBERS_H_
#define CLONECHECK_CORE_ORACLE_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/engine/model.h"
#include "core/oracle/term_match.h"
#include "core/term/array.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// Draws of weights and inputs before "no difference" is believed: first such in
// which no unit is dead, then such in which whole weights are zero and some
// steps are what makes them zero (mask_roots.h), without which no computed step
// is ever masked.
inline constexpr int kNumericDraws = 24;
inline constexpr int kDrawsWithoutZeros = 8;
// Relative difference above which two doubles count as different. Both sides
// run the same operations in double precision, so rounding stays far below.
inline constexpr double kNumericTolerance = 1e-9;

// What two models are asked to compute: terms in pairs, each model on inputs of
// its own, which are fed alike by position.
struct Question {
  // Owns nothing: what it refers to must outlive it.
  const Model& original;
  const Model& clone;
  Tensors original_inputs;
  Tensors clone_inputs;
  absl::Span<const TermId> original_terms;  // kNoTerm: None
  absl::Span<const TermId> clone_terms;
};

struct Numbers {
  std::vector<Array> inputs;    // by input position
  std::vector<Array> weights;   // by get_weights position of the original
  std::vector<Array> original;  // one a pair of terms; empty for None
  std::vector<Array> clone;
  // The pair that differs most, and by how much (relative).
  int output = 0;
  double difference = 0;
};

// Draw number `draw` (a seed): inputs in [-1, 1] with some zero steps, some
// leading zero steps and one wholly zero sample; whole numbers from 0 on for
// integer inputs; weights in [-1, 1], away from zero, but of draws from
// kDrawsWithoutZeros up to kNumericDraws, where about every third is zero, and
// some steps of inputs make the operand of a mask zero.
// Errors: what evaluating gives (an uninterpreted layer, say), or weights that
// cannot be set.
absl::StatusOr<Numbers> EvaluateBoth(const TermArena& terms,
                                     const Question& question,
                                     const TermMatch& match, uint64_t draw);

// True if kNumericDraws draws show no difference. False if one does, or if no
// numbers are to be had.
bool AgreeOnSamples(const TermArena& terms, const Question& question,
                    const TermMatch& match);

// The draw with the clearest difference of kNumericDraws, or an error.
absl::StatusOr<Numbers> FindDifference(const TermArena& terms,
                                       const Question& question,
                                       const TermMatch& match);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_NUMBERS_H_
