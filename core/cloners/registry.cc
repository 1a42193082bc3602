#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/text.h"

namespace clonecheck {

const std::vector<Cloner>& AllCloners() {
  static const auto* const kAll = new std::vector<Cloner>{
#define CLONER(name) name(),
#include "core/cloners/all_cloners.inc"
#undef CLONER
  };
  return *kAll;
}

namespace {

const Cloner* FindByName(absl::string_view name) {
  for (const auto* cloners : {&AllCloners(), &AllMutants()}) {
    for (const Cloner& cloner : *cloners) {
      if (cloner.name == name) return &cloner;
    }
  }
  return nullptr;
}

}  // namespace

absl::StatusOr<ClonerOnEngine> FindCloner(absl::string_view name) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(name, absl::MaxSplits('@', 1));
  if (const Cloner* found = FindByName(parts.first)) {
    const Cloner& cloner = *found;
    const absl::string_view version =
        absl::StrContains(name, '@') ? parts.second : cloner.engines[0];
    for (absl::string_view engine : cloner.engines) {
      if (engine != version) continue;
      ClonerOnEngine result{&cloner, FindEngineRules(engine),
                            std::string(cloner.name)};
      if (engine != cloner.engines[0])
        absl::StrAppend(&result.name, "@", engine);
      return result;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        "Cloner ", cloner.name, " does not run on engine \"", version,
        "\"; choose one of ", absl::StrJoin(cloner.engines, ", "), "."));
  }
  std::vector<absl::string_view> names;
  for (const Cloner& cloner : AllCloners()) names.push_back(cloner.name);
  // A version is no typing error of another one.
  constexpr absl::string_view kVersions = "keras-";
  if (absl::StartsWith(name, kVersions)) {
    names.erase(std::remove_if(names.begin(), names.end(),
                               [&](absl::string_view other) {
                                 return !absl::StartsWith(other, kVersions);
                               }),
                names.end());
    return absl::InvalidArgumentError(absl::StrCat(
        "There is no cloner ", QuoteForMessage(name), "; of Keras there are ",
        absl::StrJoin(names, " and "), "."));
  }
  return absl::InvalidArgumentError(ThereIsNo(
      "cloner", name, names, ", or a mutant (`clonecheck list cloners`)"));
}

absl::StatusOr<std::vector<ClonerOnEngine>> FindCloners(
    absl::string_view list) {
  std::vector<ClonerOnEngine> cloners;
  for (absl::string_view name :
       absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    absl::StatusOr<ClonerOnEngine> cloner =
        FindCloner(absl::StripAsciiWhitespace(name));
    if (!cloner.ok()) return cloner.status();
    for (const ClonerOnEngine& other : cloners) {
      if (other.name == cloner->name) {
        return absl::InvalidArgumentError(
            absl::StrCat("Cloner ", cloner->name, " is named twice."));
      }
    }
    cloners.push_back(*std::move(cloner));
  }
  if (cloners.empty()) {
    return absl::InvalidArgumentError("Name at least one cloner.");
  }
  return cloners;
}

}  // namespace clonecheck
