#include "judge/process.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/json.h"
#include "core/limits.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// Symptoms of a candidate that did not come back.
constexpr char kNoEnd[] = "no-end";
constexpr char kProcessEnds[] = "process-ends";

// The worker's own clock comes first; a candidate may have stopped it.
Worker::Limits LimitsOf() {
  Worker::Limits limits;
  limits.request_seconds = kRequestSeconds;
  limits.start_seconds = kCandidateStartSeconds;
  return limits;
}

Answer Unjudged(const std::string& why) {
  Answer answer;
  answer.verdict.verdict = Verdict::kUnjudged;
  answer.why = why;
  return answer;
}

std::vector<std::string> With(std::vector<std::string> command,
                              const std::vector<std::string>& arguments) {
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace

bool HasNoEnd(const Signature& signature) {
  return signature.symptom == kNoEnd;
}

bool LosesProcess(const Signature& signature) {
  return HasNoEnd(signature) || signature.symptom == kProcessEnds;
}

CandidateProcess::CandidateProcess(const Sandbox& sandbox,
                                   CandidateSource source, std::string file,
                                   std::vector<const Obligation*> obligations,
                                   absl::string_view engine)
    : source_(std::move(source)),
      file_(std::move(file)),
      obligations_(std::move(obligations)),
      obligation_names_(
          absl::StrJoin(obligations_, ",",
                        [](std::string* out, const Obligation* obligation) {
                          absl::StrAppend(out, obligation->name);
                        })),
      worker_(With(sandbox.command, {"--engine", std::string(engine)}),
              LimitsOf()) {}

std::string CandidateProcess::Load() {
  const WorkerReply reply =
      worker_.Ask({{"source", source_.text}, {"file", file_}});
  if (reply.outcome != WorkerOutcome::kAnswered) {
    return absl::StrCat("loading it: ", reply.detail);
  }
  if (reply.answer.contains("hung")) {
    return absl::StrCat("loading it takes more than ", kGraphSeconds,
                        " seconds");
  }
  if (reply.answer.contains("error")) {
    return absl::StrCat("loading it: ",
                        reply.answer["error"].get<std::string>());
  }
  loaded_in_ = worker_.starts();
  return "";
}

WorkerReply CandidateProcess::Ask(nlohmann::json request) {
  // The candidate is loaded first, and in the same process.
  if (loaded_in_ == 0) {
    const std::string why = Load();
    if (!why.empty()) {
      WorkerReply reply;
      reply.outcome = WorkerOutcome::kDied;
      reply.detail = why;
      return reply;
    }
  }
  WorkerReply reply = worker_.Ask(std::move(request));
  if (reply.outcome != WorkerOutcome::kAnswered ||
      reply.answer.contains("hung")) {
    loaded_in_ = 0;
  } else if (worker_.starts() != loaded_in_) {
    // It had ended in between; who answered does not know the candidate.
    loaded_in_ = 0;
    reply.outcome = WorkerOutcome::kDied;
    reply.detail = "it ended between two requests";
  }
  return reply;
}

Answer CandidateProcess::Lost(WorkerOutcome outcome,
                              const std::string& detail) {
  ++losses_;
  Answer answer;
  const bool hung = outcome == WorkerOutcome::kHung;
  answer.verdict.verdict = hung ? Verdict::kHangs : Verdict::kRaised;
  answer.verdict.signature =
      Signature{&kCompletes, hung ? kNoEnd : kProcessEnds, nullptr};
  answer.details.error =
      hung ? absl::StrCat("no end within ", kGraphSeconds, " seconds")
           : absl::StrCat("the process is lost: ", detail);
  return answer;
}

bool CandidateProcess::AskBatch(absl::Span<const Graph* const> graphs,
                                const Stop& stop,
                                std::vector<Answer>* answers) {
  if (graphs.empty()) return true;
  if (stop != nullptr && stop()) return false;
  const auto all_unjudged = [&](const std::string& why) {
    answers->insert(answers->end(), graphs.size(), Unjudged(why));
    return true;
  };
  if (gave_up()) return all_unjudged("the candidate was stopped too often");
  nlohmann::json request{{"obligations", obligation_names_},
                         {"graphs", nlohmann::json::array()}};
  for (const Graph* graph : graphs) {
    request["graphs"].push_back(nlohmann::json(GraphToJsonValue(*graph)));
  }
  const WorkerReply reply = Ask(std::move(request));
  size_t lost = graphs.size();
  if (reply.outcome == WorkerOutcome::kAnswered) {
    const auto& answer = reply.answer;
    if (answer.contains("answers") && answer["answers"].is_array() &&
        answer["answers"].size() == graphs.size()) {
      for (const auto& one : answer["answers"]) {
        answers->push_back(AnswerFromJson(one, obligations_, *symptoms_));
      }
      return true;
    }
    if (!answer.contains("hung") || !answer["hung"].is_number_unsigned() ||
        answer["hung"] >= graphs.size()) {
      return all_unjudged("an answer that is none");
    }
    lost = answer["hung"].get<size_t>();
  } else if (graphs.size() == 1) {
    lost = 0;
  }
  if (lost < graphs.size()) {
    // What came before is asked again; it took no time.
    AskBatch(graphs.first(lost), /*stop=*/nullptr, answers);
    const bool hung = reply.outcome == WorkerOutcome::kAnswered ||
                      reply.outcome == WorkerOutcome::kHung;
    answers->push_back(
        Lost(hung ? WorkerOutcome::kHung : reply.outcome, reply.detail));
    return AskBatch(graphs.subspan(lost + 1), stop, answers);
  }
  // Nobody knows which of them it was. Most often it is all of them, so the
  // first is asked alone; then half of the rest, and the other half.
  ++losses_;
  const size_t half = 1 + (graphs.size() - 1) / 2;
  // Told to stop, it would otherwise have nothing to tell of the loss.
  AskBatch(graphs.first(1), /*stop=*/nullptr, answers);
  return AskBatch(graphs.subspan(1, half - 1), stop, answers) &&
         AskBatch(graphs.subspan(half), stop, answers);
}

std::vector<Answer> CandidateProcess::Judge(
    absl::Span<const Graph* const> graphs, const Stop& stop) {
  std::vector<Answer> answers;
  for (size_t i = 0; i < graphs.size(); i += kBatch) {
    if (!AskBatch(graphs.subspan(i, std::min(kBatch, graphs.size() - i)), stop,
                  &answers)) {
      break;
    }
  }
  return answers;
}

Answer CandidateProcess::JudgeInDetail(const Graph& graph) {
  if (gave_up()) return Unjudged("the candidate was stopped too often");
  const WorkerReply reply =
      Ask({{"obligations", obligation_names_},
           {"details", true},
           {"graphs", {nlohmann::json(GraphToJsonValue(graph))}}});
  if (reply.outcome != WorkerOutcome::kAnswered ||
      reply.answer.contains("hung")) {
    return Lost(reply.outcome == WorkerOutcome::kAnswered ? WorkerOutcome::kHung
                                                          : reply.outcome,
                reply.detail);
  }
  const auto& answer = reply.answer;
  if (!answer.contains("answers") || answer["answers"].size() != 1) {
    return Unjudged("an answer that is none");
  }
  return AnswerFromJson(answer["answers"][0], obligations_, *symptoms_);
}

CandidateProcess::UpstreamTest CandidateProcess::RunUpstreamTest(
    const Graph& graph) {
  UpstreamTest test;
  if (gave_up()) return test;
  const WorkerReply reply =
      Ask({{"upstream_test", nlohmann::json(GraphToJsonValue(graph))}});
  if (reply.outcome != WorkerOutcome::kAnswered) {
    test.error = reply.detail;
    return test;
  }
  test.pass = reply.answer.contains("pass") && reply.answer["pass"] == true;
  if (reply.answer.contains("error") && reply.answer["error"].is_string()) {
    test.error = reply.answer["error"].get<std::string>();
  }
  return test;
}

}  // namespace clonecheck
