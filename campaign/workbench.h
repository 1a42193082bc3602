// Workbench: what one thread needs to build, clone and judge Graphs: a pool, a
// catalogue, a session an engine, and a judge. Used again for case after case.
// Not thread-safe; one a thread.
#ifndef CLONECHECK_CAMPAIGN_WORKBENCH_H_
#define CLONECHECK_CAMPAIGN_WORKBENCH_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/engine/build.h"
#include "core/engine/session.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/oracle/judge.h"

namespace clonecheck {

class Workbench {
 public:
  Workbench();
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  Pool& pool() { return pool_; }
  Catalogue& catalogue() { return catalogue_; }
  // The session of an engine; empty or holding the last case.
  Session& session(const EngineRules& engine);

  // What other failures came down to (campaign/minimal_graphs.h), read when it
  // is first asked for.
  const std::vector<Graph>& minimal_graphs();

  // Forgets the last case and builds `graph` on `engine`. Errors: as
  // BuildGraph. What is built is valid until the next call for this engine.
  absl::StatusOr<Built> Build(const Graph& graph, const EngineRules& engine);

  // Does the engine, or the oldest one, build `graph` without refusing it?
  bool Builds(const Graph& graph, const EngineRules& engine = kEngineRules[0]);

  // Judges a cloner on what was built last on its engine.
  CaseVerdict JudgeBuilt(const Built& built, const ClonerOnEngine& cloner,
                         absl::Span<const Obligation* const> obligations,
                         Details* details = nullptr,
                         const ProofLog* proofs = nullptr);

  // Build and JudgeBuilt. A Graph that cannot be built at all (dangling) counts
  // as kUnjudged.
  CaseVerdict JudgeGraph(const Graph& graph, const ClonerOnEngine& cloner,
                         absl::Span<const Obligation* const> obligations,
                         Details* details = nullptr,
                         const ProofLog* proofs = nullptr);

  // The signature that JudgeBuilt gives, and nothing else: several times as
  // fast where the cloner fails. Its obligation is null where none does.
  Signature FirstFailure(const Built& built, const ClonerOnEngine& cloner,
                         absl::Span<const Obligation* const> obligations);

  // Whether JudgeGraph gives this signature: what shrinking asks. Obligations
  // after the one that fails are not looked at.
  bool FailsAlike(const Graph& graph, const ClonerOnEngine& cloner,
                  absl::Span<const Obligation* const> obligations,
                  const Signature& signature);

 private:
  Pool pool_;
  Catalogue catalogue_;
  std::vector<std::unique_ptr<Session>> sessions_;  // as kEngineRules
  Judge judge_;
  std::optional<std::vector<Graph>> minimal_graphs_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_WORKBENCH_H_
