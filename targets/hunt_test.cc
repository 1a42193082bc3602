// The hunt against fake workers, which behave badly in every way there is.
#include "targets/hunt.h"

#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "targets/kept_findings.h"
#include "targets/worker_failures.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What every fake begins with: it keeps every obligation unless told otherwise.
constexpr char kPrelude[] = R"py(
import json, os, sys, time
LAYERS = ['Dense', 'Lambda', 'Activation', 'Add', 'Dropout', 'Flatten']
def answer(request, **more):
    print(json.dumps(dict({'protocol': 1, 'id': request['id'],
                           'versions': {'fake': '1'}}, **more)), flush=True)
def hello(request):
    answer(request, hello={'layers': LAYERS, 'steps': ['build', 'predict', 'clone', 'save'],
                           'variants': ['odd']})
def good(request):
    looks = {'looks': {'names': ['m']}}
    return {step: {'result': dict(looks)} for step in request['steps']}
def requests():
    for line in sys.stdin:
        request = json.loads(line)
        if request.get('operation') == 'hello':
            hello(request)
        else:
            yield request
)py";

class HuntTest : public testing::Test {
 protected:
  static Target Fake(const std::string& body) {
    static int number = 0;
    const std::string path =
        absl::StrCat(testing::TempDir(), "/hunted", ++number, ".py");
    std::ofstream(path) << kPrelude << body;
    Target target;
    target.name = "fake";
    target.command = {"/usr/bin/python3", "-S", path};
    target.imitated = false;
    return target;
  }
  static HuntOptions Options(const std::string& body, uint64_t cases) {
    HuntOptions options;
    options.target = Fake(body);
    options.cases = cases;
    options.jobs = 2;
    options.profile = AllProfiles().front();
    options.shrink_evaluations = 30;
    options.limits.worker.request_seconds = 2;
    options.limits.worker.start_seconds = 20;
    return options;
  }
  static absl::StatusOr<HuntResult> Hunt(const HuntOptions& options) {
    return RunHunt(options, nullptr, nullptr);
  }
};

TEST_F(HuntTest, a_target_that_keeps_everything_has_no_findings) {
  const auto result =
      Hunt(Options("for r in requests(): answer(r, steps=good(r))\n", 40));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->cases, 40u);
  EXPECT_THAT(result->findings, IsEmpty());
  EXPECT_THAT(result->failures, IsEmpty());
  EXPECT_EQ(result->versions["fake"], "1");
}

TEST_F(HuntTest, graphs_with_layers_that_are_not_declared_are_left_out) {
  const auto result =
      Hunt(Options("for r in requests():\n"
                   "    assert all(l['class'] in LAYERS for l in "
                   "r['graph']['layers'])\n"
                   "    answer(r, steps=good(r))\n",
                   60));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->failures, IsEmpty());
  EXPECT_GT(result->left_out.size(), 1u);
  EXPECT_GT(result->left_out.begin()->second, 0u);
  EXPECT_LT(result->built, 60u);
}

// Fails on every graph with a Dense; its scripts show it or not.
std::string FailsOnDense(const std::string& exit_code) {
  return absl::StrCat(
      "for r in requests():\n"
      "    if r.get('operation') == 'script':\n"
      "        answer(r, script='a script of ' + r['step'])\n"
      "    elif r.get('operation') == 'confirm':\n"
      "        assert r['script'] == 'a script of clone'\n"
      "        answer(r, exit_code=",
      exit_code,
      ", output='seen')\n"
      "    else:\n"
      "        steps = good(r)\n"
      "        if any(l['class'] == 'Dense' for l in r['graph']['layers']):\n"
      "            steps['clone'] = {'raised': {'type': 'E', 'message': 'm', "
      "'where': 'w'}}\n"
      "        answer(r, steps=steps)\n");
}

