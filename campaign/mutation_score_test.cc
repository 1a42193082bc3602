// The score of the harness: how many of the planted faults it finds, and
// whether each obligation is needed to find them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "campaign/workbench.h"
#include "core/cloners/mutants.h"
#include "core/layers/layer_kind.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// A fault that does not show in so many cases is a survivor.
constexpr uint64_t kMaxCases = 20'000;
// Once found, a fault is watched for so many cases, for all its symptoms; one
// that shows as warnings and notes alone for more, for an error.
constexpr uint64_t kWatched = 300;
constexpr uint64_t kWatchedForErrors = 2'000;

struct Score {
  std::string name;
  uint64_t cases = 0;   // until the first failure; 0: none
  uint32_t failed = 0;  // obligations that failed in some case, as bits
  // Obligation/symptom of severity error → kinds of layers, how often.
  std::map<std::string, std::map<std::string, int>> pairs;
  std::map<std::string, int> all_pairs;  // of any severity
};

// `max_cases`: how many are tried for the first failure.
Score Measure(Workbench& workbench, const Cloner& mutant, uint64_t max_cases) {
  const std::vector<const Obligation*>& obligations = AllObligations();
  const ClonerOnEngine cloner{&mutant, &kEngineRules[0],
                              std::string(mutant.name)};
  // Large cases, on which a fault does not show in everything that it may.
  Profile profile = AllProfiles()[0];
  profile.focused = 0;
  Generator generator(workbench.catalogue(), profile);
  Score score;
  score.name = std::string(mutant.name);
  for (uint64_t i = 0; i < max_cases; ++i) {
    const uint64_t watched = score.pairs.empty() ? kWatchedForErrors : kWatched;
    if (score.cases > 0 && i >= std::max(watched, score.cases)) break;
    ChoiceSource choices(CaseSeed(2019, i));
    const CaseVerdict verdict =
        workbench.JudgeGraph(generator.Generate(choices), cloner, obligations);
    if (!verdict.failed()) continue;
    if (score.cases == 0) score.cases = i + 1;
    score.failed |= verdict.implied;
    for (size_t k = 0; k < obligations.size(); ++k) {
      if (obligations[k] == verdict.signature.obligation) {
        score.failed |= 1u << k;
      }
    }
    const std::string pair = absl::StrCat(verdict.signature.obligation->name,
                                          "/", verdict.signature.symptom);
    ++score.all_pairs[pair];
    if (verdict.signature.obligation->severity == Severity::kError) {
      const LayerKind* kind = verdict.signature.where;
      ++score.pairs[pair]
                   [kind == nullptr ? "-" : std::string(kind->class_name())];
    }
  }
  return score;
}

// `Dense 3, Lambda 1`.
std::string Kinds(const std::map<std::string, int>& kinds) {
  return absl::StrJoin(kinds, ", ", [](std::string* out, const auto& kind) {
    absl::StrAppend(out, kind.first, " ", kind.second);
  });
}

TEST(MutationScore,
     all_planted_faults_are_found_and_each_obligation_is_needed) {
  Workbench workbench;
  std::vector<Score> scores;
  for (const Cloner& mutant : AllMutants()) {
    scores.push_back(Measure(workbench, mutant, kMaxCases));
  }
  std::vector<std::string> survivors;
  std::printf("%-28s %8s  %s\n", "planted fault", "cases",
              "obligation/symptom of severity error (failing cases by kind)");
  for (size_t i = 0; i < scores.size(); ++i) {
    const Score& score = scores[i];
    // One fault, one pair of obligation and symptom, or it is said why not.
    EXPECT_TRUE(score.pairs.size() <= 1 ||
                !AllPlantedFaults()[i].why_several.empty())
        << score.name;
    if (score.cases == 0) survivors.push_back(score.name);
    std::printf("%-28s %8s  %s\n", score.name.c_str(),
                score.cases == 0 ? "-" : absl::StrCat(score.cases).c_str(),
                absl::StrJoin(score.pairs, ", ",
                              [](std::string* out, const auto& pair) {
                                absl::StrAppend(out, pair.first, " (",
                                                Kinds(pair.second), ")");
                              })
                    .c_str());
  }
  std::printf(
      "\nMutation score: %d of %d found; survivors: %s\n\n",
      static_cast<int>(scores.size() - survivors.size()),
      static_cast<int>(scores.size()),
      survivors.empty() ? "none" : absl::StrJoin(survivors, ", ").c_str());
  EXPECT_GE((scores.size() - survivors.size()) * 100, scores.size() * 95);

  // Without an obligation, the faults that it alone sees get through. Among
  // errors only errors count: a warning does not make a case differ.
  std::printf("%-20s %-8s %s\n", "switched off", "severity", "gets through");
  const std::vector<const Obligation*>& obligations = AllObligations();
  uint32_t errors = 0;
  for (size_t k = 0; k < obligations.size(); ++k) {
    if (obligations[k]->severity == Severity::kError) errors |= 1u << k;
  }
  // Those that hold a further clone against others: what these find there is
  // theirs.
  uint32_t composed = 0;
  for (size_t k = 0; k < obligations.size(); ++k) {
    if (obligations[k] == &kCloneTwice || obligations[k] == &kCloneOfClone ||
        obligations[k] == &kInputTensors || obligations[k] == &kRoundtrip) {
      composed |= 1u << k;
    }
  }
  for (size_t k = 0; k < obligations.size(); ++k) {
    const uint32_t self = 1u << k;
    uint32_t others =
        obligations[k]->severity == Severity::kError ? errors & ~self : ~self;
    if ((composed & self) == 0) others &= ~composed;
    std::vector<std::string> through;
    for (const Score& score : scores) {
      if ((score.failed & self) != 0 && (score.failed & others) == 0) {
        through.push_back(score.name.substr(7));
      }
    }
    std::printf("%-20s %-8s %s\n", std::string(obligations[k]->name).c_str(),
                std::string(SeverityName(obligations[k]->severity)).c_str(),
                absl::StrJoin(through, ", ").c_str());
    EXPECT_FALSE(through.empty()) << obligations[k]->name;
    if (!through.empty()) continue;
    // Who comes nearest.
    for (const Score& score : scores) {
      if ((score.failed & self) == 0) continue;
      std::vector<std::string> names;
      for (size_t i = 0; i < obligations.size(); ++i) {
        if ((score.failed & others) >> i & 1) {
          names.emplace_back(obligations[i]->name);
        }
      }
      if (names.size() < 3) {
        std::printf("%22s%s: also %s\n", "", score.name.c_str(),
                    absl::StrJoin(names, ", ").c_str());
      }
    }
  }
}

