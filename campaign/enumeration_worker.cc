#include "campaign/enumeration_worker.h"

#include <utility>

#include "absl/types/span.h"
#include "campaign/preservation.h"
#include "core/graph/order.h"

namespace clonecheck {
namespace {

void KeepSimpler(Simplest candidate, const LayerFacts& facts, Simplest* best) {
  // Graphs come by number of calls.
  const size_t calls = candidate.graph.calls().size();
  const size_t best_calls = best->graph.calls().size();
  if (calls > best_calls) return;
  if (calls == best_calls) {
    const int order = CompareGraphs(candidate.graph, best->graph, &facts);
    if (order > 0) return;
    if (order == 0 && candidate.number > best->number) return;
  }
  *best = std::move(candidate);
}

}  // namespace

void Keep(const Signature& signature, uint64_t number, const Graph& graph,
          const LayerFacts& facts, SimplestOfCloner* simplest) {
  auto it = simplest->find(signature);
  if (it == simplest->end()) {
    simplest->emplace(signature, Simplest{number, graph});
  } else if (graph.calls().size() <= it->second.graph.calls().size()) {
    KeepSimpler(Simplest{number, graph}, facts, &it->second);
  }
}

EnumerationWorker::EnumerationWorker(const EnumerationOptions& options)
    : options_(options),
      runner_(options.campaign),
      facts_(runner_.workbench().catalogue()),
      enumerator_(*options.grammar, runner_.workbench().catalogue()),
      preservations_(PreservationsOf(options)),
      simplest_(Judged(options).size()) {
  StartHarvest();
}

void EnumerationWorker::StartHarvest() {
  harvest_ = Harvest{};
  harvest_.counts.cloners.resize(simplest_.size());
  for (const Law* law : options_.laws) {
    harvest_.laws.emplace_back().law = law;
  }
}

void EnumerationWorker::Judge(uint64_t number) {
  const Graph& graph = enumerator_.graph();
  runner_.RunGraph(graph, number, &harvest_.counts);
  const absl::Span<const CaseVerdict> verdicts = runner_.verdicts();
  for (size_t i = 0; i < verdicts.size(); ++i) {
    if (!verdicts[i].failed()) continue;
    Keep(verdicts[i].signature, number, graph, facts_, &simplest_[i]);
  }
  for (LawCount& count : harvest_.laws) Check(graph, number, &count);
  for (size_t i = 0; i < preservations_.size(); ++i) {
    JudgePreserved(graph, number, preservations_[i],
                   options_.campaign.cloners.size() + i);
  }
}

void EnumerationWorker::Check(const Graph& graph, uint64_t number,
                              LawCount* count) {
  const Law& law = *count->law;
  const std::vector<const Obligation*>& obligations =
      options_.campaign.obligations;
  for (size_t i = 0; i < options_.campaign.cloners.size(); ++i) {
    if (options_.campaign.cloners[i].name != law.cloner) continue;
    const CaseVerdict& verdict = runner_.verdicts()[i];
    bool fails = false;
    for (size_t k = 0; k < obligations.size(); ++k) {
      if (obligations[k]->name != law.obligation) continue;
      fails = verdict.signature.obligation == obligations[k] ||
              (verdict.implied >> k & 1) != 0 ||
              (law.of_terms && (verdict.on_samples >> k & 1) != 0);
    }
    ++count->checked;
    count->fails += fails ? 1 : 0;
    if (law.fails(graph, runner_.workbench().catalogue()) == fails) return;
    if (count->exceptions++ == 0) count->first_exception = number;
  }
}

void EnumerationWorker::JudgePreserved(const Graph& graph, uint64_t number,
                                       const Preservation& preservation,
                                       size_t entry) {
  const std::vector<ClonerOnEngine>& cloners = options_.campaign.cloners;
  const Verdict right = runner_.verdicts()[preservation.reference].verdict;
  CaseVerdict verdict;
  verdict.verdict = Verdict::kUnjudged;
  if (right == Verdict::kAgree || right == Verdict::kAgreeNumerically) {
    verdict = JudgePreservation(runner_.workbench(), graph,
                                cloners[preservation.reference],
                                cloners[preservation.cloner]);
  }
  CountVerdict(verdict, number, &harvest_.counts.cloners[entry]);
  if (!verdict.failed()) return;
  Keep(verdict.signature, number, graph, facts_, &simplest_[entry]);
}

}  // namespace clonecheck