TEST_F(HuntTest, a_finding_is_one_signature_is_shrunk_and_confirmed) {
  const auto result = Hunt(Options(FailsOnDense("1"), 3000));
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(1));
  const HuntFinding& finding = result->findings[0];
  EXPECT_EQ(finding.signature, "fake/clone/completes/E@w");
  EXPECT_GT(finding.count, 1u);
  EXPECT_TRUE(finding.confirmed);
  EXPECT_EQ(finding.script, "a script of clone");
  EXPECT_THAT(finding.variants, IsEmpty());
  EXPECT_LE(finding.shrink_evaluations, 31);
  EXPECT_LE(finding.graph["layers"].size(), 2u) << finding.graph.dump();
}

TEST_F(HuntTest, progress_is_told_while_one_finding_is_shrunk) {
  int while_cases = 0;
  int while_shrinking = 0;
  int when_shrunk = 0;
  const auto result = RunHunt(
      Options(FailsOnDense("1"), 3000),
      [&](const HuntResult& so_far) {
        ++(so_far.to_shrink == 0 ? while_cases
           : so_far.shrunk == 0  ? while_shrinking
                                 : when_shrunk);
      },
      nullptr);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(1));
  EXPECT_EQ(while_cases, static_cast<int>(result->asked));
  EXPECT_GE(while_shrinking, result->findings[0].shrink_evaluations);
  EXPECT_EQ(when_shrunk, 1);
}

TEST_F(HuntTest, what_its_script_does_not_show_is_not_confirmed) {
  const auto result = Hunt(Options(FailsOnDense("0"), 3000));
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(1));
  EXPECT_FALSE(result->findings[0].confirmed);
  EXPECT_EQ(result->findings[0].script_output, "seen");
}

TEST_F(HuntTest, a_known_finding_is_told_and_not_shrunk) {
  HuntOptions options = Options(FailsOnDense("1"), 3000);
  KeptFinding known;
  known.row = "Z1";
  known.says = "Dense is hard.";
  known.targets = {"fake"};
  known.signatures = {"*/completes/E@*"};
  options.known = {known};
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(1));
  EXPECT_EQ(result->findings[0].known, "Z1: Dense is hard.");
  EXPECT_EQ(result->findings[0].shrink_evaluations, 0);
  EXPECT_THAT(result->findings[0].script, IsEmpty());
}

// One signature, two causes: what is known of it does not hide the other, nor
// is the other shrunk to what is known.
TEST_F(HuntTest, what_lacks_the_needs_of_a_known_finding_is_new) {
  HuntOptions options = Options(FailsOnDense("1"), 600);
  KeptFinding known;
  known.row = "Z1";
  known.says = "Dense is hard.";
  known.targets = {"fake"};
  known.signatures = {"*/completes/E@*"};
  known.needs = {"Activation|Add"};
  options.known = {known};
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(2));
  const HuntFinding& fresh = result->findings[0];
  EXPECT_EQ(fresh.known, "");
  EXPECT_EQ(result->findings[1].known, "Z1: Dense is hard.");
  EXPECT_EQ(fresh.signature, result->findings[1].signature);
  EXPECT_GT(fresh.shrink_evaluations, 0);
  EXPECT_THAT(fresh.graph.dump(), testing::Not(HasSubstr("Activation")));
  EXPECT_THAT(fresh.graph.dump(), testing::Not(HasSubstr("\"Add\"")));
}

TEST_F(HuntTest, shrinking_that_is_interrupted_says_so) {
  HuntOptions options = Options(FailsOnDense("1"), 3000);
  options.jobs = 1;
  const std::string mark = absl::StrCat(testing::TempDir(), "/interrupted");
  // The worker asks for it, in the middle of shrinking: then its requests have
  // three steps.
  options.target = Fake(absl::StrCat(
      "for r in requests():\n"
      "    steps = good(r)\n"
      "    if any(l['class'] == 'Dense' for l in r['graph']['layers']):\n"
      "        steps['clone'] = {'raised': {'type': 'E', 'message': 'm', "
      "'where': 'w'}}\n"
      "    if len(r['steps']) == 3: open('",
      mark,
      "', 'w')\n"
      "    answer(r, steps=steps)\n"));
  const auto result =
      RunHunt(options, nullptr, [&] { return std::ifstream(mark).good(); });
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->findings, SizeIs(1));
  EXPECT_EQ(result->findings[0].shrink_status, "hurried");
  EXPECT_FALSE(result->findings[0].confirmed);
}

