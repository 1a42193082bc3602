// Shrink: finds a simpler Graph that fails in the same way. What "fails in the
// same way" means is the caller's: the predicate keeps the signature, so that
// shrinking does not slip from one bug to another.
//
// Every step goes to a Graph that is simpler in the total order of
// core/graph/order.h, so shrinking ends. Passes go from the coarse to the fine
// until none helps; then all simpler Graphs of one call are tried, and what
// other failures came down to, which finds the same witness from starts that
// ended in different places. Where it is affordable, all simpler Graphs of the
// same parts follow (simpler_graphs.h), which proves the witness minimal among
// them. Last, where a proof was asked for, the witness is changed at random a
// number of times and shrunk from there, which counts if it ends lower
// (shrink_perturb.cc), and so are Graphs that do not depend on the start
// (shrink_others.cc). No Graph is asked about twice.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_H_

#include <functional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/simplest_layers.h"

namespace clonecheck {

// True if the Graph fails with the signature that is to be kept. Never called
// on a Graph that is not valid.
using FailsAlike = std::function<bool(const Graph&)>;

enum class ShrinkStatus {
  kFixedPoint,      // no pass makes it simpler
  kBudget,          // max_evaluations were used up; the best so far
  kHurried,         // told to hurry or to stop: the best so far
  kNotInteresting,  // the start itself does not fail
  kEnumerated,      // nothing was shrunk: all Graphs were gone through in order
};
// As in reports: `fixed_point`, `budget`, `hurried`, `not_interesting`,
// `enumerated`.
absl::string_view ShrinkStatusName(ShrinkStatus status);

// What came of the proof that nothing simpler fails alike.
enum class ProofStatus {
  kNotTried,      // nobody asked for it, or shrinking did not end by itself
  kAllOfKinds,    // all simpler Graphs of layers of its kinds were tried
  kAllOfConfigs,  // those of its kinds are too many; all of its configs were
  kTooMany,       // even these are more than may be tried
  kNames,         // it has given names, of which there is no end
  kEnumerated,    // nothing was shrunk: all Graphs were gone through in order
};
// As in reports: `not_tried`, `kinds`, `configs`, `too_many`, `names`,
// `enumerated`.
absl::string_view ProofStatusName(ProofStatus status);

struct ShrinkOptions {
  // A proof is affordable if it asks about at most so many Graphs that were not
  // asked about before; 0: none is tried.
  int max_proof_graphs = 0;
  // False for a Graph of which it is known without looking that it does not
  // fail alike: it is not asked about. Null: nothing is known.
  std::function<bool(const Graph&)> may_fail = nullptr;
  // What the failure shows at, if it is a kind of layer that a generator draws:
  // such layers are tried more often than others. Null: nothing is known.
  const LayerKind* kind = nullptr;
  // What other failures came down to, valid and of the same catalogue, the
  // simplest first; not owned. Those that are simpler than what the passes
  // ended at are asked about. Null: there are none.
  const std::vector<Graph>* minimal_graphs = nullptr;
  // Polled once the passes have ended: true leaves the rest out, which takes
  // longest. Null: never.
  std::function<bool()> hurry = nullptr;
  // Polled before each question: true leaves out all that is left. Null: never.
  std::function<bool()> stop = nullptr;
  // Of the same catalogue, shared between shrinks, not owned. Null: it makes
  // its own.
  SimplestLayers* layers = nullptr;
};

struct ShrinkResult {
  Graph graph;
  ShrinkStatus status = ShrinkStatus::kFixedPoint;
  // How often the predicate was asked by the passes, the start included.
  int evaluations = 0;
  // How often it was asked after the passes: of simpler Graphs of one call or
  // of a few patterns, of those of the proof, and on other ways down. At a
  // fixed point none of the simpler ones fails alike. One that did was taken,
  // so this is not the price of a proof alone.
  int proof_evaluations = 0;
  // No simpler Graph of the same parts fails alike: all were tried.
  bool proved_minimal = false;
  ProofStatus proof = ProofStatus::kNotTried;
  // How often one of those did fail alike, and was gone on from: then the
  // passes had stopped too early.
  int slips = 0;
};

// `max_evaluations` bounds both counts of evaluations together; core/limits.h
// has what it and max_proof_graphs are where nobody says.
// REQUIRES: `start` is valid (Validate), and its configs were resolved by
// `catalogue`; max_evaluations > 0.
ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike,
                    const ShrinkOptions& options = {});

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_H_
