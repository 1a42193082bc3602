#include "worker/worker.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "core/text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// What every fake worker below begins with: reads requests, answers them.
constexpr char kPrelude[] = R"py(
import json, os, signal, sys, time
def answer(request, **more):
    print(json.dumps(dict({'protocol': 1, 'id': request['id']}, **more)), flush=True)
def requests():
    for line in sys.stdin:
        yield json.loads(line)
)py";

// A worker that runs this Python after the prelude.
class WorkerTest : public testing::Test {
 protected:
  static std::vector<std::string> Python(const std::string& body) {
    static int number = 0;
    const std::string path =
        absl::StrCat(testing::TempDir(), "/worker", ++number, ".py");
    std::ofstream(path) << kPrelude << body;
    return {"/usr/bin/python3", "-S", path};
  }
  static Worker::Limits Short() {
    Worker::Limits limits;
    limits.request_seconds = 1;
    limits.start_seconds = 5;
    return limits;
  }
  static Worker::Limits Long() {
    Worker::Limits limits;
    limits.request_seconds = 60;
    return limits;
  }
};

TEST_F(WorkerTest, one_process_answers_request_after_request) {
  Worker worker(Python("n = 0\n"
                       "for r in requests():\n"
                       "    n += 1\n"
                       "    answer(r, n=n, echo=r['text'])\n"),
                Long());
  for (int i = 1; i <= 3; ++i) {
    const WorkerReply reply = worker.Ask({{"text", absl::StrCat("ü", i)}});
    ASSERT_EQ(reply.outcome, WorkerOutcome::kAnswered) << reply.detail;
    EXPECT_EQ(reply.answer["n"], i);
    EXPECT_EQ(reply.answer["echo"], absl::StrCat("ü", i));
  }
  EXPECT_EQ(worker.starts(), 1);
}

TEST_F(WorkerTest, a_request_names_its_protocol) {
  Worker worker(Python("for r in requests(): answer(r, got=r['protocol'])\n"),
                Long());
  EXPECT_EQ(worker.Ask(json::object()).answer["got"], kWorkerProtocol);
}

TEST_F(WorkerTest, one_that_dies_is_an_outcome_and_the_next_request_a_new_one) {
  Worker worker(Python("for r in requests():\n"
                       "    if r['die']:\n"
                       "        print('no more memory', file=sys.stderr)\n"
                       "        sys.exit(7)\n"
                       "    answer(r)\n"),
                Long());
  EXPECT_EQ(worker.Ask({{"die", false}}).outcome, WorkerOutcome::kAnswered);
  const WorkerReply died = worker.Ask({{"die", true}});
  EXPECT_EQ(died.outcome, WorkerOutcome::kDied);
  EXPECT_THAT(died.detail, HasSubstr("exit code 7"));
  EXPECT_THAT(died.detail, HasSubstr("no more memory"));
  EXPECT_TRUE(died.answer.is_null());
  EXPECT_EQ(worker.Ask({{"die", false}}).outcome, WorkerOutcome::kAnswered);
  EXPECT_EQ(worker.starts(), 2);
}

TEST_F(WorkerTest, last_words_and_babble_are_utf8_whatever_was_written) {
  Worker worker(
      Python("for r in requests():\n"
             "    if r['babble']:\n"
             "        os.write(1, ('x' + 300 * 'ü' + '\\n').encode())\n"
             "        continue\n"
             "    os.write(2, ('x' + 300 * 'ü').encode() + b'\\xff')\n"
             "    sys.exit(7)\n"),
      Long());
  const WorkerReply died = worker.Ask({{"babble", false}});
  EXPECT_EQ(died.outcome, WorkerOutcome::kDied);
  EXPECT_TRUE(IsValidUtf8(died.detail)) << died.detail;
  EXPECT_THAT(died.detail, HasSubstr("last words: ü"));
  EXPECT_THAT(died.detail, HasSubstr("ü\\xff"));
  const WorkerReply babbled = worker.Ask({{"babble", true}});
  EXPECT_EQ(babbled.outcome, WorkerOutcome::kBabbled);
  EXPECT_TRUE(IsValidUtf8(babbled.detail)) << babbled.detail;
}

TEST_F(WorkerTest, one_that_a_signal_ends_died) {
  Worker worker(
      Python("for r in requests(): os.kill(os.getpid(), signal.SIGSEGV)\n"),
      Long());
  const WorkerReply reply = worker.Ask(json::object());
  EXPECT_EQ(reply.outcome, WorkerOutcome::kDied);
  EXPECT_THAT(reply.detail, HasSubstr("signal 11"));
}

