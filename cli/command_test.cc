// The command from end to end, as a user runs it.
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kLost =
    "keras-2.2.4/completes/could-not-compute-output/Lambda";

std::vector<std::string> Keys(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

json RunFile(const std::string& name) {
  return json::parse(ReadTempFile(name));
}

// The finding with this signature, or null.
json FindingIn(const json& run, const std::string& cloner,
               const std::string& signature) {
  for (const json& finding : run["cloners"][cloner]["findings"]) {
    if (finding["signature"] == signature) return finding;
  }
  return nullptr;
}

// ---- fuzz ------------------------------------------------------------------

TEST(Fuzz, finds_keras_12202_and_shrinks_it_to_one_call) {
  const Outcome run =
      Clonecheck({"fuzz", "--cases", "800", "--out", "a", "--json", "a.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, IsEmpty());
  const json finding = FindingIn(RunFile("a.json"), "keras-2.2.4", kLost);
  ASSERT_TRUE(finding.is_object());
  const json& witness = finding["witness"];
  EXPECT_EQ(witness["calls"], json::parse(R"([{"layer":0,"inputs":["i0"]}])"));
  EXPECT_EQ(witness["layers"].size(), 1u);
  EXPECT_EQ(witness["layers"][0]["class"], "Lambda");
  EXPECT_EQ(witness["inputs"].size(), 1u);
  EXPECT_EQ(witness["model"]["outputs"], json::parse(R"(["c0.1"])"));
  EXPECT_THAT(finding["error"].get<std::string>(),
              StartsWith("AssertionError: Could not compute output Tensor("));
}

TEST(Fuzz, prints_table_witness_error_script_and_replay_command) {
  const Outcome run = Clonecheck(
      {"fuzz", "--cases", "800", "--out", "b", "--cloners", "keras-2.2.4"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(
      run.out,
      AllOf(StartsWith("800 cases in "), HasSubstr("cloner  "),
            HasSubstr(kLost), HasSubstr("model = Model(inputs=[i0], outputs"),
            HasSubstr("AssertionError: Could not compute output"),
            HasSubstr("def build():"),
            HasSubstr("replay: clonecheck replay b/keras-2.2.4-completes-could-"
                      "not-compute-output-Lambda.json --cloners keras-2.2.4")));
}

TEST(Fuzz, fail_on_none_exits_with_0) {
  const Outcome run =
      Clonecheck({"fuzz", "--cases", "300", "--out", "", "--fail-on", "none"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(kLost));
}

TEST(Fuzz, fail_on_new_exits_with_0_where_all_is_known) {
  EXPECT_EQ(
      Clonecheck({"fuzz", "--cases", "300", "--out", "", "--fail-on", "new"})
          .code,
      0);
  const std::string nothing = R"({"version": 1, "known": []})";
  TempFile("nothing.json", nothing);
  const Outcome run =
      Clonecheck({"fuzz", "--cases", "300", "--out", "", "--fail-on", "new",
                  "--known", "nothing.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("  new"));
  TempFile("bad.json", "{}");
  const Outcome bad =
      Clonecheck({"fuzz", "--cases", "3", "--out", "", "--known", "bad.json"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad.json: known findings: the file needs"));
}

TEST(Fuzz, a_cloner_without_findings_exits_with_0) {
  const Outcome run = Clonecheck(
      {"fuzz", "--cases", "300", "--cloners", "fixed", "--out", "none"});
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("Nothing found."));
  EXPECT_FALSE(std::filesystem::exists(TempDirectory() + "/none"));
}

TEST(Fuzz, the_run_file_has_the_documented_fields) {
  Clonecheck({"fuzz", "--cases", "500", "--out", "", "--json", "c.json"});
  const nlohmann::ordered_json run =
      nlohmann::ordered_json::parse(ReadTempFile("c.json"));
  std::vector<std::string> keys;
  for (const auto& [key, value] : run.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{
                      "version", "command", "seed", "cases", "seconds",
                      "cases_per_second", "exhausted", "cloners", "features"}));
  EXPECT_EQ(run["version"], 1);
  EXPECT_EQ(run["command"], "fuzz");
  EXPECT_EQ(run["seed"], 1);
  EXPECT_EQ(run["cases"], 500);
  EXPECT_TRUE(run["exhausted"].is_null());
  EXPECT_EQ(Keys(run["cloners"]),
            (std::vector<std::string>{"fixed", "keras-2.2.4", "keras-2.3.1"}));
  for (const auto& [name, cloner] : run["cloners"].items()) {
    uint64_t cases = 0;
    for (const char* verdict : {"agree", "agree_numerically", "differ",
                                "raised", "hangs", "both_refuse", "unjudged"}) {
      ASSERT_TRUE(cloner.contains(verdict)) << name << " lacks " << verdict;
      cases += cloner[verdict].get<uint64_t>();
    }
    EXPECT_EQ(cases, 500u) << name;
    const auto& proofs = cloner["proofs"];
    EXPECT_GT(proofs["proved"].get<uint64_t>(), 500u) << name;
    EXPECT_GT(proofs["checked"].get<uint64_t>(), 0u) << name;
    EXPECT_EQ(proofs["contradicted"], 0) << name;
    EXPECT_GT(proofs["share"].get<double>(), 0.99) << name;
    uint64_t failures = 0;
    for (const auto& finding : cloner["findings"]) {
      for (const char* key : {"signature", "obligation", "severity", "symptom",
                              "count", "first_case", "calls", "implied",
                              "shrink", "witness", "numbers", "replay"}) {
        EXPECT_TRUE(finding.contains(key)) << name << " lacks " << key;
      }
      for (const char* key :
           {"status", "evaluations", "proof_evaluations", "proved_minimal"}) {
        EXPECT_TRUE(finding["shrink"].contains(key)) << name << ": " << key;
      }
      EXPECT_EQ(finding["witness"]["clonecheck"], 1);
      // Warnings and notes leave a case among those that agree.
      if (finding["severity"] != "error") continue;
      failures += finding["count"].get<uint64_t>();
    }
    EXPECT_EQ(failures, cloner["differ"].get<uint64_t>() +
                            cloner["raised"].get<uint64_t>() +
                            cloner["hangs"].get<uint64_t>())
        << name;
  }
  EXPECT_GT(run["features"].size(), 5u);
}

TEST(Fuzz, one_seed_gives_the_same_bytes_whatever_the_number_of_threads) {
  std::set<std::string> texts;
  for (const char* jobs : {"1", "2", "3"}) {
    Clonecheck({"fuzz", "--cases", "600", "--seed", "7", "--jobs", jobs,
                "--out", "d", "--json", "d.json"});
    std::string text;
    for (absl::string_view line :
         absl::StrSplit(ReadTempFile("d.json"), '\n')) {
      if (absl::StrContains(line, "\"seconds\":") ||
          absl::StrContains(line, "\"cases_per_second\":")) {
        continue;
      }
      absl::StrAppend(&text, line, "\n");
    }
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), 1u);
}

TEST(Fuzz, each_witness_replays_with_its_signature) {
  Clonecheck({"fuzz", "--cases", "800", "--out", "e", "--json", "e.json"});
  int findings = 0;
  const json run = RunFile("e.json");
  for (const auto& [name, cloner] : run["cloners"].items()) {
    for (const json& finding : cloner["findings"]) {
      ++findings;
      const std::vector<std::string> words =
          absl::StrSplit(finding["replay"].get<std::string>(), ' ');
      ASSERT_GT(words.size(), 2u);
      EXPECT_EQ(words[0], "clonecheck");
      std::vector<std::string> arguments(words.begin() + 1, words.end());
      arguments.insert(arguments.end(), {"--json", "replay.json"});
      EXPECT_EQ(Clonecheck(arguments).code, 1) << finding["replay"];
      EXPECT_TRUE(FindingIn(RunFile("replay.json"), name, finding["signature"])
                      .is_object())
          << finding["replay"];
    }
  }
  EXPECT_GE(findings, 3);
}

TEST(Fuzz, without_out_the_replay_command_runs_the_case_again) {
  Clonecheck({"fuzz", "--cases", "500", "--out", "", "--json", "f.json"});
  const json finding = FindingIn(RunFile("f.json"), "keras-2.2.4", kLost);
  ASSERT_TRUE(finding.is_object());
  const std::vector<std::string> words =
      absl::StrSplit(finding["replay"].get<std::string>(), ' ');
  std::vector<std::string> arguments(words.begin() + 1, words.end());
  arguments.insert(arguments.end(), {"--out", "", "--json", "again.json"});
  EXPECT_EQ(Clonecheck(arguments).code, 1);
  EXPECT_TRUE(
      FindingIn(RunFile("again.json"), "keras-2.2.4", kLost).is_object());
}

TEST(Fuzz, an_interrupt_prints_what_was_found_so_far) {
  const Outcome run =
      Clonecheck({"fuzz", "--seconds", "50", "--out", "g", "--json", "g.json"},
                 /*interrupt_after=*/2);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("Interrupted; here is what was found so far"));
  EXPECT_THAT(run.out, HasSubstr(kLost));
  EXPECT_LT(RunFile("g.json")["seconds"].get<double>(), 40);
}

// ---- files that cannot be written ------------------------------------------

TEST(Fuzz, a_run_file_that_cannot_be_written_costs_no_findings) {
  const Outcome run = Clonecheck(
      {"fuzz", "--cases", "300", "--out", "", "--json", "no/such/run.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("cannot write no/such/run.json"),
                             HasSubstr("Name a file in a directory that")));
  EXPECT_THAT(run.out, HasSubstr(kLost));
}

TEST(Fuzz, a_directory_that_cannot_be_made_costs_no_findings) {
  TempFile("file", "");
  const Outcome run =
      Clonecheck({"fuzz", "--cases", "300", "--out", "file/witnesses"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("file/witnesses"),
                             HasSubstr("Name one that can be made")));
  EXPECT_THAT(run.out,
              AllOf(HasSubstr(kLost),
                    HasSubstr("clonecheck fuzz --seed 1 --first-case")));
}

TEST(Shrink, a_case_that_cannot_be_written_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"shrink", "second.json", "--cloner",
                                  "keras-2.2.4", "--out", "no/such/file"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("cannot write no/such/file"));
}

// ---- shrink, show, check, list ----------------------------------------------

TEST(Shrink, gives_the_smallest_case_with_the_same_signature) {
  const Outcome run = Clonecheck(
      {"shrink", DataFile("corpus/cases/upstream-regression-test.json"),
       "--cloner", "keras-2.2.4", "--out", "small.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr(absl::StrCat(kLost, ": from 2 to 1 calls")));
  const Outcome replay =
      Clonecheck({"replay", "small.json", "--cloners", "keras-2.2.4"});
  EXPECT_EQ(replay.code, 1);
  EXPECT_THAT(replay.out, HasSubstr(kLost));
}

TEST(Shrink, without_out_the_case_goes_to_standard_output) {
  const Outcome run = Clonecheck(
      {"shrink", DataFile("corpus/cases/upstream-regression-test.json"),
       "--cloner", "keras-2.2.4"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["calls"].size(), 1u);
}

TEST(Shrink, a_case_that_does_not_fail_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run =
      Clonecheck({"shrink", "second.json", "--cloner", "fixed"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("fixed does not fail on this graph"),
                             HasSubstr("Name another --cloner")));
}

TEST(Shrink, another_signature_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"shrink", "second.json", "--cloner",
                                  "keras-2.2.4", "--signature", "a/b/c/d"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr(kLost), HasSubstr("not a/b/c/d"),
                             HasSubstr("Leave --signature out")));
}

TEST(Show, text_is_the_program) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"show", "second.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out,
            "i0 = Input((None, 4))\n"
            "l0 = Lambda(function='two')\n"
            "c0 = l0(i0)  # 2 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.1])\n");
}

TEST(Show, python_is_a_script_for_the_real_keras) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"show", "second.json", "--as", "python"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("import numpy"), HasSubstr("clone_model(model)"),
                    HasSubstr("return [x * 2, x + 1]")));
}

TEST(Show, python_is_for_the_keras_that_is_asked_for) {
  TempFile("gru.json", R"({
    "clonecheck": 1,
    "inputs": [{"shape": [null, 3, 4]}, {"shape": [null, 2]}],
    "layers": [{"class": "GRU", "config": {"units": 2}}],
    "calls": [{"layer": 0, "inputs": ["i0", "i1"]}],
    "model": {"inputs": ["i0", "i1"], "outputs": ["c0"]}})");
  const auto script = [](const char* dialect) {
    return Clonecheck({"show", "gru.json", "--as", "python", "--for", dialect})
        .out;
  };
  EXPECT_EQ(script("keras-2"),
            Clonecheck({"show", "gru.json", "--as", "python"}).out);
  EXPECT_THAT(script("keras-2"), HasSubstr("l0 = GRU(units=2)\n"));
  EXPECT_THAT(
      script("tf-keras"),
      AllOf(HasSubstr("from tf_keras.layers import GRU, Input\n"),
            HasSubstr("reset_after=False"), HasSubstr("c0 = l0([i0, i1])\n")));
  EXPECT_THAT(script("keras-3"),
              AllOf(HasSubstr("from keras import ops as K\n"),
                    HasSubstr("def hard_sigmoid_of_keras_2(x):\n"),
                    HasSubstr("c0 = l0(i0, initial_state=[i1])\n")));
}

