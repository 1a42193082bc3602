"""fuzz/coverage says what to do where the programs are not that it is told to run.

Usage: coverage_test.py COVERAGE
"""
import os
import subprocess
import sys
import tempfile
import unittest

COVERAGE = os.path.abspath(sys.argv.pop(1))


class Coverage(unittest.TestCase):

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
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'clone_fuzzer'), 'w', encoding='utf-8'):
                pass
            self.assertIn('clone_fuzzer_seed_corpus.zip is not there', self.refused(folder))


if __name__ == '__main__':
    unittest.main()
