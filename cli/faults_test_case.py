"""What tests of files that cannot be written stand on: a campaign that finds something, and a disk that is full."""
import os
import resource
import subprocess

import scratch_test_case

LOST = 'keras-2.2.4/completes/could-not-compute-output/Lambda'


def at_most(size):
    """In a program that is about to begin: no file of it gets larger, as on a disk that is full from there on."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class FaultsTestCase(scratch_test_case.ScratchTestCase):
    program = None  # a test says which clonecheck it is that it runs
    CAMPAIGN = ('fuzz', '--cases', '40', '--cloners', 'keras-2.2.4', '--obligations', 'completes,outputs')

    def run_it(self, *arguments, **options):
        options = {'stdout': subprocess.PIPE, **options}
        return subprocess.run([self.program, *arguments], cwd=self.folder, stderr=subprocess.PIPE, text=True, check=False,
                              timeout=300, **options)

    def no_remains(self):
        remains = [name for _, _, names in os.walk(self.folder) for name in names if name.endswith('.tmp')]
        self.assertEqual(remains, [])
