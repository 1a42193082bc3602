#include "reports/formats/sarif.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "reports/counted.h"
#include "reports/formats.h"
#include "reports/shell_word.h"

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

// The case that `clonecheck replay FILE …` names; empty: none.
std::string WitnessFile(const RunFinding& finding) {
  const std::vector<std::string> words = ShellWords(finding.replay);
  if (words.size() < 3 || words[1] != "replay") return "";
  return absl::EndsWith(words[2], ".json") ? words[2] : "";
}

// A path as a URI reference: what RFC 3986 does not allow is percent-encoded.
std::string PathToUri(absl::string_view path) {
  constexpr absl::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri;
  for (char c : path) {
    if (absl::StrContains(kPlain, std::string(1, c))) {
      uri += c;
    } else {
      absl::StrAppend(
          &uri, "%", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  return uri;
}

std::string MessageOf(const RunFinding& finding) {
  std::string text = absl::StrCat("The clone by ", finding.cloner, " fails ",
                                  finding.obligation, ": ", finding.symptom,
                                  ", in ", Counted(finding.count, "case"), ".");
  if (!finding.error.empty()) absl::StrAppend(&text, " ", finding.error);
  absl::StrAppend(&text, " Replay: ", finding.replay);
  return text;
}

absl::string_view BaselineState(Change change) {
  switch (change) {
    case Change::kNew:
      return "new";
    case Change::kChanged:
      return "updated";
    case Change::kSame:
      return "unchanged";
    case Change::kGone:
      return "absent";
  }
  return "";
}

Json ResultOf(const RunFinding& finding, size_t rule, bool fails) {
  Json location{
      {"logicalLocations", {{{"name", finding.cloner}, {"kind", "function"}}}}};
  if (const std::string file = WitnessFile(finding); !file.empty()) {
    location["physicalLocation"] = {
        {"artifactLocation", {{"uri", PathToUri(file)}}},
        {"region", {{"startLine", 1}}}};
  }
  Json result{{"ruleId", finding.obligation},
              {"ruleIndex", rule},
              {"kind", "fail"},
              {"level", finding.severity},
              {"message", {{"text", MessageOf(finding)}}},
              {"locations", {std::move(location)}},
              {"partialFingerprints", {{"signature/v1", finding.signature}}},
              {"properties",
               {{"count", finding.count},
                {"calls", finding.calls},
                {"proved_minimal", finding.proved_minimal},
                {"fails", fails}}}};
  if (!finding.known.empty()) {
    result["suppressions"] = {
        {{"kind", "external"}, {"justification", finding.known}}};
  }
  return result;
}

}  // namespace

nlohmann::ordered_json Sarif(const Reported& reported) {
  const Run& run = reported.run;
  std::map<std::string, size_t> rule_of;
  Json rules = Json::array();
  const auto rule = [&](const RunFinding& finding) {
    const auto [it, is_new] = rule_of.emplace(finding.obligation, rules.size());
    if (is_new) {
      rules.push_back(
          {{"id", finding.obligation},
           {"shortDescription",
            {{"text", absl::StrCat("A clone meets the obligation ",
                                   finding.obligation, ".")}}},
           {"defaultConfiguration", {{"level", finding.severity}}}});
    }
    return it->second;
  };
  Json results = Json::array();
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const RunFinding& finding = run.findings[i];
    Json result = ResultOf(finding, rule(finding), reported.Fails(i));
    if (reported.comparison.has_value()) {
      result["baselineState"] =
          std::string(BaselineState(reported.comparison->findings[i].change));
    }
    results.push_back(std::move(result));
  }
  if (reported.comparison.has_value()) {
    for (const RunFinding& finding : reported.comparison->gone) {
      Json result = ResultOf(finding, rule(finding), /*fails=*/false);
      result["baselineState"] = std::string(BaselineState(Change::kGone));
      results.push_back(std::move(result));
    }
  }
  return Json{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "clonecheck"}, {"rules", std::move(rules)}}}}},
         {"results", std::move(results)},
         {"columnKind", "utf16CodeUnits"}}}}};
}

namespace {

std::string SarifText(const Reported& reported) {
  return Sarif(reported).dump(2) + "\n";
}

}  // namespace

ReportFormat SarifFormat() {
  return {"sarif", "write SARIF 2.1.0", &SarifText};
}

}  // namespace clonecheck
