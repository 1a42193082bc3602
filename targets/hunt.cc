#include "targets/hunt.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "campaign/stopwatch.h"
#include "campaign/workbench.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "targets/hunt_case.h"
#include "targets/shrink_each.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// What one thread needs: a generator and a worker.
class Bench {
 public:
  Bench(const HuntOptions& options, const Declaration& declaration)
      : options_(options),
        declaration_(declaration),
        generator_(workbench_.catalogue(), options.profile),
        live_(options.target, options.limits) {}

  Workbench& workbench() { return workbench_; }
  LiveTarget& live() { return live_; }

  Graph Generate(uint64_t index) {
    ChoiceSource choices(CaseSeed(options_.seed, index));
    return generator_.Generate(choices);
  }

  void Send(const HuntCase& asked) {
    live_.Send(asked.graph, asked.seed, asked.steps, asked.variants);
  }

  HuntFinding Shrunk(HuntFinding finding,
                     const std::function<bool()>& stopped) {
    const Graph start = Generate(finding.first_case);
    const HuntShrinker shrinker{&workbench_,     &live_,
                                &declaration_,   options_.shrink_evaluations,
                                &options_.known, options_.target.name,
                                stopped};
    return shrinker.Shrink(std::move(finding), start);
  }

 private:
  const HuntOptions& options_;
  const Declaration& declaration_;
  Workbench workbench_;
  Generator generator_;
  LiveTarget live_;
};

class Run {
  // The time counts from when all workers are there.
  struct SetStart {
    Run* run;
    void operator()() noexcept { run->watch_.StartAgain(); }
  };

 public:
  Run(const HuntOptions& options, const Declaration& declaration,
      const HuntProgress& progress, const std::function<bool()>& stop)
      : options_(options),
        declaration_(declaration),
        progress_(progress),
        stop_(stop),
        started_(std::max(1, options.jobs), SetStart{this}),
        all_cases_done_(std::max(1, options.jobs)) {
    result_.target = options.target.name;
    result_.language = options.target.language;
    result_.versions = declaration.versions;
  }

  HuntResult Go() {
    std::vector<std::thread> threads;
    const int jobs = std::max(1, options_.jobs);
    for (int i = 0; i < jobs; ++i) threads.emplace_back([this] { Work(); });
    for (std::thread& thread : threads) thread.join();
    for (auto& [key, finding] : findings_) {
      result_.findings.push_back(std::move(finding));
    }
    std::sort(result_.findings.begin(), result_.findings.end(),
              [](const HuntFinding& a, const HuntFinding& b) {
                return std::tie(a.fault.severity, a.signature, a.known) <
                       std::tie(b.fault.severity, b.signature, b.known);
              });
    return std::move(result_);
  }

 private:
  bool Stopped() const { return stop_ && stop_(); }
  // Asked before each question of a shrinker; one finding has hundreds.
  bool ShrinkStopped() {
    if (progress_) {
      std::lock_guard<std::mutex> lock(mutex_);
      progress_(result_);
    }
    return Stopped();
  }

