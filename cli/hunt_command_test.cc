// `fuzz`, `replay` and `shrink` with --target, on fake workers: no framework is
// needed.
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

// A worker whose clone fails on every graph with a Dense as `body` says: it
// sets steps['clone'].
std::string FakeWorker(const std::string& body) {
  TempFile("hunted.py", absl::StrCat(R"py(
import json, os, sys
for line in sys.stdin:
    r = json.loads(line)
    a = {'protocol': 1, 'id': r['id'], 'versions': {'fake': '7'}}
    if r.get('operation') == 'hello':
        a['hello'] = {'layers': ['Dense', 'Activation', 'Add', 'Dropout'],
                      'steps': ['build', 'predict', 'clone', 'save']}
    elif r.get('operation') == 'script':
        a['script'] = '# clone\n'
    elif r.get('operation') == 'confirm':
        a.update(exit_code=1, output='it shows')
    else:
        steps = a['steps'] = {s: {'result': {'looks': {'names': ['m']}}} for s in r['steps']}
        if any(l['class'] == 'Dense' for l in r['graph']['layers']) and 'clone' in steps:
)py",
                                     "            ", body, R"py(
    print(json.dumps(a), flush=True)
)py"));
  return absl::StrCat("exec:/usr/bin/python3 -S ", TempDirectory(),
                      "/hunted.py");
}

std::string Raises(const std::string& type) {
  return absl::StrCat("steps['clone'] = {'raised': {'type': '", type,
                      "', 'message': 'm', 'where': 'w'}}");
}

std::string Kept(const std::string& targets = "fake-*") {
  return TempFile("kept.json",
                  absl::StrCat(R"({
    "clonecheck_finding": 1, "row": "Z1", "says": "Dense is hard.",
    "targets": [")",
                               targets, R"("], "operation": "clone",
    "signatures": ["*/completes/E@w"],
    "graph": {"clonecheck": 1, "inputs": [{"shape": [null, 2]}],
      "layers": [{"class": "Dense", "config": {"units": 2}}],
      "calls": [{"layer": 0, "inputs": ["i0"]}],
      "model": {"inputs": ["i0"], "outputs": ["c0"]}}})"));
}

constexpr char kBig[] = R"({
  "clonecheck": 1, "inputs": [{"shape": [null, 2]}],
  "layers": [{"class": "Activation", "config": {"activation": "tanh"}},
             {"class": "Dense", "config": {"units": 2}}, {"class": "Add"}],
  "calls": [{"layer": 0, "inputs": ["i0"]}, {"layer": 1, "inputs": ["c0"]},
            {"layer": 2, "inputs": ["c0", "c1"]}],
  "model": {"inputs": ["i0"], "outputs": ["c2"]}})";

TEST(ReplayOnTarget, a_variant_that_the_worker_does_not_know_is_refused) {
  const std::string no_variants =
      FakeWorker("steps['build'] = {'unsupported': 'variant upside_down'}");
  const Outcome run =
      Clonecheck({"replay", TempFile("big.json", kBig), "--target", no_variants,
                  "--variants", "upside_down"});
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("says: variant upside_down. Leave it out."));
  // Without, it is the worker's matter.
  EXPECT_EQ(Clonecheck({"replay", "big.json", "--target", no_variants}).code,
            0);
}

