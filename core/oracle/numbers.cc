#include "core/oracle/numbers.h"

#include <optional>

#include "core/oracle/sampler.h"

namespace clonecheck {

absl::StatusOr<Numbers> EvaluateBoth(const TermArena& terms,
                                     const Question& question,
                                     const TermMatch& match, uint64_t draw) {
  Sampler sampler(terms, question, match, Sampler::Sides::kApart);
  if (absl::Status status = sampler.Run(draw); !status.ok()) return status;
  return sampler.Copy();
}

bool AgreeOnSamples(const TermArena& terms, const Question& question,
                    const TermMatch& match) {
  Sampler sampler(terms, question, match, Sampler::Sides::kTogether);
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    if (!sampler.Run(draw).ok() || sampler.difference() > kNumericTolerance) {
      return false;
    }
  }
  return true;
}

absl::StatusOr<Numbers> FindDifference(const TermArena& terms,
                                       const Question& question,
                                       const TermMatch& match) {
  Sampler sampler(terms, question, match, Sampler::Sides::kApart);
  std::optional<Numbers> best;
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    if (absl::Status status = sampler.Run(draw); !status.ok()) return status;
    const double difference = sampler.difference();
    if (difference > kNumericTolerance &&
        (!best.has_value() || difference > best->difference)) {
      best = sampler.Copy();
    }
  }
  if (best.has_value()) return *std::move(best);
  return absl::NotFoundError(
      "No difference in numbers; the terms alone differ.");
}

}  // namespace clonecheck
