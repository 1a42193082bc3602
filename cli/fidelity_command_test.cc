// `clonecheck fidelity` on fake workers: no framework is needed.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// A worker that runs `body` for each request `r`, and answers with `steps`.
std::string FakeWorker(const std::string& body) {
  TempFile("worker.py", absl::StrCat("import json, sys\n"
                                     "for line in sys.stdin:\n"
                                     "    r = json.loads(line)\n"
                                     "    steps = {}\n",
                                     body,
                                     "    print(json.dumps({'id': r['id'], "
                                     "'versions': {'fake': '1'}, 'steps': "
                                     "steps}), flush=True)\n"));
  return absl::StrCat("exec:/usr/bin/python3 -S ", TempDirectory(),
                      "/worker.py");
}

// A framework that refuses every graph with a call of a Lambda.
constexpr char kNoLambdas[] =
    "    classes = [layer['class'] for layer in r['graph']['layers']]\n"
    "    called = [classes[call['layer']] for call in r['graph']['calls']]\n"
    "    if 'Lambda' in called:\n"
    "        steps['build'] = {'raised': {'type': 'ValueError', 'message': "
    "'no lambdas', 'explicit': True, 'at': 'call 0'}}\n"
    "    else:\n"
    "        steps['build'] = {'unsupported': 'nothing to say'}\n";

