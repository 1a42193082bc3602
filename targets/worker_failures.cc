#include "targets/worker_failures.h"

#include <algorithm>

#include "core/graph/json.h"

namespace clonecheck {

void AddFailure(const WorkerReply& reply, uint64_t case_number, bool repeated,
                const Graph& graph, WorkerFailures* failures) {
  auto failure = std::find_if(failures->begin(), failures->end(),
                              [&](const WorkerFailure& other) {
                                return other.outcome >= reply.outcome;
                              });
  if (failure == failures->end() || failure->outcome != reply.outcome) {
    failure = failures->insert(failure, WorkerFailure());
    failure->outcome = reply.outcome;
  }
  ++failure->count;
  failure->repeated += repeated ? 1u : 0u;
  if (failure->count > 1 && failure->first_case < case_number) return;
  failure->detail = reply.detail;
  failure->first_case = case_number;
  failure->graph = GraphToJsonValue(graph);
}

}  // namespace clonecheck
