// `clonecheck enumerate` and `clonecheck report`, as a user types them.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using Json = nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

Json JsonFile(const std::string& name) {
  return Json::parse(ReadTempFile(name));
}

TEST(EnumerateTest, says_that_all_obligations_hold_on_all_graphs) {
  const Outcome outcome =
      Clonecheck({"enumerate", "--max-calls", "2", "--cloners", "fixed",
                  "--json", "fixed.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(absl::StrContains(
      outcome.out,
      "fixed: all 197 graphs with at most 2 calls: every obligation holds"))
      << outcome.out;
  const Json json = JsonFile("fixed.json");
  EXPECT_EQ(json["command"], "enumerate");
  EXPECT_EQ(json["cases"], 197);
  EXPECT_EQ(json["exhausted"], (Json{{"max_calls", 2}, {"graphs", 197}}));
  EXPECT_EQ(json["cloners"]["fixed"]["agree"], 197);
  EXPECT_TRUE(json["cloners"]["fixed"]["findings"].empty());
}

TEST(EnumerateTest, tells_the_smallest_graph_of_each_failure_and_the_laws) {
  const Outcome outcome =
      Clonecheck({"enumerate", "--max-calls", "2", "--grammar", "plain",
                  "--cloners", "keras-2.2.4", "--obligations",
                  "completes,outputs", "--law", "--json", "reference.json"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(absl::StrContains(outcome.out, "no exception")) << outcome.out;
  EXPECT_FALSE(absl::StrContains(outcome.out, "EXCEPTIONS")) << outcome.out;
  const Json findings =
      JsonFile("reference.json")["cloners"]["keras-2.2.4"]["findings"];
  ASSERT_EQ(findings.size(), 1);
  EXPECT_EQ(findings[0]["signature"],
            "keras-2.2.4/completes/could-not-compute-output/Lambda");
  EXPECT_EQ(findings[0]["calls"], 1);
  EXPECT_EQ(findings[0]["shrink"]["proved_minimal"], true);
  EXPECT_EQ(findings[0]["witness"]["model"]["outputs"], Json{"c0.1"});
}

TEST(EnumerateTest, a_report_says_no_more_of_threads_than_its_file) {
  const auto enumerate = [](const char* file, const char* timing) {
    return Clonecheck({"enumerate", "--max-calls", "2", "--cloners", "fixed",
                       "--jobs", "2", timing, "--json", file});
  };
  EXPECT_THAT(
      enumerate("timed.json", "--fail-on=none").out,
      ContainsRegex(" a second, 2 threads\\)\\.\nBy number of calls: 0"));
  EXPECT_THAT(Clonecheck({"report", "timed.json"}).out,
              ContainsRegex(" a second\\)\\.\nBy number of calls: 0"));
  enumerate("untimed.json", "--no-timing");
  EXPECT_THAT(Clonecheck({"report", "untimed.json"}).out,
              HasSubstr("at most 2 calls.\nBy number of calls: 0"));
  EXPECT_THAT(Clonecheck({"enumerate", "--max-calls", "2", "--cloners", "fixed",
                          "--shard", "0/3"})
                  .out,
              HasSubstr("\nOf all, by number of calls: 0"));
}

TEST(EnumerateTest, merges_shards_into_what_one_run_gives_byte_for_byte) {
  const std::vector<std::string> same = {
      "enumerate", "--max-calls",       "2",     "--grammar", "shared",
      "--cloners", "keras-2.2.4,fixed", "--law", "--quiet",   "--no-timing",
      "--json"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = same;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Clonecheck(arguments);
  };
  EXPECT_EQ(with({"whole.json", "--jobs", "2"}).code, 1);
  for (const char* shard : {"0", "1", "2"}) {
    const std::string file = std::string(shard) + ".json";
    const Outcome outcome = with({file, "--shard", std::string(shard) + "/3"});
    EXPECT_NE(outcome.code, 2) << outcome.err;
    const Json json = JsonFile(file);
    EXPECT_EQ(json["exhausted"], nullptr);
    EXPECT_NEAR(json["cases"].get<double>(), 261.0 / 3, 1);
  }
  const Outcome merged =
      Clonecheck({"report", "2.json", "0.json", "1.json", "--quiet",
                  "--no-timing", "--json", "merged.json"});
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_EQ(ReadTempFile("merged.json"), ReadTempFile("whole.json"));
  EXPECT_EQ(JsonFile("merged.json")["seconds"], nullptr);

  const Outcome partial =
      Clonecheck({"report", "2.json", "0.json", "--json", "partial.json"});
  EXPECT_EQ(partial.code, 1) << partial.err;
  EXPECT_EQ(JsonFile("partial.json")["exhausted"], nullptr);

  const Outcome twice = Clonecheck({"report", "2.json", "2.json"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_TRUE(absl::StrContains(twice.err, "shard 2 is here twice"))
      << twice.err;
}

TEST(EnumerateTest, goes_on_from_where_it_was_interrupted) {
  const std::vector<std::string> arguments = {
      "enumerate",        "--max-calls",  "4",
      "--cloners",        "fixed",        "--state",
      "state.json",       "--jobs",       "1",
      "--json",           "resumed.json", "--obligations",
      "completes,outputs"};
  const Outcome first = Clonecheck(arguments, /*interrupt_after=*/0.2);
  // On a quick machine it may have been done.
  const Json state = JsonFile("state.json");
  EXPECT_EQ(first.code, state["complete"].get<bool>() ? 0 : 130) << first.err;
  if (!state["complete"].get<bool>()) {
    EXPECT_TRUE(absl::StrContains(first.err, "goes on from here")) << first.err;
    EXPECT_EQ(JsonFile("resumed.json")["exhausted"], nullptr);
  }
  int runs = 0;
  while (JsonFile("resumed.json")["exhausted"].is_null() && runs++ < 3) {
    EXPECT_EQ(Clonecheck(arguments).code, 0);
  }
  EXPECT_EQ(JsonFile("resumed.json")["exhausted"],
            (Json{{"max_calls", 4}, {"graphs", 56669}}));
  EXPECT_EQ(JsonFile("resumed.json")["cloners"]["fixed"]["agree"], 56669);

  const Outcome other =
      Clonecheck({"enumerate", "--max-calls", "3", "--cloners", "fixed",
                  "--state", "state.json"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(absl::StrContains(other.err, "state of another enumeration"))
      << other.err;
}

// It would be looked for in all larger graphs, which takes years.
TEST(EnumerateTest, refuses_the_number_of_a_graph_that_there_is_none_of) {
  const auto enumerate = [](const std::string& state) {
    return Clonecheck({"enumerate", "--max-calls", "2", "--cloners",
                       "keras-2.2.4", "--obligations", "completes,outputs",
                       "--law", "--state", state});
  };
  const Outcome first = enumerate("undamaged.json");
  ASSERT_EQ(first.code, 1) << first.err;
  const Json whole = JsonFile("undamaged.json");
  EXPECT_EQ(enumerate("undamaged.json").code, 1);
  const auto refused = [&](const Json& state, const std::string& what) {
    TempFile("damaged.json", state.dump());
    const Outcome resumed = enumerate("damaged.json");
    EXPECT_EQ(resumed.code, 2) << what;
    EXPECT_THAT(resumed.err, HasSubstr(what));
    TempFile("run.json", Json{{"enumeration", state}}.dump());
    const Outcome told =
        Clonecheck({"report", "run.json", "--json", "told.json"});
    EXPECT_EQ(told.code, 2) << what;
    EXPECT_THAT(told.err, HasSubstr(what));
    EXPECT_EQ(JsonFile("damaged.json"), state);  // as it was
  };
  Json state = whole;
  state["of_cloners"][0]["signatures"][0]["simplest"] = 197;
  refused(state, "the number of a simplest graph");
  state = whole;
  state["next"] = 198;
  refused(state, "the next graph");
  state = whole;
  state["graphs_of_size"][2] = -1;
  refused(state, "the sizes");
  state = whole;
  state["laws"][0]["exceptions"] = 1;
  state["laws"][0]["first_exception"] = 197;
  refused(state, "the number of a law's first exception");
}

TEST(EnumerateTest, refuses_what_makes_no_sense) {
  struct Case {
    std::vector<std::string> arguments;
    std::string says;
  };
  TempFile("no_run.json", "{}");
  const std::vector<Case> cases = {
      {{"enumerate"}, "--max-calls"},
      {{"enumerate", "--max-calls", "99"}, "max-calls"},
      {{"enumerate", "--max-calls", "1", "--grammar", "plian"},
       "did you mean \"plain\"?"},
      {{"enumerate", "--max-calls", "1", "--grammar", "none"},
       "choose from plain, swap"},
      {{"enumerate", "--max-calls", "1", "--shard", "3"}, "give I/N"},
      {{"enumerate", "--max-calls", "1", "--shard", "4/3"}, "give I/N"},
      {{"enumerate", "--max-calls", "1", "--law", "--cloners", "fixed"},
       "leave --law out"},
      {{"report", "no_run.json"}, "no run file"},
      {{"report", "nowhere.json"}, "nowhere.json"},
  };
  for (const Case& one : cases) {
    const Outcome outcome = Clonecheck(one.arguments);
    EXPECT_EQ(outcome.code, 2) << one.says;
    EXPECT_TRUE(absl::StrContains(outcome.err, one.says)) << outcome.err;
  }
}

}  // namespace
}  // namespace clonecheck
