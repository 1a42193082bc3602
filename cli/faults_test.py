"""A full disk, a reader that ends, a corpus with bad files, two processes on one folder: nothing that was found is lost, and
what could not be written or read is told.

Argument: the clonecheck program.
"""
import ctypes
import fcntl
import json
import os
import re
import shlex
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fake_target  # noqa: E402
from faults_test_case import FaultsTestCase, LOST, at_most  # noqa: E402

PROGRAM = FaultsTestCase.program = os.path.abspath(sys.argv[1])
PRCTL = ctypes.CDLL(None).prctl
CASE = {'clonecheck': 1, 'inputs': [{'shape': [None, 4]}], 'layers': [{'class': 'Lambda', 'config': {'function': 'two'}}],
        'calls': [{'layer': 0, 'inputs': ['i0']}], 'model': {'inputs': ['i0'], 'outputs': ['c0.1']}}


def bound_by_permissions():
    """In a program that is about to begin: what files and folders allow holds for root, too."""
    PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        PRCTL(PR_CAPBSET_DROP, capability, 0, 0, 0)  # refused to any other user, who has none


class FullDisk(FaultsTestCase):
    def test_a_run_file_costs_no_findings_and_leaves_the_old_one(self):
        self.write('run.json', 'the last one')
        done = self.run_it(*self.CAMPAIGN, '--out', '', '--json', 'run.json', preexec_fn=at_most(4096))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write run.json: File too large', done.stderr)
        self.assertIn(LOST, done.stdout)
        self.assertEqual(self.read('run.json'), 'the last one')
        self.no_remains()

    def test_witnesses_that_cannot_be_written_are_told(self):
        done = self.run_it(*self.CAMPAIGN, '--out', 'found', '--json', '/dev/stdout', '--quiet', preexec_fn=at_most(10))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write found/', done.stderr)
        self.assertIn(LOST, done.stdout)
        self.assertEqual(os.listdir(self.path('found')), [])

    def test_what_is_small_enough_is_written(self):
        done = self.run_it(*self.CAMPAIGN, '--out', 'found', preexec_fn=at_most(1000))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write found/', done.stderr)
        whole = self.run_it(*self.CAMPAIGN, '--out', 'whole', '--json', 'whole.json')
        self.assertEqual(whole.returncode, 1)
        names = [name for name in os.listdir(self.path('whole')) if os.path.getsize(self.path('whole', name)) <= 1000]
        self.assertGreater(len(names), 1)
        self.assertEqual(sorted(os.listdir(self.path('found'))), sorted(names))
        for finding in self.load('whole.json')['cloners']['keras-2.2.4']['findings']:
            self.assertIn(finding['replay'].replace('whole/', 'found/'), done.stdout)

    def test_what_a_hunt_finds_is_written_where_it_can_be(self):
        target = fake_target.command(fake_target.renames)
        hunt = ('fuzz', '--target', target, '--cases', '20', '--jobs', '1')
        self.assertEqual(self.run_it(*hunt, '--out', 'whole').returncode, 1)
        sizes = {name: os.path.getsize(self.path('whole', name)) for name in os.listdir(self.path('whole'))}
        most = sorted(sizes.values())[len(sizes) // 2]
        done = self.run_it(*hunt, '--out', 'found', preexec_fn=at_most(most))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write found/', done.stderr)
        self.assertEqual(sorted(os.listdir(self.path('found'))), sorted(name for name, size in sizes.items() if size <= most))
        # What it names is there, and a case that is not is to be had by its number.
        self.assertEqual(self.named_and_missing(done.stdout), [])
        cases = [name for name in sizes if name.endswith('.json') and not name.endswith('.finding.json')]
        self.assertEqual(done.stdout.count(' --first-case '), sum(sizes[name] > most for name in cases), done.stdout)

    def named_and_missing(self, text):
        return [name for name in re.findall(r"[^\s'\"]*found/[^\s,'\"]+", text) if not os.path.exists(self.path(name))]

    def test_a_hunt_that_can_write_no_case_names_none(self):
        hunt = ('fuzz', '--target', fake_target.command(fake_target.renames), '--cases', '20', '--jobs', '1')
        done = self.run_it(*hunt, '--out', 'found', '--json', '/dev/stdout', preexec_fn=at_most(10))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual([name for name in os.listdir(self.path('found')) if name.endswith('.json')], [])
        self.assertEqual(self.named_and_missing(done.stdout), [])
        self.assertEqual(done.stdout.count(' --first-case '), 2, done.stdout)  # of the finding: in words, and in the run file

    def test_an_enumeration_tells_what_it_has_where_its_state_cannot_be_kept(self):
        command = ('enumerate', '--max-calls', '3', '--cloners', 'keras-2.2.4', '--state')
        self.assertEqual(self.run_it(*command, 'whole.json').returncode, 1)
        # The state that it begins with is smaller than the one that it ends with.
        done = self.run_it(*command, 'state.json', preexec_fn=at_most(os.path.getsize(self.path('whole.json')) - 100))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write state.json', done.stderr)
        self.assertIn(LOST, done.stdout)
        self.assertEqual(self.load('state.json')['next'], 0)
        self.no_remains()

    def test_an_enumeration_whose_state_cannot_be_written_at_all_does_not_begin(self):
        done = self.run_it('enumerate', '--max-calls', '3', '--cloners', 'keras-2.2.4', '--state', 'state.json',
                           preexec_fn=at_most(100))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('cannot write state.json', done.stderr)
        self.assertEqual(done.stdout, '')
        self.no_remains()

    def test_reports(self):
        self.assertEqual(self.run_it(*self.CAMPAIGN, '--out', '', '--json', 'run.json').returncode, 1)
        for kind in ('html', 'junit', 'sarif', 'markdown'):
            self.write('report', 'the last one')
            done = self.run_it('report', 'run.json', '--' + kind, 'report', preexec_fn=at_most(100))
            self.assertEqual(done.returncode, 2, kind)
            self.assertIn('cannot write report: File too large', done.stderr)
            self.assertEqual(self.read('report'), 'the last one', kind)
        self.no_remains()

    def test_of_witnesses_and_the_run_file_each_is_told(self):
        done = self.run_it(*self.CAMPAIGN, '--out', 'found', '--json', 'run.json', preexec_fn=at_most(100))
        self.assertEqual(done.returncode, 2)
        self.assertIn('cannot write found/', done.stderr)
        self.assertRegex(done.stderr, r'Of (\d+) witnesses \1 lack a file')
        self.assertIn('cannot write run.json', done.stderr)
        self.no_remains()

    def test_a_report_that_cannot_be_written_costs_no_other(self):
        self.assertEqual(self.run_it(*self.CAMPAIGN, '--out', '', '--json', 'run.json').returncode, 1)
        done = self.run_it('report', 'run.json', '--html', '/dev/full', '--junit', '/dev/full', '--sarif', 'run.sarif')
        self.assertEqual(done.returncode, 2)
        self.assertIn('cannot write /dev/full', done.stderr)
        self.assertEqual(self.load('run.sarif')['version'], '2.1.0')

    def test_what_other_commands_write(self):
        case, target = self.write('case.json', CASE), fake_target.command(fake_target.agrees)
        commands = {
            'run.json': (['check', case, '--cloners', 'keras-2.2.4'], ['replay', case, '--cloners', 'keras-2.2.4'],
                         ['fidelity', '--target', target, '--cases', '3', '--jobs', '1', '--max-evaluations', '1'],
                         ['fuzz', '--target', target, '--cases', '3', '--jobs', '1', '--out', ''],
                         ['replay', case, '--target', target]),
            'small.json': (['shrink', case, '--cloner', 'keras-2.2.4'],),
        }
        for file, of_file in commands.items():
            for command in of_file:
                self.write(file, 'the last one')
                with self.subTest(command=command):
                    done = self.run_it(*command, '--out' if file == 'small.json' else '--json', file, preexec_fn=at_most(20))
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn('cannot write %s: File too large' % file, done.stderr)
                    self.assertEqual(self.read(file), 'the last one')
        self.no_remains()

    def test_what_is_printed(self):
        self.write('case.json', CASE)
        commands = (('show', 'case.json'), ('list', 'layers'), ('--help',), ('check', 'case.json', '--cloners', 'fixed'),
                    ('shrink', 'case.json', '--cloner', 'keras-2.2.4'), ('fuzz', '--cases', '5', '--cloners', 'fixed'))
        for command in commands:
            with open('/dev/full', 'wb') as full:
                done = self.run_it(*command, stdout=full)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn('cannot write all of the standard output', done.stderr, command)

    def test_a_reader_that_has_ended_costs_no_run_file(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, 'wb') as pipe:
            done = self.run_it(*self.CAMPAIGN, '--out', 'found', '--json', 'run.json', stdout=pipe)
        self.assertEqual((done.returncode, done.stderr), (1, ''))
        self.assertEqual(self.load('run.json')['cases'], 40)
        self.assertTrue(os.listdir(self.path('found')))

    def test_a_reader_of_the_run_file_that_has_ended_is_no_error_either(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, 'wb') as pipe:
            done = self.run_it(*self.CAMPAIGN, '--out', 'found', '--json', '/dev/stdout', '--quiet', stdout=pipe)
        self.assertEqual((done.returncode, done.stderr), (1, ''))
        self.assertTrue(os.listdir(self.path('found')))


class BadFiles(FaultsTestCase):
    """A corpus with files that nobody can read, cut off ones, and such as do not belong there."""

    def corpus(self):
        """The names; of all files only the first and the last are cases."""
        whole = json.dumps(CASE)
        os.mkdir(self.path('a-directory.json'))
        os.symlink('nowhere', self.path('gone.json'))
        os.symlink('/proc/self/mem', self.path('fails.json'))  # opens, and gives an error of the device
        return [self.write('a.json', CASE), 'a-directory.json', 'gone.json', 'fails.json', self.write('empty.json', ''),
                self.write('cut-off.json', whole[:len(whole) // 2]), self.write('foreign.json', '{"name": "package"}'),
                self.write('binary.json', '\0\x01\x7f' * 1000), self.write('run.json', '{"version": 1, "cloners": {}}'),
                self.write('z.json', CASE)]

    def test_the_rest_of_the_cases_is_judged(self):
        names = self.corpus()
        done = self.run_it('replay', *names, '--cloners', 'keras-2.2.4', '--json', 'out.json')
        self.assertEqual(done.returncode, 2, done.stdout)
        told = [line for line in done.stderr.splitlines() if line.startswith('clonecheck: ')]
        self.assertEqual(len(told), len(names) - 2, done.stderr)
        for name, line in zip(names[1:-1], told):
            self.assertIn(name, line)
        run = self.load('out.json')
        self.assertEqual(run['cases'], 2)
        self.assertEqual(run['cloners']['keras-2.2.4']['findings'][0]['signature'], LOST)
        self.assertIn('z.json:\n', done.stdout)

    def test_the_rest_of_the_cases_is_judged_on_a_framework(self):
        names = self.corpus()
        target = fake_target.command(fake_target.agrees, 'Lambda')
        done = self.run_it('replay', *names, '--target', target, '--json', 'out.json')
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual([case['file'] for case in self.load('out.json')['cases']], ['a.json', 'z.json'])

    def test_a_state_that_is_cut_off_or_foreign_is_refused_and_stays(self):
        whole = ('enumerate', '--max-calls', '2', '--cloners', 'fixed', '--state', 'state.json')
        self.assertEqual(self.run_it(*whole).returncode, 0)
        state = self.read('state.json')
        for bad in (state[:len(state) // 2], '', 'null', '[]', '{"grammar": 7}', json.dumps(CASE)):
            self.write('state.json', bad)
            done = self.run_it(*whole)
            self.assertEqual(done.returncode, 2, bad[:80])
            self.assertIn('state.json', done.stderr)
            self.assertEqual(self.read('state.json'), bad)

    def test_run_files_that_are_cut_off_or_foreign_are_refused(self):
        self.run_it('fuzz', '--cases', '40', '--cloners', 'keras-2.2.4', '--obligations', 'completes', '--out', '', '--json', 'good.json')
        good = self.read('good.json')
        self.write('old.html', 'the last one')
        for bad in (good[:len(good) // 2], '', 'null', '{}', json.dumps(CASE)):
            self.write('bad.json', bad)
            for command in (['bad.json'], ['good.json', '--baseline', 'bad.json'], ['good.json', 'bad.json']):
                done = self.run_it('report', *command, *([] if len(command) == 2 else ['--html', 'old.html']))
                self.assertEqual(done.returncode, 2, (command, bad[:80]))
                self.assertIn('.json', done.stderr)
        self.assertEqual(self.read('old.html'), 'the last one')


class NotAllowed(FaultsTestCase):
    """Files that the user may not read, and folders that the user may not write to."""

    def run_it(self, *arguments, **options):
        return super().run_it(*arguments, preexec_fn=bound_by_permissions, **options)

    def test_cases_that_may_not_be_read_are_told_and_the_rest_is_judged(self):
        for name in ('a.json', 'secret.json', 'z.json'):
            self.write(name, CASE)
        os.chmod(self.path('secret.json'), 0)
        done = self.run_it('replay', 'a.json', 'secret.json', 'z.json', '--cloners', 'keras-2.2.4', '--json', 'out.json')
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertRegex(done.stderr, 'clonecheck: .*secret.json.*Permission denied')
        self.assertEqual(self.load('out.json')['cases'], 2)
        self.assertIn('z.json:\n', done.stdout)

    def test_a_folder_that_may_not_be_written_to_is_refused_before_anything_is_done(self):
        os.mkdir(self.path('closed'), 0o555)
        for option, name in (('--out', 'closed'), ('--out', 'closed/found'), ('--json', 'closed/run.json')):
            with self.subTest(option=option, name=name):
                done = self.run_it('fuzz', '--cases', '40', '--cloners', 'keras-2.2.4', '--obligations', 'completes', option, name)
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertRegex(done.stderr, '%s: nothing can be written to "%s" .Permission denied.; name a .* elsewhere' % (option, name))
        self.assertEqual(os.listdir(self.path('closed')), [])

    def test_what_cannot_be_replaced_stays(self):
        os.mkdir(self.path('closed'))
        self.write('closed/state.json', '{"an old": "state"}')
        self.write('closed/run.json', 'an old run')
        self.write('closed/mine.json', 'an old run')
        os.chmod(self.path('closed'), 0o555)
        os.chmod(self.path('closed', 'run.json'), 0o444)
        os.chmod(self.path('closed', 'state.json'), 0)
        for arguments in (['fuzz', '--cases', '100', '--cloners', 'fixed', '--out', '', '--json', 'closed/run.json'],
                          ['enumerate', '--max-calls', '1', '--cloners', 'fixed', '--state', 'closed/state.json']):
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertRegex(done.stderr, 'clonecheck: .*closed/.*Permission denied')
        self.assertEqual(self.read('closed', 'run.json'), 'an old run')
        os.chmod(self.path('closed', 'state.json'), 0o600)
        self.assertEqual(self.read('closed', 'state.json'), '{"an old": "state"}')
        # One that may be written to is, though not by another in its place.
        done = self.run_it('fuzz', '--cases', '100', '--cloners', 'fixed', '--out', '', '--json', 'closed/mine.json')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.load('closed/mine.json')['cases'], 100)


class TwoProcesses(FaultsTestCase):
    def test_campaigns_into_one_folder(self):
        campaign = ['fuzz', '--cases', '40', '--cloners', 'keras-2.2.4', '--obligations', 'completes,outputs',
                    '--quiet', '--out', 'found', '--json', 'run.json', '--no-timing']
        for _ in range(3):
            running = [subprocess.Popen([PROGRAM] + campaign, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                       for _ in range(3)]
            for process in running:
                self.assertEqual(process.communicate(timeout=300)[1], b'')
                self.assertEqual(process.returncode, 1)
        shared = self.load('run.json')
        self.no_remains()
        names = sorted(os.listdir(self.path('found')))
        os.rename(self.path('found'), self.path('shared'))
        self.run_it(*campaign)
        self.assertEqual(self.load('run.json'), shared)
        self.assertEqual(sorted(os.listdir(self.path('found'))), names)
        for name in names:
            with open(self.path('found', name), 'rb') as alone, open(self.path('shared', name), 'rb') as together:
                self.assertEqual(alone.read(), together.read(), name)

    def test_different_campaigns_into_one_folder(self):
        """Of a signature that several find the witness of one of them stays, whole; none is lost."""
        running = {}
        for seed in '1234':
            running[seed] = subprocess.Popen(
                [PROGRAM, 'fuzz', '--cases', '40', '--seed', seed, '--cloners', 'keras-2.2.4', '--quiet', '--out', 'found',
                 '--json', seed + '.json'], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for process in running.values():
            self.assertEqual(process.communicate(timeout=300)[1], b'')
            self.assertEqual(process.returncode, 1)
        self.no_remains()
        found = {}
        for seed in running:
            for finding in self.load(seed + '.json')['cloners']['keras-2.2.4']['findings']:
                found.setdefault(finding['signature'], []).append(finding)
        # Some by all, some by one alone, or this would show nothing.
        self.assertEqual({len(findings) for findings in found.values()} & {1, 4}, {1, 4})
        self.assertEqual(sum(name.endswith('.json') for name in os.listdir(self.path('found'))), len(found))
        for signature, findings in found.items():
            replayed = [one['replay'] for one in findings]
            self.assertEqual(len(set(replayed)), 1, replayed)
            words = shlex.split(replayed[0])
            again = self.run_it(*words[1:], '--json', 'again.json')
            self.assertEqual(again.returncode, 0 if findings[0]['severity'] == 'note' else 1, again.stderr)
            shown = self.load('again.json')['cloners']['keras-2.2.4']['findings']
            self.assertEqual([one['signature'] for one in shown], [signature])
            (path,) = [word for word in words if word.startswith('found/')]
            self.assertIn(self.load(path), [one['witness'] for one in findings])

    def test_hunts_into_one_folder(self):
        hunt = ['fuzz', '--target', fake_target.command(fake_target.renames), '--cases', '20', '--jobs', '1', '--quiet', '--out']
        running = [subprocess.Popen([PROGRAM] + hunt + ['found'], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for _ in range(3)]
        for process in running:
            self.assertEqual(process.communicate(timeout=300)[1], b'')
            self.assertEqual(process.returncode, 1)
        self.no_remains()
        self.assertEqual(self.run_it(*hunt, 'alone').returncode, 1)
        names = sorted(os.listdir(self.path('alone')))
        self.assertEqual(sorted(os.listdir(self.path('found'))), names)
        for name in names:
            self.assertEqual(self.read('found', name).replace('found/', 'alone/'), self.read('alone', name), name)

    def test_reports_and_shrinks_into_one_folder(self):
        """What several write at once is what one writes."""
        case = self.write('case.json', CASE)
        self.assertEqual(self.run_it('replay', case, '--cloners', 'keras-2.2.4', '--json', 'run.json').returncode, 1)
        for command, written in (
                (['shrink', case, '--cloner', 'keras-2.2.4', '--out', 'small.json'], ['small.json']),
                (['report', 'run.json', '--html', 'run.html', '--junit', 'run.xml', '--sarif', 'run.sarif'],
                 ['run.html', 'run.xml', 'run.sarif'])):
            first = self.run_it(*command)
            alone = [self.read(name) for name in written]
            running = [subprocess.Popen([PROGRAM] + command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True) for _ in range(4)]
            for process in running:
                self.assertEqual(process.communicate(timeout=300)[1], first.stderr)
                self.assertEqual(process.returncode, first.returncode)
            self.assertEqual([self.read(name) for name in written], alone)
        self.no_remains()

    def test_enumerations_with_one_state(self):
        command = ['enumerate', '--max-calls', '3', '--cloners', 'fixed', '--state', 'state.json', '--quiet']
        running = [subprocess.Popen([PROGRAM] + command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for _ in range(4)]
        for process in running:
            self.assertEqual(process.communicate(timeout=300)[1], b'')
            self.assertEqual(process.returncode, 0)
        self.assertTrue(self.load('state.json')['complete'])
        self.no_remains()

    def test_an_enumeration_goes_on_where_its_caller_holds_the_folder(self):
        """As in `flock FOLDER clonecheck enumerate --state FOLDER/state.json`."""
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        done = self.run_it('enumerate', '--max-calls', '2', '--cloners', 'fixed', '--state', 'state.json', '--quiet')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertTrue(self.load('state.json')['complete'])

    def test_different_enumerations_with_one_state(self):
        """The one that comes later to the file leaves it to the other, and gives out what it has."""
        running = [subprocess.Popen([PROGRAM, 'enumerate', '--max-calls', calls, '--cloners', 'fixed', '--state', 'state.json',
                                     '--quiet', '--json', calls + '.json'],
                                    cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for calls in ('3', '4')]
        said = [process.communicate(timeout=300)[1].decode() for process in running]
        codes = [process.returncode for process in running]
        self.assertEqual(sorted(codes), [0, 2], said)
        self.assertIn('state.json: this is the state of another enumeration', said[codes.index(2)])
        self.assertIn('another --state file', said[codes.index(2)])
        state = self.load('state.json')
        self.assertTrue(state['complete'])
        self.assertEqual(state['max_calls'], 3 + codes.index(0))
        self.no_remains()


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
