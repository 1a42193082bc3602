"""What tests of the command in Python stand on: a test case with a folder of its own, which is gone afterwards."""
import json
import os
import tempfile
import unittest


class ScratchTestCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(dir=os.environ.get('TEST_TMPDIR'))
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, what):
        """A text, or JSON of anything else."""
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(what if isinstance(what, str) else json.dumps(what))
        return name

    def read(self, *parts):
        with open(self.path(*parts), encoding='utf-8') as file:
            return file.read()

    def load(self, *parts):
        return json.loads(self.read(*parts))
