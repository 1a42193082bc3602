"""Where a run file may go, and how it is written there: to devices, what is open, mounted files, links.

Argument: the clonecheck program.
"""
import os
import shlex
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults_test_case import FaultsTestCase, LOST, at_most  # noqa: E402

FaultsTestCase.program = os.path.abspath(sys.argv[1])


class OutputPlaces(FaultsTestCase):
    def test_the_file_of_a_device_is_no_file_to_replace(self):
        for device, code in (('/dev/full', 2), ('/dev/null', 1)):
            done = self.run_it(*self.CAMPAIGN, '--out', '', '--json', device)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual('cannot write /dev/full: No space left' in done.stderr, code == 2, done.stderr)
            self.assertIn(LOST, done.stdout)
            self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))

    def test_output_that_goes_into_a_file_keeps_what_is_there(self):
        for mode, before in (('w', ''), ('a', 'of another program\n')):
            self.write('log', before)
            with open(self.path('log'), mode, encoding='utf-8') as log:
                done = self.run_it(*self.CAMPAIGN, '--out', '', '--json', '/dev/stdout', '--seed', '1', stdout=log)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(self.run_it('--version', stdout=log).returncode, 0)
            text = self.read('log')
            self.assertTrue(text.startswith(before), text[:200])
            self.assertLess(text.index(LOST), text.index('"version"'))
            self.assertIn('clonecheck', text[text.rindex('}'):])

    def test_an_output_that_is_not_open_is_refused_before_anything_is_done(self):
        done = self.run_it(*self.CAMPAIGN, '--out', 'found', '--json', '/dev/fd/9')
        self.assertEqual(done.returncode, 2)
        self.assertIn('"/dev/fd/9" is not open for writing; name a file', done.stderr)
        self.assertFalse(os.path.exists(self.path('found')))

    def test_a_long_name_is_no_longer_while_the_file_is_made(self):
        name = 'n' * 250 + '.json'
        self.assertEqual(self.run_it(*self.CAMPAIGN, '--out', '', '--json', name).returncode, 1)
        self.assertEqual(self.load(name)['cases'], 40)
        full = self.run_it(*self.CAMPAIGN, '--out', '', '--json', name, preexec_fn=at_most(4096))
        self.assertEqual(full.returncode, 2, full.stderr)
        self.assertEqual(self.load(name)['cases'], 40)
        self.no_remains()

    @unittest.skipIf(os.getuid() != 0, 'mounting is for root')
    def test_a_file_that_is_mounted_is_written_to(self):
        for folder in ('open', 'closed'):
            os.mkdir(self.path(folder))
            self.write(folder + '.json', 'the last one')
            self.write(folder + '/run.json', '')
            command = shlex.join([self.program, *self.CAMPAIGN, '--out', '', '--json', folder + '/run.json'])
            mounts = ['mount --bind closed closed', 'mount -o remount,bind,ro closed'] if folder == 'closed' else []
            mounts.append('mount --bind %s.json %s/run.json' % (folder, folder))
            done = subprocess.run(['unshare', '--mount', 'sh', '-c', ' && '.join(mounts + ['exec ' + command])],
                                  cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)
            if 'unshare failed' in done.stderr or done.stderr.startswith('mount: '):
                self.skipTest(done.stderr)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(self.load(folder + '.json')['cases'], 40)
        self.no_remains()

    def test_a_link_stays_a_link(self):
        self.write('there.json', '')
        os.symlink('there.json', self.path('run.json'))
        self.assertEqual(self.run_it(*self.CAMPAIGN, '--out', '', '--json', 'run.json').returncode, 1)
        self.assertTrue(os.path.islink(self.path('run.json')))
        self.assertEqual(self.load('there.json')['cases'], 40)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
