"""fuzz/coverage, rates and mutator-trials say what to do where a program is missing or a disk is full, keep what a fuzzer finds, and
leave none behind.

Usage: measuring_test.py COVERAGE MUTATOR_TRIALS RATES
"""
import json
import os
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

COVERAGE, TRIALS, RATES = (os.path.abspath(path) for path in sys.argv[1:4])
SECONDS = 60  # the longest that anything may take

# As libFuzzer behaves: works until it is told to end by a file, or finds something.
FUZZER = """#!/usr/bin/python3 -S
import os, sys, time
options = dict(word[1:].split('=', 1) for word in sys.argv[1:] if word.startswith('-'))
if %r:
    print('SUMMARY: something was found')
    open(options['artifact_prefix'] + 'crash-0', 'w').write('an input')
    print('Test unit written to ' + options['artifact_prefix'] + 'crash-0')
    sys.exit(77)
open(%r, 'w').write(str(os.getpid()))
while 'stop_file' in options and not os.path.exists(options['stop_file']):
    pass
print('#9 DONE cov: 9 ft: 9')
print('COVERED_FUNC: hits: 1 edges: 1/6 clonecheck::Shrink(int) /a/core/search/shrink.cc:3')
print('  UNCOVERED_PC: /a/core/search/shrink.cc:0')
print('  UNCOVERED_PC: /a/core/search/shrink.cc:7')
print('  UNCOVERED_PC: /a/core/search/shrink.cc:7')
print('  UNCOVERED_PC: /a/core/search/order.h:9')
print('  UNCOVERED_PC: /usr/include/vector:1')
print('UNCOVERED_FUNC: hits: 0 edges: 0/4 clonecheck::Never() /a/core/never.cc:5')
print('COVERED_FUNC: hits: 1 edges: 0/1 __cxx_global_var_init /a/core/search/shrink.cc:2')
print('COVERED_FUNC: hits: 1 edges: 1/2 clonecheck::Other() /a/fuzz/other.cc:5')
print('  UNCOVERED_PC: /a/fuzz/other.cc:6')
print('stat::number_of_executed_units: 9')
"""

# Disks as the scripts see them, whose Python reads this when it begins: with such a path they have no room from so many looks on.
DISKS = """import os
of, first, blocks, looks = %r, %r, %r, 0
def statvfs(path):
    global looks
    looks += of in path
    left = 8000 if of in path and looks >= first else 9000
    # Of 4 kB; then files: all, free, and free to everybody.
    return os.statvfs_result((4096, 4096, 10**6, 10**6, left if blocks else 9000, 10**6, 10**6, 9000 if blocks else left, 0, 255))
os.statvfs = statvfs
"""


