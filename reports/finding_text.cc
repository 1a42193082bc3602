#include "reports/finding_text.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "reports/counted.h"
#include "reports/finding_script.h"
#include "reports/proof_words.h"

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

std::string ProofText(const ShrinkResult& shrink) {
  switch (shrink.proof) {
    case ProofStatus::kEnumerated:
      return shrink.proved_minimal
                 ? absl::StrCat(", ",
                                ProvedMinimal(ProofStatusName(shrink.proof)))
                 : "";
    case ProofStatus::kAllOfKinds:
    case ProofStatus::kAllOfConfigs:
      return absl::StrCat(", ", ProvedMinimal(ProofStatusName(shrink.proof)),
                          " (", shrink.proof_evaluations, " evaluations)");
    case ProofStatus::kTooMany:
      return ", not proved minimal: too many simpler graphs";
    case ProofStatus::kNames:
      return ", not proved minimal: it needs given names";
    case ProofStatus::kNotTried:
      return "";
  }
  return "";
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

}  // namespace clonecheck
