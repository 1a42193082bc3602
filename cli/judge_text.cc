#include "cli/judge_text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/counted.h"
#include "reports/finding_text.h"

namespace clonecheck {
namespace {

std::string UpstreamText(const CandidateReport& report) {
  if (report.upstream_test_misled) {
    return "passes, though the clone's outputs are wrong on its own graph: it "
           "compares whether all numbers are other than zero";
  }
  if (report.upstream_test_passes) return "passes";
  return absl::StrCat("fails", report.upstream_test_error.empty() ? "" : ": ",
                      report.upstream_test_error);
}

std::string Paint(const Palette& palette, PatchVerdict verdict,
                  absl::string_view text) {
  return palette.Paint(verdict == PatchVerdict::kEquivalent
                           ? Palette::Colour::kGreen
                           : Palette::Colour::kRed,
                       text);
}

// `A`, `B`, …, `Z`, `27`.
std::string ClusterName(size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('A' + number))
                     : absl::StrCat(number + 1);
}

}  // namespace

std::string PlanText(const Plan& plan, SandboxKind sandbox) {
  std::vector<std::string> scopes;
  for (const Plan::Scope& scope : plan.scopes) {
    scopes.push_back(absl::StrFormat("%s of `%s` with at most %s",
                                     WithCommas(scope.graphs), scope.grammar,
                                     Counted(scope.max_calls, "call")));
  }
  std::string text = absl::StrFormat(
      "Each candidate is run verbatim (sandbox: %s) on %s, those that tell "
      "candidates apart first: %s of the corpus",
      SandboxName(sandbox), Counted(plan.graphs().size(), "graph"),
      WithCommas(plan.of_corpus));
  if (!scopes.empty()) {
    absl::StrAppend(&text, "; all ", absl::StrJoin(scopes, ", "));
  }
  absl::StrAppend(&text, "; ", WithCommas(plan.random), " random ones (seed ",
                  plan.options().seed, ").\n");
  return text;
}

std::string CandidateText(const JudgedCandidate& candidate, bool quiet,
                          const Palette& palette) {
  const CandidateReport& report = candidate.report;
  const Plan& plan = *candidate.plan;
  const Decision& decision = report.decision;
  std::string text = absl::StrCat(
      report.file, ": ",
      Paint(palette, report.verdict, PatchVerdictName(report.verdict)), "\n");
  absl::StrAppend(&text, "   taken from ", report.where, "\n");
  if (!report.why.empty()) absl::StrAppend(&text, "   ", report.why, "\n");
  if (report.stopped_after.has_value()) {
    absl::StrAppend(&text, "   interrupted after ",
                    WithCommas(*report.stopped_after), " of ",
                    Counted(plan.graphs().size(), "graph"),
                    ", on which the verdict rests\n");
  }
  if (decision.judged > 0) {
    absl::StrAppendFormat(
        &text, "   fails on %s of %s (%.1f %%); %.1f s, %s graphs a second\n",
        WithCommas(decision.failing), Counted(decision.judged, "graph"),
        100 * FailingShare(decision), report.seconds,
        WithCommas(
            static_cast<uint64_t>(static_cast<double>(decision.judged) /
                                  std::max(report.asking_seconds, 1e-9))));
    if (report.verdict == PatchVerdict::kEquivalent) {
      absl::StrAppend(&text, "   no difference to what 2.2.4 gets right");
      if (!plan.scopes.empty()) {
        absl::StrAppend(&text, "; all graphs of `", plan.scopes[0].grammar,
                        "` with at most ",
                        Counted(plan.scopes[0].max_calls, "call"),
                        " exhausted");
      }
      absl::StrAppend(&text, "\n");
    }
    absl::StrAppend(&text, "   upstream's regression test ",
                    UpstreamText(report), "\n");
  }
  for (const Confirmation& confirmation : candidate.confirmations) {
    absl::StrAppendFormat(&text,
                          "   the real %s says the same on %d of %d graphs%s\n",
                          confirmation.target, confirmation.agree,
                          confirmation.asked - confirmation.unanswered,
                          confirmation.unanswered == 0
                              ? ""
                              : absl::StrCat("; of ", confirmation.unanswered,
                                             " more it says nothing"));
    if (confirmation.interrupted) {
      absl::StrAppend(&text, "     interrupted: it was asked about ",
                      confirmation.asked, " of ", report.confirm_cases.size(),
                      "\n");
    }
    for (const std::string& line : confirmation.disagreements) {
      absl::StrAppend(
          &text, "     not the same, and the real one is right: ", line, "\n");
    }
    for (int finding : confirmation.refuted) {
      absl::StrAppend(&text, "     finding ", finding + 1,
                      " does not show there and decides nothing\n");
    }
  }
  if (decision.unjudged > 0 && !report.not_judged.empty()) {
    absl::StrAppend(&text, "   not judged on ", WithCommas(decision.unjudged),
                    " graphs: ", report.not_judged.front(), "\n");
  }
  if (quiet) return text;
  bool remaining = false;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    const JudgedFinding& judged = report.findings[i];
    if (judged.kind == FailureKind::kRemaining) {
      if (!remaining) {
        absl::StrAppend(&text, "   remaining, as in 2.2.4:\n");
      }
      remaining = true;
      absl::StrAppend(&text, "     ", judged.finding.signature, "  (",
                      WithCommas(judged.finding.count), ")\n");
      continue;
    }
    absl::StrAppend(
        &text, "\n", FailureKindText(judged.kind), ":\n",
        FindingText(judged.finding, static_cast<int>(i) + 1,
                    /*in_campaign=*/true, plan.workbench().catalogue(),
                    candidate.replays[i],
                    candidate.scripts.empty() ? "(--out says where)"
                                              : candidate.scripts[i],
                    palette));
  }
  return text;
}

