"""What tests of reports/nightly share: nights in a folder of their own, and what they left there. Arguments: the script, and the clonecheck
program."""
import json
import os
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scratch_test_case  # noqa: E402

NIGHTLY, CLONECHECK = (os.path.abspath(path) for path in sys.argv[1:3])
SMALL = ['--cases', '40', '--scopes', 'plain:1', '--targets', 'none']
SECONDS = 100  # the longest that a step of a test may take


class NightlyTestCase(scratch_test_case.ScratchTestCase):
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

    def wait_for(self, running, text):
        for line in running.stdout:
            if text in line:
                return
        self.fail('it did not say %r' % text)
