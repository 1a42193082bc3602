// WorkerFailures: the requests of a run that a worker did not answer, one entry
// an outcome. The entry tells of the first case, whichever thread came first.
#ifndef CLONECHECK_TARGETS_WORKER_FAILURES_H_
#define CLONECHECK_TARGETS_WORKER_FAILURES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "nlohmann/json.hpp"
#include "worker/worker.h"

namespace clonecheck {

struct WorkerFailure {
  WorkerOutcome outcome = WorkerOutcome::kDied;
  // Of its first case, the one with the lowest number: what became of it, and
  // its Graph.
  std::string detail;
  uint64_t first_case = 0;
  nlohmann::ordered_json graph;
  uint64_t count = 0;
  // So many happened again with a new worker, where that is tried.
  uint64_t repeated = 0;
};

// In the order of outcomes.
using WorkerFailures = std::vector<WorkerFailure>;

// REQUIRES: the reply is no answer.
void AddFailure(const WorkerReply& reply, uint64_t case_number, bool repeated,
                const Graph& graph, WorkerFailures* failures);

// What a run file says of them; `repeats`: also how many happened again.
nlohmann::ordered_json FailuresJson(const WorkerFailures& failures,
                                    bool repeats);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_WORKER_FAILURES_H_
