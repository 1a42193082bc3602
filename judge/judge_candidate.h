// JudgeCandidate: one candidate on all graphs of a plan: its verdict, and the
// findings that it rests on, shrunk.
#ifndef CLONECHECK_JUDGE_JUDGE_CANDIDATE_H_
#define CLONECHECK_JUDGE_JUDGE_CANDIDATE_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/finding.h"
#include "core/oracle/numbers.h"
#include "judge/plan.h"
#include "judge/process.h"
#include "judge/verdict.h"

namespace clonecheck {

struct JudgedFinding {
  FailureKind kind = FailureKind::kRemaining;
  Finding finding;
};

// A graph on which the real Keras can be asked what was found here.
struct ConfirmCase {
  Graph graph;
  int finding = -1;            // whose witness it is; -1: one of a sample
  bool fails_values = false;   // completes or outputs
  bool loses_process = false;  // it hangs, or takes its process with it
  std::string error;           // what the clone raised; empty: nothing
  // On which the outputs differ, if they do.
  std::optional<Numbers> numbers;
};

struct CandidateReport {
  std::string file;
  std::string where;  // in the document
  PatchVerdict verdict = PatchVerdict::kUnusable;
  std::string why;  // of kUnusable
  // It was told to stop when so many of the plan's graphs were asked, and what
  // is here is of these.
  std::optional<size_t> stopped_after;
  Decision decision;
  // As in the decision.
  std::vector<JudgedFinding> findings;
  // One a graph of the plan: whether it fails there. Candidates that fail on
  // the same graphs are one cluster.
  std::vector<bool> failure_vector;
  // The witnesses, and a sample if it was asked for.
  std::vector<ConfirmCase> confirm_cases;
  // Why graphs were not judged, each reason once, the most frequent first.
  std::vector<std::string> not_judged;
  bool upstream_test_passes = false;
  std::string upstream_test_error;
  // Upstream's test is green, and the clone of the very graph that it tests has
  // wrong outputs.
  bool upstream_test_misled = false;
  // By Verdict.
  std::array<uint64_t, kNumVerdicts> verdicts{};
  std::shared_ptr<const Symptoms> symptoms;  // that the decision refers to
  double seconds = 0;
  double asking_seconds = 0;  // of these, the graphs of the plan
};

// Whether nothing can be said of the candidate yet: it was told to stop, and no
// graph so far shows a failure that decides.
bool IsUndecided(const CandidateReport& report);

struct JudgeCandidateOptions {
  bool sample = false;  // for a real Keras, too
  // Polled now and then, while something is left: true leaves it out, and what
  // was found is told as it is. Null: never.
  std::function<bool()> stop = nullptr;
};

// `file`: as the user named it.
CandidateReport JudgeCandidate(const Plan& plan, const Sandbox& sandbox,
                               const std::string& file,
                               const CandidateSource& source,
                               const JudgeCandidateOptions& options = {});

// The same cases by the rules of another version of Keras. Those that cannot be
// judged there are left out, and so are all others once `stop` says so.
std::vector<ConfirmCase> CasesOnEngine(
    const std::vector<ConfirmCase>& cases, absl::string_view engine,
    const Sandbox& sandbox, const std::string& file,
    const CandidateSource& source,
    const std::vector<const Obligation*>& obligations,
    const std::function<bool()>& stop = nullptr);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_JUDGE_CANDIDATE_H_
