"""A wall clock that jumps: what is limited or measured in seconds goes by a steady one.

Arguments: the clonecheck program, a library that makes the wall clock jump, a candidate that is equivalent, and
which of the classes below.
"""
import os
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake_target  # noqa: E402
import scratch_test_case  # noqa: E402

PROGRAM, CLOCK_JUMPS, CANDIDATE = (os.path.abspath(path) for path in sys.argv[1:4])
JUMPING = dict(os.environ, LD_PRELOAD=CLOCK_JUMPS)


class ClockTest(scratch_test_case.ScratchTestCase):
    """The wall clock is a day ahead at one reading, and two days behind at the next."""

    def run_it(self, *arguments):
        """The run file, and the exit code."""
        done = subprocess.run([PROGRAM, *arguments, '--json', 'run.json'], cwd=self.folder, env=JUMPING, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout)
        return self.load('run.json')


class Commands(ClockTest):
    def test_the_clock_does_jump(self):
        seen = subprocess.run([sys.executable, '-S', '-c', 'import time; print(time.time(), time.time())'], env=JUMPING,
                              stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        self.assertGreater(abs(float(seen[0]) - float(seen[1])), 86400)

    def test_a_campaign_lasts_as_long_as_it_should(self):
        begun = time.monotonic()
        run = self.run_it('fuzz', '--seconds', '2', '--cloners', 'fixed')
        self.assertGreaterEqual(time.monotonic() - begun, 2)
        self.assertGreaterEqual(run['seconds'], 2)
        self.assertLess(run['seconds'], 60)

    def test_an_enumeration_measures_what_it_took(self):
        begun = time.monotonic()
        run = self.run_it('enumerate', '--max-calls', '3', '--cloners', 'fixed')
        self.assertLessEqual(run['seconds'], time.monotonic() - begun)
        self.assertGreater(run['seconds'], 0)

    def test_workers_are_waited_for_as_long_as_they_should_be(self):
        run = self.run_it('fidelity', '--target', fake_target.command(fake_target.says_nothing), '--cases', '30',
                          '--jobs', '2')
        self.assertEqual(run['worker_failures'], [])
        self.assertGreater(run['seconds'], 0)

    def test_a_hunt_lasts_as_long_as_it_should(self):
        begun = time.monotonic()
        run = self.run_it('fuzz', '--target', fake_target.command(fake_target.agrees, 'Lambda,Dense'), '--seconds', '2',
                          '--jobs', '2')
        self.assertGreaterEqual(time.monotonic() - begun, 2)
        self.assertEqual(run['hunt']['worker_failures'], [])
        self.assertGreater(run['cases'], 0)
        self.assertGreaterEqual(run['seconds'], 2)


class Judge(ClockTest):
    def test_a_candidate_is_judged_with_the_time_that_it_should_have(self):
        begun = time.monotonic()
        run = self.run_it('judge', CANDIDATE, '--cases', '20', '--max-calls', '1')
        self.assertEqual(run['candidates'][0]['verdict'], 'equivalent')
        self.assertLessEqual(run['seconds'], time.monotonic() - begun)
        self.assertGreater(run['seconds'], 0)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
