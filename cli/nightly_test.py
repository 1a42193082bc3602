"""reports/nightly: three nights with a planted change, nights that are cut off, old ones that are pruned, bad usage.

Arguments: the script, and the clonecheck program.
"""
import argparse
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scratch_test_case  # noqa: E402

NIGHTLY, CLONECHECK = (os.path.abspath(path) for path in sys.argv[1:3])
SMALL = ['--cases', '40', '--scopes', 'plain:1', '--targets', 'none']
STEPS = ['enumerate-plain', 'fuzz', 'replay']
SECONDS = 100  # the longest that a step of a test may take

# A clonecheck in which `fixed` has a fault: what mutant-first-output does is given out as done by it.
CHANGED = """#!/usr/bin/python3
import os, subprocess, sys
arguments = sys.argv[1:]
if arguments[0] in ('fuzz', 'enumerate', 'replay'):
    arguments = ['mutant-first-output' if word == 'fixed' else word for word in arguments]
code = subprocess.run([%r] + arguments, check=False).returncode
if arguments[0] in ('fuzz', 'enumerate', 'replay'):
    path = arguments[arguments.index('--json') + 1]
    with open(path) as file:
        text = file.read()
    with open(path, 'w') as file:
        file.write(text.replace('mutant-first-output', 'fixed'))
    if '--out' in arguments:
        out = arguments[arguments.index('--out') + 1]
        for name in os.listdir(out) if os.path.isdir(out) else []:
            os.rename(os.path.join(out, name), os.path.join(out, name.replace('mutant-first-output', 'fixed')))
sys.exit(code)
"""


# A clonecheck that takes its time, the first time that it is asked for this command, unless as one of the steps.
SLOW = """#!/usr/bin/python3
import os, sys, time
if sys.argv[1] == %r and not ('--json' in sys.argv and sys.argv[1] == 'replay') and not os.path.exists(%r):
    open(%r, 'w').close()
    time.sleep(2)
os.execv(%r, [%r] + sys.argv[1:])
"""

# A clonecheck that writes for each command (`report`: as SARIF) the text that it has here, and nothing else.
WRITES = """#!/usr/bin/python3
import sys
texts = %r
name = '--sarif' if sys.argv[1] == 'report' else '--json'
if sys.argv[1] == 'list':
    sys.stdout.buffer.write(texts.get('list', b''))
elif name in sys.argv and sys.argv[1] in texts:
    with open(sys.argv[sys.argv.index(name) + 1], 'w') as file:
        file.write(texts[sys.argv[1]])
"""
NO_CASES = '{"cases": 0, "cases_per_second": null, "exhausted": null, "features": {}, "cloners": {}}'


