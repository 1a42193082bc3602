"""A program that is asked line by line, and what of a processor each answer took: that of all its threads, by its own clock."""
import json
import selectors
import subprocess

import processor

# Of one answer, whatever else the machine does; importing a framework is long, and what NNSmith tries first.
ANSWER_SECONDS = 600


class Died(Exception):
    """It ended, or did not answer in time; the text says what it said last."""


class Asked:
    def __init__(self, command, stderr=subprocess.DEVNULL):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True)

    def say(self, line):
        try:
            self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Died('it ended with code %s' % self.process.wait()) from None

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Died('it ended with code %s' % self.process.wait())
        return json.loads(line)

    def ask(self, question):
        """The answer to what JSON can say."""
        self.say(json.dumps(question))
        return self.answer()

    def close(self):
        self.process.kill()
        self.process.wait()


class Timed(Asked):
    """Says its versions first. It is given so many seconds for an answer, and what each took is noted."""

    def __init__(self, command):
        super().__init__(command)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.versions = self.answer()['versions']

    def answer(self):
        if not self.selector.select(ANSWER_SECONDS):
            self.close()
            raise Died('no answer within %d seconds' % ANSWER_SECONDS)
        return super().answer()

    def ask(self, question):
        """The answer, and seconds of processor time."""
        before = processor.seconds_of(self.process)
        found = super().ask(question)
        return found, processor.seconds_of(self.process) - before
