// `clonecheck judge`: candidate patches in Python, run verbatim and judged.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "campaign/stopwatch.h"
#include "campaign/workbench.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/judge_json.h"
#include "cli/judge_text.h"
#include "cli/judge_witnesses.h"
#include "cli/judged_candidate.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal_text.h"
#include "core/search/grammar.h"
#include "judge/confirm.h"
#include "judge/document.h"
#include "judge/judge_candidate.h"
#include "judge/plan.h"
#include "judge/process.h"
#include "judge/sandbox.h"
#include "reports/files.h"
#include "targets/candidate_worker.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

struct JudgeOptions {
  CommonOptions common;
  std::vector<std::string> files;
  uint64_t cases = PlanOptions().cases;
  int max_calls = PlanOptions().max_calls;
  std::vector<std::string> graphs;
  std::vector<std::string> confirm;
  std::string out = "clonecheck-out";
  bool no_sandbox = false;
};

absl::StatusOr<Sandbox> TheSandbox(bool no_sandbox) {
  absl::StatusOr<std::string> worker = FindJudgeWorker();
  if (!worker.ok()) return worker.status();
  return no_sandbox ? MakeSandbox(SandboxKind::kNone, *worker)
                    : FindSandbox(*worker);
}

// The last part of the path, or where two have the same, all of it.
void NameCandidates(std::vector<JudgedCandidate>* candidates) {
  const auto base = [](const JudgedCandidate& candidate) {
    const std::string& path = candidate.report.file;
    return path.substr(path.rfind('/') + 1);
  };
  for (JudgedCandidate& candidate : *candidates) {
    const auto same = std::count_if(
        candidates->begin(), candidates->end(),
        [&](const JudgedCandidate& a) { return base(a) == base(candidate); });
    candidate.name = same == 1 ? base(candidate) : candidate.report.file;
  }
}

absl::StatusOr<std::vector<JudgedCandidate>> ReadCandidates(
    const std::vector<std::string>& files) {
  std::vector<JudgedCandidate> candidates;
  for (const std::string& file : files) {
    for (const JudgedCandidate& other : candidates) {
      if (other.report.file == file) {
        return absl::InvalidArgumentError(
            absl::StrCat(file, " is named twice; name each file once."));
      }
    }
    absl::StatusOr<std::string> text = ReadFile(file);
    if (!text.ok()) return text.status();
    JudgedCandidate& candidate = candidates.emplace_back();
    candidate.report.file = file;
    absl::StatusOr<CandidateSource> source = FindCandidate(file, *text);
    if (source.ok()) {
      candidate.source = *std::move(source);
    } else if (files.size() == 1) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ": ", source.status().message(), "."));
    } else {
      // Among several it is a verdict.
      candidate.report.where = "nowhere";
      candidate.report.why = std::string(source.status().message());
    }
  }
  NameCandidates(&candidates);
  return candidates;
}

// A real Keras that --confirm asks.
struct RealKeras {
  std::string name;                  // of the target
  std::vector<std::string> command;  // CandidateWorkerCommand()
};

// What judges one candidate after another. Graphs belong to the workbench on
// which they were made, so each thread has one, and a plan of its own.
class Desk {
 public:
  static absl::StatusOr<std::unique_ptr<Desk>> Make(
      const PlanOptions& options, const std::vector<std::string>& graph_files) {
    auto desk = std::make_unique<Desk>();
    std::vector<Graph> graphs;
    for (const std::string& path : graph_files) {
      absl::StatusOr<Graph> graph =
          ReadGraph(path, desk->workbench_.catalogue());
      if (!graph.ok()) return graph.status();
      graphs.push_back(*std::move(graph));
    }
    if (graphs.empty()) {
      desk->plan_.emplace(desk->workbench_, options);
    } else {
      desk->plan_.emplace(desk->workbench_, options, std::move(graphs));
    }
    return desk;
  }

  const Plan& plan() const { return *plan_; }

