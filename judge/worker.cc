// judge_worker: runs one candidate against the engine, graph by graph, in
// confinement, and answers as JSON lines (docs/judging.md). Started by
// `clonecheck judge`; nobody else needs it.
//
//   judge_worker [--no-writing] [--unconfined] [--engine VERSION]
//
// Whatever the candidate prints goes nowhere: the standard streams lead to
// /dev/null before it is loaded, and answers to another file descriptor.
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/graph/json.h"
#include "core/layers/resolve_graph.h"
#include "core/limits.h"
#include "judge/answer.h"
#include "judge/bindings/candidate.h"
#include "judge/confine.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

// For the signal handler alone: what it says when a graph takes too long.
int alarm_fd = -1;
char alarm_line[128];
size_t alarm_size = 0;

void OnAlarm(int) {
  // Async-signal-safe: the line was written before.
  const ssize_t written = write(alarm_fd, alarm_line, alarm_size);
  _exit(written < 0 ? 4 : 3);
}

// Runs `action`; if that takes too long, the process says so and ends.
template <typename Action>
auto WithinTime(const json& id, size_t number, const Action& action) {
  alarm_size = static_cast<size_t>(std::snprintf(alarm_line, sizeof(alarm_line),
                                                 "{\"id\":%s,\"hung\":%zu}\n",
                                                 id.dump().c_str(), number));
  // Each time anew: the candidate may have taken either away.
  signal(SIGPROF, &OnAlarm);
  const itimerval limit{{0, 0}, {kGraphSeconds, 0}};
  const itimerval none{{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  auto result = action();
  setitimer(ITIMER_PROF, &none, nullptr);
  return result;
}

class JudgeWorker {
 public:
  explicit JudgeWorker(const EngineRules& engine)
      : engine_(engine),
        candidate_(bench_.session(engine_)),
        cloner_{"candidate",
                "the candidate",
                {engine.version},
                [this](Session&, Model& model, const Tensors* inputs) {
                  return candidate_.Clone(model, inputs);
                }} {}

  json Answer(const json& request) {
    const json& id = request.at("id");
    if (request.contains("source")) {
      const absl::Status status = WithinTime(id, 0, [&] {
        return candidate_.Load(request.at("source").get<std::string>(),
                               request.at("file").get<std::string>());
      });
      return status.ok() ? json{{"loaded", true}}
                         : json{{"error", std::string(status.message())}};
    }
    if (request.contains("upstream_test")) {
      const json& graph = request.at("upstream_test");
      return WithinTime(id, 0, [&] { return UpstreamTest(graph); });
    }
    const auto obligations =
        FindObligations(request.at("obligations").get<std::string>());
    if (!obligations.ok()) {
      return {{"error", std::string(obligations.status().message())}};
    }
    json answers = json::array();
    size_t number = 0;
    for (const json& graph : request.at("graphs")) {
      answers.push_back(WithinTime(id, number++, [&] {
        return AnswerToJson(
            Judge(graph, request.value("details", false), *obligations),
            *obligations);
      }));
    }
    return {{"answers", std::move(answers)}};
  }

 private:
  absl::StatusOr<Graph> Read(const json& value) {
    absl::StatusOr<Graph> graph = GraphFromJsonValue(value, bench_.pool());
    if (!graph.ok()) return graph.status();
    return ResolveGraph(*graph, bench_.catalogue());
  }

  clonecheck::Answer Judge(const json& value, bool details,
                           absl::Span<const Obligation* const> obligations) {
    clonecheck::Answer answer;
    const absl::StatusOr<Graph> graph = Read(value);
    if (!graph.ok()) {
      answer.why = std::string(graph.status().message());
      return answer;
    }
    const ClonerOnEngine cloner{&cloner_, &engine_, "candidate"};
    answer.verdict = bench_.JudgeGraph(*graph, cloner, obligations,
                                       details ? &answer.details : nullptr);
    const std::string missing = candidate_.TakeNotModelled();
    if (!missing.empty()) {
      answer.why = absl::StrCat("not modelled: ", missing);
    } else if (answer.verdict.verdict == Verdict::kUnjudged) {
      answer.why = "nothing to judge";
    }
    return answer;
  }

  // What upstream's test of keras#12202 sees: the clone is made and has two
  // outputs. It feeds numbers above zero and compares whether all of an output
  // are other than zero, which they are, whatever the clone computes.
  json UpstreamTest(const json& value) {
    const absl::StatusOr<Graph> graph = Read(value);
    if (!graph.ok()) return {{"error", std::string(graph.status().message())}};
    const absl::StatusOr<Built> built = bench_.Build(*graph, engine_);
    if (!built.ok() || built->model == nullptr) return {{"pass", false}};
    Session& session = bench_.session(engine_);
    const Session::Trial trial(session);
    const OrRefusal<Model*> clone = candidate_.Clone(*built->model, nullptr);
    const std::string missing = candidate_.TakeNotModelled();
    bool pass = clone.ok() && missing.empty() &&
                clone.value->inputs().size() == 1 &&
                clone.value->outputs().size() == 2 &&
                clone.value->inputs()[0]->shape->rank ==
                    built->model->inputs()[0]->shape->rank;
    if (pass) {
      // A placeholder that nobody feeds, for example.
      TermMatch match;
      match.Start(session, *built->model, *clone.value);
      for (const Tensor* output : clone.value->outputs()) {
        pass = pass && !match.HasForeignPlaceholder(output->term);
      }
    }
    json answer{{"pass", pass}};
    if (!clone.ok()) answer["error"] = clone.refusal->ToString();
    return answer;
  }

  Workbench bench_;
  const EngineRules& engine_;
  Candidate candidate_;
  Cloner cloner_;
};

// One line, without its end; false at the end of the input.
bool ReadLine(int fd, std::string* unread, std::string* line) {
  for (;;) {
    const size_t end = unread->find('\n');
    if (end != std::string::npos) {
      *line = unread->substr(0, end);
      unread->erase(0, end + 1);
      return true;
    }
    char buffer[1 << 16];
    const ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    unread->append(buffer, static_cast<size_t>(n));
  }
}

bool Write(int fd, const std::string& text) {
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t n = write(fd, text.data() + sent, text.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

int Run(const EngineRules& engine, bool no_writing, bool unconfined) {
  // Off the numbers that code closes or prints to by habit.
  constexpr int kOutOfTheWay = 300;
  const int requests = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (requests < 0 || answers < 0 || nowhere < 0) {
    std::fprintf(stderr, "judge_worker: %s\n", std::strerror(errno));
    return 2;
  }
  alarm_fd = answers;
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  auto worker = std::make_unique<JudgeWorker>(engine);
  if (!unconfined) {
    SetLimits();
    const std::string why = ForbidSystemCalls(no_writing);
    if (!why.empty()) {
      std::fprintf(stderr, "judge_worker: no seccomp: %s\n", why.c_str());
      return 2;
    }
  }
  dup2(nowhere, STDERR_FILENO);
  std::string unread, line;
  while (ReadLine(requests, &unread, &line)) {
    json request = json::parse(line, nullptr, /*allow_exceptions=*/false);
    json answer;
    if (!request.is_object() || !request.contains("id")) return 2;
    try {
      answer = worker->Answer(request);
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    answer["id"] = request["id"];
    if (!Write(answers,
               answer.dump(-1, ' ', false, json::error_handler_t::replace) +
                   "\n")) {
      return 2;
    }
  }
  // Without the interpreter's own end, which would run what the candidate left
  // behind.
  _exit(0);
}

}  // namespace
}  // namespace clonecheck

int main(int argc, char** argv) {
  bool no_writing = false;
  bool unconfined = false;
  const clonecheck::EngineRules* engine =
      clonecheck::FindEngineRules(clonecheck::kJudgedEngine);
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--no-writing") {
      no_writing = true;
    } else if (flag == "--unconfined") {
      unconfined = true;
    } else if (flag == "--engine" && i + 1 < argc &&
               clonecheck::FindEngineRules(argv[i + 1]) != nullptr) {
      engine = clonecheck::FindEngineRules(argv[++i]);
    } else {
      std::fprintf(stderr, "judge_worker: what is %s?\n", argv[i]);
      return 2;
    }
  }
  return clonecheck::Run(*engine, no_writing, unconfined);
}
