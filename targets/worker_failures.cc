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

nlohmann::ordered_json FailuresJson(const WorkerFailures& failures,
                                    bool repeats) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const WorkerFailure& failure : failures) {
    nlohmann::ordered_json entry{
        {"outcome", std::string(WorkerOutcomeName(failure.outcome))},
        {"detail", failure.detail},
        {"count", failure.count}};
    if (repeats) entry["repeated"] = failure.repeated;
    entry["first_case"] = failure.first_case;
    entry["case"] = failure.graph;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace clonecheck