TEST(Fidelity, a_difference_is_found_shrunk_and_printed) {
  const Outcome run =
      Clonecheck({"fidelity", "--target", FakeWorker(kNoLambdas), "--cases",
                  "20", "--jobs", "2", "--spoil", "0", "--max-evaluations",
                  "500", "--profile", "masks", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("ValueError: no lambdas"));
  EXPECT_THAT(run.out, HasSubstr("rtol 0.0001, atol 1e-05"));
  const json report = RunFile("run.json");
  EXPECT_EQ(report["cases"], 20);
  EXPECT_EQ(report["versions"]["fake"], "1");
  ASSERT_EQ(report["differences"].size(), 1u);
  const json& difference = report["differences"][0];
  EXPECT_EQ(difference["field"], "built");
  EXPECT_EQ(difference["count"], report["fields"]["built"]["differ"]);
  EXPECT_EQ(difference["ours"], "no exception");
  EXPECT_THAT(std::string(difference["replay"]),
              AllOf(HasSubstr("--target 'exec:/usr/bin/python3 -S "),
                    HasSubstr("--profile masks")));
  // One call of one Lambda is all it takes.
  EXPECT_EQ(difference["witness"]["calls"].size(), 1u) << difference;
  EXPECT_EQ(difference["witness"]["layers"].size(), 1u) << difference;
  EXPECT_EQ(difference["witness"]["layers"][0]["class"], "Lambda");
}

TEST(Fidelity, a_target_that_answers_nothing_is_no_difference) {
  for (const char* target :
       {"exec:/bin/false", "exec:no-such-program",
        "exec:while read -r line; do echo \"$line\"; done"}) {
    const Outcome run = Clonecheck({"fidelity", "--target", target, "--cases",
                                    "2", "--jobs", "1", "--json", "run.json"});
    EXPECT_EQ(run.code, 3) << target;
    EXPECT_THAT(run.err, HasSubstr("answered none of 2 cases"));
    EXPECT_TRUE(RunFile("run.json")["versions"].is_object());
  }
}

TEST(Fidelity, given_cases_are_held_in_place_of_drawn_ones) {
  TempFile("second.json", kSecondOfTwoOutputs);
  TempFile("dense.json", R"({"clonecheck": 1, "inputs": [{"shape": [null, 4]}],
      "layers": [{"class": "Dense", "config": {"units": 2}}],
      "calls": [{"layer": 0, "inputs": ["i0"]}],
      "model": {"inputs": ["i0"], "outputs": ["c0"]}})");
  const std::string target = FakeWorker(kNoLambdas);
  const Outcome run =
      Clonecheck({"fidelity", "dense.json", "second.json", "--target", target,
                  "--jobs", "1", "--seed", "4", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.err;
  const json report = RunFile("run.json");
  EXPECT_EQ(report["cases"], 2);
  ASSERT_EQ(report["differences"].size(), 1u);
  const json& difference = report["differences"][0];
  EXPECT_EQ(difference["file"], "second.json");
  EXPECT_EQ(difference["first_case"], 1);
  EXPECT_THAT(run.out, HasSubstr("the first is second.json"));
  EXPECT_THAT(std::string(difference["replay"]),
              HasSubstr(" --seed 4 second.json"));
  EXPECT_EQ(Clonecheck({"fidelity", "dense.json", "--target", target}).code, 0);
}

// The seed of weights and inputs, which the worker is given, is that of the
// run, wherever a file stands among others.
TEST(Fidelity, a_case_among_others_is_the_case_alone) {
  TempFile("a.json", kSecondOfTwoOutputs);
  TempFile("b.json", kSecondOfTwoOutputs);
  const std::string target = FakeWorker(
      "    steps['build'] = {'raised': {'type': str(r['seed']), 'message': "
      "'', 'explicit': True, 'at': 'call 0'}}\n");
  const auto first_of = [&](const std::vector<std::string>& files) {
    std::vector<std::string> arguments = {
        "fidelity", "--target", target, "--jobs", "1", "--json", "run.json"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    EXPECT_EQ(Clonecheck(arguments).code, 1);
    return RunFile("run.json")["differences"];
  };
  const json both = first_of({"a.json", "b.json"});
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both[0]["count"], 2);
  EXPECT_EQ(both[0]["live"], first_of({"b.json"})[0]["live"]);
}

TEST(Fidelity, a_bad_file_among_given_cases_costs_no_other) {
  TempFile("second.json", kSecondOfTwoOutputs);
  TempFile("cut.json", "{\"clonecheck\": 1, ");
  const Outcome run =
      Clonecheck({"fidelity", "cut.json", "second.json", "missing.json",
                  "--target", FakeWorker(kNoLambdas), "--json", "run.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("cut.json"), HasSubstr("missing.json")));
  EXPECT_THAT(run.out, HasSubstr("the first is second.json"));
  EXPECT_EQ(RunFile("run.json")["differences"][0]["file"], "second.json");
  EXPECT_EQ(Clonecheck({"fidelity", "cut.json", "--target", "exec:true"}).code,
            2);
}

TEST(Fidelity, what_draws_cases_does_not_go_with_given_ones) {
  TempFile("second.json", kSecondOfTwoOutputs);
  for (const char* option : {"--cases", "--first-case", "--spoil"}) {
    const Outcome run = Clonecheck(
        {"fidelity", "second.json", "--target", "exec:true", option, "1"});
    EXPECT_EQ(run.code, 2) << option;
    EXPECT_THAT(run.err, HasSubstr(option));
  }
  const Outcome over = Clonecheck({"fidelity", "second.json", "--target",
                                   "exec:true", "--json", "second.json"});
  EXPECT_EQ(over.code, 2);
  EXPECT_EQ(ReadTempFile("second.json"), kSecondOfTwoOutputs);
}

// The line that repeats the failure of a case shows it again.
TEST(Fidelity, a_worker_that_dies_on_the_one_case_is_a_finding) {
  EXPECT_EQ(
      Clonecheck({"fidelity", "--target", "exec:/bin/false", "--cases", "1"})
          .code,
      1);
}

TEST(Fidelity, an_answer_in_other_types_is_no_answer) {
  const Outcome run = Clonecheck(
      {"fidelity", "--target",
       FakeWorker("    if r['id'] % 2: steps['build'] = {'raised': 5}\n"),
       "--cases", "4", "--jobs", "1", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("the worker babbled"),
                             HasSubstr("/steps/build/raised is 5, no object")));
}

TEST(Fidelity, what_a_worker_cannot_do_is_no_difference) {
  const Outcome run = Clonecheck(
      {"fidelity", "--target",
       FakeWorker("    for step in r['steps']:\n"
                  "        steps[step] = {'unsupported': 'too hard'}\n"),
       "--cases", "5", "--jobs", "1"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("too hard"));
}

TEST(Fidelity, a_worker_that_dies_is_a_finding_and_no_end) {
  const Outcome run = Clonecheck(
      {"fidelity", "--target",
       FakeWorker("    if r['seed'] % 2: sys.exit('out of order')\n"),
       "--cases", "10", "--jobs", "1", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("out of order"), HasSubstr("the worker died in "),
                    HasSubstr("\n   replay: clonecheck fidelity ")));
  const json report = RunFile("run.json");
  EXPECT_EQ(report["cases"], 10);
  ASSERT_EQ(report["worker_failures"].size(), 1u);
  EXPECT_EQ(report["worker_failures"][0]["outcome"], "died");
}

TEST(Fidelity, an_error_stands_behind_what_it_points_to) {
  const Outcome run =
      Clonecheck({"fidelity", "--target", "exec:true", "--cases", "3", "--jobs",
                  "1", "--json", "none.json"},
                 /*interrupt_after=*/0, /*together=*/true);
  EXPECT_EQ(run.code, 3);
  const size_t error = run.out.find("clonecheck: exec:true: its worker");
  ASSERT_NE(error, std::string::npos) << run.out;
  EXPECT_EQ(run.out[error - 1], '\n');
  EXPECT_EQ(run.out.find("replay: ", error), std::string::npos);
}

TEST(Fidelity, what_it_writes_is_no_run_file_to_report) {
  ASSERT_EQ(Clonecheck({"fidelity", "--target", FakeWorker(kNoLambdas),
                        "--cases", "3", "--jobs", "1", "--json", "run.json"})
                .code,
            0);
  const Outcome report = Clonecheck({"report", "run.json"});
  EXPECT_EQ(report.code, 2);
  EXPECT_THAT(report.err,
              AllOf(HasSubstr("run.json: what `clonecheck fidelity`"),
                    HasSubstr("Give a file that --json of fuzz")));
}

TEST(Fidelity, the_same_seed_gives_the_same_report_whatever_the_jobs) {
  json reports[2];
  for (int i = 0; i < 2; ++i) {
    Clonecheck({"fidelity", "--target", FakeWorker(kNoLambdas), "--cases", "30",
                "--jobs", i == 0 ? "1" : "3", "--json", "run.json",
                "--no-timing"});
    reports[i] = RunFile("run.json");
    EXPECT_TRUE(reports[i].at("seconds").is_null());
  }
  EXPECT_EQ(reports[0], reports[1]);
}

TEST(Fidelity, a_target_that_is_not_installed_says_how_to_install_it) {
  setenv("CLONECHECK_TARGETS", "/no/such/directory", /*overwrite=*/1);
  const Outcome run = Clonecheck({"fidelity", "--target", "keras-2.2.4"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("tools/setup --targets"));
  EXPECT_THAT(run.err, HasSubstr("/no/such/directory"));
}

TEST(Fidelity, an_unknown_target_is_bad_usage) {
  const Outcome run = Clonecheck({"fidelity", "--target", "keras-1.0"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("keras-2.2.4, keras-2.2.5, keras-2.3.1"));
  EXPECT_EQ(Clonecheck({"fidelity", "--target", "exec:"}).code, 2);
  EXPECT_EQ(Clonecheck({"fidelity"}).code, 2);
}

TEST(List, targets_are_listed_with_what_installs_those_that_are_not_there) {
  const std::string folder = TempDirectory() + "/targets";
  std::filesystem::create_directories(folder + "/keras3-venv/bin");
  std::ofstream(folder + "/keras3-venv/bin/python") << "";
  ::setenv("CLONECHECK_TARGETS", folder.c_str(), 1);
  EXPECT_EQ(Clonecheck({"list", "targets"}).out,
            "keras-2.2.4          not installed: tools/setup-targets keras2; "
            "for fidelity\n"
            "keras-2.2.5          not installed: tools/setup-targets keras2; "
            "for fidelity\n"
            "keras-2.3.1          not installed: tools/setup-targets keras2; "
            "for fidelity\n"
            "tf-keras-2.21        not installed: tools/setup-targets keras2; "
            "for fuzz --target\n"
            "keras-3.15.1         installed; for fuzz --target\n"
            "keras-3.15.1-numpy   installed; for fuzz --target\n"
            "tfjs-4.22.0          not installed: tools/setup-targets tfjs; for "
            "fuzz --target\n");
  ::unsetenv("CLONECHECK_TARGETS");
}

TEST(Targets, each_is_for_one_of_fidelity_and_fuzz) {
  ::setenv("CLONECHECK_TARGETS", "/nowhere", 1);
  const Outcome missing =
      Clonecheck({"fuzz", "--target", "keras-3.15.1", "--cases", "1"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("tools/setup-targets keras3"));
  EXPECT_EQ(Clonecheck({"replay", "case.json", "--target", "tfjs-4.22.0"}).code,
            3);
  // To be told to install what is refused then helps nobody.
  const Outcome imitated =
      Clonecheck({"fuzz", "--target", "keras-2.2.4", "--cases", "1"});
  EXPECT_EQ(imitated.code, 2);
  EXPECT_THAT(imitated.err,
              HasSubstr("`clonecheck fidelity --target keras-2.2.4`"));
  for (const std::string name : {"tf-keras-2.21", "keras-3.14.0"}) {
    const Outcome hunted = Clonecheck({"fidelity", "--target", name});
    EXPECT_EQ(hunted.code, 2);
    EXPECT_THAT(hunted.err,
                HasSubstr("`clonecheck fuzz --target " + name + "`"));
  }
  ::unsetenv("CLONECHECK_TARGETS");
  const Outcome unknown = Clonecheck({"fuzz", "--target", "keras-9"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("tf-keras-2.21, keras-3.15.1"));
}

TEST(Targets, a_worker_that_is_none_is_told_what_is_wrong) {
  const Outcome run =
      Clonecheck({"fuzz", "--target", "exec:exit 7", "--cases", "1"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("exit code 7"));
}

TEST(Show, keras_json_can_be_shown_and_checked) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"show", "second.json", "--as", "keras-json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const json model = json::parse(run.out);
  EXPECT_EQ(model["class_name"], "Model");
  EXPECT_EQ(model["config"]["layers"][1]["config"]["function"], "two");
  EXPECT_EQ(model["config"]["output_layers"],
            json::parse("[[\"lambda_1\",0,1]]"));
  TempFile("model.json", run.out);
  // It is keras#12202 still.
  EXPECT_THAT(Clonecheck({"check", "model.json"}).out,
              HasSubstr("could-not-compute-output"));
}

}  // namespace
}  // namespace clonecheck
