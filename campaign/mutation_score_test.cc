// The score of the harness: how many of the planted faults it finds, and
// whether each obligation is needed to find them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "campaign/workbench.h"
#include "core/cloners/mutants.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// A fault that does not show in so many cases is a survivor.
constexpr uint64_t kMaxCases = 20'000;
// Once found, a fault is watched for so many cases, for all its symptoms.
constexpr uint64_t kWatched = 300;

struct Score {
  std::string name;
  uint64_t cases = 0;   // until the first failure; 0: none
  uint32_t failed = 0;  // obligations that failed in some case, as bits
  std::map<std::string, int> pairs;  // obligation/symptom of severity error
};

Score Measure(Workbench& workbench, const Cloner& mutant) {
  const std::vector<const Obligation*>& obligations = AllObligations();
  const ClonerOnEngine cloner{&mutant, &kEngineRules[0],
                              std::string(mutant.name)};
  Generator generator(workbench.catalogue(), AllProfiles()[0]);
  Score score;
  score.name = std::string(mutant.name);
  for (uint64_t i = 0; i < kMaxCases; ++i) {
    if (score.cases > 0 && i >= std::max(kWatched, score.cases)) break;
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
    if (verdict.signature.obligation->severity == Severity::kError) {
      ++score.pairs[absl::StrCat(verdict.signature.obligation->name, "/",
                                 verdict.signature.symptom)];
    }
  }
  return score;
}

TEST(MutationScore,
     all_planted_faults_are_found_and_each_obligation_is_needed) {
  Workbench workbench;
  std::vector<Score> scores;
  for (const Cloner& mutant : AllMutants()) {
    scores.push_back(Measure(workbench, mutant));
  }
  std::vector<std::string> survivors;
  std::printf("%-28s %8s  %s\n", "planted fault", "cases",
              "obligation/symptom of severity error (failing cases)");
  for (const Score& score : scores) {
    if (score.cases == 0) survivors.push_back(score.name);
    std::printf("%-28s %8s  %s\n", score.name.c_str(),
                score.cases == 0 ? "-" : absl::StrCat(score.cases).c_str(),
                absl::StrJoin(score.pairs, ", ",
                              [](std::string* out, const auto& pair) {
                                absl::StrAppend(out, pair.first, " (",
                                                pair.second, ")");
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

}  // namespace
}  // namespace clonecheck
