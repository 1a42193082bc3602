#include "reports/print.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "core/search/features.h"
#include "reports/counted.h"

namespace clonecheck {
namespace {

// One line: what a verdict means for the user.
std::string VerdictLine(const std::string& cloner, const Explanation& e) {
  std::string text = absl::StrCat("  ", cloner, ": ");
  // A warning that comes with an agreement. Notes stand with the findings.
  const std::string besides =
      e.verdict.failed() &&
              e.verdict.signature.obligation->severity == Severity::kWarning
          ? absl::StrCat("\n    warning: ",
                         e.verdict.signature.ToString(cloner))
          : "";
  switch (e.verdict.verdict) {
    case Verdict::kAgree:
      return absl::StrCat(text, "agree, for all weights and inputs", besides,
                          "\n");
    case Verdict::kAgreeNumerically:
      return absl::StrCat(text, "agree on all numbers that were tried", besides,
                          "\n");
    case Verdict::kBothRefuse:
      return absl::StrCat(text, "the model itself cannot be built\n");
    case Verdict::kUnjudged:
      return absl::StrCat(text, "not judged\n");
    case Verdict::kDiffer:
    case Verdict::kRaised:
    case Verdict::kHangs:
      break;
  }
  absl::StrAppend(&text, VerdictName(e.verdict.verdict), ", ",
                  e.verdict.signature.ToString(cloner), "\n");
  if (!e.details.error.empty())
    absl::StrAppend(&text, "    ", e.details.error, "\n");
  return text;
}

// One line: how the comparisons of values were decided, over all cloners; empty
// if there was none.
std::string ProofsText(const CampaignCounts& counts) {
  ProofCounts all;
  for (const ClonerCounts& cloner : counts.cloners) all.Add(cloner.proofs);
  if (all.total() == 0) return "";
  const auto share = [&](uint64_t part) {
    return 100 * static_cast<double>(part) / static_cast<double>(all.total());
  };
  return absl::StrFormat(
      "Of %s comparisons of values %.2f %% were proved equal, %.2f %% refuted "
      "by numbers, %.3f %% found equal on numbers only; of %s proofs held "
      "against numbers %s were contradicted.\n",
      WithCommas(all.total()), share(all.proved), share(all.refuted),
      share(all.on_samples), WithCommas(all.checked),
      WithCommas(all.contradicted));
}

}  // namespace

std::string VerdictTable(const CampaignOptions& options,
                         const CampaignCounts& counts, const Palette& palette) {
  struct Column {
    Verdict verdict;
    const char* title;
  };
  constexpr Column kColumns[] = {
      {Verdict::kAgree, "agree"},
      {Verdict::kAgreeNumerically, "numerically"},
      {Verdict::kDiffer, "differ"},
      {Verdict::kRaised, "raised"},
      {Verdict::kHangs, "hangs"},
      {Verdict::kBothRefuse, "both refuse"},
      {Verdict::kUnjudged, "unjudged"},
  };
  size_t width = 6;
  for (const ClonerOnEngine& cloner : options.cloners) {
    width = std::max(width, cloner.name.size());
  }
  std::string text = absl::StrFormat("%-*s", width, "cloner");
  for (const Column& column : kColumns) {
    absl::StrAppendFormat(&text, "%13s", column.title);
  }
  absl::StrAppendFormat(&text, "%12s\n", "signatures");
  for (size_t i = 0; i < options.cloners.size(); ++i) {
    const ClonerCounts& cloner = counts.cloners[i];
    absl::StrAppendFormat(&text, "%-*s", width, options.cloners[i].name);
    for (const Column& column : kColumns) {
      const uint64_t cases = cloner.verdicts[static_cast<int>(column.verdict)];
      const std::string cell = absl::StrFormat("%13s", WithCommas(cases));
      absl::StrAppend(&text, cases > 0 && IsFailure(column.verdict)
                                 ? palette.Paint(Palette::Colour::kRed, cell)
                                 : cell);
    }
    absl::StrAppendFormat(&text, "%12d\n", cloner.signatures.size());
  }
  return text;
}

std::string FeatureShares(absl::Span<const uint64_t> counts, uint64_t all) {
  std::vector<std::string> shares;
  for (int i = 0; i < kNumFeatures; ++i) {
    shares.push_back(absl::StrFormat(
        "%s %.0f %%", FeatureName(static_cast<Feature>(i)),
        100 * static_cast<double>(counts[i]) / static_cast<double>(all)));
  }
  return absl::StrJoin(shares, ", ");
}

std::string Summary(const CampaignOptions& options,
                    const CampaignResult& result) {
  const CampaignCounts& counts = result.counts;
  if (counts.cases == 0) return "No case was run.\n";
  const double cases = static_cast<double>(counts.cases);
  std::string text = absl::StrFormat(
      "%s in %.1f s (%s a second, %s), %.1f calls and %.1f nodes "
      "in the model on average; seed %d.\n",
      Counted(counts.cases, "case"), result.seconds,
      WithCommas(static_cast<uint64_t>(
          result.seconds > 0 ? cases / result.seconds : 0)),
      Threads(options.jobs), static_cast<double>(counts.calls) / cases,
      static_cast<double>(counts.nodes_in_model) / cases, options.seed);
  absl::StrAppend(&text, "Share of cases: ",
                  FeatureShares(counts.features, counts.cases), ".\n");
  absl::StrAppend(&text, ProofsText(counts));
  return text;
}

std::string FindingsIndex(absl::Span<const Finding> findings,
                          const Palette& palette) {
  if (findings.empty()) return "Nothing found.\n";
  std::string text = absl::StrCat(Counted(findings.size(), "finding"), ":\n");
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    const Severity severity = finding.obligation->severity;
    absl::StrAppendFormat(
        &text, "%4d. %s %s  (%s, %s)%s\n", i + 1,
        palette.Paint(severity,
                      absl::StrFormat("%-7s", SeverityName(severity))),
        finding.signature, Counted(finding.count, "case"),
        Counted(finding.shrink.graph.calls().size(), "call"),
        finding.known.empty() ? palette.Paint(Palette::Colour::kBold, "  new")
                              : "");
  }
  return text;
}

std::string VerdictLines(const std::string& cloner,
                         absl::Span<const Explanation> readings) {
  std::string first = VerdictLine(cloner, readings[0]);
  if (readings.size() == 1) return first;
  const std::string second = VerdictLine(cloner, readings[1]);
  if (first == second) return first;
  return absl::StrCat("  if layers of unknown class drop masks:\n", first,
                      "  if they pass masks:\n", second);
}

std::string ContradictionsText(const CampaignOptions& options,
                               const CampaignCounts& counts) {
  std::string text;
  for (size_t i = 0; i < options.cloners.size(); ++i) {
    const ClonerCounts& cloner = counts.cloners[i];
    if (!cloner.contradicted_case.has_value()) continue;
    absl::StrAppend(&text,
                    "clonecheck: an error of our own: numbers contradict a "
                    "proof about ",
                    options.cloners[i].name, " in case ",
                    *cloner.contradicted_case, ", and ",
                    cloner.proofs.contradicted,
                    " times in all. Please report it with the command "
                    "line.\n");
  }
  return text;
}

}  // namespace clonecheck
