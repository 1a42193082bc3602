"""What Tab makes of a command line that is typed into bash: completion_typed_test.py CLONECHECK."""
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest

CLONECHECK = os.path.abspath(sys.argv.pop(1))
PROMPT = b'READY> '


class Typed(unittest.TestCase):
    """A bash on a terminal, in a folder with the names of commands in it; `clonecheck` prints what it was given."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        for name in ('enumerate', 'shrink', 'my models'):
            os.mkdir(os.path.join(self.folder.name, name))
        for name in ('my model.json', 'case.json'):
            with open(os.path.join(self.folder.name, name), 'w', encoding='utf-8'):
                pass
        ours, theirs = pty.openpty()
        self.terminal = ours
        environment = dict(os.environ, PS1=PROMPT.decode(), TERM='dumb', INPUTRC='/dev/null')
        self.bash = subprocess.Popen(['bash', '--norc', '--noprofile', '-i'], stdin=theirs, stdout=theirs, stderr=theirs,
                                     cwd=self.folder.name, env=environment, start_new_session=True)
        os.close(theirs)
        self.until_prompt()
        self.say("source <('%s' completion bash)" % CLONECHECK)
        self.say("clonecheck() { printf '«%s»' \"$@\"; echo; }")

    def tearDown(self):
        self.bash.kill()
        self.bash.wait()
        os.close(self.terminal)
        self.folder.cleanup()

    def until_prompt(self):
        seen, end = b'', time.monotonic() + 60
        while not seen.endswith(PROMPT):
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                self.fail('bash does not come back; so far: %r' % seen)
            seen += os.read(self.terminal, 4096)
        return seen.decode()

    def say(self, line):
        os.write(self.terminal, line.encode() + b'\n')
        return self.until_prompt()

    def arguments(self, line):
        """What `clonecheck` gets after this line, in which Tabs are pressed."""
        return [word.split('»')[0] for word in self.say(line).splitlines()[-2].split('«')[1:]]

    def test_a_command_is_no_folder_of_its_name(self):
        self.assertEqual(self.arguments('clonecheck enum\t'), ['enumerate'])
        self.assertEqual(self.arguments('clonecheck help shr\t'), ['help', 'shrink'])

    def test_a_folder_gets_its_slash(self):
        self.assertEqual(self.arguments('clonecheck fuzz --out enum\t'), ['fuzz', '--out', 'enumerate/'])

    def test_names_with_blanks_are_quoted(self):
        self.assertEqual(self.arguments('clonecheck check my\\ model.\t'), ['check', 'my model.json'])
        self.assertEqual(self.arguments('clonecheck check ca\t'), ['check', 'case.json'])


if __name__ == '__main__':
    unittest.main()
