// `clonecheck judge`, as a user types it.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Candidate(const std::string& name) {
  return DataFile(absl::StrCat("judge/candidates/", name, ".py"));
}

// Enough graphs for these verdicts.
std::vector<std::string> Judge(std::vector<std::string> more) {
  std::vector<std::string> arguments = {"judge", "--cases", "40", "--max-calls",
                                        "2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Judge, a_patch_that_fixes_nothing_is_shown_its_smallest_graph) {
  const Outcome run = Clonecheck(
      Judge({Candidate("reference"), "--out", "r", "--json", "r.json"}));
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("reference.py: does_not_fix"));
  const json candidate = RunFile("r.json")["candidates"][0];
  EXPECT_EQ(candidate["verdict"], "does_not_fix");
  EXPECT_EQ(candidate["upstream_test"], "fail");
  const json& finding = candidate["findings"][0];
  EXPECT_EQ(finding["witness"]["calls"].size(), 1u);
  EXPECT_THAT(finding["error"].get<std::string>(),
              HasSubstr("AssertionError: Could not compute output"));
  // The replay command shows it again, and only it.
  std::vector<std::string> replay;
  for (size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    const std::string command = finding["replay"].get<std::string>();
    end = command.find(' ', at);
    replay.push_back(command.substr(at, end - at));
  }
  ASSERT_EQ(replay[0], "clonecheck");
  replay.erase(replay.begin());
  replay.insert(replay.end(), {"--json", "again.json"});
  EXPECT_EQ(Clonecheck(replay).code, 1);
  const json again = RunFile("again.json")["candidates"][0];
  EXPECT_EQ(again["graphs"], 1);
  EXPECT_EQ(again["findings"][0]["symptom"], finding["symptom"]);
}

TEST(Judge, a_right_patch_is_equivalent_and_the_scope_is_said) {
  const Outcome run =
      Clonecheck(Judge({Candidate("our_fix"), "--json", "e.json"}));
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("no difference to what 2.2.4 gets right; all "
                                 "graphs of `plain` with at most 2 calls "
                                 "exhausted"));
  EXPECT_EQ(RunFile("e.json")["candidates"][0]["verdict"], "equivalent");
}

TEST(Judge, what_2_2_4_shares_decides_nothing_in_a_report_either) {
  ASSERT_EQ(
      Clonecheck(Judge({Candidate("our_fix"), "--json", "shared.json"})).code,
      0);
  const json candidate = RunFile("shared.json")["candidates"][0];
  ASSERT_GT(candidate["remaining"].size(), 0u);
  EXPECT_EQ(candidate["findings"].size(), 0u);
  EXPECT_EQ(candidate["remaining"][0]["remaining"], true);
  const Outcome report =
      Clonecheck({"report", "shared.json", "--known", TempFile("none.json", R"(
          {"version": 1, "known": []})")});
  EXPECT_EQ(report.code, 0) << report.out << report.err;
  EXPECT_THAT(report.out, HasSubstr(" 0 new, "));
  EXPECT_THAT(report.out, Not(HasSubstr("  new ")));
  ASSERT_EQ(
      Clonecheck(Judge({Candidate("reference"), "--json", "not.json"})).code,
      1);
  EXPECT_EQ(RunFile("not.json")["candidates"][0]["findings"][0]["remaining"],
            false);
  EXPECT_EQ(Clonecheck({"report", "not.json"}).code, 1);
}

TEST(Judge, several_are_told_in_their_order_whatever_the_jobs) {
  std::vector<json> runs;
  for (const std::string jobs : {"1", "3"}) {
    const Outcome run = Clonecheck(
        Judge({Candidate("reference"), Candidate("every_mask_dropped"),
               Candidate("our_fix"), Candidate("syntax_error"), "--jobs", jobs,
               "--out", "", "--no-timing", "--json", "jobs.json"}));
    EXPECT_EQ(run.code, 1) << run.err;
    size_t at = 0;
    for (const char* verdict :
         {"reference.py: does_not_fix", "every_mask_dropped.py: breaks",
          "our_fix.py: equivalent", "syntax_error.py: unusable"}) {
      const size_t found = run.out.find(verdict, at);
      ASSERT_NE(found, std::string::npos) << verdict << run.out;
      at = found;
    }
    EXPECT_THAT(run.out.substr(at), HasSubstr("upstream test"));  // the table
    runs.push_back(RunFile("jobs.json"));
  }
  EXPECT_TRUE(runs[0]["seconds"].is_null());
  EXPECT_EQ(runs[0], runs[1]);
}

TEST(Judge, witnesses_of_files_of_one_name_do_not_overwrite_each_other) {
  std::filesystem::create_directories(TempDirectory() + "/a");
  std::filesystem::create_directories(TempDirectory() + "/b");
  for (const char* folder : {"a", "b"}) {
    std::filesystem::copy_file(
        Candidate("reference"),
        absl::StrCat(TempDirectory(), "/", folder, "/patch.py"));
  }
  const Outcome run = Clonecheck(
      Judge({"a/patch.py", "b/patch.py", "--out", "same", "--json", "s.json"}));
  EXPECT_EQ(run.code, 1) << run.err;
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(TempDirectory() + "/same")) {
    names.push_back(entry.path().filename().string());
  }
  const auto of = [&](const char* start) {
    return std::count_if(names.begin(), names.end(), [&](const auto& name) {
      return name.compare(0, 10, start) == 0;
    });
  };
  EXPECT_GT(of("a-patch.py"), 0);
  EXPECT_EQ(of("a-patch.py"), of("b-patch.py"));
}

TEST(Judge, witnesses_of_another_run_do_not_overwrite_those_of_a_namesake) {
  const auto names = [] {
    std::vector<std::string> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(TempDirectory() + "/one_folder")) {
      found.push_back(entry.path().filename().string());
    }
    return found;
  };
  size_t before = 0;
  for (const char* candidate : {"reference", "every_mask_dropped"}) {
    const std::string folder = TempDirectory() + "/of_" + candidate;
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(Candidate(candidate), folder + "/patch.py");
    const Outcome run =
        Clonecheck(Judge({absl::StrCat("of_", candidate, "/patch.py"), "--out",
                          "one_folder", "--json", "s.json"}));
    EXPECT_EQ(run.code, 1) << run.err;
    const json judged = RunFile("s.json")["candidates"][0];
    // A case and a script for each.
    const size_t made =
        2 * (judged["findings"].size() + judged["remaining"].size());
    EXPECT_GT(made, 0u);
    EXPECT_EQ(names().size(), before + made);
    before += made;
  }
}

