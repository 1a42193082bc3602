// LiveTarget: a target to hunt in: what it declares, its operations on Graphs,
// and its scripts. Around a Worker, which it replaces before it has grown too
// large.
#ifndef CLONECHECK_TARGETS_LIVE_TARGET_H_
#define CLONECHECK_TARGETS_LIVE_TARGET_H_

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/limits.h"
#include "nlohmann/json.hpp"
#include "targets/target.h"
#include "worker/worker.h"

namespace clonecheck {

// What a worker says that it can do.
struct Declaration {
  std::set<std::string> layers;
  bool calls_input_layers = true;
  std::vector<std::string> operations;
  std::vector<std::string> variants;
  nlohmann::json versions;
};

class LiveTarget {
 public:
  struct Limits {
    // Seconds that one step of a case may take; what takes longer is a finding.
    double step_seconds = kHuntStepSeconds;
    // A worker is replaced after so many cases, or above so many megabytes.
    int cases = kMaxWorkerCases;
    int memory_mb = kMaxWorkerMegabytes;
    Worker::Limits worker;
  };

  LiveTarget(const Target& target, const Limits& limits);

  // Errors: FailedPrecondition, with what to do: it does not start, speaks
  // another protocol, or is not one to hunt in.
  absl::StatusOr<Declaration> Declare();

  // Asks for `steps` of a Graph. A second case may be sent before the first is
  // received, so that the worker can go on while we judge; not a third.
  void Send(const Graph& graph, uint64_t seed,
            absl::Span<const std::string> steps,
            absl::Span<const std::string> variants);
  // The answer to the older of them. An answer without `steps` is babble. Any
  // outcome but kAnswered ends the worker and forgets the other.
  WorkerReply Receive();
  // Both. REQUIRES: all that was sent is received; so below.
  WorkerReply Ask(const Graph& graph, uint64_t seed,
                  absl::Span<const std::string> steps,
                  absl::Span<const std::string> variants);
  // Any other request.
  WorkerReply AskPlain(nlohmann::json request);

  double step_seconds() const { return limits_.step_seconds; }

 private:
  void Renew();
  void Hand(nlohmann::json request);

  const Target target_;
  const Limits limits_;
  std::unique_ptr<Worker> worker_;
  int cases_ = 0;          // that it was handed
  bool outgrown_ = false;  // the next case is for a new worker
  // It, while the old one still has to answer.
  std::optional<nlohmann::json> waiting_;
};

// Why the target cannot be asked about this Graph: `layer class ConvLSTM2D`;
// empty if it can.
std::string WhyNotSupported(const Graph& graph, const Declaration& declaration);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_LIVE_TARGET_H_