TEST(Show, python_for_a_keras_without_the_class_is_refused) {
  TempFile("gone.json", R"({
    "clonecheck": 1,
    "inputs": [{"shape": [null, 4]}],
    "layers": [{"class": "ThresholdedReLU"}],
    "calls": [{"layer": 0, "inputs": ["i0"]}],
    "model": {"inputs": ["i0"], "outputs": ["c0"]}})");
  const Outcome run =
      Clonecheck({"show", "gone.json", "--as", "python", "--for", "keras-3"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err,
              HasSubstr("keras-3 cannot say layer 0, ThresholdedReLU: there is "
                        "no such class any more; print it for keras-2 or "
                        "tf-keras"));
}

TEST(Show, json_shown_again_is_the_same) {
  for (const char* file : {"corpus/models/multi-task.json",
                           "corpus/cases/keras-12202-multi-gpu.json"}) {
    const Outcome once = Clonecheck({"show", DataFile(file), "--as", "json"});
    EXPECT_EQ(once.code, 0) << once.err;
    TempFile("once.json", once.out);
    EXPECT_EQ(Clonecheck({"show", "once.json", "--as", "json"}).out, once.out);
  }
}

TEST(Check, says_for_each_model_and_cloner_what_will_happen) {
  std::vector<std::string> arguments = {"check", "--json", "check.json"};
  for (const char* model : {"data-parallel", "keras-12202-minimal",
                            "multi-output-into-swap", "multi-task"}) {
    arguments.push_back(
        DataFile(absl::StrCat("corpus/models/", model, ".json")));
  }
  const Outcome run = Clonecheck(arguments);
  EXPECT_EQ(run.code, 1);
  const json report = RunFile("check.json");
  EXPECT_EQ(report["command"], "check");
  EXPECT_EQ(report["cases"], 4);
  EXPECT_EQ(report["cloners"]["keras-2.2.4"]["agree"], 2);
  EXPECT_EQ(report["cloners"]["keras-2.2.4"]["raised"], 2);
  EXPECT_EQ(report["cloners"]["keras-2.3.1"]["agree"], 4);
  EXPECT_EQ(report["cloners"]["fixed"]["agree"], 4);
  EXPECT_EQ(FindingIn(report, "keras-2.2.4", kLost)["count"], 2);
}