TEST(Judge, a_document_is_judged_by_its_block) {
  const std::string text = absl::StrCat(
      "# A patch\n\n```python\n", ReadTempFile(TempFile("ref.py", "pass\n")),
      "```\n\nThe patch:\n\n```python\n",
      "def _clone_functional_model(model, input_tensors=None):\n"
      "    return model\n",
      "```\n");
  const Outcome run = Clonecheck(
      Judge({TempFile("patch.md", text), "--out", "", "--json", "d.json"}));
  EXPECT_EQ(run.code, 1) << run.err;
  const json candidate = RunFile("d.json")["candidates"][0];
  EXPECT_THAT(candidate["source"].get<std::string>(), HasSubstr("block"));
  EXPECT_NE(candidate["verdict"], "unusable");
}

TEST(Judge, files_may_stand_after_options_that_take_lists) {
  const std::string one =
      TempFile("one.json", std::string(kSecondOfTwoOutputs));
  const Outcome run =
      Clonecheck({"judge", "--graph", one, Candidate("reference"),
                  Candidate("our_fix"), "--json", "two.json"});
  EXPECT_EQ(run.code, 1) << run.err;
  const json candidates = RunFile("two.json")["candidates"];
  ASSERT_EQ(candidates.size(), 2u);
  // On this graph alone it raises always.
  EXPECT_EQ(candidates[0]["verdict"], "crashes_always");
  EXPECT_EQ(candidates[1]["verdict"], "equivalent");
  EXPECT_EQ(candidates[1]["graphs"], 1);
}

TEST(Judge, what_finds_it_again_judges_the_graphs_that_were_given) {
  const std::string one =
      TempFile("given.json", std::string(kSecondOfTwoOutputs));
  const Outcome run = Clonecheck(
      {"judge", "--graph", one, "--out", "", Candidate("reference")});
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr(" --graph given.json"));
  EXPECT_THAT(run.out, Not(HasSubstr(" --max-calls ")));
}

TEST(Judge, bad_input_says_what_to_do) {
  const auto says = [](const std::vector<std::string>& arguments) {
    const Outcome run = Clonecheck(arguments);
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_THAT(run.out, Not(HasSubstr("equivalent")));
    return run.err;
  };
  EXPECT_THAT(says({"judge", "missing.py"}), HasSubstr("missing.py"));
  EXPECT_THAT(says({"judge", TempFile("prose.md", "Nothing to run.\n")}),
              HasSubstr("_clone_functional_model"));
  EXPECT_THAT(says({"judge", Candidate("reference"), Candidate("reference")}),
              HasSubstr("named twice"));
  EXPECT_THAT(says({"judge", Candidate("reference"), "--graph", "none.json"}),
              HasSubstr("none.json"));
  EXPECT_THAT(says({"judge", Candidate("reference"), "--confirm", "keras-9"}),
              HasSubstr("keras-9"));
  EXPECT_THAT(
      says({"judge", Candidate("reference"), "--confirm", "tfjs-4.22.0"}),
      HasSubstr("give keras-2.2.4, keras-2.2.5 or keras-2.3.1"));
}

TEST(Judge, a_target_to_confirm_by_that_is_not_installed_is_no_bad_usage) {
  ::setenv("CLONECHECK_TARGETS", "/nowhere", 1);
  const Outcome run = Clonecheck({"judge", Candidate("reference"), "--confirm",
                                  "keras-2.2.4,keras-2.3.1"});
  ::unsetenv("CLONECHECK_TARGETS");
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("tools/setup-targets keras2"));
}

}  // namespace
}  // namespace clonecheck
