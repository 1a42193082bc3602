#include "targets/fidelity.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "campaign/stopwatch.h"
#include "campaign/workbench.h"
#include "core/exchange/load_case.h"
#include "core/graph/json.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/shrink.h"
#include "core/search/spoil.h"
#include "targets/answer.h"
#include "targets/observation.h"
#include "targets/shrink_each.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// `/3/nodes/0/arguments` → `/#/nodes/#/arguments`: one kind of difference,
// whatever the layer.
std::string KindOf(const FieldResult& result) {
  std::string kind;
  for (char c : result.where) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      kind.push_back(c);
    } else if (kind.empty() || kind.back() != '#') {
      kind.push_back('#');
    }
  }
  if (!kind.empty()) return kind;
  // A verdict: the types of the exceptions.
  const auto type = [](const std::string& text) {
    return text.substr(0, text.find("Error") == text.npos
                              ? text.find(':')
                              : text.find("Error") + 5);
  };
  for (const std::string& text : {type(result.ours), type(result.theirs)}) {
    absl::StrAppend(&kind, kind.empty() ? "" : " / ", text);
  }
  kind.erase(std::remove_if(kind.begin(), kind.end(),
                            [](unsigned char c) { return std::isdigit(c); }),
             kind.end());
  return kind;
}

// What one thread needs: both sides.
class Bench {
 public:
  explicit Bench(const FidelityOptions& options)
      : options_(options),
        generator_(workbench_.catalogue(), options.profile),
        worker_(options.target.command, options.limits, &FaultOfAnswer) {}

  Graph Case(uint64_t index) {
    if (!options_.given.empty()) {
      return LoadGraph(options_.given[index], workbench_.catalogue()).value();
    }
    const uint64_t seed = SeedOf(index);
    ChoiceSource choices(seed);
    const Graph& graph = generator_.Generate(choices);
    ChoiceSource faults(CaseSeed(seed, 0));
    if (!faults.Percent(options_.spoil_percent)) return graph;
    return Spoil(graph, workbench_.pool(), faults);
  }

  struct Both {
    // Empty if the worker failed, or our engine cannot build the Graph at all.
    std::vector<FieldResult> fields;
    WorkerReply reply;
    std::string unbuildable;
  };

  Both Run(const Graph& graph, uint64_t index,
           const std::vector<std::string>& steps) {
    const uint64_t seed = SeedOf(index);
    Both both;
    const absl::StatusOr<json> ours =
        Observe(workbench_, graph, options_.target.cloner, seed, steps);
    if (!ours.ok()) {
      both.unbuildable = std::string(ours.status().message());
      return both;
    }
    both.reply = worker_.Ask({{"graph", GraphToJsonValue(graph)},
                              {"seed", seed},
                              {"steps", steps},
                              {"step_seconds", options_.step_seconds}});
    if (both.reply.outcome == WorkerOutcome::kAnswered &&
        !both.reply.answer.contains("steps")) {
      both.reply.outcome = WorkerOutcome::kBabbled;
      both.reply.detail = both.reply.answer.value("error", "no steps");
    }
    if (both.reply.outcome == WorkerOutcome::kAnswered) {
      both.fields = CompareAnswers(*ours, both.reply.answer);
    }
    return both;
  }

  // Makes the Graph of `difference`, which is that of its first case, simpler.
  Difference Shrunk(Difference difference) {
    const uint64_t index = difference.first_case;
    const size_t field = difference.field;
    const std::vector<std::string> steps = StepsUpTo(field);
    std::optional<FieldResult> last;
    const auto differs = [&](const Graph& graph) {
      const Both both = Run(graph, index, steps);
      if (both.fields.empty() ||
          both.fields[field].verdict != FieldVerdict::kDiffer ||
          KindOf(both.fields[field]) != difference.kind) {
        return false;
      }
      last = both.fields[field];
      return true;
    };
    const Graph start = Case(index);
    const ShrinkResult shrunk = clonecheck::Shrink(
        start, workbench_.catalogue(), options_.shrink_evaluations, differs);
    difference.shrink_status = std::string(ShrinkStatusName(shrunk.status));
    difference.shrink_evaluations =
        shrunk.evaluations + shrunk.proof_evaluations;
    if (last.has_value()) difference.result = *last;
    const CatalogueFacts facts(workbench_.catalogue());
    difference.graph = GraphToJsonValue(shrunk.graph);
    difference.text = GraphToText(shrunk.graph, &facts);
    return difference;
  }

 private:
  uint64_t SeedOf(uint64_t index) const {
    return CaseSeed(options_.seed, options_.given.empty() ? index : 0);
  }

  const FidelityOptions& options_;
  Workbench workbench_;
  Generator generator_;
  Worker worker_;
};

