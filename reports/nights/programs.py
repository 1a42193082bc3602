"""Runs other programs: none of them hears a Control-C at the terminal, which the night does, and none outlives it."""
import ctypes
import signal
import subprocess
import time

PR_SET_PDEATHSIG = 1  # of prctl(2), Linux
LIBC = ctypes.CDLL(None)
GRACE_OF_SHORT = 20  # seconds that a program has to end which usually takes less
GRACE = 120  # seconds that a program has to write down what it found, once it is told to stop


class Failed(Exception):
    """A program without which there is no night did not do its work."""


def end_with_parent():
    """In a program that is about to begin: if this script is killed, it is asked to end, too."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


# In a session of its own: a Control-C at the terminal reaches this script only.
APART = {'start_new_session': True, 'preexec_fn': end_with_parent}


def run(arguments, stop, check=False, **options):
    """As subprocess.run, with the same options, for what takes little time: after `stop`, too, it has as long as GRACE_OF_SHORT."""
    child = subprocess.Popen(arguments, **APART, **options)
    end = None
    while True:
        try:
            out, err = child.communicate(timeout=0.2)
            break
        except subprocess.TimeoutExpired:
            if stop and end is None:
                end = time.monotonic() + GRACE_OF_SHORT
            if end is not None and time.monotonic() > end:
                child.kill()
    done = subprocess.CompletedProcess(arguments, child.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def run_until(arguments, log, stop):
    """Runs to the end, or until `stop`: the exit code (None: killed) and whether it was let run to its end."""
    child = subprocess.Popen(arguments, stdout=log, stderr=subprocess.STDOUT, **APART)
    while True:
        try:
            return child.wait(timeout=0.2), True
        except subprocess.TimeoutExpired:
            if stop:
                break
    child.terminate()
    try:
        return child.wait(timeout=GRACE), False
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return None, False
