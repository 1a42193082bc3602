#include "reports/enumeration_file.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/search/grammar.h"
#include "reports/json_fault.h"

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

// The format; another number is not read.
constexpr int kVersion = 1;
// Of a size: more than anybody can go through, and few enough to be added up.
constexpr uint64_t kMostGraphs = uint64_t{1} << 56;

Json SignaturesJson(const ClonerCounts& counts,
                    const absl::flat_hash_map<Signature, uint64_t>& simplest) {
  std::vector<std::pair<std::string, Json>> sorted;
  for (const auto& [signature, count] : counts.signatures) {
    sorted.emplace_back(
        signature.ToString(""),
        Json{{"obligation", std::string(signature.obligation->name)},
             {"symptom", std::string(signature.symptom)},
             {"where", signature.where == nullptr
                           ? Json(nullptr)
                           : Json(std::string(signature.where->class_name()))},
             {"verdict", static_cast<int>(count.verdict)},
             {"count", count.count},
             {"first_case", count.first_case},
             {"implied", count.implied},
             {"simplest", simplest.at(signature)}});
  }
  // The map's order is that of a hash.
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  Json list = Json::array();
  for (auto& [text, json] : sorted) list.push_back(std::move(json));
  return list;
}

absl::Status Bad(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(
      "This is no enumeration that can be read: ", what,
      ". Take a file that `clonecheck enumerate` of this version wrote."));
}

const LayerKind* KindOf(const std::string& class_name) {
  for (const LayerKind* kind : AllLayerKinds()) {
    if (kind->class_name() == class_name) return kind;
  }
  return nullptr;
}

std::vector<std::string> ClonerNames(const EnumerationOptions& options) {
  std::vector<std::string> names;
  for (const ClonerOnEngine& cloner : options.campaign.cloners) {
    names.push_back(cloner.name);
  }
  return names;
}

std::vector<std::string> ObligationNames(const EnumerationOptions& options) {
  std::vector<std::string> names;
  for (const Obligation* obligation : options.campaign.obligations) {
    names.emplace_back(obligation->name);
  }
  return names;
}

// Every Graph that is named was gone through: no number of one is looked for
// for ever.
absl::Status CheckNumbers(const EnumerationResult& result) {
  uint64_t graphs = 0;
  for (const uint64_t size : result.graphs_of_size) {
    if (size > kMostGraphs) return Bad("the sizes");
    graphs += size;
  }
  if (result.next > graphs) return Bad("the next graph");
  for (const auto& simplest : result.simplest) {
    for (const auto& [signature, number] : simplest) {
      if (number >= graphs) return Bad("the number of a simplest graph");
    }
  }
  for (const LawCount& law : result.laws) {
    if (law.exceptions > 0 && law.first_exception >= graphs) {
      return Bad("the number of a law's first exception");
    }
  }
  return absl::OkStatus();
}