class Run {
 public:
  Run(const FidelityOptions& options, const FidelityProgress& progress,
      const std::function<bool()>& stop)
      : options_(options),
        progress_(progress),
        stop_(stop),
        all_cases_done_(std::max(1, options.jobs)) {
    result_.fields.resize(AllFidelityFields().size());
  }

  FidelityResult Go() {
    watch_.StartAgain();
    std::vector<std::thread> threads;
    const int jobs = std::max(1, options_.jobs);
    for (int i = 0; i < jobs; ++i) {
      threads.emplace_back([this] { Work(); });
    }
    for (std::thread& thread : threads) thread.join();
    for (auto& [key, difference] : differences_) {
      result_.differences.push_back(std::move(difference));
    }
    std::sort(result_.differences.begin(), result_.differences.end(),
              [](const Difference& a, const Difference& b) {
                return a.field != b.field ? a.field < b.field
                                          : a.first_case < b.first_case;
              });
    result_.seconds = watch_.Seconds();
    return std::move(result_);
  }

 private:
  void Work() {
    Bench bench(options_);
    const std::vector<std::string> steps =
        StepsUpTo(AllFidelityFields().size() - 1);
    while (next_case_.load() < options_.cases && !(stop_ && stop_())) {
      const uint64_t i = next_case_.fetch_add(1);
      if (i >= options_.cases) break;
      const uint64_t index = options_.first_case + i;
      const Graph graph = bench.Case(index);
      const Bench::Both both = bench.Run(graph, index, steps);
      std::lock_guard<std::mutex> lock(mutex_);
      Count(graph, index, both);
      if (progress_) {
        result_.seconds = watch_.Seconds();
        progress_(result_);
      }
    }
    // All cases first: then each kind's first case is known.
    all_cases_done_.arrive_and_wait();
    ShrinkEach(
        differences_, mutex_, [this] { return stop_ && stop_(); },
        [](const Difference&) { return true; },
        [&bench](Difference difference) {
          return bench.Shrunk(std::move(difference));
        },
        [] {});
  }

  // REQUIRES: the lock is held.
  void Count(const Graph& graph, uint64_t index, const Bench::Both& both) {
    ++result_.cases;
    if (!both.unbuildable.empty()) {
      ++result_.reasons[absl::StrCat("our engine cannot run this: ",
                                     both.unbuildable)];
      return;
    }
    if (both.reply.outcome != WorkerOutcome::kAnswered) {
      AddFailure(both.reply, index, /*repeated=*/false, graph,
                 &result_.failures);
      return;
    }
    const json& answer = both.reply.answer;
    if (result_.versions.is_null()) {
      result_.versions = answer.value("versions", json());
    }
    const json& steps = answer.at("steps");
    const auto raised = [&steps](const char* step) {
      return steps.contains(step) && steps[step].contains("raised") ? 1u : 0u;
    };
    result_.refused += raised("build");
    result_.clones_refused += raised("clone");
    // Only the first difference of a case is charged; the rest follow from it.
    bool charged = false;
    for (size_t i = 0; i < both.fields.size(); ++i) {
      const FieldResult& field = both.fields[i];
      FieldCount& count = result_.fields[i];
      switch (field.verdict) {
        case FieldVerdict::kAgree:
          ++count.agree;
          break;
        case FieldVerdict::kNotCompared:
          ++count.not_compared;
          if (!field.reason.empty()) ++result_.reasons[field.reason];
          break;
        case FieldVerdict::kDiffer:
          ++count.differ;
          if (!charged) AddDifference(graph, index, i, field);
          charged = true;
          break;
      }
    }
  }

  void AddDifference(const Graph& graph, uint64_t index, size_t field,
                     const FieldResult& result) {
    const std::string kind = KindOf(result);
    Difference& difference = differences_[{field, kind}];
    if (difference.count++ > 0 && difference.first_case < index) return;
    difference.field = field;
    difference.kind = kind;
    difference.first_case = index;
    difference.result = result;
    difference.graph = GraphToJsonValue(graph);
    difference.text = GraphToText(graph);
  }

  const FidelityOptions& options_;
  const FidelityProgress& progress_;
  const std::function<bool()>& stop_;
  Stopwatch watch_;
  std::atomic<uint64_t> next_case_{0};
  std::latch all_cases_done_;
  std::mutex mutex_;  // guards what follows
  FidelityResult result_;
  std::map<std::pair<size_t, std::string>, Difference> differences_;
};

}  // namespace

FidelityResult RunFidelity(const FidelityOptions& options,
                           const FidelityProgress& progress,
                           const std::function<bool()>& stop) {
  return Run(options, progress, stop).Go();
}

}  // namespace clonecheck