  void Work() {
    Bench bench(options_, declaration_);
    // The worker is started, which takes long; what it says is known.
    bench.live().Declare().IgnoreError();
    started_.arrive_and_wait();
    // One case ahead: while the worker is at it, the one before is judged.
    std::optional<HuntCase> ahead = SendNext(bench);
    while (ahead.has_value()) {
      const HuntCase current = *std::move(ahead);
      ahead = SendNext(bench);
      Finish(bench, current, ahead);
    }
    // All cases first: then each finding's first case is known.
    all_cases_done_.arrive_and_wait();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!timed_) EndOfCases();
      timed_ = true;
    }
    ShrinkEach(
        findings_, mutex_, [this] { return Stopped(); },
        [](const HuntFinding& finding) { return finding.known.empty(); },
        [&](HuntFinding finding) {
          return bench.Shrunk(std::move(finding),
                              [this] { return ShrinkStopped(); });
        },
        [this] {
          ++result_.shrunk;
          if (progress_) progress_(result_);
        });
  }

  // REQUIRES: the lock is held.
  void EndOfCases() {
    result_.seconds = watch_.Seconds();
    for (const auto& [key, finding] : findings_) {
      result_.to_shrink += finding.known.empty() ? 1 : 0;
    }
    if (progress_) progress_(result_);
  }

  // Sends the next case that the target can be asked about; nullopt: there are
  // no more.
  std::optional<HuntCase> SendNext(Bench& bench) {
    while ((options_.cases == 0 || next_case_.load() < options_.cases) &&
           !Stopped()) {
      if (options_.seconds > 0 && watch_.Seconds() > options_.seconds) break;
      const uint64_t i = next_case_.fetch_add(1);
      if (options_.cases > 0 && i >= options_.cases) break;
      const uint64_t index = options_.first_case + i;
      Graph graph = bench.Generate(index);
      const std::string why = WhyNotSupported(graph, declaration_);
      if (!why.empty()) {
        std::lock_guard<std::mutex> lock(mutex_);
        ++result_.cases;
        ++Of(Verdict::kUnjudged);
        ++result_.left_out[why];
        continue;
      }
      HuntCase next = DrawCase(
          index, CaseSeed(options_.seed, index), std::move(graph), declaration_,
          options_.drawn_operations, options_.variant_percent);
      bench.Send(next);
      return next;
    }
    return std::nullopt;
  }

  // Receives and judges the answer to `asked`. `ahead`, if there is one, is
  // sent already.
  void Finish(Bench& bench, const HuntCase& asked,
              const std::optional<HuntCase>& ahead) {
    const WorkerReply reply = bench.live().Receive();
    bool repeated = false;
    if (reply.outcome != WorkerOutcome::kAnswered) {
      // What was ahead is forgotten.
      bench.Send(asked);
      const WorkerReply again = bench.live().Receive();
      repeated = again.outcome == reply.outcome;
      if (ahead.has_value()) bench.Send(*ahead);
    }
    std::array<uint64_t, kNumFeatures> features{};
    Catalogue& catalogue = bench.workbench().catalogue();
    CountFeatures(asked.graph, catalogue, &features);
    std::lock_guard<std::mutex> lock(mutex_);
    ++result_.cases;
    ++result_.asked;
    if (reply.outcome != WorkerOutcome::kAnswered) {
      ++Of(reply.outcome == WorkerOutcome::kHung ? Verdict::kHangs
                                                 : Verdict::kUnjudged);
      AddFailure(reply, asked.index, repeated, asked.graph, &result_.failures);
    } else {
      result_.worker_seconds += reply.answer.value("seconds", 0.0);
      Count(asked, catalogue, features, reply.answer["steps"]);
    }
    if (progress_) {
      result_.seconds = watch_.Seconds();
      result_.signatures = findings_.size();
      progress_(result_);
    }
  }

  // REQUIRES: the lock is held; so below.
  uint64_t& Of(Verdict verdict) {
    return result_.verdicts[static_cast<size_t>(verdict)];
  }

  void Count(const HuntCase& asked, Catalogue& catalogue,
             const std::array<uint64_t, kNumFeatures>& features,
             const json& steps) {
    const json build = steps.value("build", json::object());
    if (build.contains("unsupported")) {
      ++Of(Verdict::kUnjudged);
      ++result_.left_out[build["unsupported"].get<std::string>()];
      return;
    }
    if (!build.contains("result")) {
      ++Of(Verdict::kBothRefuse);
      ++result_.refused[WhyRaised(build)];
      return;
    }
    ++result_.built;
    for (int i = 0; i < kNumFeatures; ++i) result_.features[i] += features[i];
    const json predict = steps.value("predict", json::object());
    if (!predict.contains("result")) {
      ++result_.not_computed[WhyRaised(predict)];
    }
    result_.nondeterministic += IsNondeterministic(steps) ? 1u : 0u;
    for (const auto& [name, step] : steps.items()) {
      if (name == "build" || name == "predict") continue;
      ++result_.operations;
      if (step.contains("unsupported")) {
        ++result_.not_judged[absl::StrCat(
            name, ": ", step["unsupported"].get<std::string>())];
      }
    }
    Verdict verdict = Verdict::kAgreeNumerically;
    for (const HuntFault& fault : JudgeSteps(steps)) {
      AddFault(asked, catalogue, fault);
      if (fault.severity != Severity::kError || verdict == Verdict::kRaised)
        continue;
      verdict =
          fault.obligation == "completes" ? Verdict::kRaised : Verdict::kDiffer;
    }
    ++Of(verdict);
  }

  static std::string WhyRaised(const json& step) {
    if (!step.contains("raised")) return "no answer";
    const json& raised = step["raised"];
    return absl::StrCat(raised.value("type", "?"), "@",
                        raised.value("where", ""));
  }

  // What is known of a signature and what is new are two findings.
  void AddFault(const HuntCase& asked, Catalogue& catalogue,
                const HuntFault& fault) {
    const std::string signature = HuntSignature(options_.target.name, fault);
    const std::string known =
        KeptReason(options_.known, options_.target.name, fault,
                   TraitsOf(asked.graph, catalogue, asked.variants));
    HuntFinding& finding = findings_[absl::StrCat(signature, "\n", known)];
    if (finding.count++ > 0 && finding.first_case < asked.index) return;
    finding.signature = signature;
    finding.fault = fault;
    finding.known = known;
    finding.first_case = asked.index;
    finding.seed = asked.seed;
    finding.variants = asked.variants;
    SetGraph(asked.graph, catalogue, &finding);
  }

  const HuntOptions& options_;
  const Declaration& declaration_;
  const HuntProgress& progress_;
  const std::function<bool()>& stop_;
  Stopwatch watch_;
  std::atomic<uint64_t> next_case_{0};
  std::barrier<SetStart> started_;
  std::latch all_cases_done_;
  std::mutex mutex_;  // guards what follows
  bool timed_ = false;
  HuntResult result_;
  std::map<std::string, HuntFinding> findings_;
};

}  // namespace

absl::StatusOr<HuntResult> RunHunt(const HuntOptions& options,
                                   const HuntProgress& progress,
                                   const std::function<bool()>& stop) {
  absl::StatusOr<Declaration> declaration =
      LiveTarget(options.target, options.limits).Declare();
  if (!declaration.ok()) return declaration.status();
  return Run(options, *declaration, progress, stop).Go();
}

}  // namespace clonecheck
