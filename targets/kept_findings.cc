#include "targets/kept_findings.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/search/features.h"
#include "corpus/findings_text.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr char kMark[] = "clonecheck_finding";
constexpr int kVersion = 1;

bool MatchesAny(const std::vector<std::string>& patterns,
                absl::string_view text) {
  const std::string whole(text);
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) {
                       return fnmatch(pattern.c_str(), whole.c_str(), 0) == 0;
                     });
}

absl::Status Wrong(absl::string_view name, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": ", what, " See corpus/findings for examples."));
}

bool IsTexts(const json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(),
                     [](const json& item) { return item.is_string(); });
}

absl::StatusOr<KeptFinding> Parse(absl::string_view name, const json& value) {
  if (!value.is_object() || value.value(kMark, json()) != kVersion) {
    return Wrong(
        name, absl::StrCat("a finding needs \"", kMark, "\": ", kVersion, "."));
  }
  KeptFinding finding;
  finding.name = std::string(name);
  for (const auto& [key, field] : {std::make_pair("row", &finding.row),
                                   {"says", &finding.says},
                                   {"operation", &finding.operation}}) {
    if (!value.contains(key) || !value[key].is_string() ||
        value[key].get<std::string>().empty()) {
      return Wrong(name, absl::StrCat("a text is missing for \"", key, "\"."));
    }
    *field = value[key].get<std::string>();
  }
  for (const auto& [key, field] : {std::make_pair("targets", &finding.targets),
                                   {"signatures", &finding.signatures},
                                   {"needs", &finding.needs},
                                   {"variants", &finding.variants}}) {
    const json list = value.value(key, json::array());
    const bool may_be_empty =
        field == &finding.needs || field == &finding.variants;
    if (!IsTexts(list) || (list.empty() && !may_be_empty)) {
      return Wrong(name, absl::StrCat("\"", key, "\" is no list of texts."));
    }
    *field = list.get<std::vector<std::string>>();
  }
  const json seed = value.value("seed", json(1u));
  if (!seed.is_number_unsigned()) {
    return Wrong(name, "\"seed\" is no whole number below 2^64.");
  }
  finding.seed = seed.get<uint64_t>();
  if (!value.contains("graph") || !value["graph"].is_object()) {
    return Wrong(name, "there is no \"graph\".");
  }
  finding.graph = value["graph"];
  return finding;
}

}  // namespace

bool KeptFinding::IsOf(absl::string_view target) const {
  return MatchesAny(targets, target);
}

bool KeptFinding::Shows(const HuntFault& fault) const {
  return MatchesAny(signatures, absl::StrCat(fault.step, "/", fault.Key()));
}

bool KeptFinding::CanBe(const std::set<std::string>& traits) const {
  return std::all_of(needs.begin(), needs.end(), [&](const std::string& need) {
    const std::vector<std::string> one_of = absl::StrSplit(need, '|');
    return std::any_of(
        one_of.begin(), one_of.end(),
        [&](const std::string& trait) { return traits.count(trait) > 0; });
  });
}

std::set<std::string> TraitsOf(const Graph& graph, const Catalogue& catalogue,
                               absl::Span<const std::string> variants) {
  std::set<std::string> traits(variants.begin(), variants.end());
  for (const LayerDecl& layer : graph.layers()) {
    const std::string kind(layer.config->kind->text);
    traits.insert(kind);
    const absl::Span<const uint32_t> children = graph.children(layer);
    const std::set<uint32_t> different(children.begin(), children.end());
    if (kind == "Sequential" && different.size() < children.size()) {
      traits.insert("layer_twice_in_sequential");
    }
  }
  std::array<uint64_t, kNumFeatures> features{};
  CountFeatures(graph, catalogue, &features);
  for (int i = 0; i < kNumFeatures; ++i) {
    if (features[i] == 0) continue;
    traits.emplace(FeatureName(static_cast<Feature>(i)));
  }
  return traits;
}

bool LooksLikeKeptFindings(absl::string_view text) {
  const json value = json::parse(text.begin(), text.end(), nullptr,
                                 /*allow_exceptions=*/false);
  const auto is_one = [](const json& one) {
    return one.is_object() && one.contains(kMark);
  };
  return is_one(value) ||
         (value.is_array() && !value.empty() && is_one(value.front()));
}

absl::StatusOr<std::vector<KeptFinding>> ParseKeptFindings(
    absl::string_view name, absl::string_view text) {
  const json value = json::parse(text.begin(), text.end(), nullptr,
                                 /*allow_exceptions=*/false);
  if (value.is_discarded()) return Wrong(name, "this is not JSON; mend it.");
  const json list = value.is_array() ? value : json::array({value});
  std::vector<KeptFinding> findings;
  for (const json& one : list) {
    absl::StatusOr<KeptFinding> finding = Parse(name, one);
    if (!finding.ok()) return finding.status();
    findings.push_back(*std::move(finding));
  }
  return findings;
}

const std::vector<KeptFinding>& OurKeptFindings() {
  static const auto* const kKept = [] {
    auto* all = new std::vector<KeptFinding>;
    for (const KeptFindingText& file : kKeptFindingTexts) {
      const std::vector<KeptFinding> findings =
          ParseKeptFindings(file.name, file.text).value();
      all->insert(all->end(), findings.begin(), findings.end());
    }
    return all;
  }();
  return *kKept;
}

ordered_json KeptFindingJson(const KeptFinding& finding) {
  return {{kMark, kVersion},
          {"row", finding.row},
          {"says", finding.says},
          {"targets", finding.targets},
          {"operation", finding.operation},
          {"signatures", finding.signatures},
          {"needs", finding.needs},
          {"seed", finding.seed},
          {"variants", finding.variants},
          {"graph", ordered_json(finding.graph)}};
}

std::string KeptReason(const std::vector<KeptFinding>& kept,
                       absl::string_view target, const HuntFault& fault,
                       const std::set<std::string>& traits) {
  for (const KeptFinding& finding : kept) {
    if (finding.IsOf(target) && finding.Shows(fault) && finding.CanBe(traits)) {
      return absl::StrCat(finding.row, ": ", finding.says);
    }
  }
  return "";
}

absl::string_view KeptStateName(KeptState state) {
  switch (state) {
    case KeptState::kThere:
      return "there";
    case KeptState::kGone:
      return "gone";
    case KeptState::kChanged:
      return "changed";
    case KeptState::kFailed:
      return "failed";
  }
  return "";
}

KeptOutcome JudgeKept(const KeptFinding& finding, const json& steps) {
  const json build = steps.value("build", json::object());
  if (!build.contains("result")) {
    return {KeptState::kChanged, absl::StrCat("not built: ", build.dump())};
  }
  const json step = steps.value(finding.operation, json::object());
  if (!step.contains("result") && !step.contains("raised")) {
    return {KeptState::kChanged,
            absl::StrCat(finding.operation, ": ",
                         step.value("unsupported", "not done"))};
  }
  KeptOutcome outcome{KeptState::kGone, "every obligation is kept"};
  for (const HuntFault& fault : JudgeEveryStep(steps)) {
    if (fault.step != finding.operation) continue;
    const std::string seen = absl::StrCat(fault.step, "/", fault.Key());
    if (finding.Shows(fault)) return {KeptState::kThere, seen};
    outcome = {KeptState::kChanged, seen};
  }
  return outcome;
}

}  // namespace clonecheck
