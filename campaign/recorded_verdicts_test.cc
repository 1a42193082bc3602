// What the oracles say of clones by every cloner and by every planted fault, in
// which words, is what was recorded. A line has what was found how often, and a
// digest of all that was said.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/digest.h"
#include "core/engine/build.h"
#include "core/engine/rules.h"
#include "core/oracle/obligation.h"
#include "core/oracle/proofs.h"
#include "core/recorded.h"
#include "core/search/builds.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/recorded_graphs.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class RecordedVerdicts : public testing::Test {
 protected:
  RecordedVerdicts() {
    for (NamedGraph& named : RecordedGraphs(workbench_.catalogue())) {
      graphs_.push_back(std::move(named.graph));
    }
    const Builds builds = [&](const Graph& graph) {
      return workbench_.Builds(graph);
    };
    for (NamedGraph& named :
         RecordedMutants(workbench_.catalogue(), builds, /*each=*/3)) {
      graphs_.push_back(std::move(named.graph));
    }
    for (const char* profile : {"default", "nested", "masks", "recurrent"}) {
      Generator generator(workbench_.catalogue(), FindProfile(profile).value());
      for (uint64_t seed = 0; seed < 25; ++seed) {
        ChoiceSource choices(seed);
        graphs_.push_back(generator.Generate(choices));
      }
    }
  }

  // Numbers themselves may differ in their last digits from machine to machine.
  static std::string Said(const CaseVerdict& verdict, const Details& details) {
    return absl::StrCat(
        Name(verdict), "|",
        verdict.failed() ? verdict.signature.ToString("") : "", "|",
        details.error, "|", details.what, "|", details.original, "|",
        details.clone, "|",
        details.numbers.has_value() ? details.numbers->output : -1, "|",
        details.numbers_of, "|", details.no_numbers);
  }

  static std::string Name(const CaseVerdict& verdict) {
    return verdict.failed() ? absl::StrCat(verdict.signature.obligation->name,
                                           "/", verdict.signature.symptom)
                            : std::string(VerdictName(verdict.verdict));
  }

  std::string Of(const ClonerOnEngine& cloner) {
    std::map<std::string, int> times;
    std::string all;
    const absl::Span<const Obligation* const> obligations = AllObligations();
    for (const Graph& graph : graphs_) {
      Details details;
      ProofCounts counts;
      const ProofLog proofs{&counts};
      const CaseVerdict whole =
          workbench_.JudgeGraph(graph, cloner, obligations, &details, &proofs);
      ++times[Name(whole)];
      absl::StrAppend(&all, VerdictName(whole.verdict), " ", Name(whole), " ",
                      whole.implied, " ", whole.on_samples, " ", counts.proved,
                      " ", counts.on_samples, " ", counts.refuted, " ",
                      Said(whole, details), "\n");
      // Each of the others that fail, by itself.
      for (size_t i = 0; i < obligations.size(); ++i) {
        if ((whole.implied >> i & 1) == 0) continue;
        const Obligation* const alone[] = {&kCompletes, obligations[i]};
        details = Details();
        const CaseVerdict verdict =
            workbench_.JudgeGraph(graph, cloner, alone, &details);
        ++times[absl::StrCat("(", Name(verdict), ")")];
        absl::StrAppend(&all, Said(verdict, details), "\n");
      }
    }
    std::string text = DigestOf(all);
    for (const auto& [what, count] : times) {
      absl::StrAppend(&text, ", ", count, " ", what);
    }
    return text;
  }

  Workbench workbench_;
  std::vector<Graph> graphs_;
};

TEST_F(RecordedVerdicts, of_cloners) {
  Recorded recorded("campaign/recorded/cloners.txt");
  for (const Cloner& cloner : AllCloners()) {
    const ClonerOnEngine found = FindCloner(std::string(cloner.name)).value();
    recorded.Add(found.name, Of(found));
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedVerdicts, of_planted_faults) {
  Recorded recorded("campaign/recorded/planted-faults.txt");
  for (const Cloner& cloner : AllMutants()) {
    const std::string name(cloner.name);
    recorded.Add(name, Of({&cloner, &kEngineRules[0], name}));
  }
  EXPECT_TRUE(recorded.AreSame());
}

}  // namespace
}  // namespace clonecheck
