// One thread of an enumeration: judges Graphs, counts, and keeps the simplest
// Graph of each signature.
#ifndef CLONECHECK_CAMPAIGN_ENUMERATION_WORKER_H_
#define CLONECHECK_CAMPAIGN_ENUMERATION_WORKER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "campaign/campaign.h"
#include "campaign/enumeration.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/verdict.h"
#include "core/search/enumerator.h"

namespace clonecheck {

// The simplest Graph so far with a signature.
struct Simplest {
  uint64_t number = 0;
  Graph graph;  // in the pool of the worker that met it
};
using SimplestOfCloner = absl::flat_hash_map<Signature, Simplest>;

// Notes that `graph` has this signature; of two Graphs that compare equal the
// one of the smaller number is kept.
void Keep(const Signature& signature, uint64_t number, const Graph& graph,
          const LayerFacts& facts, SimplestOfCloner* simplest);

// What a thread has found since the last meeting.
struct Harvest {
  CampaignCounts counts;
  std::vector<LawCount> laws;  // as in the options
};

class EnumerationWorker {
 public:
  // `options` must outlive the worker.
  explicit EnumerationWorker(const EnumerationOptions& options);

  // Forgets what was counted, but not the simplest Graphs.
  void StartHarvest();
  const Harvest& harvest() const { return harvest_; }
  // As Judged(options).
  std::vector<SimplestOfCloner>& simplest() { return simplest_; }
  const LayerFacts& facts() const { return facts_; }
  // Walks through the Graphs of the grammar.
  Enumerator& enumerator() { return enumerator_; }

  // Judges the Graph at which the enumerator stands; `number` is its number.
  void Judge(uint64_t number);

 private:
  // Holds a law against what the judge said.
  void Check(const Graph& graph, uint64_t number, LawCount* count);
  // The entry of a graph on which the reference is not right says kUnjudged.
  void JudgePreserved(const Graph& graph, uint64_t number,
                      const Preservation& preservation, size_t entry);

  const EnumerationOptions& options_;
  CaseRunner runner_;
  CatalogueFacts facts_;
  Enumerator enumerator_;
  Harvest harvest_;
  const std::vector<Preservation> preservations_;
  std::vector<SimplestOfCloner> simplest_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_ENUMERATION_WORKER_H_