// Signatures do not depend on seed, size or kind of graph. (Shrinking keeps
// them, since it asks for the signature itself.)
TEST(MutationScore, one_fault_shows_as_one_pair_on_any_graphs) {
  constexpr uint64_t kSeeds[] = {2019, 5, 77};
  constexpr uint64_t kCases = 50;
  Workbench workbench;
  const std::vector<const Obligation*>& obligations = AllObligations();
  int with_one_pair = 0;
  for (size_t i = 0; i < AllPlantedFaults().size(); ++i) {
    if (!AllPlantedFaults()[i].why_several.empty()) continue;
    const Cloner& mutant = AllMutants()[i];
    const ClonerOnEngine cloner{&mutant, &kEngineRules[0],
                                std::string(mutant.name)};
    std::set<std::string> pairs;
    for (const Profile& profile : AllProfiles()) {
      if (profile.max_calls > 60) continue;
      Generator generator(workbench.catalogue(), profile);
      for (const uint64_t seed : kSeeds) {
        for (uint64_t k = 0; k < kCases; ++k) {
          ChoiceSource choices(CaseSeed(seed, k));
          const CaseVerdict verdict = workbench.JudgeGraph(
              generator.Generate(choices), cloner, obligations);
          if (!verdict.failed() ||
              verdict.signature.obligation->severity != Severity::kError) {
            continue;
          }
          pairs.insert(absl::StrCat(verdict.signature.obligation->name, "/",
                                    verdict.signature.symptom));
        }
      }
    }
    EXPECT_LE(pairs.size(), 1u)
        << mutant.name << ": " << absl::StrJoin(pairs, ", ");
    with_one_pair += pairs.size() == 1 ? 1 : 0;
  }
  std::printf("%d faults show as one pair of severity error each.\n",
              with_one_pair);
  EXPECT_GE(with_one_pair, 20);
}

// Two faults in one cloner: each must still be seen, by one of the symptoms
// that it shows alone. Where it is not, the other hides it.
TEST(MutationScore, of_two_faults_in_one_cloner_both_are_reported) {
  constexpr int kPairs = 100;
  constexpr uint64_t kCases = 300;
  Workbench workbench;
  std::vector<Score> alone;
  for (const Cloner& mutant : AllMutants()) {
    alone.push_back(Measure(workbench, mutant, kCases));
  }
  SplitMix64 random(12202);
  const size_t count = AllPlantedFaults().size();
  int tried = 0;
  int both = 0;
  std::map<std::string, std::vector<std::string>> hidden_by;
  while (tried < kPairs) {
    const size_t a = random.Next() % count;
    const size_t b = random.Next() % count;
    // A fault that is rare alone says nothing in so few cases.
    if (a == b || alone[a].cases == 0 || alone[b].cases == 0) continue;
    ++tried;
    const Cloner planted{
        "pair",
        "two faults",
        {"2.2.4"},
        CloneWith({AllPlantedFaults()[a].fault, AllPlantedFaults()[b].fault})};
    const Score together = Measure(workbench, planted, kCases);
    const auto shows = [&](size_t fault) {
      return std::any_of(alone[fault].all_pairs.begin(),
                         alone[fault].all_pairs.end(), [&](const auto& pair) {
                           return together.all_pairs.count(pair.first) > 0;
                         });
    };
    if (shows(a) && shows(b)) ++both;
    for (const auto& [fault, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (shows(fault)) continue;
      hidden_by[std::string(AllPlantedFaults()[other].name)].emplace_back(
          AllPlantedFaults()[fault].name);
    }
  }
  std::printf("Of %d pairs, both faults are reported in %d. Hidden:\n", kPairs,
              both);
  for (const auto& [other, faults] : hidden_by) {
    std::printf("  %s hides %s\n", other.c_str(),
                absl::StrJoin(faults, ", ").c_str());
  }
  RecordProperty("both_reported", both);
  EXPECT_GE(both, 70);
}

}  // namespace
}  // namespace clonecheck
