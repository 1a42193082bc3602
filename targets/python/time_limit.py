"""A limit of time on what a framework does."""

import contextlib
import signal

# Of a step, where nobody says how long it may take: as in a hunt (core/limits.h).
STEP_SECONDS = 10


class TooLong(BaseException):
    """It ran out of its time; no Exception, so that a framework cannot take it for one of its own."""


@contextlib.contextmanager
def time_limit(seconds, of_work=False):
    """Raises TooLong in what takes longer. `of_work`: seconds of this process' own work; on a machine with much to do,
    slow is not endless."""
    def stop(*_):
        raise TooLong()

    timer, number = (signal.ITIMER_PROF, signal.SIGPROF) if of_work else (signal.ITIMER_REAL, signal.SIGALRM)
    signal.signal(number, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)


def step_seconds(request):
    return request.get('step_seconds', STEP_SECONDS)


def raised(seconds):
    """What is told of a step that ran out of so many seconds."""
    return {'type': 'TooLong', 'message': 'no end within %g seconds' % seconds, 'where': '', 'explicit': False}
