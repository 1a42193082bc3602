"""What fuzz/rates, fuzz/coverage and fuzz/mutator-trials share: the fuzz targets as OSS-Fuzz gets them, built in some way, and run for so long."""
import configparser
import ctypes
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), 'tools'))
import bazel  # noqa: E402
import processor  # noqa: E402


PR_SET_PDEATHSIG = 1  # of prctl(2), Linux
LIBC = ctypes.CDLL(None)

LEAST_BYTES, LEAST_FILES = 32 * 2**20, 8192  # as in fuzz_in_earnest.sh


class Failed(Exception):
    """A fuzzer did not do what it was told."""


def end_with_parent():
    """In a fuzzer that is about to begin: it does not outlive this script, should that be killed."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def target_names():
    found = bazel.output('query', 'attr(tags, "fuzz-test", //fuzz/...)').split()
    return sorted(name.rpartition(':')[2] for name in found)


class Target:
    """A target in a folder of its own: program, seeds, and libFuzzer's options for it."""

    def __init__(self, name, folder):
        self.name = name
        self.program = os.path.join(folder, name)
        self.seeds = os.path.join(folder, name + '_seeds')
        for file in (self.program, self.program + '_seed_corpus.zip'):
            if not os.path.exists(file):
                sys.exit('%s is not there. Leave --programs out to build the targets, or unpack bazel-bin/fuzz/%s_oss_fuzz.tar there.' % (
                    file, name))
        with zipfile.ZipFile(self.program + '_seed_corpus.zip') as seeds:
            seeds.extractall(self.seeds)
        options = configparser.ConfigParser()
        options.read(self.program + '.options')
        self.flags = []
        for option, value in options.items('libfuzzer'):
            self.flags.append('-%s=%s' % (option, os.path.join(folder, value) if option == 'dict' else value))


def build(flags, names):
    """Builds targets of fuzz/: the folder in which they are."""
    bazel.run('build', *flags, *('//fuzz:' + name for name in names))
    return os.path.join(bazel.bin_folder(*flags), 'fuzz')


def built(flags, names, folder):
    """The fuzz targets, built and unpacked into the folder."""
    here = build(flags, [name + '_oss_fuzz' for name in names])
    for name in names:
        with tarfile.open(os.path.join(here, name + '_oss_fuzz.tar')) as tar:
            tar.extractall(folder)
    return [Target(name, folder) for name in names]


def seconds_for(program, target, times):
    """Of the processor, for a program to run every seed of the target so often and do nothing else: no mutation, no feedback."""
    files = [os.path.join(target.seeds, name) for name in os.listdir(target.seeds)]
    process = subprocess.Popen([program, *target.flags, '-runs=%d' % times, *files], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=end_with_parent)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise Failed('%s does not run the seeds of %s' % (os.path.basename(program), target.name))
    return usage.ru_utime + usage.ru_stime


def replay(target, empty, seconds):
    """How many inputs a second the target runs by itself: the seeds, again and again.

    The engine opens and reads a seed's file each time. That is not counted: `empty`, a program of a target that does nothing, tells
    how long it takes.
    """
    count = len(os.listdir(target.seeds))
    start = seconds_for(target.program, target, 1)
    times = 2
    while True:
        took = seconds_for(target.program, target, times) - start
        if took >= seconds:
            reading = seconds_for(empty, target, times) - seconds_for(empty, target, 1)
            return (times - 1) * count / (took - reading)
        # Towards the end in two or three steps.
        times = 1 + (times - 1) * max(2, min(50, int(1.2 * seconds / max(took, 0.02)) + 1))


def short_of(folder):
    """What there is too little of on its disk; nothing where there is enough, or the system does not tell."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return ''
    if disk.f_blocks and disk.f_bavail * disk.f_frsize < LEAST_BYTES:
        return 'less than %d MB are free' % (LEAST_BYTES // 2**20)
    if disk.f_files and disk.f_favail < LEAST_FILES:
        return 'fewer than %d files can be made' % LEAST_FILES
    return ''


def run_for(command, corpus, seconds, name):
    """Runs a fuzzer for so many seconds of processor time, whatever else the machine does: what it printed, how many inputs it ran,
    and in how many seconds. Failed if it ends before; what it found is then in the working folder, in files whose names begin with
    `name`. Failed, too, before the disk of the corpus is full: libFuzzer does not look whether what it writes is written, so that its
    numbers would be wrong."""
    program = os.path.basename(command[0])
    short = short_of(corpus)
    if short:
        raise Failed('%s: %s in %s, and libFuzzer would lose what it finds without a word. Make room' % (program, short, corpus))
    artifacts = os.path.join(os.getcwd(), name + '-')
    with tempfile.TemporaryFile() as log, tempfile.TemporaryDirectory() as folder:
        # Not by a signal: libFuzzer's handler allocates, and within AddressSanitizer's allocator it waits for itself for ever.
        stop, not_yet = os.path.join(folder, 'stop'), os.path.join(folder, 'not-yet')
        with open(not_yet, 'w', encoding='utf-8') as file:
            file.write('now')  # before, since there may be no room for it then
        # An input that is slow is no finding, and not to be left behind as one.
        process = subprocess.Popen([*command, '-print_final_stats=1', '-stop_file=' + stop, '-artifact_prefix=' + artifacts,
                                    '-report_slow_units=%d' % 10**6],
                                   stdout=log, stderr=log, preexec_fn=end_with_parent)
        try:
            took = 0
            while took < seconds and not short:
                time.sleep(0.1)
                took = processor.seconds_of(process)
                if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                    break
                short = short_of(corpus)
            os.rename(not_yet, stop)  # libFuzzer tells its numbers, and ends
            process.wait()
        finally:
            process.kill()  # if this script is told to end
            process.wait()
        log.seek(0)
        text = log.read().decode(errors='replace')
    inputs = re.search(r'stat::number_of_executed_units: (\d+)', text)
    if process.returncode == 0 and short:
        raise Failed('%s: %s in %s: stopped before anything is lost. Make room, and start again' % (program, short, corpus))
    if process.returncode != 0 or not inputs:
        found = re.findall(r'Test unit written to (\S+)', text)
        raise Failed('%s ended otherwise than it should%s:\n%s' % (
            program, '; what it found is in ' + ', '.join(found) if found else '', text[-4000:]))
    return text, int(inputs[1]), took


def fuzz(target, corpus, seconds, seed=1):
    """Fuzzes from the seeds into `corpus`: how many inputs were run, and in how many seconds of processor time. Failed as above."""
    os.makedirs(corpus, exist_ok=True)
    _, inputs, took = run_for([target.program, *target.flags, '-seed=%d' % seed, '-timeout=25', '-rss_limit_mb=4096', corpus,
                               target.seeds], corpus, seconds, target.name)
    return inputs, took


def run_script(main):
    """A script to its end: what it is told by a signal ends it as an error does, so that no fuzzer goes on and no folder stays."""
    def end(number, _frame):
        sys.exit(128 + number)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, end)
    try:
        sys.exit(main())
    except Failed as error:
        sys.exit(str(error))