// Throws what nlohmann::json throws where something is missing or of another
// type.
absl::StatusOr<EnumerationResult> ReadResult(
    const nlohmann::json& json, const EnumerationOptions& options) {
  EnumerationResult result = StartOfEnumeration(options);
  json.at("next").get_to(result.next);
  json.at("complete").get_to(result.complete);
  // null where the run was told to leave times out.
  const nlohmann::json& seconds = json.at("seconds");
  result.seconds = seconds.is_null() ? 0 : seconds.get<double>();
  const std::vector<uint64_t> sizes = json.at("graphs_of_size");
  if (sizes.size() != result.graphs_of_size.size()) return Bad("the sizes");
  result.graphs_of_size = sizes;
  CampaignCounts& counts = result.counts;
  json.at("cases").get_to(counts.cases);
  json.at("calls").get_to(counts.calls);
  json.at("nodes_in_model").get_to(counts.nodes_in_model);
  const std::vector<uint64_t> features = json.at("features");
  if (features.size() != counts.features.size()) return Bad("the features");
  std::copy(features.begin(), features.end(), counts.features.begin());

  const nlohmann::json& cloners = json.at("of_cloners");
  if (cloners.size() != counts.cloners.size()) return Bad("the cloners");
  // Symptoms are views; the texts must not move.
  size_t num_signatures = 0;
  for (const nlohmann::json& cloner : cloners) {
    num_signatures += cloner.at("signatures").size();
  }
  auto texts = std::make_shared<std::vector<std::string>>();
  texts->reserve(num_signatures);
  for (size_t i = 0; i < cloners.size(); ++i) {
    const std::vector<uint64_t> verdicts = cloners[i].at("verdicts");
    if (verdicts.size() != kNumVerdicts) return Bad("the verdicts");
    std::copy(verdicts.begin(), verdicts.end(),
              counts.cloners[i].verdicts.begin());
    const nlohmann::json& decided = cloners[i].at("proofs");
    ProofCounts& proofs = counts.cloners[i].proofs;
    decided.at("proved").get_to(proofs.proved);
    decided.at("on_samples").get_to(proofs.on_samples);
    decided.at("refuted").get_to(proofs.refuted);
    decided.at("checked").get_to(proofs.checked);
    decided.at("contradicted").get_to(proofs.contradicted);
    if (!decided.at("first_contradicted").is_null()) {
      counts.cloners[i].contradicted_case =
          decided.at("first_contradicted").get<uint64_t>();
    }
    if ((proofs.contradicted > 0) !=
        counts.cloners[i].contradicted_case.has_value()) {
      return Bad("the proofs that numbers contradict");
    }
    for (const nlohmann::json& entry : cloners[i].at("signatures")) {
      Signature signature;
      const std::string name = entry.at("obligation");
      for (const Obligation* obligation : AllObligations()) {
        if (obligation->name == name) signature.obligation = obligation;
      }
      if (signature.obligation == nullptr) return Bad("an obligation");
      texts->push_back(entry.at("symptom"));
      signature.symptom = texts->back();
      if (!entry.at("where").is_null()) {
        signature.where = KindOf(entry.at("where"));
        if (signature.where == nullptr) return Bad("a layer class");
      }
      const int verdict = entry.at("verdict");
      if (verdict < 0 || verdict >= kNumVerdicts) return Bad("a verdict");
      SignatureCount& count = counts.cloners[i].signatures[signature];
      count.verdict = static_cast<Verdict>(verdict);
      entry.at("count").get_to(count.count);
      entry.at("first_case").get_to(count.first_case);
      entry.at("implied").get_to(count.implied);
      entry.at("simplest").get_to(result.simplest[i][signature]);
    }
  }
  result.texts = std::move(texts);

  const nlohmann::json& laws = json.at("laws");
  if (laws.size() != result.laws.size()) return Bad("the laws");
  for (size_t i = 0; i < laws.size(); ++i) {
    LawCount& law = result.laws[i];
    if (laws[i].at("cloner") != std::string(law.law->cloner) ||
        laws[i].at("obligation") != std::string(law.law->obligation)) {
      return Bad("the laws");
    }
    laws[i].at("checked").get_to(law.checked);
    laws[i].at("fails").get_to(law.fails);
    laws[i].at("exceptions").get_to(law.exceptions);
    laws[i].at("first_exception").get_to(law.first_exception);
  }
  if (absl::Status status = CheckNumbers(result); !status.ok()) return status;
  return result;
}

absl::StatusOr<EnumerationOptions> ReadOptions(const nlohmann::json& json) {
  if (json.at("version") != kVersion) return Bad("its version");
  EnumerationOptions options;
  options.campaign.jobs = 0;  // nobody has written how many there were
  const std::string name = json.at("grammar");
  absl::StatusOr<const Grammar*> grammar = FindGrammar(name);
  if (!grammar.ok()) return grammar.status();
  options.grammar = *grammar;
  json.at("max_calls").get_to(options.max_calls);
  json.at("shard").get_to(options.shard);
  json.at("shards").get_to(options.shards);
  if (options.max_calls < 0 || options.max_calls > Grammar::kMaxCalls ||
      options.shards == 0 || options.shard >= options.shards) {
    return Bad("max_calls or the shard");
  }
  const std::vector<std::string> cloners = json.at("cloners");
  absl::StatusOr<std::vector<ClonerOnEngine>> found =
      FindCloners(absl::StrJoin(cloners, ","));
  if (!found.ok()) return found.status();
  options.campaign.cloners = *std::move(found);
  const std::vector<std::string> obligations = json.at("obligations");
  absl::StatusOr<std::vector<const Obligation*>> owed =
      FindObligations(absl::StrJoin(obligations, ","));
  if (!owed.ok()) return owed.status();
  options.campaign.obligations = *std::move(owed);
  json.at("preserve").get_to(options.preserve);
  if (json.at("law").get<bool>()) options.laws = LawsFor(options);
  return options;
}

