// Campaign: the same options give the same counts, whatever the number of
// threads and wherever it is cut.
#include "campaign/campaign.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class CampaignTest : public testing::Test {
 protected:
  static CampaignOptions Options(uint64_t cases) {
    CampaignOptions options;
    options.seed = 7;
    options.cases = cases;
    options.profile = AllProfiles()[0];
    options.cloners = FindCloners("keras-2.2.4,keras-2.3.1,fixed").value();
    options.obligations = AllObligations();
    return options;
  }
  static CampaignCounts Run(const CampaignOptions& options) {
    return RunCampaign(options, nullptr, nullptr).counts;
  }

  // Everything in the counts, in a fixed order.
  static std::string Print(const CampaignOptions& options,
                           const CampaignCounts& counts) {
    std::string text =
        absl::StrCat(counts.cases, " cases, ", counts.calls, " calls, ",
                     counts.nodes_in_model, " nodes\n");
    for (uint64_t feature : counts.features) {
      absl::StrAppend(&text, feature, " ");
    }
    for (size_t i = 0; i < counts.cloners.size(); ++i) {
      absl::StrAppend(&text, "\n", options.cloners[i].name, ":");
      for (uint64_t verdict : counts.cloners[i].verdicts) {
        absl::StrAppend(&text, " ", verdict);
      }
      const ProofCounts& proofs = counts.cloners[i].proofs;
      absl::StrAppend(&text, "; ", proofs.proved, " ", proofs.on_samples, " ",
                      proofs.refuted, " ", proofs.checked);
      std::map<std::string, SignatureCount> sorted;
      for (const auto& [signature, count] : counts.cloners[i].signatures) {
        sorted[signature.ToString(options.cloners[i].name)] = count;
      }
      for (const auto& [signature, count] : sorted) {
        absl::StrAppend(&text, "\n  ", signature, " ", count.count, " first ",
                        count.first_case, " ", VerdictName(count.verdict), " ",
                        count.implied);
      }
    }
    return text;
  }
};