TEST_F(HuntTest, jobs_do_not_change_what_is_found) {
  HuntOptions options = Options(FailsOnDense("1"), 3000);
  const auto two = Hunt(options);
  options.jobs = 1;
  const auto one = Hunt(options);
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(one->built, two->built);
  EXPECT_EQ(one->left_out, two->left_out);
  ASSERT_THAT(one->findings, SizeIs(1));
  ASSERT_THAT(two->findings, SizeIs(1));
  EXPECT_EQ(one->findings[0].first_case, two->findings[0].first_case);
  EXPECT_EQ(one->findings[0].graph, two->findings[0].graph);
}

TEST_F(HuntTest, one_that_crashes_is_told_and_the_hunt_goes_on) {
  const auto result = Hunt(Options(
      "for r in requests():\n"
      "    if any(l['class'] == 'Dense' for l in r['graph']['layers']):\n"
      "        print('out of memory', file=sys.stderr)\n"
      "        os._exit(137)\n"
      "    answer(r, steps=good(r))\n",
      3000));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->cases, 3000u);
  EXPECT_GT(result->built, 0u);
  ASSERT_THAT(result->failures, SizeIs(1));
  EXPECT_EQ(result->failures[0].outcome, WorkerOutcome::kDied);
  EXPECT_EQ(result->failures[0].count, result->failures[0].repeated);
  EXPECT_THAT(result->failures[0].detail, HasSubstr("out of memory"));
  // What was sent ahead of those was asked once more.
  EXPECT_EQ(result->asked, result->built + result->failures[0].count);
}

TEST_F(HuntTest, one_that_crashes_once_is_told_from_one_that_always_does) {
  const std::string mark = absl::StrCat(testing::TempDir(), "/crashed");
  HuntOptions options = Options(absl::StrCat("for r in requests():\n"
                                             "    if not os.path.exists('",
                                             mark,
                                             "'):\n"
                                             "        open('",
                                             mark,
                                             "', 'w')\n"
                                             "        os._exit(1)\n"
                                             "    answer(r, steps=good(r))\n"),
                                60);
  options.jobs = 1;
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->failures, SizeIs(1));
  EXPECT_EQ(result->failures[0].count, 1u);
  EXPECT_EQ(result->failures[0].repeated, 0u);
}

TEST_F(HuntTest, one_that_hangs_is_told) {
  HuntOptions options = Options("for r in requests(): time.sleep(600)\n", 4);
  options.limits.worker.request_seconds = 0.2;
  options.limits.worker.start_seconds = 2;
  options.profile.disabled_kind = 95;
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  for (const WorkerFailure& failure : result->failures) {
    EXPECT_EQ(failure.outcome, WorkerOutcome::kHung);
  }
  EXPECT_EQ(result->built, 0u);
}

TEST_F(HuntTest, an_answer_without_steps_is_babble) {
  const auto result = Hunt(Options(
      "for r in requests(): answer(r, error='KeyError: no such thing')\n", 60));
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->failures, SizeIs(1));
  EXPECT_EQ(result->failures[0].outcome, WorkerOutcome::kBabbled);
  EXPECT_THAT(result->failures[0].detail, HasSubstr("no such thing"));
}

TEST_F(HuntTest, one_that_grows_is_replaced) {
  const std::string starts = absl::StrCat(testing::TempDir(), "/starts");
  HuntOptions options =
      Options(absl::StrCat("open('", starts,
                           "', 'a').write('x')\n"
                           "for r in requests():\n"
                           "    answer(r, steps=good(r), memory_mb=5000)\n"),
              60);
  options.jobs = 1;
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  std::string text;
  std::ifstream(starts) >> text;
  // One to declare, and one for every two: the second was sent ahead.
  EXPECT_GT(result->built, 3u);
  EXPECT_EQ(text.size(), 1 + (result->built + 1) / 2);
}

