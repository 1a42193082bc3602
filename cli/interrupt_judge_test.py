"""`judge`, told to stop by Control-C or SIGTERM: what is known of its candidates is told, and the exit code says so.

Arguments: the clonecheck program, and a candidate that is right.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from interrupt_test_case import InterruptTestCase, SECONDS, SIGNALS  # noqa: E402

PROGRAM, CANDIDATE = (os.path.abspath(path) for path in sys.argv[1:3])

# A candidate that takes its time, once it is right and once it is not.
SLOW = '''
_clone = %s
def _clone_functional_model(model, input_tensors=None):
    import time
    time.sleep(0.01)
    return _clone(model, input_tensors)
'''

# The Python of an installed Keras, as far as --confirm asks: it takes half a second a graph, and finds no fault.
CONFIRMS = '''#!/usr/bin/python3 -S
import json, sys, time
for line in sys.stdin:
    open(%r, 'w').close()
    time.sleep(0.5)
    print(json.dumps({'protocol': 1, 'id': json.loads(line)['id'], 'answers': [{'error': None, 'faults': []}]}), flush=True)
'''


class InterruptJudgeTest(InterruptTestCase):
    program = PROGRAM

    def source(self):
        with open(CANDIDATE, encoding='utf-8') as file:
            return file.read()

    def test_one_candidate_of_which_nothing_is_known_yet(self):
        patch = self.write('patch.py', self.source() + SLOW % '_clone_functional_model')
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['judge', patch, '--cases', '3000', '--max-calls', '2', '--json', 'run.json'])
                self.assertEqual(code, 128 + number, text)
                self.assertRegex(text, r'patch.py: no verdict; on [\d,]+ of [\d,]+ graphs nothing was found that decides')
                self.assertIn('Interrupted; 0 of 1 candidates were judged', text)
                self.assertEqual(self.run_file()['candidates'], [])
                self.assertEqual(self.run_file()['cases'], 0)
                self.assertIsNone(self.run_file()['exhausted'])

    def test_one_candidate_of_which_something_is_known(self):
        wrong = self.write('wrong.py', SLOW % '(lambda model, tensors: None)')
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                # What it finds first may take its time.
                for after in (1.5, 3, 6, 12):
                    code, text = self.interrupted(number, ['judge', wrong, '--cases', '3000', '--max-calls', '2', '--out', 'found',
                                                           '--json', 'run.json'], after)
                    if code == 1:
                        break
                self.assertEqual(code, 1, text)
                self.assertRegex(text, r'interrupted after [\d,]+ of [\d,]+ graphs, on which the verdict rests')
                (judged,) = self.run_file()['candidates']
                self.assertIs(judged['interrupted'], True)
                self.assertLess(judged['graphs'], 3000)
                self.assertEqual(self.run_file()['cases'], judged['graphs'] + judged['not_judged'])
                self.assertNotEqual(judged['verdict'], 'crashes_always')  # of the first graphs nobody knows
                self.assertIn('Interrupted; 0 of 1 candidates were judged, 1 in part', text)
                self.assertTrue(judged['findings'])
                self.assertTrue(os.listdir(self.path('found')))
                self.assertIsNone(self.run_file()['exhausted'])

    def test_a_confirmation(self):
        patch = self.write('patch.py', self.source())
        os.makedirs(self.path('keras2-venv/bin'))
        python = self.write('keras2-venv/bin/python', CONFIRMS % self.path('asked'))
        os.chmod(self.path(python), 0o755)
        os.makedirs(self.path('keras-2.2.4/keras'))
        os.environ['CLONECHECK_TARGETS'] = self.folder
        self.addCleanup(os.environ.pop, 'CLONECHECK_TARGETS')
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['judge', patch, '--cases', '30', '--max-calls', '1', '--confirm', 'keras-2.2.4',
                                                       '--json', 'run.json'], until=lambda: os.path.exists(self.path('asked')))
                os.remove(self.path('asked'))
                self.assertEqual(code, 128 + number, text)
                self.assertRegex(text, r'interrupted: it was asked about \d+ of \d\d')
                (judged,) = self.run_file()['candidates']
                self.assertEqual(judged['verdict'], 'equivalent')
                self.assertNotIn('interrupted', judged)  # it was judged on all graphs
                (confirmed,) = judged['confirmed']
                self.assertIs(confirmed['interrupted'], True)
                self.assertGreater(confirmed['asked'], 0)

    def test_what_comes_when_all_is_judged_interrupts_nothing(self):
        patch = self.write('patch.py', self.source())
        os.mkfifo(self.path('run.json'))  # whoever writes to it waits
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                with open(self.path('out'), 'w', encoding='utf-8') as out:
                    running = subprocess.Popen([PROGRAM, 'judge', patch, '--cases', '30', '--max-calls', '1', '--json', 'run.json'],
                                               cwd=self.folder, stdout=out, stderr=subprocess.STDOUT)
                self.wait(running, lambda: 'patch.py: equivalent' in self.text())
                running.send_signal(number)
                self.assertNotIn('interrupted', json.loads(self.piped(running, 'run.json')))
                self.assertEqual(running.wait(SECONDS), 0, self.text())
                self.assertNotIn('Interrupted', self.text())

    def test_a_judge_that_has_found_something(self):
        wrong = self.write('wrong.py', 'def _clone_functional_model(model, input_tensors=None):\n    return None\n')
        files = [wrong] + [self.write('patch%d.py' % i, self.source()) for i in range(100)]
        code, text = self.interrupted(signal.SIGTERM, ['judge', *files, '--jobs', '1', '--cases', '20', '--max-calls', '2', '--json',
                                                       'run.json'], until='patch1.py')
        self.assertEqual(code, 1, text)
        judged = self.run_file()['candidates']
        self.assertTrue(judged[0]['findings'])
        self.assertLess(len(judged), 101)

    def test_a_judge_whose_run_file_cannot_be_written(self):
        wrong = self.write('wrong.py', 'def _clone_functional_model(model, input_tensors=None):\n    return None\n')
        done = subprocess.run([PROGRAM, 'judge', wrong, '--jobs', '1', '--cases', '5', '--max-calls', '1', '--json', '/dev/full'],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write /dev/full: No space left', done.stderr)
        self.assertIn('wrong.py: ', done.stdout)

    def test_a_judge_whose_witnesses_cannot_be_written(self):
        wrong = self.write('wrong.py', 'def _clone_functional_model(model, input_tensors=None):\n    return None\n')
        done = subprocess.run([PROGRAM, 'judge', wrong, '--jobs', '1', '--cases', '5', '--max-calls', '1', '--out', 'found',
                               '--json', '/dev/null'], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write found/', done.stderr)
        self.assertIn('wrong.py: ', done.stdout)
        self.assertEqual(os.listdir(self.path('found')), [])

    def test_a_judge_of_candidates(self):
        files = [self.write('patch%d.py' % i, self.source()) for i in range(100)]
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['judge', *files, '--jobs', '1', '--cases', '20', '--max-calls', '2',
                                                       '--json', 'run.json'], until='patch1.py')
                self.assertEqual(code, 128 + number, text)
                self.assertRegex(text, r'Interrupted; \d+ of 100 candidates were judged')
                judged = self.run_file()['candidates']
                self.assertEqual([one['file'] for one in judged], files[:len(judged)])
                self.assertEqual({one['verdict'] for one in judged}, {'equivalent'})
                self.assertLess(len(judged), 100)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
