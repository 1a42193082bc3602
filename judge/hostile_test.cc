// Candidates that loop, eat, flee or sabotage: each gets a verdict and harms
// nothing, in every sandbox that there is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "judge/process.h"
#include "judge/sandbox.h"

namespace clonecheck {
namespace {

using ::testing::HasSubstr;

// A clone of a model that gives its input: nothing but an Input.
constexpr char kRight[] =
    "def _clone_functional_model(model, input_tensors=None):\n"
    "  x = input_tensors or [Input(batch_shape=l.batch_input_shape,\n"
    "    dtype=l.dtype, name=l.name) for l in model._input_layers]\n"
    "  return Model(x, x[:1], name=model.name)\n";
constexpr char kHead[] =
    "def _clone_functional_model(model, input_tensors=None):\n";
constexpr char kInputIsOutput[] = R"({"clonecheck": 1,
  "inputs": [{"shape": [null, 4]}], "layers": [], "calls": [],
  "model": {"inputs": ["i0"], "outputs": ["i0"]}})";

class HostileTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    const auto worker = FindJudgeWorker();
    ASSERT_TRUE(worker.ok()) << worker.status();
    auto sandbox = MakeSandbox(GetParam(), *worker);
    // Namespaces are not to be had everywhere; seccomp is.
    if (!sandbox.ok() && GetParam() == SandboxKind::kBubblewrap) {
      GTEST_SKIP() << sandbox.status();
    }
    ASSERT_TRUE(sandbox.ok()) << sandbox.status();
    sandbox_ = *sandbox;
    graph_ = LoadGraph(kInputIsOutput, bench_.catalogue()).value();
  }

  // What comes of a candidate on two graphs: the second must be answered, too,
  // whatever the first did.
  struct Result {
    CaseVerdict verdict;
    std::string symptom;
    std::string error;
    std::string why;
  };
  Result Judge(const std::string& source) {
    CandidateProcess process(sandbox_, CandidateSource{source, "here", 1},
                             "hostile.py", {&kCompletes, &kOutputs});
    Result result;
    result.why = process.Load();
    if (!result.why.empty()) return result;
    const Graph* graphs[] = {&graph_, &graph_};
    const std::vector<Answer> answers = process.Judge(graphs);
    EXPECT_EQ(answers.size(), 2u);
    result.verdict = answers[0].verdict;
    // The text lives as long as the process.
    result.symptom = std::string(result.verdict.signature.symptom);
    result.error = answers[0].details.error;
    return result;
  }
  Result JudgeBody(const std::string& body) { return Judge(kHead + body); }

  Workbench bench_;
  Sandbox sandbox_;
  Graph graph_;
};

TEST_P(HostileTest, a_right_one_agrees_here) {
  EXPECT_EQ(Judge(kRight).verdict.verdict, Verdict::kAgree);
}

TEST_P(HostileTest, looping_for_ever_hangs) {
  EXPECT_EQ(JudgeBody("  while True: pass\n").verdict.verdict, Verdict::kHangs);
}

TEST_P(HostileTest, looping_for_ever_and_catching_everything_hangs) {
  EXPECT_EQ(JudgeBody("  while True:\n    try:\n      while True: pass\n"
                      "    except BaseException: pass\n")
                .verdict.verdict,
            Verdict::kHangs);
}

TEST_P(HostileTest, stopping_the_clock_hangs_all_the_same) {
  EXPECT_EQ(JudgeBody("  import signal\n"
                      "  signal.setitimer(signal.ITIMER_PROF, 0)\n"
                      "  while True: pass\n")
                .verdict.verdict,
            Verdict::kHangs);
}

TEST_P(HostileTest, sleeping_for_ever_hangs) {
  EXPECT_EQ(JudgeBody("  import time\n  time.sleep(1000)\n").verdict.verdict,
            Verdict::kHangs);
}

TEST_P(HostileTest, looping_while_loading_is_unusable) {
  EXPECT_THAT(Judge("while True: pass\n").why,
              HasSubstr("more than 3 seconds"));
}

TEST_P(HostileTest, allocating_without_end_raises) {
  // Memory that is never touched, so that the limit on it comes before those on
  // time, however busy the machine is.
  const Result answer =
      JudgeBody("  x = []\n  while True: x.append(bytes(1 << 26))\n");
  EXPECT_EQ(answer.verdict.verdict, Verdict::kRaised);
}

TEST_P(HostileTest, recursing_without_end_raises) {
  EXPECT_EQ(JudgeBody("  return _clone_functional_model(model)\n")
                .symptom.substr(0, 14),
            "recursionerror");
}

TEST_P(HostileTest, forking_is_forbidden) {
  EXPECT_THAT(JudgeBody("  import os\n  while True: os.fork()\n").symptom,
              HasSubstr("permissionerror"));
}

TEST_P(HostileTest, starting_programs_is_forbidden) {
  EXPECT_EQ(JudgeBody("  import os\n  os.execv('/bin/true', ['true'])\n")
                .symptom.substr(0, 15),
            "permissionerror");
}

TEST_P(HostileTest, leaving_by_an_exception_raises) {
  EXPECT_EQ(JudgeBody("  raise SystemExit(0)\n").symptom.substr(0, 10),
            "systemexit");
  EXPECT_EQ(JudgeBody("  raise KeyboardInterrupt()\n").symptom.substr(0, 17),
            "keyboardinterrupt");
}

