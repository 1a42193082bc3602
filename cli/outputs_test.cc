// What a command writes: where it cannot be, that is said before the work or
// costs nothing that was found, and no output takes the place of an input or of
// another output.
#include <filesystem>
#include <string>
#include <vector>

#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Refused {
  std::vector<std::string> arguments;
  const char* message;
  const char* remedy;
};

// Nothing was done: nothing is printed, and what was there stays.
void ExpectRefused(const std::vector<Refused>& refused) {
  for (const Refused& line : refused) {
    SCOPED_TRACE(::testing::PrintToString(line.arguments));
    const Outcome run = Clonecheck(line.arguments);
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err,
                AllOf(HasSubstr(line.message), HasSubstr(line.remedy)));
    EXPECT_THAT(run.out, IsEmpty());
  }
}

TEST(Outputs, a_place_where_nothing_can_be_written_is_refused_at_once) {
  TempFile("case.json", kSecondOfTwoOutputs);
  TempFile("file", "");
  std::filesystem::create_directories(TempDirectory() + "/folder");
  ExpectRefused({
      {{"check", "case.json", "--json", "folder"},
       "is a folder",
       "name a file"},
      {{"fuzz", "--json", "/proc/run.json"},
       "nothing can be written to \"/proc/run.json\"",
       "name a file elsewhere"},
      {{"fuzz", "--out", "/proc/witnesses"},
       "nothing can be written to \"/proc/witnesses\"",
       "name a folder elsewhere"},
      {{"fuzz", "--out", "file"}, "is a file", "name a folder"},
      {{"fuzz", "--out", "file/below"}, "is a file", "name a folder"},
      {{"judge", "p.py", "--out", "file"}, "is a file", "name a folder"},
      {{"enumerate", "--max-calls", "1", "--out", "file"},
       "is a file",
       "name a folder"},
      {{"enumerate", "--max-calls", "1", "--state", "no/state"},
       "no folder",
       "make it"},
      {{"enumerate", "--max-calls", "1", "--state", "folder"},
       "is a folder",
       "name a file"},
      {{"report", "run.json", "--html", "no/page.html"},
       "no folder",
       "make it"},
      {{"shrink", "case.json", "--cloner", "keras-2.2.4", "--out", "no/s.json"},
       "no folder",
       "make it"},
  });
}

TEST(Outputs, what_was_shrunk_is_printed_where_it_cannot_be_written) {
  TempFile("case.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck(
      {"shrink", "case.json", "--cloner", "keras-2.2.4", "--out", "/dev/full"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("cannot write /dev/full"));
  EXPECT_THAT(run.out, HasSubstr("\"outputs\": [\"c0.1\"]"));
}

// As a run file of an earlier version may have one.
TEST(Outputs, a_page_shows_a_witness_that_Keras_refuses) {
  ASSERT_EQ(Clonecheck({"fuzz", "--cases", "40", "--cloners", "keras-2.2.4",
                        "--obligations", "completes", "--out", "", "--json",
                        "refused.json", "--quiet"})
                .code,
            1);
  nlohmann::json run = RunFile("refused.json");
  run["cloners"]["keras-2.2.4"]["findings"][0]["witness"] =
      nlohmann::json::parse(R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 4]}],
        "layers": [{"class": "LSTM", "config": {"units": 2}}],
        "calls": [{"layer": 0, "inputs": ["i0"]}],
        "model": {"inputs": ["i0"], "outputs": ["c0"]}})");
  TempFile("refused.json", run.dump());
  const Outcome report =
      Clonecheck({"report", "refused.json", "--html", "refused.html"});
  EXPECT_EQ(report.code, 1) << report.err;
  EXPECT_THAT(ReadTempFile("refused.html"),
              HasSubstr("Keras refuses the graph: "));
}

TEST(Outputs, no_output_takes_the_place_of_an_input) {
  TempFile("case.json", kSecondOfTwoOutputs);
  TempFile("patch.py", "x = 1\n");
  TempFile("known.json", "[]");
  ExpectRefused({
      {{"judge", "patch.py", "--json", "patch.py"},
       "--json patch.py is what FILE names, too",
       "name another file"},
      {{"judge", "patch.py", "--json", "./patch.py"}, "FILE names", "another"},
      {{"judge", "patch.py", "--graph", "case.json", "--json", "case.json"},
       "--graph names",
       "another"},
      {{"check", "case.json", "--json", "case.json"}, "MODEL names", "another"},
      {{"replay", "case.json", "--json", "case.json"}, "CASE names", "another"},
      {{"shrink", "case.json", "--cloner", "fixed", "--json", "case.json"},
       "CASE names",
       "another"},
      {{"fuzz", "--known", "known.json", "--json", "known.json"},
       "--known names",
       "another"},
      {{"report", "case.json", "--html", "case.json"}, "RUN names", "another"},
      {{"report", "run.json", "--baseline", "case.json", "--html", "case.json"},
       "--baseline names",
       "another"},
  });
  EXPECT_EQ(ReadTempFile("case.json"), kSecondOfTwoOutputs);
  EXPECT_EQ(ReadTempFile("patch.py"), "x = 1\n");
  EXPECT_EQ(ReadTempFile("known.json"), "[]");
}

