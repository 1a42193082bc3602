"""reports/nightly where files, disks and programs fail: what keeps a night from going on is told, and costs nothing that was kept before.

Arguments: the script, and the clonecheck program.
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from nightly_test_case import NightlyTestCase, CLONECHECK, NIGHTLY, SECONDS, SMALL  # noqa: E402

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


class NightlyFaultsTest(NightlyTestCase):
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


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