TEST_P(HostileTest, leaving_at_once_loses_the_process) {
  EXPECT_EQ(JudgeBody("  import os\n  os._exit(0)\n").symptom, "process-ends");
  EXPECT_EQ(JudgeBody("  import os\n  os.abort()\n").symptom, "process-ends");
}

TEST_P(HostileTest, leaving_while_loading_is_unusable) {
  EXPECT_THAT(Judge("import os\nos._exit(0)\n").why, HasSubstr("exit code 0"));
}

TEST_P(HostileTest, closing_stdout_harms_nothing) {
  EXPECT_EQ(Judge(absl::StrCat("import sys, os\nsys.stdout.close()\n"
                               "os.close(1)\nos.close(2)\n",
                               kRight))
                .verdict.verdict,
            Verdict::kAgree);
}

TEST_P(HostileTest, closing_all_files_loses_the_process) {
  const Result answer =
      JudgeBody("  import os\n  os.closerange(0, 1000)\n  return model\n");
  EXPECT_EQ(answer.symptom, "process-ends");
}

TEST_P(HostileTest, printing_a_megabyte_harms_nothing) {
  EXPECT_EQ(Judge(absl::StrCat("import sys, os\nprint('x' * 1000000)\n"
                               "os.write(2, b'y' * 1000000)\n",
                               kRight))
                .verdict.verdict,
            Verdict::kAgree);
}

TEST_P(HostileTest, an_error_of_a_megabyte_is_cut) {
  const Result answer = JudgeBody("  raise ValueError('x' * 1000000)\n");
  EXPECT_EQ(answer.verdict.verdict, Verdict::kRaised);
  EXPECT_LT(answer.error.size(), 10'000u);
}

TEST_P(HostileTest, an_error_without_a_text_raises) {
  EXPECT_EQ(JudgeBody("  class E(Exception):\n"
                      "    def __str__(self): raise self\n"
                      "  raise E()\n")
                .verdict.verdict,
            Verdict::kRaised);
}

TEST_P(HostileTest, raising_in_a_destructor_harms_nothing) {
  EXPECT_EQ(Judge(absl::StrCat("class D:\n"
                               "  def __init__(self, m): self.m = m\n"
                               "  def __del__(self):\n"
                               "    self.m.layers[0](self.m.inputs[0])\n"
                               "    raise ValueError('late')\n",
                               kRight,
                               "_right = _clone_functional_model\n"
                               "def _clone_functional_model(model, "
                               "input_tensors=None):\n"
                               "  clone = _right(model, input_tensors)\n"
                               "  model._late = D(model)\n"
                               "  clone._late = D(clone)\n"
                               "  return clone\n"))
                .verdict.verdict,
            Verdict::kAgree);
}

TEST_P(HostileTest, patching_builtins_harms_nothing) {
  EXPECT_EQ(Judge(absl::StrCat("import builtins\n"
                               "for n in ('isinstance', 'len', 'zip', 'list',"
                               " 'hasattr', 'type', 'set', 'any', 'all'):\n"
                               "  setattr(builtins, n, None)\n",
                               kRight))
                .verdict.verdict,
            Verdict::kAgree);
}

TEST_P(HostileTest, writing_outside_is_forbidden) {
  const std::string path =
      absl::StrCat(::testing::TempDir(), "/written-by-a-candidate");
  unlink(path.c_str());
  const Result answer =
      JudgeBody(absl::StrCat("  open('", path, "', 'w').write('x')\n"));
  EXPECT_EQ(answer.verdict.verdict, Verdict::kRaised);
  EXPECT_FALSE(std::ifstream(path).good());
}

TEST_P(HostileTest, removing_files_is_forbidden) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/kept");
  std::ofstream(path) << "kept";
  EXPECT_EQ(JudgeBody(absl::StrCat("  import os\n  os.remove('", path, "')\n"))
                .verdict.verdict,
            Verdict::kRaised);
  EXPECT_TRUE(std::ifstream(path).good());
}

TEST_P(HostileTest, the_network_is_out_of_reach) {
  EXPECT_EQ(JudgeBody("  import socket\n"
                      "  socket.create_connection(('127.0.0.1', 80), 1)\n")
                .symptom.substr(0, 15),
            "permissionerror");
}

TEST_P(HostileTest, other_processes_are_out_of_reach) {
  // Signal 0 asks whether one may; 1 is there in every sandbox.
  EXPECT_EQ(JudgeBody("  import os\n  os.kill(1, 0)\n").symptom.substr(0, 15),
            "permissionerror");
  EXPECT_EQ(JudgeBody("  import os, signal\n"
                      "  os.kill(os.getppid(), signal.SIGKILL)\n")
                .symptom.substr(0, 15),
            "permissionerror");
}

TEST_P(HostileTest, objects_of_an_earlier_case_are_gone) {
  const Result answer = Judge(
      absl::StrCat("_old = []\n", kRight,
                   "_right = _clone_functional_model\n"
                   "def _clone_functional_model(model, input_tensors=None):\n"
                   "  for old in _old: old.layers[0](old.inputs[0])\n"
                   "  _old.append(_right(model, input_tensors))\n"
                   "  return _right(model, input_tensors)\n"));
  EXPECT_EQ(answer.verdict.verdict, Verdict::kAgree);  // the first graph
}

INSTANTIATE_TEST_SUITE_P(All, HostileTest,
                         ::testing::Values(SandboxKind::kBubblewrap,
                                           SandboxKind::kSeccomp),
                         [](const auto& info) {
                           return info.param == SandboxKind::kSeccomp
                                      ? "Seccomp"
                                      : "Bubblewrap";
                         });

}  // namespace
}  // namespace clonecheck
