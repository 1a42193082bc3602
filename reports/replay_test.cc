#include "reports/replay.h"

#include <string>
#include <vector>

#include "core/oracle/obligation.h"
#include "core/search/profile.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/shell_word.h"

namespace clonecheck {
namespace {

using testing::ElementsAre;

std::vector<const Obligation*> Some() {
  return FindObligations("completes,outputs").value();
}

TEST(Replay, of_a_campaign_says_what_the_case_was_made_of) {
  CampaignOptions options;
  options.seed = 7;
  options.profile = FindProfile("masks").value();
  options.obligations = Some();
  Finding finding;
  finding.cloner = "fixed@2.2.5";
  finding.first_case = 12;
  EXPECT_EQ(FuzzReplay(options, finding),
            "clonecheck fuzz --seed 7 --first-case 12 --cases 1 --profile masks"
            " --cloners fixed@2.2.5 --obligations completes,outputs");
}

TEST(Replay, of_a_file_quotes_it_and_names_obligations_unless_all_are_judged) {
  EXPECT_EQ(FileReplay("check", "my model.json", "keras-2.2.4", Some()),
            "clonecheck check 'my model.json' --cloners keras-2.2.4"
            " --obligations completes,outputs");
  EXPECT_EQ(FileReplay("replay", "a.json", "fixed", AllObligations()),
            "clonecheck replay a.json --cloners fixed");
  EXPECT_EQ(ShrinkReplay("it's.json", "fixed", AllObligations()),
            "clonecheck shrink 'it'\\''s.json' --cloner fixed");
}

TEST(Replay, on_a_target_keeps_a_command_of_several_words_together) {
  const TargetCase at{"exec:python3 worker.py", "masks", 3, 41};
  EXPECT_THAT(
      ShellWords(HuntReplay(at)),
      ElementsAre("clonecheck", "fuzz", "--target", "exec:python3 worker.py",
                  "--cases", "1", "--first-case", "41", "--seed", "3",
                  "--profile", "masks"));
  EXPECT_THAT(ShellWords(FidelityReplay(at, "fixed", 20)),
              ElementsAre("clonecheck", "fidelity", "--target",
                          "exec:python3 worker.py", "--cloner", "fixed",
                          "--cases", "1", "--first-case", "41", "--seed", "3",
                          "--spoil", "20", "--profile", "masks"));
  EXPECT_THAT(
      ShellWords(
          TargetFileReplay(at.target, {"mixed", "nested"}, 7, "o ut.json")),
      ElementsAre("clonecheck", "replay", "--target", "exec:python3 worker.py",
                  "--variants", "mixed,nested", "--seed", "7", "o ut.json"));
  EXPECT_THAT(
      ShellWords(FidelityFileReplay(at.target, "fixed", 7, "o ut.json")),
      ElementsAre("clonecheck", "fidelity", "--target",
                  "exec:python3 worker.py", "--cloner", "fixed", "--seed", "7",
                  "o ut.json"));
}

TEST(Replay, on_a_target_says_nothing_that_goes_without_saying) {
  const TargetCase at{"tfjs-4.22.0", "default", 1, 2};
  EXPECT_EQ(HuntReplay(at),
            "clonecheck fuzz --target tfjs-4.22.0 --cases 1 --first-case 2"
            " --seed 1");
  EXPECT_EQ(FidelityReplay(at, "", 0),
            "clonecheck fidelity --target tfjs-4.22.0 --cases 1 --first-case 2"
            " --seed 1 --spoil 0");
  EXPECT_EQ(TargetFileReplay("tfjs-4.22.0", {}, 1, "a.json"),
            "clonecheck replay --target tfjs-4.22.0 --seed 1 a.json");
}

}  // namespace
}  // namespace clonecheck
