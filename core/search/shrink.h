// Shrink: finds a simpler Graph that fails in the same way. What "fails in the
// same way" means is the caller's: the predicate keeps the signature, so that
// shrinking does not slip from one bug to another.
//
// Every step goes to a Graph that is simpler in the total order of
// core/graph/order.h, so shrinking ends. Passes go from the coarse to the fine
// until none helps; then all simpler Graphs of one call are tried, which finds
// the same witness from starts that ended in different places. No Graph is
// asked about twice.
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
  kEnumerated,      // nothing was shrunk: all Graphs were gone through in order
};
// As in reports: `fixed_point`, `budget`, `not_interesting`, `enumerated`.
absl::string_view ShrinkStatusName(ShrinkStatus status);

struct ShrinkResult {
  Graph graph;
  ShrinkStatus status = ShrinkStatus::kFixedPoint;
  // How often the predicate was asked by the passes, the start included.
  int evaluations = 0;
  // How often it was asked while going through the simpler Graphs of one call:
  // one drawn layer on inputs of shape (None, 1), with one output. At a fixed
  // point none of these fails alike. One that did was taken, so this is not the
  // price of a proof alone.
  int proof_evaluations = 0;
  // No simpler Graph of the enumerated grammar fails alike: all were tried.
  bool proved_minimal = false;
};

// `max_evaluations` bounds both counts of evaluations together.
// REQUIRES: `start` is valid (Validate), and its configs were resolved by
// `catalogue`; max_evaluations > 0.
ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike);

// Enough for any start of 60 calls by a wide margin.
inline constexpr int kDefaultShrinkEvaluations = 20'000;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_H_
