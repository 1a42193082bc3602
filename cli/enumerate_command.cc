// `clonecheck enumerate`: all small graphs of a grammar.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "campaign/enumeration.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/enumeration_output.h"
#include "cli/enumeration_state.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using Clock = std::chrono::steady_clock;

struct EnumerateOptions {
  CommonOptions common;
  int max_calls = 0;
  std::string grammar = "plain";
  std::string shard;
  bool law = false;
  std::string preserve;
  std::string state;
  std::string out;
};

// `I/N`, of N shards. They are counted from 0 to N - 1 or from 1 to N: N is
// the same as 0.
bool ParseShard(const std::string& text, uint64_t* shard, uint64_t* shards) {
  const std::vector<std::string> parts = absl::StrSplit(text, '/');
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[0], shard) ||
      !absl::SimpleAtoi(parts[1], shards) || *shards == 0 ||
      *shards > kMaxShards || *shard > *shards) {
    return false;
  }
  *shard %= *shards;
  return true;
}

std::string ProgressOf(const EnumerationResult& so_far, uint64_t all,
                       uint64_t begun_at, double seconds) {
  ProgressState state;
  state.things = "graphs";
  state.done = so_far.next;
  state.all = all;
  state.begun_at = begun_at;
  state.seconds = seconds;
  for (const ClonerCounts& cloner : so_far.counts.cloners) {
    state.findings += cloner.signatures.size();
  }
  return ProgressText(state);
}

int Run(const EnumerateOptions& flags) {
  EnumerationOptions options;
  absl::StatusOr<const Grammar*> grammar = FindGrammar(flags.grammar);
  if (!grammar.ok()) return BadInput(grammar.status());
  options.grammar = *grammar;
  options.max_calls = flags.max_calls;
  if (!flags.shard.empty() &&
      !ParseShard(flags.shard, &options.shard, &options.shards)) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        "--shard ", flags.shard, ": give I/N, such as 0/4, 1/4, 2/4 and 3/4")));
  }
  options.campaign.jobs = flags.common.Jobs();
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners =
      flags.common.FindCloners();
  if (!cloners.ok()) return BadInput(cloners.status());
  options.campaign.cloners = *std::move(cloners);
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      flags.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());
  options.campaign.obligations = *std::move(obligations);
  const absl::StatusOr<std::vector<KnownFinding>> known =
      flags.common.KnownOnes();
  if (!known.ok()) return BadInput(known.status());
  options.preserve = flags.preserve;
  if (!flags.preserve.empty() && PreservationsOf(options).empty()) {
    std::vector<absl::string_view> names;
    for (const ClonerOnEngine& cloner : options.campaign.cloners) {
      names.push_back(cloner.name);
    }
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        "--preserve ", flags.preserve, DidYouMean(flags.preserve, names),
        ": name one of --cloners, beside another on the same engine.")));
  }
  if (flags.law) {
    options.laws = LawsFor(options);
    if (options.laws.empty()) {
      return BadInput(absl::InvalidArgumentError(
          "There is no law on these cloners, obligations and this grammar; "
          "leave --law out, or add keras-2.2.4 or keras-2.3.1."));
    }
  }

  EnumerationState state(flags.state, options);
  absl::StatusOr<EnumerationResult> start = state.Load();
  if (!start.ok()) return BadInput(start.status());
  absl::Status kept = state.Keep(*start, /*at_once=*/true);
  if (!kept.ok()) return BadInput(kept);

  HearInterrupts();
  ProgressLine line(flags.common.quiet);
  const Clock::time_point begun = Clock::now();
  const uint64_t begun_at = start->next;
  // To count is so much quicker than to judge that it may as well be done: the
  // estimate is then exact.
  std::atomic<uint64_t> all{0};
  std::atomic<bool> done{false};
  std::thread counter;
  if (line.on()) {
    counter = std::thread([&] {
      const uint64_t count = CountGraphs(*options.grammar, options.max_calls,
                                         [&] { return done.load(); });
      if (!done.load()) all.store(count);
    });
  }
  const EnumerationProgress progress = [&](const EnumerationResult& so_far) {
    if (line.on()) {
      const std::chrono::duration<double> seconds = Clock::now() - begun;
      line.Show(ProgressOf(so_far, all.load(), begun_at, seconds.count()));
    }
    const bool interrupted = !so_far.complete && Interrupted();
    kept.Update(state.Keep(so_far, so_far.complete || interrupted));
    return !interrupted && kept.ok();
  };
  const EnumerationResult result =
      RunEnumeration(options, *std::move(start), progress);
  done.store(true);
  if (counter.joinable()) counter.join();
  line.End();
  if (CutShort()) {
    std::fprintf(stderr, "Interrupted; here is what was found so far.%s\n",
                 !state.is_kept() || !kept.ok()
                     ? ""
                     : " The same command goes on from here.");
  }
  const int code =
      GiveOutEnumeration(flags.common, *known, options, result, flags.out);
  if (!kept.ok()) return BadInput(kept);
  return ExitCodeAfterInterrupt(code);
}

}  // namespace

void AddEnumerateCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "enumerate", "clone and judge all graphs up to a number of calls");
  auto options = std::make_shared<EnumerateOptions>();
  options->common.AddRandomness(*command);
  options->common.AddJudging(*command);
  command
      ->add_option("--max-calls", options->max_calls,
                   "the most calls that a graph has")
      ->required()
      ->check(InRange(0, Grammar::kMaxCalls));
  command
      ->add_option("--grammar", options->grammar,
                   "which graphs; see clonecheck list grammars")
      ->capture_default_str();
  command->add_option("--shard", options->shard,
                      "I/N: every N-th graph, from the I-th on, I from 0 to "
                      "N - 1 or from 1 to N (N is 0 again); shards are put "
                      "together by clonecheck report");
  command->add_flag("--law", options->law,
                    "hold the laws of when cloners fail against each graph");
  command->add_option("--preserve", options->preserve,
                      "a reference: where it clones rightly, hold the clones "
                      "of the others against its own");
  command
      ->add_option("--state", options->state,
                   "a file that keeps the state; an interrupted run goes on "
                   "from it")
      ->check(FileToWrite());
  command
      ->add_option("--out", options->out,
                   "directory for witnesses; default: none are written")
      ->check(FolderToWrite());
  command->footer(absl::StrCat(
      "Example: clonecheck enumerate --grammar plain --max-calls 4 --law",
      kExitCodesHelp));
  command->callback([command, options, exit_code] {
    KeepApart({command->get_option("--json"), command->get_option("--state")},
              {command->get_option("--known"), command->get_option("--out")});
    *exit_code = Run(*options);
  });
}

}  // namespace clonecheck