TEST(ReplayOnTarget, a_worker_that_leaves_the_build_out_says_nothing) {
  const Outcome run =
      Clonecheck({"replay", TempFile("big.json", kBig), "--target",
                  FakeWorker("steps['build'] = None")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("not built: its worker says nothing of it"));
}

// A value of another type than the protocol has costs its case, not the run.
TEST(HuntOnTarget, a_worker_that_answers_in_other_types_has_babbled) {
  const std::string answers[] = {
      "steps['clone'] = 5", "steps['clone'] = {'raised': 5}",
      "steps['clone'] = {'result': {'looks': 5}}", "a['steps'] = 5",
      "steps['predict'] = {'result': {'deterministic': 'no'}}"};
  for (const std::string& answer : answers) {
    const Outcome run =
        Clonecheck({"fuzz", "--target", FakeWorker(answer), "--cases", "2000",
                    "--jobs", "1", "--out", "", "--json", "run.json"});
    EXPECT_EQ(run.code, 1) << answer << run.err;
    EXPECT_THAT(run.out, HasSubstr("The worker babbled")) << answer;
    EXPECT_EQ(RunFile("run.json")["cases"], 2000) << answer;
  }
}

TEST(ReplayOnTarget, tells_what_is_still_there) {
  const Outcome run = Clonecheck({"replay", "--target", FakeWorker(Raises("E")),
                                  Kept(), "--json", "replay.json"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("there    kept.json (Z1): clone/completes"));
  EXPECT_THAT(run.out, HasSubstr("1 kept finding: 1 still there, 0 gone"));
  const json report = RunFile("replay.json");
  EXPECT_EQ(report["findings"][0]["state"], "there");
  EXPECT_EQ(report["versions"]["fake"], "7");
}

TEST(ReplayOnTarget, tells_what_is_gone_changed_or_failed) {
  const struct {
    std::string body;
    const char* says;
  } kCases[] = {
      {"pass", "gone     kept.json (Z1): every obligation is kept"},
      {Raises("F"), "changed  kept.json (Z1): clone/completes/F@w"},
      {"os._exit(9)", "failed   kept.json (Z1): the worker died"},
  };
  for (const auto& one : kCases) {
    const std::string target = FakeWorker(one.body);
    const Outcome run = Clonecheck({"replay", "--target", target, Kept()});
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    EXPECT_THAT(run.out,
                AllOf(HasSubstr(one.says), HasSubstr("was: Dense is hard.")));
    EXPECT_EQ(
        Clonecheck({"replay", "--target", target, Kept(), "--fail-on", "none"})
            .code,
        0);
  }
}

TEST(ReplayOnTarget, judges_cases_among_findings) {
  TempFile("big.json", kBig);
  const Outcome run = Clonecheck(
      {"replay", "--target", FakeWorker(Raises("E")), Kept(), "big.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, AllOf(HasSubstr("there "), HasSubstr("big.json:\n"),
                             HasSubstr("  clone/completes/E@w (error)")));
}

TEST(ReplayOnTarget, bad_input_says_what_to_do) {
  const std::string target = FakeWorker("pass");
  const Outcome nothing = Clonecheck({"replay", "--target", target});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("give the files to replay"));
  TempFile("bad.json", R"({"clonecheck_finding": 1, "row": "Z1"})");
  const Outcome bad = Clonecheck({"replay", "--target", target, "bad.json"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, AllOf(HasSubstr("bad.json"), HasSubstr("\"says\"")));
}

TEST(ShrinkOnTarget, keeps_what_fails_and_runs_its_script) {
  TempFile("big.json", kBig);
  const Outcome run =
      Clonecheck({"shrink", "big.json", "--target", FakeWorker(Raises("E")),
                  "--out", "small.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("from 3 to"), HasSubstr("its script shows it")));
  const json small = RunFile("small.json");
  ASSERT_EQ(small["layers"].size(), 1u) << small;
  EXPECT_EQ(small["layers"][0]["class"], "Dense");
}

TEST(ShrinkOnTarget, bad_input_says_what_to_do) {
  TempFile("big.json", kBig);
  const Outcome fine =
      Clonecheck({"shrink", "big.json", "--target", FakeWorker("pass")});
  EXPECT_EQ(fine.code, 2);
  EXPECT_THAT(fine.err, HasSubstr("Give another case"));
  const Outcome other =
      Clonecheck({"shrink", "big.json", "--target", FakeWorker(Raises("E")),
                  "--signature", "x/y"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("clone/completes/E@w, not x/y"));
  EXPECT_EQ(Clonecheck({"shrink", "big.json", "--target", "keras-2.2.4",
                        "--cloner", "fixed"})
                .code,
            2);
}

TEST(HuntOnTarget, writes_script_issue_and_finding) {
  const Outcome run = Clonecheck({"fuzz", "--target", FakeWorker(Raises("E")),
                                  "--cases", "2000", "--jobs", "1", "--out",
                                  "found", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("\nShare of the judged graphs: "),
                             HasSubstr("the first is case "),
                             HasSubstr("\n   replay: clonecheck ")));
  const json report = RunFile("run.json");
  const json findings = report["cloners"].front()["findings"];
  ASSERT_EQ(findings.size(), 1u);
  // The command that replays it names its case.
  std::string path = findings[0]["replay"];
  path = path.substr(path.rfind(' ') + 1);
  path = path.substr(path.rfind("found/"));
  path = path.substr(0, path.rfind(".json"));
  EXPECT_EQ(ReadTempFile(path + ".py"), "# clone\n");
  EXPECT_THAT(ReadTempFile(path + ".md"),
              AllOf(HasSubstr("## Expected"), HasSubstr("it shows"),
                    HasSubstr("flowchart TD"), HasSubstr("fake 7")));
  EXPECT_EQ(RunFile(path + ".json"), findings[0]["witness"]);
  // And what is kept of it, is there.
  const Outcome again = Clonecheck(
      {"replay", "--target", FakeWorker(Raises("E")), path + ".finding.json"});
  EXPECT_EQ(again.code, 0) << again.out << again.err;
}

TEST(HuntOnTarget, last_words_that_are_no_text_are_in_the_report_all_the_same) {
  const Outcome run =
      Clonecheck({"fuzz", "--target",
                  FakeWorker(R"(os.write(2, b'out of \xff\xfe'); os._exit(9))"),
                  "--cases", "60", "--jobs", "1", "--out", "", "--profile",
                  "recurrent", "--json", "run.json"});
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  const json failures = RunFile("run.json")["hunt"]["worker_failures"];
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_THAT(std::string(failures[0]["detail"]),
              HasSubstr(R"(out of \xff\xfe)"));
  // The same case again, of the same profile.
  EXPECT_THAT(run.out, HasSubstr("--profile recurrent"));
}

TEST(HuntOnTarget, fails_on_new_ones_only_if_told_so) {
  const std::string target = FakeWorker(Raises("E"));
  const std::vector<std::string> fuzz = {
      "fuzz", "--target", target, "--cases", "2000",         "--jobs",
      "1",    "--out",    "",     "--known", Kept("exec:*"), "--fail-on"};
  std::vector<std::string> on_new = fuzz, on_any = fuzz;
  on_new.push_back("new");
  on_any.push_back("any");
  const Outcome run = Clonecheck(on_new);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("known, so neither shrunk nor run again: Z1"));
  EXPECT_EQ(Clonecheck(on_any).code, 1);
  EXPECT_EQ(Clonecheck({"fuzz", "--target", target, "--cases", "2000", "--jobs",
                        "1", "--out", "", "--fail-on", "new"})
                .code,
            1);
}

}  // namespace
}  // namespace clonecheck
