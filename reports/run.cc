#include "reports/run.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "reports/json_fault.h"
#include "reports/proof_words.h"
#include "reports/run_version.h"

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kGiveARunFile[] =
    "Give a file that --json of fuzz, enumerate, judge, check, replay or "
    "shrink wrote.";

// A member that is null where there is nothing to say.
std::string TextOrNothing(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it == json.end() || it->is_null() ? std::string()
                                           : it->get<std::string>();
}

RunFinding ReadFinding(const std::string& cloner, const Json& json) {
  RunFinding finding;
  finding.cloner = cloner;
  json.at("signature").get_to(finding.signature);
  json.at("obligation").get_to(finding.obligation);
  json.at("severity").get_to(finding.severity);
  json.at("symptom").get_to(finding.symptom);
  json.at("count").get_to(finding.count);
  json.at("first_case").get_to(finding.first_case);
  json.at("calls").get_to(finding.calls);
  json.at("implied").get_to(finding.implied);
  json.at("shrink").at("status").get_to(finding.shrink_status);
  json.at("shrink").at("proved_minimal").get_to(finding.proved_minimal);
  finding.proof = TextOrNothing(json.at("shrink"), "proof");
  finding.witness = json.at("witness");
  finding.numbers = json.at("numbers");
  finding.error = TextOrNothing(json, "error");
  finding.known = TextOrNothing(json, "known");
  finding.remaining = json.value("remaining", false);
  finding.replay = TextOrNothing(json, "replay");
  return finding;
}

Run ReadRun(const Json& json) {
  Run run;
  json.at("version").get_to(run.version);
  json.at("command").get_to(run.command);
  json.at("seed").get_to(run.seed);
  json.at("cases").get_to(run.cases);
  if (const Json& seconds = json.at("seconds"); !seconds.is_null()) {
    run.seconds = seconds.get<double>();
  }
  if (const Json& exhausted = json.at("exhausted"); !exhausted.is_null()) {
    run.exhausted = Run::Exhausted{exhausted.at("max_calls").get<uint64_t>(),
                                   exhausted.at("graphs").get<uint64_t>()};
  }
  run.interrupted = json.value("interrupted", false);
  for (const auto& [name, json_of_cloner] : json.at("cloners").items()) {
    RunCloner cloner;
    cloner.name = name;
    for (const auto& [verdict, number] : json_of_cloner.items()) {
      if (!number.is_number_unsigned()) continue;
      cloner.verdicts.emplace_back(verdict, number.get<uint64_t>());
    }
    if (const auto it = json_of_cloner.find("obligations");
        it != json_of_cloner.end()) {
      it->get_to(cloner.obligations);
    }
    run.cloners.push_back(std::move(cloner));
    for (const Json& finding : json_of_cloner.at("findings")) {
      run.findings.push_back(ReadFinding(name, finding));
    }
  }
  for (const auto& [name, share] : json.at("features").items()) {
    run.features.emplace_back(name, share.get<double>());
  }
  return run;
}

}  // namespace

std::string Minimality(const RunFinding& finding) {
  if (!finding.proved_minimal) {
    return absl::StrCat("shrinking: ", finding.shrink_status);
  }
  return ProvedMinimal(finding.proof);
}

absl::StatusOr<Run> ParseRun(absl::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!json.is_object() || !json.contains("version") ||
      !json["version"].is_number_integer()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no run file. ", kGiveARunFile));
  }
  if (json.value("command", Json()) == "fidelity") {
    return absl::InvalidArgumentError(absl::StrCat(
        "what `clonecheck fidelity` wrote, which has no findings but "
        "differences of our engine. ",
        kGiveARunFile));
  }
  // A version that is added keeps those before it readable.
  if (const auto version = json["version"].get<int64_t>();
      version < 1 || version > kRunFileVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("a run file of version ", version,
                     ", and this program knows 1 to ", kRunFileVersion,
                     ". Take the clonecheck that wrote it, or a newer one."));
  }
  try {
    return ReadRun(json);
  } catch (const nlohmann::json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a damaged run file: ", JsonFault(error), ". Make it again."));
  }
}

}  // namespace clonecheck
