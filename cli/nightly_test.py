"""reports/nightly: three nights with a planted change, nights that are cut off, old ones that are pruned, bad usage.

Arguments: the script, and the clonecheck program.
"""
import argparse
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from nightly_test_case import NightlyTestCase, CLONECHECK, NIGHTLY, SECONDS, SMALL  # noqa: E402

STEPS = ['enumerate-plain', 'fuzz', 'replay']

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


class NightlyTest(NightlyTestCase):
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