class Measuring(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.here = os.path.join(self.folder, 'here')
        os.mkdir(self.here)

    def fuzzer(self, name, finds=False, works=True):
        """It writes its number into the file `begun`. One that does not work takes no time of the processor, and so does not end."""
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write((FUZZER if works else FUZZER.replace('    pass', '    time.sleep(0.1)')) % (
                finds, os.path.join(self.folder, 'begun')))
        os.chmod(path, 0o755)
        with zipfile.ZipFile(path + '_seed_corpus.zip', 'w') as seeds:
            seeds.writestr('seed', 'a seed')
        with open(path + '.options', 'w', encoding='utf-8') as file:
            file.write('[libfuzzer]\n')

    def command(self, script, *arguments):
        return [sys.executable, '-B', script, *arguments, '--programs', self.folder]

    def run_script(self, *arguments, most=None, environment=None):
        """`most`: no file gets larger, in bytes, as on a disk that is full from there on."""
        limit = None if most is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        return subprocess.run(self.command(*arguments), cwd=self.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, timeout=SECONDS, preexec_fn=limit, env=environment)

    def disks(self, look, of='', blocks=True):
        """An environment: from that look on, disks with `of` in their path are short of blocks, or else of files."""
        folder = os.path.join(self.folder, 'disks')
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, 'sitecustomize.py'), 'w', encoding='utf-8') as file:
            file.write(DISKS % (of, look, blocks))
        return dict(os.environ, PYTHONPATH=folder)

    def refused(self, folder):
        done = subprocess.run([sys.executable, '-B', COVERAGE, 'clone_fuzzer', '--seconds', '0', '--programs', folder],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn('Traceback', done.stderr)
        self.assertIn('clone_fuzzer_oss_fuzz.tar', done.stderr)
        return done.stderr

    def test_a_folder_that_is_not_there_is_told(self):
        self.assertIn('/nowhere/clone_fuzzer is not there', self.refused('/nowhere'))

    def test_a_target_without_its_seeds_is_told(self):
        with open(os.path.join(self.folder, 'clone_fuzzer'), 'w', encoding='utf-8'):
            pass
        self.assertIn('clone_fuzzer_seed_corpus.zip is not there', self.refused(self.folder))

    def test_what_one_target_finds_is_kept_and_costs_no_other(self):
        self.fuzzer('a_fuzzer', finds=True)
        self.fuzzer('b_fuzzer')
        done = self.run_script(COVERAGE, 'a_fuzzer', 'b_fuzzer', '--seconds', '0.2')
        self.assertEqual(done.returncode, 1)
        self.assertNotIn('Traceback', done.stderr)
        self.assertEqual(os.listdir(self.here), ['a_fuzzer-crash-0'])
        self.assertIn('what it found is in %s:' % os.path.join(self.here, 'a_fuzzer-crash-0'), done.stderr)
        self.assertIn('SUMMARY: something was found', done.stderr)
        self.assertIn('| edges that ran, of how many | 1 of 10 |', done.stdout)
        self.assertIn('Not in this: a_fuzzer.\n', done.stdout)

    def test_a_target_whose_corpus_cannot_be_made_costs_no_other(self):
        self.fuzzer('a_fuzzer')
        self.fuzzer('b_fuzzer')
        with open(os.path.join(self.here, 'b_fuzzer'), 'w', encoding='utf-8'):
            pass  # no folder
        done = self.run_script(COVERAGE, 'b_fuzzer', 'a_fuzzer', '--seconds', '0', '--corpora', self.here)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn('Traceback', done.stderr)
        self.assertRegex(done.stderr, "b_fuzzer: .*File exists")
        self.assertIn('| edges, % | `a` | any |\n', done.stdout)
        self.assertIn('Not in this: b_fuzzer.\n', done.stdout)

    def test_coverage_that_is_told_to_end_tells_of_the_targets_that_are_done(self):
        self.fuzzer('a_fuzzer')
        self.fuzzer('b_fuzzer', works=False)
        self.fuzzer('c_fuzzer')
        for number, arguments in ((signal.SIGTERM, []), (signal.SIGINT, ['--corpora', os.path.join(self.folder, 'corpora')])):
            with self.subTest(signal=number.name):
                script = subprocess.Popen(self.command(COVERAGE, 'a_fuzzer', 'b_fuzzer', 'c_fuzzer', '--seconds', '0.2', *arguments),
                                          cwd=self.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                # As soon as it is known.
                self.assertEqual(script.stderr.readline(), 'a_fuzzer: 1 of 10 edges of core/ ran\n')
                script.send_signal(number)
                told, said = script.communicate(timeout=SECONDS)
                self.assertEqual(script.returncode, 128 + number)
                self.assertIn('| edges, % | `a` | any |\n', told)
                self.assertIn('| edges that ran, of how many | 1 of 10 | 1 of 10 |\n', told)
                self.assertIn('Not in this: b_fuzzer, c_fuzzer.\n', told)
                self.assertEqual('--corpora FOLDER keeps' in said, not arguments)
                self.assertNotIn('Traceback', said)

    def test_a_target_whose_disk_is_full_is_not_fuzzed_and_costs_no_other(self):
        self.fuzzer('a_fuzzer')
        self.fuzzer('b_fuzzer')
        done = self.run_script(COVERAGE, 'b_fuzzer', 'a_fuzzer', '--seconds', '0.2', '--corpora', self.here,
                               environment=self.disks(1, 'b_fuzzer'))
        self.assertEqual(done.returncode, 1)
        self.assertNotIn('Traceback', done.stderr)
        self.assertIn('b_fuzzer: less than 32 MB are free in %s, and libFuzzer would lose what it finds without a word. Make room\n' % (
            os.path.join(self.here, 'b_fuzzer')), done.stderr)
        self.assertIn('| edges, % | `a` | any |\n', done.stdout)
        self.assertNotIn('b_fuzzer: 9 inputs', done.stdout)
        self.assertIn('Not in this: b_fuzzer.\n', done.stdout)

    def test_what_is_there_is_told_on_a_full_disk_too(self):
        self.fuzzer('b_fuzzer')
        done = self.run_script(COVERAGE, 'b_fuzzer', '--seconds', '0', '--corpora', self.here, environment=self.disks(1))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('| edges that ran, of how many | 1 of 10 | 1 of 10 |\n', done.stdout)

    def test_a_target_whose_disk_gets_full_is_stopped_and_costs_no_other(self):
        self.fuzzer('a_fuzzer')
        self.fuzzer('b_fuzzer')
        for blocks, short in ((True, 'less than 32 MB are free'), (False, 'fewer than 8192 files can be made')):
            with self.subTest(short=short):
                done = self.run_script(COVERAGE, 'b_fuzzer', 'a_fuzzer', '--seconds', '1', '--corpora', self.here,
                                       environment=self.disks(3, 'b_fuzzer', blocks))
                self.assertEqual(done.returncode, 1)
                self.assertNotIn('Traceback', done.stderr)
                self.assertIn('b_fuzzer: %s in %s: stopped before anything is lost. Make room, and start again\n' % (
                    short, os.path.join(self.here, 'b_fuzzer')), done.stderr)
                self.assertIn('| edges, % | `a` | any |\n', done.stdout)
                self.assertIn('Not in this: b_fuzzer.\n', done.stdout)

    def test_where_edges_are_that_are_not_reached_is_told(self):
        self.fuzzer('a_fuzzer')
        told = self.run_script(COVERAGE, 'a_fuzzer', '--seconds', '0').stdout
        self.assertIn('| `core/` | 4 | 1 | 1 | 3 |\n| `core/search/` | 0 | 1 | 1 | 3 |\n', told)
        self.assertIn('  core/search/shrink.cc, 2 edges\n    7 (2)\n  core/search/order.h, 1 edges\n    9\n', told)
        self.assertIn('Functions that no target enters:\n  core/never.cc\n       5  Never, 4 edges\n', told)
        self.assertNotIn('other', told)

    def test_what_a_trial_finds_is_kept_and_so_are_the_trials_before(self):
        self.fuzzer('planted_fuzzer')
        self.fuzzer('planted_fuzzer_of_bytes', finds=True)
        done = self.run_script(TRIALS, '--trials', '1', '--seconds', '0.2')
        self.assertEqual(done.returncode, 1)
        self.assertNotIn('Traceback', done.stderr)
        self.assertEqual(sorted(os.listdir(self.here)), ['mutator-trials.jsonl', 'planted_fuzzer_of_bytes-crash-0'])
        with open(os.path.join(self.here, 'mutator-trials.jsonl'), encoding='utf-8') as file:
            self.assertEqual([json.loads(line)['kind'] for line in file], ['graphs'])

    def trial(self, kind, seed):
        return json.dumps({'kind': kind, 'seed': seed, 'seconds': 0.2, 'took': 0.2, 'inputs': 7, 'edges': 8, 'faults': {}})

    def results(self, text=None):
        """What is in the file of results, or what is put there."""
        path = os.path.join(self.here, 'mutator-trials.jsonl')
        if text is None:
            with open(path, encoding='utf-8') as file:
                return file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return text

    def run_trials(self, **options):
        self.fuzzer('planted_fuzzer')
        self.fuzzer('planted_fuzzer_of_bytes')
        done = self.run_script(TRIALS, '--trials', '1', '--seconds', '0.2', **options)
        self.assertNotIn('Traceback', done.stderr)
        return done

    def test_a_trial_whose_disk_gets_full_is_none(self):
        done = self.run_trials(environment=self.disks(2))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r'^planted_fuzzer: less than 32 MB are free in /\S+: stopped before anything is lost\. Make room, ')
        self.assertEqual((done.stdout, os.listdir(self.here)), ('', []))

    def test_a_trial_that_cannot_be_added_to_the_results_is_printed(self):
        before = self.results(self.trial('graphs', 1).ljust(3000) + '\n')
        done = self.run_trials(most=3050)  # 49 bytes of it
        self.assertEqual(done.returncode, 1)
        self.assertIn('mutator-trials.jsonl: File too large; add the line that is printed to it by hand', done.stderr)
        line = json.loads(done.stdout)
        self.assertEqual((line['kind'], line['seed'], line['edges']), ('bytes', 1, 9))
        self.assertEqual(self.results(), before)
        self.results(before + '\n' + done.stdout.rstrip())  # with an empty line, and without its end
        self.assertIn('1 trials each', self.run_trials().stdout)

    def test_a_last_line_that_is_cut_off_is_told_and_its_trial_is_run_again(self):
        whole, cut = self.trial('graphs', 1), self.trial('bytes', 1)[:-9]
        for end in ('', '\n'):
            with self.subTest(end=end):
                self.results(whole + '\n' + cut + end)
                done = self.run_trials()
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn('mutator-trials.jsonl:2: cut off; left out, and its trial is run again: ' + cut, done.stderr)
                first, second = self.results().splitlines()
                self.assertEqual(first, whole)
                self.assertEqual(json.loads(second)['kind'], 'bytes')

    def test_a_last_line_without_its_end_is_kept(self):
        before = self.results(self.trial('graphs', 1))
        self.assertEqual(self.run_trials().returncode, 0)
        self.assertEqual(self.results().splitlines()[0], before)
        self.assertEqual(len(self.results().splitlines()), 2)

    def test_results_that_cannot_be_read_are_told(self):
        os.mkdir(os.path.join(self.here, 'mutator-trials.jsonl'))
        done = self.run_trials()
        self.assertEqual((done.returncode, done.stderr), (1, 'mutator-trials: mutator-trials.jsonl: Is a directory\n'))

    def test_a_damaged_line_among_the_results_is_told_and_nothing_is_run(self):
        for damaged in (self.trial('graphs', 1)[:-9], '[]', '{"kind": "graphs", "seed": 1, "seconds": 0.2}', '\0'):
            with self.subTest(line=damaged):
                before = self.results(damaged + '\n' + self.trial('bytes', 1) + '\n')
                done = self.run_trials()
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r'^mutator-trials: .*mutator-trials\.jsonl:1: no trial: .*; mend the line, or take it out\n$')
                self.assertEqual((done.stdout, self.results()), ('', before))

    def run_rates(self, finds, environment=None):
        """Of targets, {name: whether it finds something}."""
        built = os.path.join(self.folder, 'bazel-bin', 'fuzz')
        os.makedirs(built)
        for name, one_finds in finds.items():
            self.fuzzer(name, one_finds)
            with tarfile.open(os.path.join(built, name + '_oss_fuzz.tar'), 'w') as tar:
                for file in os.listdir(self.folder):
                    if file.startswith(name):
                        tar.add(os.path.join(self.folder, file), file)
        open(os.path.join(built, 'empty_fuzzer'), 'w', encoding='utf-8').close()
        bazel = os.path.join(self.folder, 'bazel')
        with open(bazel, 'w', encoding='utf-8') as file:
            file.write('#!/bin/sh\n[ "$1" != info ] || echo %s\n' % os.path.dirname(built))
        os.chmod(bazel, 0o755)
        done = subprocess.run([sys.executable, '-B', RATES, *finds, '--build', 'unsanitized', '--seconds', '0.2'],
                              cwd=self.here, env=dict(environment or os.environ, BAZEL=bazel),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=SECONDS)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done

    def test_a_rate_that_is_not_measured_is_told_and_costs_no_other(self):
        done = self.run_rates({'a_fuzzer': True, 'b_fuzzer': False})
        self.assertIn('| `a_fuzzer` | failed |', done.stdout)
        self.assertRegex(done.stdout, r'\| `b_fuzzer` \| \d+ \|')
        self.assertEqual(os.listdir(self.here), ['a_fuzzer-crash-0'])

    def test_a_rate_on_a_disk_that_is_full_is_none(self):
        done = self.run_rates({'a_fuzzer': False}, self.disks(1))
        self.assertIn('| `a_fuzzer` | failed |', done.stdout)
        self.assertRegex(done.stderr, r'a_fuzzer: less than 32 MB are free in /\S+/kept, and libFuzzer would lose what it finds')

    def test_a_script_that_is_told_to_end_leaves_no_fuzzer(self):
        self.fuzzer('a_fuzzer')
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            with self.subTest(signal=number.name):
                begun = os.path.join(self.folder, 'begun')
                script = subprocess.Popen(self.command(COVERAGE, 'a_fuzzer', '--seconds', '1000'), cwd=self.here,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.wait(lambda begun=begun: os.path.exists(begun) and os.path.getsize(begun))
                with open(begun, encoding='utf-8') as file:
                    fuzzer = file.read()
                os.remove(begun)
                script.send_signal(number)
                self.assertNotIn('Traceback', script.communicate(timeout=SECONDS)[1])
                self.assertEqual(script.returncode, -number if number == signal.SIGKILL else 128 + number)
                self.wait(lambda fuzzer=fuzzer: not self.runs(fuzzer))

    def runs(self, process):
        try:
            with open('/proc/%s/stat' % process, encoding='utf-8') as file:
                return file.read().rpartition(')')[2].split()[0] != 'Z'
        except FileNotFoundError:
            return False

    def wait(self, reached):
        end = time.monotonic() + SECONDS
        while not reached():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
