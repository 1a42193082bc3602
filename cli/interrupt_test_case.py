"""What tests of commands that are told to stop by a signal stand on: the command runs, gets the signal, and is waited for."""
import errno
import os
import shutil
import signal
import subprocess
import time

import scratch_test_case

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS = 120  # the longest that a command may take to end


def listens(process):
    """Whether it has begun to hear signals."""
    with open('/proc/%d/status' % process, encoding='utf-8') as file:
        caught = next(line.split()[1] for line in file if line.startswith('SigCgt'))
    return int(caught, 16) >> (signal.SIGTERM - 1) & 1


class InterruptTestCase(scratch_test_case.ScratchTestCase):
    program = None  # a test says which clonecheck it is that it starts

    def run_file(self):
        """What an interrupted command has written."""
        run = self.load('run.json')
        self.assertIs(run['interrupted'], True)
        return run

    def remove_outputs(self, arguments):
        """What another signal has had written is not to be taken for this one's."""
        for option, name in zip(arguments, arguments[1:]):
            if option in ('--json', '--out', '--state') and name:
                path = self.path(name)
                if os.path.isdir(path):
                    shutil.rmtree(path)
                elif os.path.exists(path) and not path.startswith('/dev/'):
                    os.remove(path)

    def interrupted(self, number, arguments, after=1.5, until=None):
        """Starts the command and sends the signal, `after` so many seconds of its work, or once it has printed `until` or, if that
        is a function, it says so: the exit code and all that it printed."""
        self.remove_outputs(arguments)
        out = open(self.path('out'), 'w+', encoding='utf-8')
        self.addCleanup(out.close)
        running = subprocess.Popen([self.program] + arguments, cwd=self.folder, stdout=out, stderr=subprocess.STDOUT,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # nohup would have it ignored
        self.wait(running, lambda: listens(running.pid))
        begun = time.monotonic()
        reached = until if callable(until) else lambda: until in self.text() if until else time.monotonic() - begun > after
        self.wait(running, reached)
        running.send_signal(number)
        try:
            running.wait(SECONDS)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            self.fail('it does not end: ' + self.text()[-500:])
        return running.returncode, self.text()

    def interrupted_at_once(self, number, arguments):
        """The same for what takes a part of a second: it gets the signal as soon as it listens. That it ends before now and then,
        where the machine does something else, is no failure."""
        for _ in range(50):
            self.remove_outputs(arguments)
            with open(self.path('out'), 'w', encoding='utf-8') as out:
                running = subprocess.Popen([self.program] + arguments, cwd=self.folder, stdout=out, stderr=subprocess.STDOUT)
            while running.poll() is None and not listens(running.pid):
                pass
            running.send_signal(number)
            running.wait(SECONDS)
            if 'Interrupted' in self.text():
                return running.returncode, self.text()
        self.fail('it never hears it: ' + self.text()[-500:])

    def wait(self, running, reached):
        end = time.monotonic() + SECONDS
        while not reached():
            said = self.text()[-500:] if os.path.exists(self.path('out')) else ''
            self.assertIsNone(running.poll(), 'it ended before it was told to: ' + said)
            self.assertLess(time.monotonic(), end, 'it does not begin: ' + said)
            time.sleep(0.02)

    def opened_for(self, running, name):
        """The writing end of a pipe, once the command reads from it."""
        while True:
            try:
                return os.open(self.path(name), os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                self.assertEqual(error.errno, errno.ENXIO)  # nobody reads yet
                self.assertIsNone(running.poll())
                time.sleep(0.02)

    def piped(self, running, name):
        """What the command writes into a pipe; nothing if it ends without."""
        text = b''
        end = time.monotonic() + SECONDS
        with open(os.open(self.path(name), os.O_RDONLY | os.O_NONBLOCK), 'rb', buffering=0) as pipe:
            while time.monotonic() < end:
                some = pipe.read(1 << 16)  # None: there will be more; empty: nobody writes
                text += some or b''
                if some == b'' and (text or running.poll() is not None):
                    break
                if not some:
                    time.sleep(0.02)
        return text.decode()

    def text(self):
        return self.read('out')