  // Errors: one of `confirm` that cannot be asked.
  absl::Status Judge(const std::vector<RealKeras>& confirm,
                     const Sandbox& sandbox, JudgedCandidate* candidate) const {
    candidate->plan = &*plan_;
    if (candidate->report.why.empty()) {
      candidate->report = JudgeCandidate(
          *plan_, sandbox, candidate->report.file, candidate->source,
          {/*sample=*/!confirm.empty(), /*stop=*/&Interrupted});
    }
    for (const auto& [target, command] : confirm) {
      if (candidate->report.confirm_cases.empty()) break;
      const std::string engine = target.substr(target.find('-') + 1);
      bool stopped = false;
      const auto stop = [&stopped] {
        stopped = stopped || Interrupted();
        return stopped;
      };
      absl::StatusOr<Confirmation> confirmation = Confirm(
          target, command, candidate->source, candidate->report.file,
          engine == kJudgedEngine
              ? candidate->report.confirm_cases
              : CasesOnEngine(candidate->report.confirm_cases, engine, sandbox,
                              candidate->report.file, candidate->source,
                              plan_->options().obligations, stop),
          stop);
      if (!confirmation.ok()) return confirmation.status();
      // Or before all cases were put to the other engine.
      confirmation->interrupted |= stopped;
      // Verdicts are about this one.
      if (engine == kJudgedEngine) {
        candidate->report.verdict =
            VerdictWithout(candidate->report, confirmation->refuted);
      }
      candidate->confirmations.push_back(*std::move(confirmation));
    }
    return absl::OkStatus();
  }

 private:
  Workbench workbench_;
  std::optional<Plan> plan_;
};

// Judges all at the given desks, and tells each, in their order, as soon as it
// is known. `tell` is called by the calling thread. After an interrupt none is
// begun any more; those that were are told, with what was found by then, and
// `candidates` has only those of which there is something to say.
void JudgeAll(
    const std::vector<RealKeras>& confirm, const Sandbox& sandbox,
    const std::vector<std::unique_ptr<Desk>>& desks,
    std::vector<JudgedCandidate>& candidates,
    const std::function<void(JudgedCandidate&, const absl::Status&)>& tell) {
  // Null: not judged.
  std::vector<std::promise<std::optional<absl::Status>>> judged(
      candidates.size());
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (const std::unique_ptr<Desk>& desk : desks) {
    threads.emplace_back([&, at = desk.get()] {
      for (size_t i = next++; i < candidates.size(); i = next++) {
        judged[i].set_value(
            Interrupted()
                ? std::nullopt
                : std::optional(at->Judge(confirm, sandbox, &candidates[i])));
      }
    });
  }
  size_t told = 0;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const std::optional<absl::Status> status = judged[i].get_future().get();
    if (!status.has_value()) continue;
    tell(candidates[i], *status);
    if (IsUndecided(candidates[i].report)) continue;
    if (told < i) candidates[told] = std::move(candidates[i]);
    ++told;
  }
  for (std::thread& thread : threads) thread.join();
  candidates.resize(told);
}