TEST_F(HuntTest, one_is_replaced_after_so_many_cases_and_none_is_lost) {
  HuntOptions options = Options(
      "n = 0\n"
      "for r in requests():\n"
      "    n += 1\n"
      "    assert n <= 7\n"
      "    answer(r, steps=good(r))\n",
      1000);
  options.limits.cases = 7;
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->failures, IsEmpty());
  EXPECT_GT(result->built, 20u);
  EXPECT_EQ(result->asked, result->built);
}

struct Bad {
  const char* name;
  const char* body;
  const char* says;
};
class BadStart : public HuntTest, public testing::WithParamInterface<Bad> {};

TEST_P(BadStart, is_an_error_that_says_what_to_do) {
  HuntOptions options = Options("", 5);
  const std::string path =
      absl::StrCat(testing::TempDir(), "/bad", GetParam().name, ".py");
  std::ofstream(path) << GetParam().body;
  options.target.command = {"/usr/bin/python3", "-S", path};
  options.limits.worker.start_seconds = 2;
  options.limits.worker.request_seconds = 0.5;
  const auto result = Hunt(options);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Workers, BadStart,
    testing::Values(
        Bad{"missing_package", "import no_such_package\n",
            "No module named 'no_such_package'. If a package is missing, "
            "`tools/setup-targets` installs it"},
        Bad{"fails_at_start", "raise SystemExit(3)\n", "exit code 3"},
        Bad{"hangs_at_start", "import time\ntime.sleep(600)\n", "hung"},
        Bad{"prints_garbage", "print('Using backend.', flush=True)\ninput()\n",
            "no answer"},
        Bad{"speaks_another_protocol",
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    print(json.dumps({'protocol': 2, 'id': "
            "json.loads(line)['id'], 'hello': {'layers': ['Dense'], 'steps': "
            "['clone']}}), flush=True)\n",
            "another protocol than 1"},
        Bad{"is_a_worker_for_fidelity",
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    print(json.dumps({'protocol': 1, 'id': "
            "json.loads(line)['id'], 'error': \"KeyError: 'graph'\"}), "
            "flush=True)\n",
            "KeyError: 'graph'"},
        Bad{"declares_nothing",
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    print(json.dumps({'protocol': 1, 'id': "
            "json.loads(line)['id'], 'hello': {}}), flush=True)\n",
            "no layers or no operations"}),
    [](const testing::TestParamInfo<Bad>& bad) {
      return std::string(bad.param.name);
    });

// What one of few resources does: the machine ends it.
TEST_F(HuntTest, one_that_runs_out_of_memory_is_told) {
  HuntOptions options = Options(
      "import resource\n"
      "resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))\n"
      "for r in requests():\n"
      "    if any(l['class'] == 'Dense' for l in r['graph']['layers']):\n"
      "        hoard = bytearray(1 << 30)\n"
      "    answer(r, steps=good(r))\n",
      3000);
  const auto result = Hunt(options);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_GT(result->built, 0u);
  ASSERT_THAT(result->failures, SizeIs(1));
  EXPECT_EQ(result->failures[0].outcome, WorkerOutcome::kDied);
  EXPECT_THAT(result->failures[0].detail, HasSubstr("MemoryError"));
}

TEST_F(HuntTest, one_that_prints_between_its_answers_babbles) {
  const auto result =
      Hunt(Options("for r in requests():\n"
                   "    print('Using a backend.', flush=True)\n"
                   "    answer(r, steps=good(r))\n",
                   40));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->built, 0u);
  ASSERT_THAT(result->failures, SizeIs(1));
  EXPECT_EQ(result->failures[0].outcome, WorkerOutcome::kBabbled);
  EXPECT_THAT(result->failures[0].detail, HasSubstr("Using a backend."));
}

TEST_F(HuntTest, a_program_that_is_not_there_is_an_error) {
  HuntOptions options = Options("", 5);
  options.target.command = {"/no/such/program"};
  const auto result = Hunt(options);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("/no/such/program"));
}

}  // namespace
}  // namespace clonecheck
