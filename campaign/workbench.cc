#include "campaign/workbench.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>

#include "campaign/minimal_graphs.h"

namespace clonecheck {

Workbench::Workbench()
    : catalogue_(pool_), sessions_(std::size(kEngineRules)) {}

// Made when they are first asked for: most that ask know one engine or two.
Session& Workbench::session(const EngineRules& engine) {
  std::unique_ptr<Session>& session =
      sessions_[static_cast<size_t>(&engine - kEngineRules)];
  if (session == nullptr) {
    session = std::make_unique<Session>(catalogue_, engine);
  }
  return *session;
}

const std::vector<Graph>& Workbench::minimal_graphs() {
  if (!minimal_graphs_) minimal_graphs_ = ReadMinimalGraphs(catalogue_);
  return *minimal_graphs_;
}

absl::StatusOr<Built> Workbench::Build(const Graph& graph,
                                       const EngineRules& engine) {
  Session& session = this->session(engine);
  session.Clear();
  return BuildGraph(session, graph);
}

bool Workbench::Builds(const Graph& graph, const EngineRules& engine) {
  const absl::StatusOr<Built> built = Build(graph, engine);
  return built.ok() && built->refusal == nullptr;
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

Signature Workbench::FirstFailure(
    const Built& built, const ClonerOnEngine& cloner,
    absl::Span<const Obligation* const> obligations) {
  if (built.refusal != nullptr) return {};
  return judge_.FirstFailure(session(*cloner.engine), *built.model,
                             cloner.cloner->clone, obligations);
}

bool Workbench::FailsAlike(const Graph& graph, const ClonerOnEngine& cloner,
                           absl::Span<const Obligation* const> obligations,
                           const Signature& signature) {
  const auto failing =
      std::find(obligations.begin(), obligations.end(), signature.obligation);
  if (failing == obligations.end()) return false;
  const absl::StatusOr<Built> built = Build(graph, *cloner.engine);
  return built.ok() &&
         FirstFailure(*built, cloner,
                      obligations.first(static_cast<size_t>(
                          failing - obligations.begin() + 1))) == signature;
}

}  // namespace clonecheck