TEST_F(CampaignTest, gives_the_same_counts_whatever_the_number_of_threads) {
  CampaignOptions options = Options(3'000);
  const std::string one = Print(options, Run(options));
  for (int jobs : {2, 3, 8}) {
    options.jobs = jobs;
    EXPECT_EQ(Print(options, Run(options)), one) << jobs;
  }
}

TEST_F(CampaignTest, runs_as_many_cases_as_asked_for) {
  const uint64_t at_a_time = CasesAtATime(Options(1).cloners.size());
  for (uint64_t cases : {uint64_t{1}, at_a_time - 1, at_a_time, at_a_time + 1,
                         4 * at_a_time + 1}) {
    CampaignOptions options = Options(cases);
    options.jobs = 2;
    const CampaignCounts counts = Run(options);
    EXPECT_EQ(counts.cases, cases);
    for (const ClonerCounts& cloner : counts.cloners) {
      uint64_t sum = 0;
      for (uint64_t verdict : cloner.verdicts) sum += verdict;
      EXPECT_EQ(sum, cases);
      uint64_t failures = 0;
      for (const auto& [signature, count] : cloner.signatures) {
        // Warnings and notes leave a case among those that agree.
        if (signature.obligation->severity != Severity::kError) continue;
        failures += count.count;
      }
      EXPECT_EQ(failures,
                cloner.verdicts[static_cast<int>(Verdict::kDiffer)] +
                    cloner.verdicts[static_cast<int>(Verdict::kRaised)] +
                    cloner.verdicts[static_cast<int>(Verdict::kHangs)]);
    }
  }
}

TEST_F(CampaignTest, threads_take_one_case_at_a_time_of_very_many_cloners) {
  EXPECT_EQ(CasesAtATime(0), CasesAtATime(1));
  CampaignOptions options = Options(20);
  options.obligations = FindObligations("completes,outputs").value();
  const std::vector<ClonerOnEngine> three = options.cloners;
  while (CasesAtATime(options.cloners.size()) > 1) {
    options.cloners.insert(options.cloners.end(), three.begin(), three.end());
  }
  const std::string one = Print(options, Run(options));
  options.jobs = 3;
  const CampaignCounts counts = Run(options);
  EXPECT_EQ(counts.cases, 20u);
  EXPECT_EQ(Print(options, counts), one);
}

TEST_F(CampaignTest, two_halves_add_up_to_the_whole) {
  CampaignOptions options = Options(1'000);
  const CampaignCounts whole = Run(options);
  options.cases = 400;
  CampaignCounts halves = Run(options);
  options.first_case = 400;
  options.cases = 600;
  halves.Add(Run(options));
  EXPECT_EQ(Print(options, halves), Print(options, whole));
}

TEST_F(CampaignTest, adding_in_another_order_gives_the_same) {
  CampaignOptions options = Options(300);
  const CampaignCounts a = Run(options);
  options.first_case = 300;
  const CampaignCounts b = Run(options);
  CampaignCounts ab = a;
  ab.Add(b);
  CampaignCounts ba = b;
  ba.Add(a);
  EXPECT_EQ(Print(options, ab), Print(options, ba));
}

// What a campaign does with a sample of its cases, with all of them.
TEST_F(CampaignTest, numbers_contradict_no_proof) {
  CampaignOptions options = Options(1'000);
  options.cloners =
      FindCloners(
          "keras-2.2.4,keras-2.3.1,fixed,fixed@2.3.1,proposal-003-repaired,"
          "mutant-drop-masks,mutant-unshare-layers,mutant-depth-first")
          .value();
  options.proof_check_interval = 1;
  const CampaignCounts counts = Run(options);
  ProofCounts all;
  for (const ClonerCounts& cloner : counts.cloners) {
    all.Add(cloner.proofs);
    EXPECT_FALSE(cloner.contradicted_case.has_value());
  }
  EXPECT_EQ(all.contradicted, 0u);
  // Nearly all can be evaluated.
  EXPECT_GT(all.checked * 100, all.proved * 95);
  EXPECT_GT(all.refuted, 100u);
}

TEST_F(CampaignTest, a_sample_of_the_proofs_is_held_against_numbers) {
  const CampaignOptions options = Options(2 * kProofCheckInterval);
  const CampaignCounts counts = Run(options);
  const ProofCounts& proofs = counts.cloners[2].proofs;
  EXPECT_GT(proofs.checked, 0u);
  EXPECT_LT(proofs.checked * 50, proofs.proved);
}

TEST_F(CampaignTest, the_first_case_of_a_signature_shows_it) {
  const CampaignOptions options = Options(2'000);
  const CampaignCounts counts = Run(options);
  CaseRunner runner(options);
  int signatures = 0;
  for (size_t i = 0; i < options.cloners.size(); ++i) {
    for (const auto& [signature, count] : counts.cloners[i].signatures) {
      ++signatures;
      const CaseVerdict verdict = runner.workbench().JudgeGraph(
          runner.Generate(count.first_case), options.cloners[i],
          options.obligations);
      EXPECT_EQ(verdict.signature, signature);
      EXPECT_EQ(verdict.verdict, count.verdict);
    }
  }
  EXPECT_GE(signatures, 5);
}

TEST_F(CampaignTest, finds_what_the_cloners_are_known_for) {
  const CampaignOptions options = Options(2'000);
  const CampaignCounts counts = Run(options);
  const std::string text = Print(options, counts);
  for (const char* known :
       {"keras-2.2.4/completes/could-not-compute-output/Lambda",
        "keras-2.2.4/completes/could-not-compute-output/MultiOut ",
        "keras-2.2.4/outputs/output-values/Lambda",
        "keras-2.3.1/completes/could-not-compute-output/MultiOutMasked",
        "keras-2.3.1/outputs/output-values/Lambda"}) {
    EXPECT_NE(text.find(known), std::string::npos) << known << "\n" << text;
  }
  EXPECT_EQ(counts.cloners[2].verdicts[static_cast<int>(Verdict::kAgree)],
            counts.cases);
}

TEST_F(CampaignTest, another_seed_gives_other_cases) {
  CampaignOptions options = Options(200);
  const std::string one = Print(options, Run(options));
  options.seed = 8;
  EXPECT_NE(Print(options, Run(options)), one);
}

TEST_F(CampaignTest, ends_after_the_given_time_with_a_prefix) {
  CampaignOptions options = Options(0);
  options.seconds = 0.01;
  options.jobs = 2;
  const CampaignResult result = RunCampaign(options, nullptr, nullptr);
  EXPECT_GE(result.seconds, options.seconds);
  ASSERT_GT(result.counts.cases, 0u);
  // What ran are the first cases, all of them.
  CampaignOptions again = Options(result.counts.cases);
  EXPECT_EQ(Print(again, Run(again)), Print(options, result.counts));
}

TEST_F(CampaignTest, ends_when_it_is_told_to) {
  CampaignOptions options = Options(uint64_t{1} << 40);
  options.jobs = 2;
  int polls = 0;
  const CampaignResult result =
      RunCampaign(options, nullptr, [&] { return ++polls > 1; });
  EXPECT_GT(result.counts.cases, 0u);
  EXPECT_LT(result.counts.cases, options.cases);
}

TEST_F(CampaignTest, reports_progress_that_grows) {
  CampaignOptions options = Options(uint64_t{1} << 40);
  std::vector<uint64_t> seen;
  RunCampaign(
      options,
      [&](const CampaignCounts& counts, double seconds) {
        EXPECT_GT(seconds, 0);
        seen.push_back(counts.cases);
      },
      [&] { return seen.size() >= 3; });
  ASSERT_GE(seen.size(), 3u);
  EXPECT_LE(seen[0], seen[1]);
  EXPECT_LE(seen[1], seen[2]);
}

}  // namespace
}  // namespace clonecheck
