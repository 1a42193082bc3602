#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/engine/rules.h"
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

constexpr absl::string_view kKeras = "keras-";

// `NAME@ENGINE`, or `NAME` where the engine is the cloner's own.
std::string NameOn(const Cloner& cloner, absl::string_view engine) {
  return engine == cloner.engines[0] ? std::string(cloner.name)
                                     : absl::StrCat(cloner.name, "@", engine);
}

// The cloner that this Keras ships: its own, or that of another version, on its
// engine.
std::string ShippedWith(absl::string_view version) {
  std::string written;
  for (const Cloner& cloner : AllCloners()) {
    if (!absl::StartsWith(cloner.name, kKeras)) continue;
    for (absl::string_view engine : cloner.engines) {
      if (engine != version) continue;
      if (engine == cloner.engines[0]) return std::string(cloner.name);
      written = NameOn(cloner, engine);
    }
  }
  return written;
}

// `; for Keras 2.2.5 write keras-2.2.5.`
std::string WriteFor(absl::string_view version) {
  return absl::StrCat("; for Keras ", version, " write ", kKeras, version, ".");
}

// `names`: how it is written on each of its engines.
absl::Status NoSuchEngine(absl::string_view cloner,
                          absl::Span<const std::string> names,
                          absl::string_view version) {
  const std::string choice =
      names.size() > 1
          ? absl::StrCat("choose from ", absl::StrJoin(names, ", "))
          : absl::StrCat("it runs as ", names[0], " alone");
  const bool of_keras =
      absl::StartsWith(cloner, kKeras) && FindEngineRules(version) != nullptr;
  return absl::InvalidArgumentError(absl::StrCat(
      "Cloner ", cloner, " does not run on engine ", QuoteForMessage(version),
      "; ", choice, of_keras ? WriteFor(version) : "."));
}

absl::Status NoSuchCloner(absl::string_view name) {
  absl::string_view version = name;
  const bool is_keras = absl::ConsumePrefix(&version, kKeras);
  if (FindEngineRules(version) != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "There is no cloner ", QuoteForMessage(name), WriteFor(version)));
  }
  // A version is no typing error of another one.
  if (is_keras) {
    std::vector<std::string> shipped;
    for (const EngineRules& rules : kEngineRules) {
      shipped.push_back(absl::StrCat(kKeras, rules.version));
    }
    return absl::InvalidArgumentError(
        absl::StrCat("There is no cloner ", QuoteForMessage(name),
                     "; of Keras' own there are ", absl::StrJoin(shipped, ", "),
                     " (`clonecheck list cloners` has all)."));
  }
  std::vector<absl::string_view> names;
  for (const Cloner& cloner : AllCloners()) names.push_back(cloner.name);
  std::vector<absl::string_view> all = names;
  for (const Cloner& mutant : AllMutants()) all.push_back(mutant.name);
  if (const std::string meant = DidYouMean(name, all); !meant.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("There is no cloner ", QuoteForMessage(name), meant));
  }
  return absl::InvalidArgumentError(ThereIsNo(
      "cloner", name, names, ", or a mutant (`clonecheck list cloners`)"));
}

}  // namespace

absl::StatusOr<ClonerOnEngine> FindCloner(absl::string_view name) {
  if (absl::StrContains(name, ',')) {
    return absl::InvalidArgumentError(
        absl::StrCat("There is no cloner ", QuoteForMessage(name),
                     "; only one is taken here: name one of them."));
  }
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(name, absl::MaxSplits('@', 1));
  if (const Cloner* found = FindByName(parts.first)) {
    const Cloner& cloner = *found;
    const absl::string_view version =
        absl::StrContains(name, '@') ? parts.second : cloner.engines[0];
    for (absl::string_view engine : cloner.engines) {
      if (engine != version) continue;
      return ClonerOnEngine{&cloner, FindEngineRules(engine),
                            NameOn(cloner, engine)};
    }
    std::vector<std::string> names;
    for (absl::string_view engine : cloner.engines) {
      names.push_back(NameOn(cloner, engine));
    }
    return NoSuchEngine(cloner.name, names, version);
  }
  // That of another version, which this one ships, too.
  absl::string_view version = parts.first;
  if (absl::ConsumePrefix(&version, kKeras) &&
      FindEngineRules(version) != nullptr) {
    if (absl::StrContains(name, '@') && parts.second != version) {
      return NoSuchEngine(parts.first, {std::string(parts.first)},
                          parts.second);
    }
    absl::StatusOr<ClonerOnEngine> shipped = FindCloner(ShippedWith(version));
    if (shipped.ok()) shipped->name = std::string(parts.first);
    return shipped;
  }
  return NoSuchCloner(parts.first);
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
      if (other.cloner == cloner->cloner && other.engine == cloner->engine) {
        return absl::InvalidArgumentError(absl::StrCat(
            "Cloner ", cloner->name, " is named twice; name it once."));
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