TEST(Check, a_model_that_survives_exits_with_0) {
  const Outcome run =
      Clonecheck({"check", DataFile("corpus/models/multi-task.json")});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out,
              HasSubstr("keras-2.2.4: agree, for all weights and inputs"));
}

TEST(List, each_list_has_what_other_commands_take) {
  const auto list = [](const char* what) {
    const Outcome run = Clonecheck({"list", what});
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  EXPECT_THAT(list("cloners"),
              AllOf(HasSubstr("keras-2.2.4 "), HasSubstr("keras-2.3.1 "),
                    HasSubstr("fixed "), HasSubstr("proposal-000-literal "),
                    HasSubstr("proposal-004-repaired-2 ")));
  EXPECT_THAT(list("layers"),
              AllOf(HasSubstr("Lambda\n"), HasSubstr("Dense\n")));
  EXPECT_THAT(list("obligations"),
              AllOf(HasSubstr("completes "), HasSubstr("outputs ")));
  EXPECT_THAT(list("profiles"), HasSubstr("default "));
}

// ---- help and wrong usage
// ----------------------------------------------------

TEST(Help, each_command_has_help_with_its_options) {
  for (const char* command :
       {"fuzz", "check", "replay", "shrink", "show", "list"}) {
    const Outcome run = Clonecheck({command, "--help"});
    EXPECT_EQ(run.code, 0) << command;
    EXPECT_THAT(run.out, HasSubstr(absl::StrCat("clonecheck ", command)));
    EXPECT_THAT(Clonecheck({"--help"}).out, HasSubstr(command));
  }
}

TEST(Usage, what_is_wrong_exits_with_2_and_says_what_to_do) {
  TempFile("second.json", kSecondOfTwoOutputs);
  struct Wrong {
    std::vector<std::string> arguments;
    const char* message;
    const char* remedy;
  };
  const char* const kHelp = "Run with --help";
  const Wrong kWrong[] = {
      {{}, "subcommand", kHelp},
      {{}, "subcommand", kHelp},
      {{"fuss"}, "command \"fuss\"; did you mean \"fuzz\"?", kHelp},
      {{"harden"}, "command \"harden\"; choose from fuzz, enumerate", kHelp},
      {{"fuzz", "--bogus"}, "no option \"--bogus\"\n", kHelp},
      {{"fuzz", "--seeed=3"}, "\"--seeed\"; did you mean \"--seed\"?", kHelp},
      {{"shrink", "--signatur", "x"}, "did you mean \"--signature\"?", kHelp},
      {{"fuzz", "more"}, "not expected: more", kHelp},
      {{"fuzz", "--cases", "0"}, "--cases", "range 1 to"},
      {{"fuzz", "--cases", "-5"}, "--cases", "range 1 to"},
      {{"fuzz", "--cases", "many"}, "--cases", "range 1 to"},
      {{"fuzz", "--seconds", "0"}, "--seconds", "range"},
      {{"fuzz", "--seconds", "nan"}, "--seconds", "give a number"},
      {{"fuzz", "--seconds", "inf"}, "--seconds", "range"},
      {{"fuzz", "--seconds", "1", "--cases", "1"}, "excludes", kHelp},
      {{"fuzz", "--jobs", "-1"}, "--jobs", "range 0 to"},
      {{"fuzz", "--jobs", "100000"}, "--jobs", "range 0 to"},
      {{"fuzz", "--seed", "99999999999999999999"}, "--seed", "give one"},
      {{"fuzz", "--seed", "-1"}, "--seed", "give one"},
      {{"fuzz", "--first-case", "1e30"}, "--first-case", "give one"},
      {{"fuzz", "--profile", "tall"}, "\"tall\"", "choose from default"},
      {{"fuzz", "--profile", "large1"}, "\"large1\"", "mean \"large\"?"},
      {{"fuzz", "--obligations", "mask"}, "\"mask\"", "mean \"masks\"?"},
      {{"fuzz", "--cloners", "fixd"}, "\"fixd\"", "mean \"fixed\"?"},
      {{"fuzz", "--cloners", "keras"}, "\"keras\"", "choose from keras-2.2.4"},
      {{"fuzz", "--cloners", "keras-2.2.4@3"}, "\"3\"", "choose one of 2.2.4"},
      {{"fuzz", "--cloners", ""}, "Name at least one cloner", ""},
      {{"fuzz", "--obligations", "x"}, "\"x\"", "choose from completes"},
      {{"fuzz", "--fail-on", "some"}, "--fail-on", "any,new,none"},
      {{"check"}, "model is required", kHelp},
      {{"replay"}, "case is required", kHelp},
      {{"show"}, "case is required", kHelp},
      {{"show", "second.json", "--as", "poem"}, "poem", "text,json,python"},
      {{"show", "second.json", "--for", "keras-3"}, "--for", "--as python"},
      {{"show", "second.json", "--as", "python", "--for", "keras-4"},
       "keras-4",
       "keras-2,tf-keras,keras-3"},
      {{"shrink", "second.json"}, "--cloner is required", kHelp},
      {{"shrink", "second.json", "--cloner", "x"}, "\"x\"", "choose from"},
      {{"check", "second.json", "--cloners", "x"}, "\"x\"", "choose from"},
      {{"replay", "second.json", "--cloners", "x"}, "\"x\"", "choose from"},
      {{"list"}, "what is required", kHelp},
      {{"list", "everything"}, "everything", "cloners,grammars,layers"},
  };
  for (const Wrong& wrong : kWrong) {
    const Outcome run = Clonecheck(wrong.arguments);
    const std::string line =
        absl::StrCat("clonecheck ", ::testing::PrintToString(wrong.arguments));
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_THAT(run.err,
                AllOf(HasSubstr(wrong.message), HasSubstr(wrong.remedy)))
        << line;
    EXPECT_THAT(run.out, IsEmpty()) << line;
  }
}

}  // namespace
}  // namespace clonecheck
