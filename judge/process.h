// CandidateProcess: a candidate in a process of its own, asked graph by graph.
// Whatever it does there (loops, exits, eats memory, closes its files) is an
// answer.
#ifndef CLONECHECK_JUDGE_PROCESS_H_
#define CLONECHECK_JUDGE_PROCESS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/limits.h"
#include "core/oracle/obligation.h"
#include "judge/answer.h"
#include "judge/document.h"
#include "judge/sandbox.h"
#include "worker/worker.h"

namespace clonecheck {

// Of a failure: the process was lost on it, and to show it once more costs
// seconds.
bool LosesProcess(const Signature& signature);
// Of one that does: no end was seen.
bool HasNoEnd(const Signature& signature);

class CandidateProcess {
 public:
  // `engine`: the version whose rules hold (core/engine/rules.h).
  CandidateProcess(const Sandbox& sandbox, CandidateSource source,
                   std::string file, std::vector<const Obligation*> obligations,
                   absl::string_view engine = kJudgedEngine);

  // Loads the candidate. Empty, or why it cannot be used.
  std::string Load();

  // Polled before each request: true leaves out all that is left. Null: never.
  using Stop = std::function<bool()>;

  // One answer a graph, of the first ones if it was told to stop. A graph on
  // which the process is lost: kHangs, or kRaised with what happened as the
  // error.
  std::vector<Answer> Judge(absl::Span<const Graph* const> graphs,
                            const Stop& stop = nullptr);
  // With details. Lost processes count here, too.
  Answer JudgeInDetail(const Graph& graph);

  struct UpstreamTest {
    bool pass = false;
    std::string error;  // what the clone raised
  };
  // What upstream's regression test says. `graph`: the one that it is about.
  UpstreamTest RunUpstreamTest(const Graph& graph);

  // It was lost too often: graphs are not judged any more.
  bool gave_up() const { return losses_ > kMaxLostProcesses; }
  // The signatures of answers refer to these.
  std::shared_ptr<const Symptoms> symptoms() const { return symptoms_; }

 private:
  // Graphs in one request: less than a second of work, for the next request
  // starts again where a process was lost.
  static constexpr size_t kBatch = 64;

  // Adds an answer a graph; fewer if it was told to stop: then false.
  bool AskBatch(absl::Span<const Graph* const> graphs, const Stop& stop,
                std::vector<Answer>* answers);
  Answer Lost(WorkerOutcome outcome, const std::string& detail);
  // The reply to a request, with the candidate loaded; starts a new process
  // where the last was lost.
  WorkerReply Ask(nlohmann::json request);

  const CandidateSource source_;
  const std::string file_;
  const std::vector<const Obligation*> obligations_;
  std::string obligation_names_;
  const std::shared_ptr<Symptoms> symptoms_ = std::make_shared<Symptoms>();
  Worker worker_;
  int loaded_in_ = 0;  // number of the process that has it loaded
  int losses_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_PROCESS_H_
