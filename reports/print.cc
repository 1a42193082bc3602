#include "reports/print.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/features.h"
#include "reports/finding_script.h"

namespace clonecheck {
namespace {

std::string Indented(absl::string_view text, absl::string_view indent) {
  std::string result;
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (absl::string_view line : lines) {
    if (line.empty()) {
      absl::StrAppend(&result, "\n");
    } else {
      absl::StrAppend(&result, indent, line, "\n");
    }
  }
  return result;
}

std::string NumbersText(const Numbers& numbers, absl::string_view what) {
  std::string text;
  auto print = [&](absl::string_view name, const std::vector<Array>& arrays) {
    for (size_t i = 0; i < arrays.size(); ++i) {
      absl::StrAppend(&text, name, " ", i, " = ", ArrayToString(arrays[i]),
                      "\n");
    }
  };
  print("input", numbers.inputs);
  print("weight", numbers.weights);
  const size_t output = static_cast<size_t>(numbers.output);
  if (output < numbers.original.size() && output < numbers.clone.size()) {
    absl::StrAppend(&text, what, " ", output, " of the original = ",
                    ArrayToString(numbers.original[output]), "\n");
    absl::StrAppend(&text, what, " ", output,
                    " of the clone    = ", ArrayToString(numbers.clone[output]),
                    "\n");
  }
  return text;
}

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

}  // namespace

std::string Threads(int count) {
  return Counted(static_cast<uint64_t>(count), "thread");
}

std::string WithCommas(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string Counted(uint64_t number, absl::string_view noun) {
  return absl::StrCat(WithCommas(number), " ", noun, number == 1 ? "" : "s");
}

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

std::string ProofsText(const CampaignCounts& counts) {
  ProofCounts all;
  for (const ClonerCounts& cloner : counts.cloners) all.Add(cloner.proofs);
  if (all.total() == 0) return "";
  const auto share = [&](uint64_t part) {
    return 100 * static_cast<double>(part) / static_cast<double>(all.total());
  };
  return absl::StrFormat(
      "Of %s comparisons of values %.2f%% were proved equal, %.2f%% refuted by "
      "numbers, %.3f%% found equal on numbers only; of %s proofs held against "
      "numbers %s were contradicted.\n",
      WithCommas(all.total()), share(all.proved), share(all.refuted),
      share(all.on_samples), WithCommas(all.checked),
      WithCommas(all.contradicted));
}

std::string Summary(const CampaignOptions& options,
                    const CampaignResult& result) {
  const CampaignCounts& counts = result.counts;
  if (counts.cases == 0) return "No case was run.\n";
  const double cases = static_cast<double>(counts.cases);
  std::string text = absl::StrFormat(
      "%s cases in %.1f s (%s a second, %s), %.1f calls and %.1f nodes "
      "in the model on average; seed %d.\n",
      WithCommas(counts.cases), result.seconds,
      WithCommas(static_cast<uint64_t>(
          result.seconds > 0 ? cases / result.seconds : 0)),
      Threads(options.jobs), static_cast<double>(counts.calls) / cases,
      static_cast<double>(counts.nodes_in_model) / cases, options.seed);
  std::vector<std::string> shares;
  for (int i = 0; i < kNumFeatures; ++i) {
    shares.push_back(
        absl::StrFormat("%s %.0f%%", FeatureName(static_cast<Feature>(i)),
                        100 * static_cast<double>(counts.features[i]) / cases));
  }
  absl::StrAppend(&text, "Share of cases: ", absl::StrJoin(shares, ", "),
                  ".\n");
  absl::StrAppend(&text, ProofsText(counts));
  return text;
}

std::string FindingPython(const Finding& finding, Catalogue& catalogue,
                          const std::string& replay) {
  const std::optional<Numbers>& numbers = finding.explanation.details.numbers;
  const PythonScriptOptions options =
      FindingScript(finding.signature, replay, finding.obligation,
                    numbers.has_value() ? &*numbers : nullptr);
  return GraphToPython(finding.shrink.graph, CatalogueFacts(catalogue),
                       options);
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

std::string ProofText(const ShrinkResult& shrink) {
  switch (shrink.proof) {
    case ProofStatus::kEnumerated:
      return shrink.proved_minimal
                 ? ", proved minimal: every simpler graph was judged"
                 : "";
    case ProofStatus::kAllOfKinds:
      return absl::StrCat(
          ", proved minimal: every simpler graph of its kinds was judged (",
          shrink.proof_evaluations, " evaluations)");
    case ProofStatus::kAllOfConfigs:
      return absl::StrCat(
          ", proved minimal: every simpler graph of its layers' configs was "
          "judged (",
          shrink.proof_evaluations, " evaluations)");
    case ProofStatus::kTooMany:
      return ", not proved minimal: too many simpler graphs";
    case ProofStatus::kNames:
      return ", not proved minimal: it needs given names";
    case ProofStatus::kNotTried:
      return "";
  }
  return "";
}

namespace {

// Signature, how often, known or not, what else fails.
std::string FindingHead(const Finding& finding, int number, bool in_campaign,
                        const Palette& palette) {
  const ShrinkResult& shrink = finding.shrink;
  std::string text = absl::StrCat(
      palette.Paint(Palette::Colour::kBold,
                    absl::StrCat(number, ". ", finding.signature)),
      "  (",
      palette.Paint(finding.obligation->severity,
                    SeverityName(finding.obligation->severity)),
      ")\n   in ", Counted(finding.count, in_campaign ? "case" : "file"));
  if (in_campaign) {
    absl::StrAppend(&text, ", the first is case ", finding.first_case);
  }
  const std::string calls = Counted(shrink.graph.calls().size(), "call");
  if (shrink.evaluations > 1) {
    absl::StrAppend(&text, "; shrunk to ", calls, " in ", shrink.evaluations,
                    " evaluations",
                    shrink.status == ShrinkStatus::kFixedPoint
                        ? ""
                        : absl::StrCat(" (stopped early: ",
                                       ShrinkStatusName(shrink.status), ")"));
  } else {
    absl::StrAppend(&text, "; ", calls);
  }
  absl::StrAppend(&text, ProofText(shrink));
  absl::StrAppend(&text, "\n");
  if (!finding.known.empty()) {
    absl::StrAppend(&text, "   known: ", finding.known, "\n");
  }
  if (!finding.implied.empty()) {
    absl::StrAppend(
        &text, "   also fails: ", absl::StrJoin(finding.implied, ", "), "\n");
  }
  return text;
}

}  // namespace

std::string NoteText(const Finding& finding, int number, bool in_campaign,
                     const std::string& in_full, const Palette& palette) {
  std::string text = FindingHead(finding, number, in_campaign, palette);
  const Details& details = finding.explanation.details;
  if (!details.what.empty()) {
    absl::StrAppend(&text, "   What differs: ", details.what, "\n");
  }
  return absl::StrCat(text, "   in full, with a script: ", in_full, "\n");
}

std::string FindingFacts(const Finding& finding, int number, bool in_campaign,
                         Catalogue& catalogue, const Palette& palette) {
  const CatalogueFacts facts(catalogue);
  std::string text = FindingHead(finding, number, in_campaign, palette);
  absl::StrAppend(&text, "\n",
                  Indented(GraphToText(finding.shrink.graph, &facts), "   "),
                  "\n");
  const Details& details = finding.explanation.details;
  if (!details.error.empty()) {
    absl::StrAppend(&text, "   The clone raises\n",
                    Indented(details.error, "     "));
  }
  if (!details.what.empty()) {
    absl::StrAppend(&text, "   What differs: ", details.what, "\n");
  }
  if (!details.original.empty()) {
    absl::StrAppend(&text, "   The original:  ", details.original,
                    "\n   the clone:     ", details.clone, "\n");
  }
  if (details.numbers.has_value()) {
    absl::StrAppend(
        &text, "   In numbers\n",
        Indented(NumbersText(*details.numbers, details.numbers_of), "     "));
  } else if (!details.no_numbers.empty()) {
    absl::StrAppend(&text, "   ", details.no_numbers, "\n");
  }
  return text;
}

std::string FindingText(const Finding& finding, int number, bool in_campaign,
                        Catalogue& catalogue, const std::string& replay,
                        const std::string& script, const Palette& palette) {
  std::string text =
      FindingFacts(finding, number, in_campaign, catalogue, palette);
  if (!script.empty()) {
    absl::StrAppend(&text, "\n   on a real Keras: ", script);
  } else {
    absl::StrAppend(
        &text, "\n   On a real Keras:\n\n",
        Indented(FindingPython(finding, catalogue, replay), "     "));
  }
  absl::StrAppend(&text, "\n   replay: ", replay, "\n");
  return text;
}

std::string VerdictLines(const std::string& cloner,
                         absl::Span<const Explanation> readings) {
  const std::string first = VerdictLine(cloner, readings[0]);
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
