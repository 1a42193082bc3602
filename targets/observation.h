// Observation: what is to be seen of a Graph on our own engine, in the words of
// the worker protocol (docs/targets.md), so that an answer of a live framework
// and our own are compared field by field without either knowing the other.
#ifndef CLONECHECK_TARGETS_OBSERVATION_H_
#define CLONECHECK_TARGETS_OBSERVATION_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The answer to `steps` (see the protocol), as a worker for the cloner's engine
// would give it. Beside the protocol's words:
//   {"raised": {…, "backend": true}}   only the fact is imitated
//   {"raised": {…, "loose": reason}}   not even the fact, always
//   {"unavailable": reason}            there is nothing to compare with
// Errors: as Workbench::Build.
absl::StatusOr<nlohmann::json> Observe(Workbench& workbench, const Graph& graph,
                                       const ClonerOnEngine& cloner,
                                       uint64_t seed,
                                       absl::Span<const std::string> steps);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_OBSERVATION_H_
