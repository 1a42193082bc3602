"""Each command that takes time, told to stop by Control-C or SIGTERM: what was found is written, and the exit code says so.
(`judge`: interrupt_judge_test.py.)

Argument: the clonecheck program.
"""
import os
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake_target  # noqa: E402
from interrupt_test_case import InterruptTestCase, SECONDS, SIGNALS, listens  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
LAMBDA = {'class': 'Lambda', 'config': {'function': 'two'}}


def target(seconds):
    """It fails on what has a Dense, and takes its time."""
    return fake_target.command(fake_target.fails_on_dense, 'Dense,Activation,Add', seconds)


def chain(calls, layer):
    """A case: a chain of calls of a layer each, of which the last has an output that is lost."""
    return {'clonecheck': 1, 'inputs': [{'shape': [None, 4]}],
            'layers': [layer] * (calls - 1) + [LAMBDA],
            'calls': [{'layer': i, 'inputs': ['c%d' % (i - 1) if i else 'i0']} for i in range(calls)],
            'model': {'inputs': ['i0'], 'outputs': ['c%d.1' % (calls - 1)]}}


class InterruptTest(InterruptTestCase):
    program = PROGRAM

    def test_a_campaign(self):
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['fuzz', '--seconds', '1000', '--out', 'found', '--json', 'run.json'])
                self.assertEqual(code, 1, text)
                self.assertIn('Interrupted; here is what was found so far', text)
                findings = self.run_file()['cloners']['keras-2.2.4']['findings']
                self.assertTrue(findings)
                self.assertGreaterEqual(sum(name.endswith('.json') for name in os.listdir(self.path('found'))), len(findings))

    def test_a_campaign_without_findings(self):
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['fuzz', '--seconds', '1000', '--cloners', 'fixed', '--json', 'run.json'])
                self.assertEqual(code, 128 + number, text)
                self.assertGreater(self.run_file()['cases'], 0)

    def test_an_enumeration(self):
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['enumerate', '--max-calls', '7', '--cloners', 'fixed', '--json', 'run.json',
                                                       '--state', 'state.json'])
                self.assertEqual(code, 128 + number, text)
                self.assertIn('goes on from here', text)
                run = self.run_file()
                self.assertIsNone(run['exhausted'])
                self.assertGreater(run['cases'], 0)
                state = self.load('state.json')
                self.assertFalse(state['complete'])
                self.assertGreater(state['next'], 0)  # with 0 it began
                self.assertEqual(state['cases'], run['cases'])

    def test_an_enumeration_with_findings(self):
        code, text = self.interrupted(signal.SIGTERM, ['enumerate', '--max-calls', '7', '--cloners', 'keras-2.2.4', '--json', 'run.json'])
        self.assertEqual(code, 1, text)
        self.assertIn('Interrupted; here is what was found so far', text)
        self.assertTrue(self.run_file()['cloners']['keras-2.2.4']['findings'])

    def test_what_has_nothing_to_stop_ends_at_once_and_writes_nothing(self):
        os.mkfifo(self.path('slow'))  # whoever reads it waits
        for command in (['show', 'slow'], ['report', 'slow', '--html', 'report.html']):
            for number in SIGNALS:
                with self.subTest(command=command, signal=number.name):
                    running = subprocess.Popen([PROGRAM] + command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    file = self.opened_for(running, 'slow')
                    running.send_signal(number)
                    self.assertEqual(running.communicate(timeout=SECONDS)[0], b'')
                    os.close(file)
                    self.assertEqual(running.returncode, -number)
        self.assertEqual(os.listdir(self.folder), ['slow'])

    def test_reports_that_are_being_written_are_written_to_their_end(self):
        subprocess.run([PROGRAM, 'fuzz', '--cases', '50', '--out', '', '--json', 'run.json'], cwd=self.folder, check=False,
                       stdout=subprocess.DEVNULL)
        os.mkfifo(self.path('html'))  # whoever writes to it waits
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                running = subprocess.Popen([PROGRAM, 'report', 'run.json', '--html', 'html', '--junit', 'run.xml'], cwd=self.folder,
                                           stdout=subprocess.DEVNULL)
                self.wait(running, lambda: listens(running.pid))
                running.send_signal(number)
                self.assertIn('</html>', self.piped(running, 'html'))
                self.assertEqual(running.wait(SECONDS), 1)
                self.assertIn('</testsuites>', self.read('run.xml'))
                os.remove(self.path('run.xml'))
        self.assertEqual(sorted(os.listdir(self.folder)), ['html', 'run.json'])

    def test_a_check_of_a_model(self):
        self.write('big.json', chain(1000, {'class': 'Dense', 'config': {'units': 4}}))
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted_at_once(number, ['check', 'big.json', 'big.json', '--cloners', 'keras-2.2.4', '--json',
                                                       'run.json'])
                self.assertEqual(code, 1, text)
                self.assertIn('Interrupted', text)
                run = self.run_file()
                self.assertEqual(run['cases'], 1)
                self.assertEqual(run['cloners']['keras-2.2.4']['findings'][0]['shrink']['status'], 'hurried')

    def test_a_replay_of_cases(self):
        self.write('big.json', chain(1000, {'class': 'Dense', 'config': {'units': 4}}))
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted_at_once(number, ['replay'] + ['big.json'] * 20 + ['--cloners', 'fixed', '--json',
                                                                                              'run.json'])
                self.assertEqual(code, 128 + number, text[-500:])
                self.assertGreater(self.run_file()['cases'], 0)
                self.assertLess(self.run_file()['cases'], 20)

    def test_a_shrink(self):
        self.write('big.json', chain(1000, {'class': 'Dense', 'config': {'units': 4}}))
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted_at_once(number, ['shrink', 'big.json', '--cloner', 'keras-2.2.4', '--out',
                                                               'small.json'])
                self.assertEqual(code, 128 + number, text)
                self.assertIn('(hurried)', text)
                again = subprocess.run([PROGRAM, 'replay', 'small.json', '--cloners', 'keras-2.2.4'], cwd=self.folder,
                                       stdout=subprocess.PIPE, text=True, check=False)
                self.assertIn('could-not-compute-output', again.stdout)

    def test_a_hunt(self):
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['fuzz', '--target', target(0), '--seconds', '1000', '--jobs', '1', '--out',
                                                       'found', '--json', 'run.json'], after=3)
                self.assertEqual(code, 1, text)
                (cloner,) = self.run_file()['cloners'].values()
                self.assertEqual(len(cloner['findings']), 1)
                self.assertEqual(self.run_file()['hunt']['worker_failures'], [])

    def test_a_comparison_with_a_framework(self):
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['fidelity', '--target', target(0.02), '--cases', '100000', '--jobs', '1',
                                                       '--json', 'run.json'], after=3)
                self.assertIn(code, (1, 128 + number), text)
                run = self.run_file()
                self.assertEqual(code == 1, bool(run['differences']), text)
                self.assertLess(run['cases'], 100000)
                self.assertEqual(run['worker_failures'], [])

    def test_a_replay_on_a_framework(self):
        case = chain(2, {'class': 'Dense', 'config': {'units': 4}})
        case['layers'][1] = {'class': 'Activation', 'config': {'activation': 'tanh'}}
        case['model']['outputs'] = ['c1']
        self.write('case.json', case)
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['replay'] + ['case.json'] * 200 + ['--target', target(0.1), '--json',
                                                                                        'run.json'], after=3)
                self.assertEqual(code, 1, text)
                cases = self.run_file()['cases']
                self.assertGreater(len(cases), 0)
                self.assertLess(len(cases), 200)
                self.assertEqual({one['outcome'] for one in cases}, {'judged'})

    def test_a_replay_of_kept_findings(self):
        case = chain(2, {'class': 'Dense', 'config': {'units': 4}})
        case['layers'][1] = {'class': 'Activation', 'config': {'activation': 'tanh'}}
        case['model']['outputs'] = ['c1']
        self.write('kept.json', {'clonecheck_finding': 1, 'row': 'P1', 'says': 'It fails.', 'targets': ['*'], 'operation': 'clone',
                                 'signatures': ['*'], 'needs': ['Dense'], 'seed': 1, 'variants': [], 'graph': case})
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['replay'] + ['kept.json'] * 200 + ['--target', target(0.1), '--json',
                                                                                        'run.json'], after=3)
                self.assertEqual(code, 128 + number, text)
                self.assertIn('Interrupted', text)
                findings = self.run_file()['findings']
                self.assertGreater(len(findings), 0)
                self.assertLess(len(findings), 200)
                self.assertEqual({one['state'] for one in findings}, {'there'}, text[-500:])

    def test_a_shrink_on_a_framework(self):
        case = chain(40, {'class': 'Dense', 'config': {'units': 4}})
        case['layers'][39] = {'class': 'Activation', 'config': {'activation': 'tanh'}}
        case['model']['outputs'] = ['c39']
        self.write('case.json', case)
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                code, text = self.interrupted(number, ['shrink', 'case.json', '--target', target(2), '--out', 'small.json'],
                                              after=3)
                self.assertEqual(code, 128 + number, text)
                self.assertIn('Dense', [layer['class'] for layer in self.load('small.json')['layers']])

    def test_a_terminal_that_is_closed(self):
        code, text = self.interrupted(signal.SIGHUP, ['fuzz', '--seconds', '1000', '--cloners', 'fixed', '--json', 'run.json'])
        self.assertEqual(code, 128 + signal.SIGHUP, text)
        self.assertGreater(self.run_file()['cases'], 0)

    def test_another_signal_later_ends_what_does_not_end(self):
        command = ['replay', 'case.json', '--target', target(30)]  # which is waited for
        case = chain(2, {'class': 'Dense', 'config': {'units': 4}})
        case['layers'][1] = {'class': 'Activation', 'config': {'activation': 'tanh'}}
        case['model']['outputs'] = ['c1']
        self.write('case.json', case)
        running = subprocess.Popen([PROGRAM] + command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not listens(running.pid):
            time.sleep(0.02)
        time.sleep(1)
        running.send_signal(signal.SIGTERM)
        time.sleep(3)
        self.assertIsNone(running.poll())
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(SECONDS / 2), -signal.SIGTERM)

    def test_another_signal_at_once_is_the_same_one(self):
        """`timeout` sends it to the process, and then to its group."""
        running = subprocess.Popen([PROGRAM, 'fuzz', '--seconds', '1000', '--out', '', '--json', 'run.json'], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not listens(running.pid):
            time.sleep(0.02)
        time.sleep(1)
        for _ in range(50):
            running.send_signal(signal.SIGTERM)
            time.sleep(0.001)
        self.assertEqual(running.wait(SECONDS), 1)
        self.assertGreater(self.run_file()['cases'], 0)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
