#include "reports/formats/markdown.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "reports/formats.h"

namespace clonecheck {
namespace {

// Text that stays text, in one line, in a table or outside: all punctuation of
// ASCII may be escaped by a backslash, and HTML begins with `<` or `&`.
std::string Plain(absl::string_view text) {
  std::string result;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '@') {
      result += "&#64;";  // mentions nobody
    } else if (byte < 0x20 || byte == 0x7F) {
      result += ' ';
    } else if (absl::ascii_ispunct(byte) && c != '-' && c != '.' && c != ',' &&
               c != '/' && c != ':' && c != '=' && c != '\'' && c != '"' &&
               c != '%' && c != '?' && c != ';' &&
               c != '#') {  // `keras#12202` may become a link
      absl::StrAppend(&result, "\\", std::string(1, c));
    } else {
      result += c;
    }
  }
  return result;
}

std::string ClonerTable(const Run& run) {
  std::string text;
  if (run.cloners.empty()) return text;
  absl::StrAppend(&text, "| |");
  for (const auto& [verdict, number] : run.cloners[0].verdicts) {
    absl::StrAppend(&text, " ", Plain(verdict), " |");
  }
  absl::StrAppend(&text, "\n|---|");
  for (size_t i = 0; i < run.cloners[0].verdicts.size(); ++i) {
    absl::StrAppend(&text, "---:|");
  }
  absl::StrAppend(&text, "\n");
  for (const RunCloner& cloner : run.cloners) {
    absl::StrAppend(&text, "| ", Plain(cloner.name), " |");
    for (const auto& [verdict, number] : cloner.verdicts) {
      absl::StrAppend(&text, " ", number, " |");
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

// What is to be looked at comes first.
std::vector<size_t> OrderOf(const Reported& reported) {
  std::vector<size_t> order(reported.run.findings.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto rank = [&](size_t i) {
    if (reported.IsNew(i)) return 0;
    return reported.State(i) == "changed" ? 1 : 2;
  };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a < b;
  });
  return order;
}

}  // namespace

std::string MarkdownSummary(const Reported& reported) {
  const Run& run = reported.run;
  std::string text =
      absl::StrCat("### clonecheck ", Plain(run.command), ": ",
                   reported.FailsAtAll() ? "fails" : "passes", "\n\n",
                   Plain(reported.Headline()), "\n\n", ClonerTable(run));
  if (!run.findings.empty()) {
    absl::StrAppend(&text,
                    "\n| | severity | signature | cases | calls | |\n"
                    "|---|---|---|---:|---:|---|\n");
  }
  const std::vector<size_t> order = OrderOf(reported);
  for (size_t k = 0; k < order.size() && k < kMaxMarkdownFindings; ++k) {
    const RunFinding& finding = run.findings[order[k]];
    std::string remark;
    if (reported.comparison.has_value()) {
      remark = reported.comparison->findings[order[k]].how;
    }
    if (remark.empty()) remark = finding.error;
    if (!finding.known.empty()) remark = absl::StrCat("known: ", finding.known);
    absl::StrAppend(&text, "| ", Plain(reported.State(order[k])), " | ",
                    Plain(finding.severity), " | ", Plain(finding.signature),
                    " | ", finding.count, " | ", finding.calls, " | ",
                    Plain(remark), " |\n");
  }
  if (order.size() > kMaxMarkdownFindings) {
    absl::StrAppend(&text, "\n", order.size() - kMaxMarkdownFindings,
                    " further findings are in the run file.\n");
  }
  if (reported.comparison.has_value() && !reported.comparison->gone.empty()) {
    absl::StrAppend(&text, "\nGone since the baseline:\n\n");
    for (const RunFinding& finding : reported.comparison->gone) {
      absl::StrAppend(&text, "- ", Plain(finding.signature), "\n");
    }
  }
  return text;
}

ReportFormat MarkdownFormat() {
  return {"markdown", "write a summary", &MarkdownSummary};
}

}  // namespace clonecheck
