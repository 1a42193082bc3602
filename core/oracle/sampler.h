// Sampler: draws inputs and weights for a Question again and again, in the same
// memory, and computes both sides.
#ifndef CLONECHECK_CORE_ORACLE_SAMPLER_H_
#define CLONECHECK_CORE_ORACLE_SAMPLER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/oracle/mask_roots.h"
#include "core/oracle/numbers.h"
#include "core/oracle/term_match.h"
#include "core/random.h"
#include "core/term/array.h"
#include "core/term/evaluate.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class Sampler {
 public:
  // kTogether computes all at once from the original's inputs and weights, by
  // what the clone's terms mean in terms of the original (TermMatch::image),
  // and what both models share only once. Where an image needs a leaf that
  // stands for nothing of the original's, and in a Sampler that is kApart, each
  // side is computed by itself.
  enum class Sides { kTogether, kApart };

  // Owns nothing that it is given.
  Sampler(const TermArena& terms, const Question& question,
          const TermMatch& match, Sides sides);
  // It refers to places of its own.
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // Draw number `draw`, as of EvaluateBoth. Errors: as there.
  absl::Status Run(uint64_t draw);

  // After a run without error, until the next: how far the values of a pair are
  // apart (MaxDifference), for the pair with the most.
  double difference() const { return difference_; }
  Numbers Copy() const;

 private:
  absl::Status Draw(uint64_t draw);
  absl::Status Compute();
  // What the clone is given. It knows the original's weights, too, which are
  // there whoever asks; a placeholder has to be fed by its own model.
  void FeedClone();
  void Compare(const Evaluator& original, size_t first_of_clone,
               const Evaluator& clone);

  const TermArena& terms_;
  const Question& question_;
  const TermMatch& match_;
  const int32_t batch_;
  const std::vector<double> fillers_;
  std::optional<MaskRoots> mask_roots_;  // from the first draw that fills

  // Of the original; the clone's are copies, for where it is asked by itself.
  LeafValues leaves_;
  LeafValues clone_leaves_;
  // By position, in leaves_. A variable at two positions has one value, which
  // is drawn for the first.
  std::vector<Array*> inputs_;
  struct Weight {
    Array* value;
    bool is_drawn;
  };
  std::vector<Weight> weights_;

  std::optional<Evaluator> together_;
  std::optional<Evaluator> original_;
  std::optional<Evaluator> clone_;

  std::vector<const Array*> original_values_;
  std::vector<const Array*> clone_values_;
  int output_ = 0;
  double difference_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_SAMPLER_H_
