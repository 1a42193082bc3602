"""The processor: which it is, and how long another process has had it."""
import time


def name():
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        names = (line.partition(':')[2].strip() for line in file if line.startswith('model name'))
        return next(names, 'an unknown processor')


def seconds_of(process):
    """Of all its threads, whatever else the machine does; of a process that has not been waited for."""
    # Its clock, as clock_getcpuclockid makes the number.
    return time.clock_gettime((~process.pid << 3) | 2)