class NightlyTest(scratch_test_case.ScratchTestCase):
    def setUp(self):
        super().setUp()
        self.scratch, self.folder = self.folder, self.path('nights')
        self.corpus = os.path.join(self.scratch, 'corpus')  # no cases but those that are found
        os.makedirs(self.corpus)

    def script(self, name, text):
        """A program."""
        path = os.path.join(self.scratch, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def start(self, *arguments, program=CLONECHECK, most=None):
        """A night, in a process group of its own; `most`: no file gets larger, in bytes."""
        environment = dict(os.environ, CLONECHECK=program)
        limit = None if most is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        return subprocess.Popen([NIGHTLY, self.folder, '--corpus', self.corpus] + list(arguments), env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=limit,
                                start_new_session=True)

    def night(self, code, *arguments, program=CLONECHECK):
        """Runs a night, which ends with this exit code: what it printed."""
        running = self.start(*arguments, program=program)
        out = running.communicate(timeout=SECONDS)[0]
        self.assertEqual(running.returncode, code, out)
        return out

    def nights(self):
        """What the index shows, the oldest first."""
        match = re.search(r'id="data">(.*?)</script>', self.read('index.html'), re.DOTALL)
        return json.loads(match[1])['nights']

    def step(self, night, name):
        return next(step for step in night['steps'] if step['name'] == name)

    def test_three_nights_show_a_planted_change(self):
        changed = self.script('changed', CHANGED % CLONECHECK)
        outs = [self.night(0, *SMALL, '--cloners', 'fixed'),
                self.night(1, *SMALL, '--cloners', 'fixed', program=changed),
                self.night(0, *SMALL, '--cloners', 'fixed')]
        seeds = [re.search(r'seed (\d+)', out)[1] for out in outs]
        self.assertEqual(len(set(seeds)), 3)
        before, with_it, after = self.nights()
        self.assertEqual([str(night['seed']) for night in (before, with_it, after)], seeds)
        self.assertEqual([night['status'] for night in (before, with_it, after)], ['complete'] * 3)
        self.assertEqual([step['findings'] for step in before['steps']], [0, 0])
        found = self.step(with_it, 'enumerate-plain')['new']
        self.assertIn('fixed/outputs/output-values/Lambda', found)
        self.assertEqual(self.step(with_it, 'fuzz')['baseline'], before['name'])
        # Its smallest graphs were kept, and are judged again by the third night, which finds nothing.
        self.assertEqual([step['name'] for step in before['steps']], STEPS[:2])  # nothing to replay yet
        self.assertEqual([step['name'] for step in with_it['steps']], STEPS)
        self.assertEqual([step['name'] for step in after['steps']], STEPS)
        self.assertEqual(self.step(after, 'enumerate-plain')['gone'], found)
        self.assertEqual(self.step(after, 'replay')['cases'], len(with_it['added']))
        self.assertGreater(len(self.step(after, 'replay')['gone']), 0)
        self.assertIn('fixed-outputs-output-values-Lambda', with_it['added'])
        self.assertEqual(after['added'], [])
        # The trend has numbers for every night.
        for night in (before, with_it, after):
            self.assertEqual(self.step(night, 'fuzz')['cases'], 40)
            self.assertGreater(self.step(night, 'fuzz')['rate'], 0)
            self.assertGreater(self.step(night, 'fuzz')['features']['multi_output_layer'], 0)
        for name in STEPS:
            for ending in ('json', 'html', 'xml', 'sarif', 'md', 'log'):
                self.assertTrue(os.path.exists(self.path('latest', '%s.%s' % (name, ending))), name + ending)

    def test_campaigns_are_over_all_cloners(self):
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(NIGHTLY)), 'nights'))
        import plan
        options = argparse.Namespace(clonecheck=CLONECHECK, cloners=None, cases=10, stop=False)
        campaigns = list(plan.campaigns(options, 1))
        self.assertEqual([command.name for command in campaigns], ['fuzz', 'fuzz-others', 'planted'])
        judged = [name for command in campaigns
                  for name in command.arguments[command.arguments.index('--cloners') + 1].split(',')]
        listed = subprocess.run([CLONECHECK, 'list', 'cloners'], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(sorted(judged), sorted(line.split()[0] for line in listed.splitlines()))

    def test_targets_that_are_not_installed_are_left_out_and_told(self):
        os.environ['CLONECHECK_TARGETS'] = self.scratch
        self.addCleanup(os.environ.pop, 'CLONECHECK_TARGETS')
        self.night(0, '--cases', '5', '--scopes', '', '--cloners', 'fixed')
        (night,) = self.nights()
        self.assertEqual([step['name'] for step in night['steps']], ['fuzz'])
        self.assertIn('tools/setup --targets', night['skipped']['keras-2.2.4'])
        self.assertIn('keras-3.15.1', night['skipped'])

    def wait_for(self, running, text):
        for line in running.stdout:
            if text in line:
                return
        self.fail('it did not say %r' % text)

    def test_a_night_that_is_told_to_stop_reports_what_it_has(self):
        self.night(0, *SMALL, '--cloners', 'fixed')
        running = self.start('--seconds', '10000', '--scopes', 'plain:1', '--targets', 'none', '--cloners', 'fixed')
        self.wait_for(running, 'Random graphs')
        time.sleep(2)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=SECONDS)
        self.assertEqual(running.returncode, 3)
        first, cut = self.nights()
        self.assertEqual(cut['status'], 'partial')
        fuzz = self.step(cut, 'fuzz')
        self.assertFalse(fuzz['complete'])
        self.assertEqual(fuzz['why'], '')
        self.assertGreater(fuzz['cases'], 0)
        self.assertIn('html', fuzz['files'])
        # The next is compared with the last that was complete.
        self.night(0, *SMALL, '--cloners', 'fixed')
        self.assertEqual(self.step(self.nights()[-1], 'fuzz')['baseline'], first['name'])

    def test_control_c_costs_nothing_that_was_found(self):
        """It reaches all programs of the terminal's process group."""
        mutant = [*SMALL, '--cloners', 'mutant-first-output', '--seed', '7']
        self.night(1, *mutant)
        whole = self.step(self.nights()[0], 'enumerate-plain')
        added = [name for name in self.nights()[0]['added'] if 'first-output' in name]
        for command in ('replay', 'report'):
            with self.subTest(during=command):
                shutil.rmtree(self.folder)
                mark = os.path.join(self.scratch, command)
                slow = self.script('slow', SLOW % (command, mark, mark, CLONECHECK, CLONECHECK))
                running = self.start(*mutant, program=slow)
                while not os.path.exists(mark):
                    self.assertIsNone(running.poll())
                    time.sleep(0.02)
                os.killpg(running.pid, signal.SIGINT)
                out = running.communicate(timeout=SECONDS)[0]
                self.assertEqual(running.returncode, 1, out)  # there is something new
                (night,) = self.nights()
                self.assertEqual(night['status'], 'partial')
                self.assertEqual(night['unfit'], [])
                step = self.step(night, 'enumerate-plain')
                self.assertEqual((step['why'], step['new']), ('', whole['new']))
                self.assertTrue(night['added'])
                self.assertLessEqual(set(night['added']), set(added))
                self.assertEqual(len(night['added']), whole['findings'])

    def test_a_smaller_graph_takes_the_place_of_a_larger_one(self):
        mutant = [*SMALL, '--cloners', 'mutant-first-output', '--seed', '7']
        self.night(1, *mutant)
        first, *others = self.nights()[0]['added']
        kept = self.path('corpus', first + '.json')
        with open(kept, encoding='utf-8') as file:
            smallest = file.read()
        larger = json.loads(smallest)  # as a night that is cut off leaves one
        larger['layers'].append({'class': 'Activation', 'config': {'activation': 'relu'}})
        larger['calls'].append({'layer': len(larger['layers']) - 1, 'inputs': ['i0']})
        with open(kept, 'w', encoding='utf-8') as file:
            json.dump(larger, file)
        os.utime(kept, (1, 1))
        self.night(0, *mutant)
        night = self.nights()[1]
        self.assertEqual((night['smaller'], night['added']), ([first], []))
        with open(kept, encoding='utf-8') as file:
            self.assertEqual(file.read(), smallest)
        self.assertEqual(os.stat(kept).st_mtime, 1)
        self.assertTrue(others)

    def test_a_graph_whose_replay_fails_is_told_and_not_taken_for_unfit(self):
        broken = self.script('broken', """#!/usr/bin/python3
import os, sys
if sys.argv[1] == 'replay' and '--json' not in sys.argv:
    os.kill(os.getpid(), 9)
os.execv(%r, [%r] + sys.argv[1:])
""" % (CLONECHECK, CLONECHECK))
        self.night(1, *SMALL, '--cloners', 'mutant-first-output', '--seed', '7', program=broken)
        (night,) = self.nights()
        self.assertEqual((night['unfit'], night['added']), ([], []))
        self.assertRegex(self.step(night, 'enumerate-plain')['why'], r'^not added to the corpus: .*\.json; clonecheck replay ends with -9')

    def test_records_that_cannot_be_read_are_told_and_cost_no_other_night(self):
        small = [*SMALL[:2], '--scopes', '', '--targets', 'none', '--cloners', 'fixed']
        for _ in range(2):
            self.night(0, *small)
        first, cut = (night['name'] for night in self.nights())
        record = self.read(cut, 'night.json')
        foreign = {'2025-12-31': re.sub('"seconds": .*', '"seconds": %s,' % (400 * '9'), record.replace(cut, '2025-12-31'), count=1), '2025-12-30': re.sub(
            '"seconds": .*', '"seconds": NaN,', record.replace(cut, '2025-12-30'), count=1), '2026-01-01': '{}', '2026-01-02': '[]', '2026-01-03': '', '2026-01-04': record,
                   '2026-01-05': record.replace(cut, '2026-01-05').replace('"steps": [', '"steps": [1, '),
                   '2026-01-06': re.sub('"number": .*', '"number": "one",', record.replace(cut, '2026-01-06'))}
        self.write(cut + '/night.json', record[:len(record) // 2])
        for name, text in foreign.items():
            os.makedirs(self.path(name))
            self.write(name + '/night.json', text)
        os.makedirs(self.path('2026-01-07'))
        os.symlink('nowhere', self.path('2026-01-07', 'night.json'))
        out = self.night(0, *small, '--keep', '1')
        for name in [cut, *foreign, '2026-01-07']:
            self.assertRegex(out, r'nightly: %s is left out, and stays as it is: .*/%s/night\.json: ' % (name, name))
        self.assertEqual(self.read(cut, 'night.json'), record[:len(record) // 2])
        self.assertTrue(os.path.exists(self.path(cut, 'fuzz.json')))
        self.assertEqual([night['name'] for night in self.nights()][0], first)
        self.assertEqual(len(self.nights()), 2)
        self.assertEqual(self.step(self.nights()[-1], 'fuzz')['baseline'], first)

    def test_a_program_that_lists_nothing_ends_the_night_with_a_message(self):
        broken = self.script('broken', '#!/bin/sh\necho "no cloners today" >&2\nexit 4\n')
        out = self.night(3, '--cases', '5', '--scopes', '', '--targets', 'none', program=broken)
        self.assertRegex(out, r'nightly: cannot go on: .*/broken list cloners: exit code 4: no cloners today')
        self.assertNotIn('Traceback', out)

    def breaks_off(self, text, *arguments, **options):
        """Runs a night, which cannot go on: what it says of that."""
        out = self.night(3, *arguments, **options)
        self.assertNotIn('Traceback', out)
        self.assertRegex(out, r'\nnightly: cannot go on: .*%s.*\n$' % text)
        return out

    def test_what_is_no_run_file_is_told_and_does_not_end_the_night(self):
        for text, why in (('', 'Expecting value'), (NO_CASES[:20], 'Unterminated string'), ('[]', 'list'), ('{}', "no 'cases'"),
                          (NO_CASES.replace('0', '"many"'), "cases is 'many'"), (NO_CASES.replace('"cloners": {}', '"cloners": 1'), 'int'),
                          (NO_CASES.replace('0', 'NaN'), 'NaN is no number of JSON')):
            with self.subTest(text=text):
                program = self.script('writes', WRITES % {'enumerate': text, 'fuzz': NO_CASES})
                out = self.night(3, *SMALL, '--cloners', 'fixed', program=program)
                self.assertNotIn('Traceback', out)
                night = self.nights()[-1]
                self.assertEqual(night['status'], 'partial')
                enumeration, fuzz = (self.step(night, name) for name in ('enumerate-plain', 'fuzz'))
                self.assertRegex(enumeration['why'], r'^its run file .*/%s/enumerate-plain\.json is none: .*%s' % (night['name'], why))
                self.assertEqual((enumeration['complete'], fuzz['complete'], fuzz['why']), (False, True, ''))
                self.assertIn(enumeration['why'], out)

    def test_what_is_no_comparison_and_no_sarif_is_told_and_does_not_end_the_night(self):
        for text in ('', '{}', '[]', '{"cases": 1, "seconds": 1, "differences": [1], "runs": [1]}'):
            with self.subTest(text=text):
                program = self.script('writes', WRITES % {'list': b'keras-2.2.4', 'fuzz': NO_CASES, 'report': text, 'fidelity': text})
                out = self.night(3, '--cases', '1', '--scopes', '', '--cloners', 'fixed', program=program)
                self.assertNotIn('Traceback', out)
                night = self.nights()[-1]
                self.assertEqual(night['status'], 'partial')
                self.assertRegex(self.step(night, 'fuzz')['why'], r'^nothing is known to be new: .*/fuzz\.sarif is none: ')
                self.assertRegex(self.step(night, 'fidelity-keras-2.2.4')['why'], r'^its run file .*/fidelity-keras-2\.2\.4\.json is none')

    def test_a_night_that_breaks_off_does_not_stay_running(self):
        # The next step can have no log.
        enumerates = WRITES % {'enumerate': NO_CASES} + "if sys.argv[1] == 'enumerate':\n" \
            "    import os\n    os.mkdir(os.path.join(os.path.dirname(sys.argv[sys.argv.index('--json') + 1]), 'fuzz.log'))\n"
        out = self.breaks_off(r'/fuzz\.log', *SMALL, '--cloners', 'fixed', program=self.script('enumerates', enumerates))
        (night,) = self.nights()
        self.assertEqual(night['status'], 'partial')
        self.assertIn('/fuzz.log', night['skipped']['what was to follow'])
        self.assertTrue(self.step(night, 'enumerate-plain')['complete'])
        self.assertIn('what was written before stays in %s' % self.folder, out)

    def test_what_nobody_thought_of_ends_the_night_with_a_message(self):
        program = self.script('lists', WRITES % {'list': b'\377'})  # no text
        self.breaks_off("UnicodeDecodeError: .*can't decode", '--cases', '1', '--scopes', '', '--targets', 'none', program=program)
        self.assertEqual([night['status'] for night in self.nights()], ['partial'])

    def test_what_a_night_could_not_report_is_no_baseline(self):
        """Else what is new in it would never be told."""
        program = self.script('dies', WRITES % {'enumerate': NO_CASES, 'fuzz': NO_CASES} + "if sys.argv[1] == 'report':\n    sys.exit(2)\n")
        self.night(3, *SMALL, '--cloners', 'fixed', program=program)
        (night,) = self.nights()
        self.assertRegex(self.step(night, 'fuzz')['why'], '^a report is missing')
        self.assertFalse(self.step(night, 'fuzz')['complete'])

    def test_a_folder_whose_name_is_no_text_has_nights(self):
        self.folder = self.path('nights-\udcff')
        program = self.script('writes', WRITES % {'enumerate': NO_CASES, 'fuzz': NO_CASES})
        self.assertIn(r'nights-\udcff/index.html', self.night(0, *SMALL, '--cloners', 'fixed', program=program))

    def test_a_folder_in_which_no_file_can_be_made_ends_the_night_with_a_message(self):
        os.makedirs(self.path('.lock'))
        out = self.night(3, *SMALL, program='/bin/true')
        self.assertRegex(out, r"^nightly: cannot go on: .*/\.lock'.*\n$")

    def test_a_night_whose_words_nobody_takes_goes_on(self):
        program = self.script('writes', WRITES % {'enumerate': NO_CASES, 'fuzz': NO_CASES})
        reader, nobody = os.pipe()
        os.close(reader)
        with open('/dev/full', 'wb') as full, open(nobody, 'wb') as ended:
            for out in (full, ended):
                night = subprocess.run([NIGHTLY, self.folder, '--corpus', self.corpus, *SMALL, '--cloners', 'fixed'], stdout=out,
                                       env=dict(os.environ, CLONECHECK=program), stderr=subprocess.PIPE, check=False, timeout=SECONDS)
                self.assertEqual((night.returncode, night.stderr), (0, b''))
        self.assertEqual([night['status'] for night in self.nights()], ['complete'] * 2)

    def test_what_stays_is_no_news(self):
        mutant = [*SMALL, '--cloners', 'fixed,mutant-first-output', '--seed', '7']
        self.night(1, *mutant)
        self.night(0, *mutant)

    def test_a_night_has_a_limit(self):
        self.night(3, '--seconds', '10000', '--scopes', '', '--targets', 'none', '--cloners', 'fixed', '--limit', '3')
        (night,) = self.nights()
        self.assertEqual(night['status'], 'partial')
        self.assertLess(night['seconds'], SECONDS)

    def test_a_night_that_is_killed_leaves_its_steps(self):
        running = self.start('--seconds', '10000', '--scopes', 'plain:1', '--targets', 'none', '--cloners', 'fixed')
        self.wait_for(running, 'Random graphs')
        running.kill()
        running.communicate(timeout=SECONDS)
        (killed,) = self.nights()
        self.assertEqual(killed['status'], 'running')
        self.assertEqual(self.step(killed, 'enumerate-plain')['complete'], True)
        self.assertTrue(os.path.exists(self.path(killed['name'], 'enumerate-plain.html')))
        self.night(0, *SMALL, '--cloners', 'fixed')
        self.assertEqual([night['status'] for night in self.nights()], ['partial', 'complete'])

    def test_old_nights_are_pruned_and_stay_in_the_trend(self):
        for _ in range(3):
            self.night(0, '--cases', '5', '--scopes', '', '--targets', 'none', '--cloners', 'fixed', '--keep', '2')
        nights = self.nights()
        self.assertEqual(len(nights), 3)
        self.assertEqual(os.listdir(self.path(nights[0]['name'])), ['night.json'])
        self.assertEqual([bool(self.step(night, 'fuzz')['files']) for night in nights], [False, True, True])
        self.assertEqual(self.step(nights[0], 'fuzz')['cases'], 5)

    def test_nights_of_a_clock_that_was_ahead_are_before_this_one(self):
        for day in ('2099-01-01', '2099-01-02'):
            self.night(0, *SMALL[:2], '--scopes', '', '--targets', 'none', '--cloners', 'fixed')
            made = self.nights()[-1]['name']
            os.rename(self.path(made), self.path(day))
            self.write(day + '/night.json', self.read(day, 'night.json').replace(made, day))
        self.night(0, *SMALL[:2], '--scopes', '', '--targets', 'none', '--cloners', 'fixed', '--keep', '1')
        *earlier, last = self.nights()
        self.assertEqual([night['name'] for night in earlier], ['2099-01-01', '2099-01-02'])
        self.assertEqual(self.step(last, 'fuzz')['baseline'], '2099-01-02')
        self.assertIn('html', self.step(last, 'fuzz')['files'])
        self.assertEqual(os.listdir(self.path('2099-01-02')), ['night.json'])

    def test_a_full_disk_ends_the_night_and_loses_no_earlier_one(self):
        self.night(0, *SMALL, '--cloners', 'fixed')
        first, page = self.nights(), self.read('index.html')
        for most in (0, 1000):  # bytes of a file: nothing can be written, or what is short
            running = self.start(*SMALL, '--cloners', 'fixed', most=most)
            out = running.communicate(timeout=SECONDS)[0]
            self.assertEqual(running.returncode, 3, out)
            self.assertIn('nightly: cannot go on: [Errno 27] File too large; what was written before stays in ', out)
            self.assertNotIn('Traceback', out)
            self.assertEqual(self.read('index.html'), page)
            self.assertEqual([name for _, _, names in os.walk(self.folder) for name in names if name.endswith('.part')], [])
        self.night(0, *SMALL, '--cloners', 'fixed')
        self.assertEqual(self.nights()[0], first[0])
        self.assertEqual(self.step(self.nights()[-1], 'fuzz')['baseline'], first[0]['name'])

    def test_a_disk_that_fills_up_costs_what_is_too_large_only(self):
        mutant = ['--cases', '200', '--scopes', 'plain:2', '--targets', 'none', '--cloners', 'mutant-first-output', '--seed', '7']
        running = self.start(*mutant, most=50_000)  # of a report of an enumeration, of a run file of a campaign
        out = running.communicate(timeout=SECONDS)[0]
        self.assertEqual(running.returncode, 1, out)  # there is something new
        (night,) = self.nights()
        self.assertEqual(night['status'], 'partial')
        enumeration, fuzz = (self.step(night, name) for name in ('enumerate-plain', 'fuzz'))
        self.assertRegex(enumeration['why'], r'^a report is missing: clonecheck: cannot write .*/enumerate-plain\.html: File too large')
        self.assertEqual(enumeration['findings'], 2)
        self.assertEqual(sorted(enumeration['files']), ['json', 'log', 'md', 'sarif', 'xml'])
        self.assertRegex(fuzz['why'], r'^exit code 2: clonecheck: cannot write .*/fuzz\.json: File too large')
        # The corpus has what both have found.
        kept = sorted(os.listdir(self.path('corpus')))
        self.assertGreater(len(kept), 10)
        shutil.rmtree(self.folder)
        self.night(1, *mutant)
        self.assertEqual(sorted(os.listdir(self.path('corpus'))), kept)

    def test_a_full_disk_under_the_corpus_ends_the_night_and_is_told(self):
        mutant = [*SMALL, '--cloners', 'mutant-first-output', '--seed', '7']
        self.night(1, *mutant)
        *others, last = sorted(os.listdir(self.path('corpus')))
        os.remove(self.path('corpus', last))
        os.symlink('/dev/full', self.path('corpus', last + '.part'))
        out = self.night(3, *mutant)
        self.assertIn('cannot go on: [Errno 28] No space left on device', out)
        self.assertEqual(sorted(os.listdir(self.path('corpus'))), others)
        self.night(0, *mutant)
        self.assertEqual(sorted(os.listdir(self.path('corpus'))), others + [last])

    def test_a_step_that_fails_is_told_and_does_not_end_the_night(self):
        self.night(3, *SMALL[:2], '--scopes', 'no-such-grammar:2,plain:1', '--targets', 'none', '--cloners', 'fixed')
        (night,) = self.nights()
        self.assertIn('no-such-grammar', self.step(night, 'enumerate-no-such-grammar')['why'])
        self.assertTrue(self.step(night, 'fuzz')['complete'])

    def test_bad_files_in_the_corpus_cost_none_of_the_others(self):
        mutant = [*SMALL, '--cloners', 'mutant-first-output', '--seed', '7']
        self.night(1, *mutant)
        kept = sorted(os.listdir(self.path('corpus')))
        self.assertGreater(len(kept), 0)
        whole = self.read('corpus', kept[0])
        for name, text in (('cut-off.json', whole[:len(whole) // 2]), ('foreign.json', '{}'), ('foreign.txt', 'notes'),
                           ('empty.json', '')):
            self.write('corpus/' + name, text)
        os.symlink('nowhere', self.path('corpus', 'gone.json'))
        os.symlink('/proc/self/mem', self.path('corpus', 'unreadable.json'))  # nobody may read it here, root included
        os.makedirs(self.path('corpus', 'folder.json'))
        self.night(3, *mutant)
        replay = self.step(self.nights()[-1], 'replay')
        self.assertEqual(replay['cases'], len(kept))
        self.assertIn('html', replay['files'])
        self.assertRegex(replay['why'], r'^exit code 2: clonecheck: .*/cut-off\.json: ')
        told = self.read('latest', 'replay.log')
        for name in ('cut-off.json', 'foreign.json', 'empty.json', 'gone.json', 'unreadable.json', 'folder.json'):
            self.assertIn('/%s: ' % name, told)

    def test_bad_usage_is_refused(self):
        for wrong in (['--cases', 'many'], ['--scopes', 'plain'], ['--keep', '0'], ['--cases', '1', '--seconds', '1']):
            self.night(2, *wrong)
        self.assertIn('no program', self.night(2, program='/dev/null'))
        os.makedirs(self.folder, exist_ok=True)
        with open(self.path('.lock'), 'w', encoding='utf-8') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn('another night', self.night(2, *SMALL))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