TEST_F(WorkerTest, one_that_died_between_two_requests_died) {
  Worker worker(Python("for r in requests():\n"
                       "    answer(r)\n"
                       "    sys.exit(0)\n"),
                Long());
  EXPECT_EQ(worker.Ask(json::object()).outcome, WorkerOutcome::kAnswered);
  // More than the socket holds, so that writing sees it.
  const WorkerReply reply = worker.Ask({{"text", std::string(1 << 20, 'x')}});
  EXPECT_EQ(reply.outcome, WorkerOutcome::kDied) << reply.detail;
}

TEST_F(WorkerTest, one_that_hangs_is_killed_in_time) {
  Worker worker(Python("for r in requests():\n"
                       "    if r['hang']:\n"
                       "        time.sleep(600)\n"
                       "    answer(r)\n"),
                Short());
  EXPECT_EQ(worker.Ask({{"hang", false}}).outcome, WorkerOutcome::kAnswered);
  const WorkerReply hung = worker.Ask({{"hang", true}});
  EXPECT_EQ(hung.outcome, WorkerOutcome::kHung);
  EXPECT_THAT(hung.detail, HasSubstr("no answer within 1 seconds"));
  EXPECT_EQ(worker.Ask({{"hang", false}}).outcome, WorkerOutcome::kAnswered);
}

TEST_F(WorkerTest, one_that_does_not_read_hangs) {
  Worker::Limits limits = Short();
  limits.start_seconds = 0;
  Worker worker(Python("time.sleep(600)\n"), limits);
  const WorkerReply reply = worker.Ask({{"text", std::string(8 << 20, 'x')}});
  EXPECT_EQ(reply.outcome, WorkerOutcome::kHung);
}

TEST_F(WorkerTest, requests_sent_ahead_are_answered_in_their_order) {
  Worker worker(Python("for r in requests(): answer(r, echo=r['text'])\n"),
                Long());
  worker.Send({{"text", "a"}});
  for (const char* text : {"b", "c", "d"}) {
    worker.Send({{"text", text}});
    EXPECT_EQ(worker.unanswered(), 2u);
    EXPECT_EQ(worker.Receive().answer["echo"], std::string(1, text[0] - 1));
  }
  EXPECT_EQ(worker.Receive().answer["echo"], "d");
  EXPECT_EQ(worker.unanswered(), 0u);
  EXPECT_EQ(worker.starts(), 1);
}

TEST_F(WorkerTest, neither_side_waits_for_ever_with_both_hands_full) {
  // The worker wants to be rid of an answer before it reads on, and so do we.
  Worker worker(Python("for r in requests(): answer(r, echo=r['text'])\n"),
                Long());
  const std::string large(8 << 20, 'x');
  worker.Send({{"text", large}});
  worker.Send({{"text", large}});
  EXPECT_EQ(worker.Receive().answer["echo"], large);
  EXPECT_EQ(worker.Receive().answer["echo"], large);
}

TEST_F(WorkerTest, what_was_sent_ahead_of_one_that_died_is_forgotten) {
  Worker worker(Python("for r in requests():\n"
                       "    if r['die']:\n"
                       "        sys.exit(7)\n"
                       "    answer(r)\n"),
                Long());
  worker.Send({{"die", true}});
  worker.Send({{"die", false}});
  EXPECT_EQ(worker.Receive().outcome, WorkerOutcome::kDied);
  EXPECT_EQ(worker.unanswered(), 0u);
  EXPECT_EQ(worker.Ask({{"die", false}}).outcome, WorkerOutcome::kAnswered);
}

TEST_F(WorkerTest, the_answer_of_one_that_then_died_is_received) {
  Worker worker(Python("for r in requests():\n"
                       "    answer(r)\n"
                       "    sys.exit(0)\n"),
                Long());
  worker.Send(json::object());
  worker.Send({{"text", std::string(8 << 20, 'x')}});
  EXPECT_EQ(worker.Receive().outcome, WorkerOutcome::kAnswered);
  EXPECT_EQ(worker.Receive().outcome, WorkerOutcome::kDied);
}

TEST_F(WorkerTest, a_second_answer_is_none_to_the_request_ahead) {
  Worker worker(Python("for r in requests():\n"
                       "    answer(r)\n"
                       "    answer(r)\n"),
                Long());
  worker.Send(json::object());
  worker.Send(json::object());
  EXPECT_EQ(worker.Receive().outcome, WorkerOutcome::kAnswered);
  EXPECT_EQ(worker.Receive().outcome, WorkerOutcome::kBabbled);
}

TEST_F(WorkerTest, a_slow_one_has_the_time_of_the_limit) {
  Worker worker(Python("for r in requests():\n"
                       "    time.sleep(0.5)\n"
                       "    answer(r, slow=True)\n"),
                Long());
  EXPECT_EQ(worker.Ask(json::object()).answer["slow"], true);
}