int Run(const JudgeOptions& flags) {
  const Stopwatch watch;
  PlanOptions options;
  options.seed = flags.common.seed;
  options.cases = flags.cases;
  options.max_calls = flags.max_calls;
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      flags.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());
  options.obligations = *std::move(obligations);
  // Before anything is judged.
  std::vector<RealKeras> confirm;
  for (const std::string& name : flags.confirm) {
    absl::StatusOr<std::vector<std::string>> command =
        CandidateWorkerCommand(name);
    if (!command.ok()) return RefuseTarget(command.status());
    confirm.push_back({name, *std::move(command)});
  }
  absl::StatusOr<std::vector<JudgedCandidate>> candidates =
      ReadCandidates(flags.files);
  if (!candidates.ok()) return BadInput(candidates.status());
  const absl::StatusOr<Sandbox> sandbox = TheSandbox(flags.no_sandbox);
  if (!sandbox.ok()) return BadInput(sandbox.status());
  std::vector<std::unique_ptr<Desk>> desks;
  const size_t jobs =
      std::min(candidates->size(), static_cast<size_t>(flags.common.Jobs()));
  while (desks.size() < jobs) {
    absl::StatusOr<std::unique_ptr<Desk>> desk =
        Desk::Make(options, flags.graphs);
    if (!desk.ok()) return BadInput(desk.status());
    desks.push_back(*std::move(desk));
  }
  const Plan& plan = desks[0]->plan();
  if (!flags.common.quiet) {
    Say(PlanText(plan, sandbox->kind));
  }
  const Palette palette = Palette::ForStdout();
  absl::Status failed = absl::OkStatus();
  HearInterrupts();
  const size_t given = candidates->size();
  JudgeAll(
      confirm, *sandbox, desks, *candidates,
      [&](JudgedCandidate& candidate, const absl::Status& status) {
        failed.Update(status);
        if (IsUndecided(candidate.report)) {
          std::fputs(UndecidedText(candidate).c_str(), stderr);
          return;
        }
        failed.Update(SaveJudgedWitnesses(flags.out, flags.graphs, &candidate));
        Say("\n");
        Say(CandidateText(candidate, flags.common.quiet, palette));
      });
  if (CutShort()) {
    const auto in_part = static_cast<size_t>(std::count_if(
        candidates->begin(), candidates->end(),
        [](const auto& a) { return a.report.stopped_after.has_value(); }));
    std::fprintf(
        stderr, "Interrupted; %zu of %zu candidates were judged%s.\n",
        candidates->size() - in_part, given,
        in_part == 0 ? "" : absl::StrCat(", ", in_part, " in part").c_str());
  }
  if (candidates->size() > 1) {
    Say("\n");
    Say(CandidatesTable(*candidates, palette));
  }
  absl::Status written;
  if (!flags.common.json.empty()) {
    const double seconds = watch.Seconds();
    written =
        WriteResult(flags.common.json,
                    JudgeJson(plan, *candidates,
                              flags.common.no_timing ? std::nullopt
                                                     : std::optional(seconds)));
  }
  if (const int code = TellUnwritten({failed, written})) return code;
  const bool fails = std::any_of(
      candidates->begin(), candidates->end(), [&](const auto& candidate) {
        return candidate.report.verdict != PatchVerdict::kEquivalent &&
               flags.common.Fails(Severity::kError, /*is_new=*/true);
      });
  return ExitCodeAfterInterrupt(fails ? kExitFindings : kExitNothingFound);
}

}  // namespace

void AddJudgeCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "judge", "run candidate patches of _clone_functional_model, verbatim");
  auto options = std::make_shared<JudgeOptions>();
  const std::vector<absl::string_view> imitated = TargetNames();
  command
      ->add_option("FILE", options->files,
                   "Python files, or documents with a fenced block")
      ->required();
  options->common.AddRandomness(*command);
  CLI::Option* cases =
      command
          ->add_option("--cases", options->cases,
                       "how many random graphs, beside all small ones")
          ->check(InRange(uint64_t{0}, uint64_t{1} << 32))
          ->capture_default_str();
  CLI::Option* max_calls =
      command
          ->add_option(
              "--max-calls", options->max_calls,
              "all graphs of the grammar plain with at most so many calls")
          ->check(InRange(0, Grammar::kMaxCalls))
          ->capture_default_str();
  command
      ->add_option("--graph", options->graphs,
                   "judge on this case and on no others; may be given again")
      ->allow_extra_args(false)
      ->excludes(cases)
      ->excludes(max_calls);
  AddObligations(*command, &options->common.obligations);
  command
      ->add_option("--confirm", options->confirm,
                   "ask a real Keras, too; several with commas (no sandbox "
                   "there: TensorFlow needs more than one gives)")
      // Those that an engine of ours imitates: a candidate is for Keras 2.
      ->check(OneOf(std::vector<std::string>(imitated.begin(), imitated.end())))
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--out", options->out,
                   "directory for witnesses; empty: none are written")
      ->check(FolderToWrite())
      ->capture_default_str();
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "run candidates as they are, with all that you may do");
  command
      ->add_option("--fail-on", options->common.fail_on,
                   "any: the exit code is 1 unless all are equivalent (new is "
                   "the same here: of a candidate nothing is known); none")
      ->check(OneOf({"any", "new", "none"}))
      ->capture_default_str();
  AddJson(*command, &options->common.json);
  AddNoTiming(*command, &options->common.no_timing);
  command->add_flag("--quiet", options->common.quiet, "print verdicts only");
  command->footer(
      "Example: clonecheck judge patch.py answer.md\nExit code: 0 all are "
      "equivalent, 1 one is not, 2 bad usage or input, 3 a target of --confirm "
      "is not installed.");
  command->callback([command, options, exit_code] {
    KeepApart({command->get_option("--json")},
              {command->get_option("FILE"), command->get_option("--graph"),
               command->get_option("--out")});
    *exit_code = Run(*options);
  });
}

}  // namespace clonecheck