std::string UndecidedText(const JudgedCandidate& candidate) {
  const CandidateReport& report = candidate.report;
  return absl::StrCat(report.file, ": no verdict; on ",
                      WithCommas(*report.stopped_after), " of ",
                      Counted(candidate.plan->graphs().size(), "graph"),
                      " nothing was found that decides.\n");
}

std::string CandidatesTable(absl::Span<const JudgedCandidate> candidates,
                            const Palette& palette) {
  std::map<std::vector<bool>, size_t> clusters;
  std::vector<size_t> cluster_of;
  size_t width = 9;
  for (const JudgedCandidate& candidate : candidates) {
    width = std::max(width, candidate.report.file.size());
    // Those that were interrupted are no cluster: their graphs are others.
    std::vector<bool> fails = candidate.report.failure_vector;
    if (candidate.report.stopped_after.has_value()) fails.clear();
    cluster_of.push_back(
        clusters.emplace(std::move(fails), clusters.size()).first->second);
  }
  std::vector<size_t> order(candidates.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::make_pair(cluster_of[a], a) < std::make_pair(cluster_of[b], b);
  });
  std::string text =
      absl::StrFormat("%-*s  %-14s %8s  %-13s %s\n", width, "candidate",
                      "verdict", "fails", "upstream test", "cluster");
  for (size_t i : order) {
    const CandidateReport& report = candidates[i].report;
    const std::string verdict =
        absl::StrFormat("%-14s", PatchVerdictName(report.verdict));
    absl::StrAppendFormat(&text, "%-*s  %s %6.1f %%  %-13s %s\n", width,
                          report.file, Paint(palette, report.verdict, verdict),
                          100 * FailingShare(report.decision),
                          report.upstream_test_misled   ? "pass (misled)"
                          : report.upstream_test_passes ? "pass"
                                                        : "fail",
                          report.stopped_after.has_value()
                              ? "(interrupted)"
                              : ClusterName(cluster_of[i]));
  }
  return text;
}

}  // namespace clonecheck