TEST_F(WorkerTest, an_answer_in_pieces_is_one_answer) {
  Worker worker(Python("for r in requests():\n"
                       "    text = json.dumps({'id': r['id'], 'long': 'x' * "
                       "200000}) + '\\n'\n"
                       "    for i in range(0, len(text), 50000):\n"
                       "        sys.stdout.write(text[i:i + 50000])\n"
                       "        sys.stdout.flush()\n"
                       "        time.sleep(0.02)\n"),
                Long());
  EXPECT_EQ(worker.Ask(json::object()).answer["long"].get<std::string>().size(),
            200000u);
}

TEST_F(WorkerTest,
       an_answer_with_a_fault_is_babble_and_the_next_is_asked_anew) {
  Worker worker(Python("for r in requests():\n"
                       "    answer(r, steps=r['steps'])\n"),
                Long(), [](const json& answer) -> std::string {
                  return answer["steps"].is_object() ? "" : "no steps";
                });
  const WorkerReply babbled = worker.Ask({{"steps", 5}});
  EXPECT_EQ(babbled.outcome, WorkerOutcome::kBabbled);
  EXPECT_THAT(babbled.detail, HasSubstr("no answer, since no steps: {"));
  EXPECT_EQ(worker.Ask({{"steps", json::object()}}).outcome,
            WorkerOutcome::kAnswered);
  EXPECT_EQ(worker.starts(), 2);
}

TEST_F(WorkerTest, what_is_no_answer_is_babble) {
  for (const char* babble :
       {"print('Using TensorFlow backend.', flush=True)",
        "print('[1, 2]', flush=True)", "print('{\"id\": 1', flush=True)",
        "os.write(1, b'\\xff\\xfe\\n')", "print(flush=True)"}) {
    Worker worker(Python(absl::StrCat("for r in requests():\n    ", babble,
                                      "\n    answer(r)\n")),
                  Long());
    EXPECT_EQ(worker.Ask(json::object()).outcome, WorkerOutcome::kBabbled)
        << babble;
  }
}

TEST_F(WorkerTest, an_answer_to_another_request_is_babble) {
  Worker worker(
      Python("for r in requests(): answer(dict(r, id=r['id'] + 1))\n"), Long());
  const WorkerReply reply = worker.Ask(json::object());
  EXPECT_EQ(reply.outcome, WorkerOutcome::kBabbled);
  EXPECT_THAT(reply.detail, HasSubstr("another request"));
}

TEST_F(WorkerTest, one_that_closes_its_output_died) {
  Worker worker(Python("for r in requests():\n"
                       "    os.close(1)\n"
                       "    time.sleep(600)\n"),
                Long());
  const WorkerReply reply = worker.Ask(json::object());
  EXPECT_EQ(reply.outcome, WorkerOutcome::kDied);
  EXPECT_THAT(reply.detail, HasSubstr("closed its output"));
}

TEST_F(WorkerTest, the_error_stream_is_no_channel) {
  Worker worker(Python("for r in requests():\n"
                       "    print('{\"id\": 99}' * 100000, file=sys.stderr)\n"
                       "    answer(r)\n"),
                Long());
  EXPECT_EQ(worker.Ask(json::object()).outcome, WorkerOutcome::kAnswered);
}

TEST_F(WorkerTest, what_a_worker_started_ends_with_it) {
  // The child holds the worker's own input; its end shows that it was killed.
  const std::string path = absl::StrCat(testing::TempDir(), "/child");
  Worker worker(Python(absl::StrCat(
                    "import subprocess\n"
                    "for r in requests():\n"
                    "    child = subprocess.Popen(['/bin/sleep', '600'])\n"
                    "    open('",
                    path,
                    "', 'w').write(str(child.pid))\n"
                    "    time.sleep(600)\n")),
                Short());
  EXPECT_EQ(worker.Ask(json::object()).outcome, WorkerOutcome::kHung);
  std::string pid;
  std::ifstream(path) >> pid;
  // Gone, or a zombie that nobody has buried yet; soon, as the signal is sent.
  std::string state;
  for (int tries = 0; tries < 500; ++tries) {
    state.clear();
    std::string line;
    std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
    while (std::getline(status, line)) {
      if (line.rfind("State:", 0) == 0) state = line;
    }
    if (state.empty() || state.find('Z') != std::string::npos) return;
    absl::SleepFor(absl::Milliseconds(20));
  }
  FAIL() << state;
}

TEST_F(WorkerTest, a_program_that_is_not_there_is_said_so) {
  Worker worker({"/no/such/program"}, Long());
  const WorkerReply reply = worker.Ask(json::object());
  EXPECT_EQ(reply.outcome, WorkerOutcome::kNotStarted);
  EXPECT_THAT(reply.detail, HasSubstr("/no/such/program"));
}

}  // namespace
}  // namespace clonecheck