TEST(Outputs, no_two_outputs_have_one_place) {
  TempFile("case.json", kSecondOfTwoOutputs);
  ExpectRefused({
      {{"shrink", "case.json", "--cloner", "keras-2.2.4", "--out", "new",
        "--json", "new"},
       "--json new is what --out names, too",
       "another"},
      {{"report", "run.json", "--html", "new", "--junit", "./new"},
       "names, too",
       "another"},
      {{"enumerate", "--max-calls", "1", "--state", "new", "--json", "new"},
       "names, too",
       "another"},
  });
  ExpectRefused({
      {{"fuzz", "--out", "new", "--json", "new"}, "--out names", "another"},
      {{"fuzz", "--json", "clonecheck-out"}, "--out names", "another"},
      {{"judge", "p.py", "--json", "clonecheck-out"}, "--out names", "another"},
  });
  // What is no file may be named twice.
  EXPECT_EQ(Clonecheck({"shrink", "case.json", "--cloner", "keras-2.2.4",
                        "--out", "/dev/null", "--json", "/dev/null"})
                .code,
            0);
}

TEST(Outputs, a_case_may_be_replaced_by_what_it_shrinks_to) {
  TempFile("case.json", kSecondOfTwoOutputs);
  EXPECT_EQ(Clonecheck({"shrink", "case.json", "--cloner", "keras-2.2.4",
                        "--out", "case.json"})
                .code,
            0);
  EXPECT_THAT(ReadTempFile("case.json"), HasSubstr("\"c0.1\""));
}

TEST(Outputs, a_report_of_one_run_has_no_json_and_no_witnesses) {
  ASSERT_EQ(Clonecheck({"fuzz", "--cases", "20", "--cloners", "fixed", "--json",
                        "run.json", "--out", ""})
                .code,
            0);
  ExpectRefused({
      {{"report", "run.json", "--json", "new.json"},
       "belong to shards",
       "Leave them out"},
      {{"report", "run.json", "--out", "new"},
       "belong to shards",
       "Leave them out"},
  });
  EXPECT_FALSE(std::filesystem::exists(TempDirectory() + "/new.json"));
}

TEST(Outputs, a_quiet_report_has_its_findings_alone) {
  ASSERT_EQ(Clonecheck({"fuzz", "--cases", "50", "--cloners", "keras-2.2.4",
                        "--obligations", "completes", "--json", "run.json",
                        "--out", ""})
                .code,
            1);
  const Outcome all = Clonecheck({"report", "run.json"});
  const Outcome quiet = Clonecheck({"report", "run.json", "--quiet"});
  EXPECT_THAT(quiet.out, HasSubstr("keras-2.2.4/completes/"));
  EXPECT_EQ(all.out, all.out.substr(0, all.out.find('\n') + 1) + quiet.out);
}

TEST(Outputs, an_ended_shard_is_told_as_one) {
  ASSERT_EQ(Clonecheck({"enumerate", "--max-calls", "1", "--shard", "0/2",
                        "--cloners", "fixed", "--json", "shard.json"})
                .code,
            0);
  const Outcome report = Clonecheck({"report", "shard.json"});
  EXPECT_THAT(report.out, HasSubstr(", shard 0/2 of all with at most 1 call"));
}

TEST(Outputs, a_file_that_is_no_state_is_told_in_words) {
  TempFile("state", "");
  const Outcome run =
      Clonecheck({"enumerate", "--max-calls", "1", "--state", "state"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("this is no state of an enumeration"));
}

TEST(Outputs, help_and_version_are_commands_too) {
  EXPECT_EQ(Clonecheck({"help"}).out, Clonecheck({"--help"}).out);
  EXPECT_EQ(Clonecheck({"help", "fuzz"}).out,
            Clonecheck({"fuzz", "--help"}).out);
  EXPECT_EQ(Clonecheck({"version"}).out, Clonecheck({"--version"}).out);
}

}  // namespace
}  // namespace clonecheck
