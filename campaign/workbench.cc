#include "campaign/workbench.h"

namespace clonecheck {

Workbench::Workbench() : catalogue_(pool_) {
  for (const EngineRules& rules : kEngineRules) {
    sessions_.push_back(std::make_unique<Session>(catalogue_, rules));
  }
}

Session& Workbench::session(const EngineRules& engine) {
  return *sessions_[static_cast<size_t>(&engine - kEngineRules)];
}

absl::StatusOr<Built> Workbench::Build(const Graph& graph,
                                       const EngineRules& engine) {
  Session& session = this->session(engine);
  session.Clear();
  return BuildGraph(session, graph);
}

CaseVerdict Workbench::JudgeBuilt(
    const Built& built, const ClonerOnEngine& cloner,
    absl::Span<const Obligation* const> obligations, Details* details,
    const ProofLog* proofs) {
  if (built.refusal != nullptr) {
    // There is nothing to clone.
    CaseVerdict verdict;
    verdict.verdict = Verdict::kBothRefuse;
    return verdict;
  }
  return judge_.Run(session(*cloner.engine), *built.model, cloner.cloner->clone,
                    obligations, details, proofs);
}

CaseVerdict Workbench::JudgeGraph(
    const Graph& graph, const ClonerOnEngine& cloner,
    absl::Span<const Obligation* const> obligations, Details* details,
    const ProofLog* proofs) {
  absl::StatusOr<Built> built = Build(graph, *cloner.engine);
  if (!built.ok()) {
    CaseVerdict verdict;
    verdict.verdict = Verdict::kUnjudged;
    return verdict;
  }
  return JudgeBuilt(*built, cloner, obligations, details, proofs);
}

}  // namespace clonecheck
