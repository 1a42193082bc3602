"""Each command that takes time, told to stop by Control-C or SIGTERM: what was found is written, and the exit code says so.

Arguments: the clonecheck program, and a candidate that is right.
"""
import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake_target  # noqa: E402
import scratch_test_case  # noqa: E402

PROGRAM, CANDIDATE = (os.path.abspath(path) for path in sys.argv[1:3])
SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS = 120  # the longest that a command may take to end
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


def listens(process):
    """Whether it has begun to hear signals."""
    with open('/proc/%d/status' % process, encoding='utf-8') as file:
        caught = next(line.split()[1] for line in file if line.startswith('SigCgt'))
    return int(caught, 16) >> (signal.SIGTERM - 1) & 1


class InterruptTest(scratch_test_case.ScratchTestCase):
    def run_file(self):
        """What an interrupted command has written."""
        run = self.load('run.json')
        self.assertIs(run['interrupted'], True)
        return run

    def remove_outputs(self, arguments):
        """What another signal has had written is not to be taken for this one's."""
        for option, name in zip(arguments, arguments[1:]):
            if option in ('--json', '--out', '--state') and name:
                path = self.path(name)
                if os.path.isdir(path):
                    shutil.rmtree(path)
                elif os.path.exists(path) and not path.startswith('/dev/'):
                    os.remove(path)

    def interrupted(self, number, arguments, after=1.5, until=None):
        """Starts the command and sends the signal, `after` so many seconds of its work, or once it has printed `until` or, if that
        is a function, it says so: the exit code and all that it printed."""
        self.remove_outputs(arguments)
        out = open(self.path('out'), 'w+', encoding='utf-8')
        self.addCleanup(out.close)
        running = subprocess.Popen([PROGRAM] + arguments, cwd=self.folder, stdout=out, stderr=subprocess.STDOUT,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # nohup would have it ignored
        self.wait(running, lambda: listens(running.pid))
        begun = time.monotonic()
        reached = until if callable(until) else lambda: until in self.text() if until else time.monotonic() - begun > after
        self.wait(running, reached)
        running.send_signal(number)
        try:
            running.wait(SECONDS)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            self.fail('it does not end: ' + self.text()[-500:])
        return running.returncode, self.text()

    def interrupted_at_once(self, number, arguments):
        """The same for what takes a part of a second: it gets the signal as soon as it listens. That it ends before now and then,
        where the machine does something else, is no failure."""
        for _ in range(50):
            self.remove_outputs(arguments)
            with open(self.path('out'), 'w', encoding='utf-8') as out:
                running = subprocess.Popen([PROGRAM] + arguments, cwd=self.folder, stdout=out, stderr=subprocess.STDOUT)
            while running.poll() is None and not listens(running.pid):
                pass
            running.send_signal(number)
            running.wait(SECONDS)
            if 'Interrupted' in self.text():
                return running.returncode, self.text()
        self.fail('it never hears it: ' + self.text()[-500:])

    def wait(self, running, reached):
        end = time.monotonic() + SECONDS
        while not reached():
            said = self.text()[-500:] if os.path.exists(self.path('out')) else ''
            self.assertIsNone(running.poll(), 'it ended before it was told to: ' + said)
            self.assertLess(time.monotonic(), end, 'it does not begin: ' + said)
            time.sleep(0.02)

    def opened_for(self, running, name):
        """The writing end of a pipe, once the command reads from it."""
        while True:
            try:
                return os.open(self.path(name), os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                self.assertEqual(error.errno, errno.ENXIO)  # nobody reads yet
                self.assertIsNone(running.poll())
                time.sleep(0.02)

    def piped(self, running, name):
        """What the command writes into a pipe; nothing if it ends without."""
        text = b''
        end = time.monotonic() + SECONDS
        with open(os.open(self.path(name), os.O_RDONLY | os.O_NONBLOCK), 'rb', buffering=0) as pipe:
            while time.monotonic() < end:
                some = pipe.read(1 << 16)  # None: there will be more; empty: nobody writes
                text += some or b''
                if some == b'' and (text or running.poll() is not None):
                    break
                if not some:
                    time.sleep(0.02)
        return text.decode()

    def text(self):
        return self.read('out')


class Commands(InterruptTest):
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


class Judge(InterruptTest):
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
