// Shrink: finds a simpler Graph that fails in the same way. What "fails in the
// same way" means is the caller's: the predicate keeps the signature, so that
// shrinking does not slip from one bug to another.
//
// Every step goes to a Graph that is simpler in the total order of
// core/graph/order.h, so shrinking ends; passes are tried until none helps.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_H_

#include <functional>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// True if the Graph fails with the signature that is to be kept. Never called
// on a Graph that is not valid.
using FailsAlike = std::function<bool(const Graph&)>;

enum class ShrinkStatus {
  kFixedPoint,      // no pass makes it simpler
  kBudget,          // max_evaluations were used up; the best so far
  kNotInteresting,  // the start itself does not fail
};
// As in reports: `fixed_point`, `budget`, `not_interesting`.
absl::string_view ShrinkStatusName(ShrinkStatus status);

struct ShrinkResult {
  Graph graph;
  ShrinkStatus status = ShrinkStatus::kFixedPoint;
  // How often the predicate was asked.
  int evaluations = 0;
};

// REQUIRES: the configs of `start` were resolved by `catalogue`.
ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike);

// Enough for any start of 60 calls by a wide margin.
inline constexpr int kDefaultShrinkEvaluations = 20'000;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_H_