Json ProofsJson(const ClonerCounts& counts) {
  return {{"proved", counts.proofs.proved},
          {"on_samples", counts.proofs.on_samples},
          {"refuted", counts.proofs.refuted},
          {"checked", counts.proofs.checked},
          {"contradicted", counts.proofs.contradicted},
          {"first_contradicted", counts.contradicted_case.has_value()
                                     ? Json(*counts.contradicted_case)
                                     : Json(nullptr)}};
}

}  // namespace

Json EnumerationJson(const EnumerationOptions& options,
                     const EnumerationResult& result) {
  Json cloners = Json::array();
  for (size_t i = 0; i < result.counts.cloners.size(); ++i) {
    const ClonerCounts& counts = result.counts.cloners[i];
    cloners.push_back(
        {{"verdicts", counts.verdicts},
         {"proofs", ProofsJson(counts)},
         {"signatures", SignaturesJson(counts, result.simplest[i])}});
  }
  Json laws = Json::array();
  for (const LawCount& count : result.laws) {
    laws.push_back({{"cloner", std::string(count.law->cloner)},
                    {"obligation", std::string(count.law->obligation)},
                    {"statement", std::string(count.law->statement)},
                    {"checked", count.checked},
                    {"fails", count.fails},
                    {"exceptions", count.exceptions},
                    {"first_exception", count.first_exception}});
  }
  return Json{{"version", kVersion},
              {"grammar", std::string(options.grammar->name)},
              {"max_calls", options.max_calls},
              {"shard", options.shard},
              {"shards", options.shards},
              {"law", !options.laws.empty()},
              {"preserve", options.preserve},
              {"cloners", ClonerNames(options)},
              {"obligations", ObligationNames(options)},
              {"next", result.next},
              {"complete", result.complete},
              {"seconds", result.seconds},
              {"graphs_of_size", result.graphs_of_size},
              {"cases", result.counts.cases},
              {"calls", result.counts.calls},
              {"nodes_in_model", result.counts.nodes_in_model},
              {"features", result.counts.features},
              {"of_cloners", std::move(cloners)},
              {"laws", std::move(laws)}};
}

absl::StatusOr<EnumerationOptions> ParseEnumerationOptions(
    const nlohmann::json& json) {
  try {
    return ReadOptions(json);
  } catch (const nlohmann::json::exception& error) {
    return Bad(JsonFault(error));
  }
}

absl::StatusOr<EnumerationResult> ParseEnumerationResult(
    const nlohmann::json& json, const EnumerationOptions& options) {
  try {
    return ReadResult(json, options);
  } catch (const nlohmann::json::exception& error) {
    return Bad(JsonFault(error));
  }
}

absl::Status SameEnumeration(const EnumerationOptions& a,
                             const EnumerationOptions& b) {
  const auto differ = [](absl::string_view what, const auto& x, const auto& y) {
    return absl::InvalidArgumentError(
        absl::StrCat("they differ in ", what, ": ", x, " and ", y));
  };
  if (a.grammar != b.grammar) {
    return differ("the grammar", a.grammar->name, b.grammar->name);
  }
  if (a.max_calls != b.max_calls) {
    return differ("--max-calls", a.max_calls, b.max_calls);
  }
  if (a.laws != b.laws) {
    return differ("--law", a.laws.empty() ? "without" : "with",
                  b.laws.empty() ? "without" : "with");
  }
  if (a.preserve != b.preserve) {
    return differ("--preserve", a.preserve, b.preserve);
  }
  const std::string cloners = absl::StrJoin(ClonerNames(a), ",");
  if (cloners != absl::StrJoin(ClonerNames(b), ",")) {
    return differ("--cloners", cloners, absl::StrJoin(ClonerNames(b), ","));
  }
  const std::string obligations = absl::StrJoin(ObligationNames(a), ",");
  if (obligations != absl::StrJoin(ObligationNames(b), ",")) {
    return differ("--obligations", obligations,
                  absl::StrJoin(ObligationNames(b), ","));
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
