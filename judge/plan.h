// Plan: the graphs that candidates are judged on, in the order in which they
// are asked, each with what Keras 2.2.4 does with it. The same for all
// candidates of a run.
//
// What tells candidates apart comes first: cases from the corpus, each of which
// is the smallest one of some fault; then all small graphs, by number of calls;
// then random ones.
#ifndef CLONECHECK_JUDGE_PLAN_H_
#define CLONECHECK_JUDGE_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"
#include "judge/verdict.h"

namespace clonecheck {

struct PlanOptions {
  uint64_t seed = 1;
  uint64_t cases = 2'000;  // random ones
  int max_calls = 3;       // of the graphs of the grammar `plain`
  std::vector<const Obligation*> obligations;
};

struct PlannedGraph {
  Graph graph;
  // `reference` and `must_be_fixed` are set; the rest is the candidate's.
  CaseRecord record;
};

class Plan {
 public:
  // REQUIRES: `workbench` outlives the plan.
  Plan(Workbench& workbench, PlanOptions options);

  // The given graphs and no others.
  Plan(Workbench& workbench, PlanOptions options,
       const std::vector<Graph>& graphs);

  const PlanOptions& options() const { return options_; }
  Workbench& workbench() const { return workbench_; }
  const std::vector<PlannedGraph>& graphs() const { return graphs_; }
  // The graphs of which candidates are asked: originals that can be built, and
  // are no Sequentials, which Keras clones by another function.
  uint64_t of_corpus = 0;
  uint64_t random = 0;
  // All graphs of a grammar up to a number of calls.
  struct Scope {
    std::string grammar;
    int max_calls = 0;
    uint64_t graphs = 0;
  };
  std::vector<Scope> scopes;
  // What 2.2.4 shows on these and on further graphs, and what it is known to
  // show (corpus/known.json).
  const std::vector<ReferenceSymptom>& reference_symptoms() const {
    return symptoms_;
  }
  // Upstream's regression test.
  const Graph& upstream_test() const { return upstream_test_; }

  // What 2.2.4 does with a graph, and whether every fix must mend it.
  CaseRecord RecordFor(const Graph& graph) const;

 private:
  bool Add(const Graph& graph);
  void AddKnown();
  void AddCorpus();
  void AddScope(const std::string& grammar, int max_calls);
  void AddRandom();

  Workbench& workbench_;
  PlanOptions options_;
  ClonerOnEngine reference_;
  ClonerOnEngine upstream_;
  std::vector<const Obligation*> values_;  // completes, outputs
  std::vector<PlannedGraph> graphs_;
  std::vector<ReferenceSymptom> symptoms_;
  Graph upstream_test_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_PLAN_H_
