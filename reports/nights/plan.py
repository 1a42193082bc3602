"""What a night does: the commands, in order. What always ends comes first, so that a night that is cut off has it."""
import dataclasses
import glob
import os
import subprocess

import programs

PLANTED = 'mutant-'  # cloners with a planted fault


@dataclasses.dataclass
class Command:
    name: str  # of its files
    title: str
    arguments: list
    has_witnesses: bool = False  # takes --out
    is_run: bool = True  # writes a run file, of which reports are made
    counts: bool = True  # what is new here is news of the night; not so where cloners are there to fail


def listed(options, what):
    done = programs.run([options.clonecheck, 'list', what], options.stop, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise programs.Failed('%s list %s: exit code %d: %s' % (options.clonecheck, what, done.returncode, done.stderr.strip()))
    return [line.split()[0] for line in done.stdout.splitlines() if line.strip()]


def installed(options, target, imitated):
    """None, or why the target cannot be asked."""
    command = ['fidelity', '--target', target] if imitated else ['fuzz', '--out', '', '--target', target]
    done = programs.run([options.clonecheck] + command + ['--cases', '1'], options.stop, stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE, text=True)
    if done.returncode in (0, 1):
        return None
    return (done.stderr.strip().splitlines() or ['exit code %d' % done.returncode])[-1]


def budget(options, share, cases_a_second=None):
    """A campaign's part of the night. Where only cases are taken, by how many a second it does."""
    if options.cases:
        return ['--cases', str(max(1, options.cases if cases_a_second is None else options.cases // 20))]
    if cases_a_second is not None:
        return ['--cases', str(max(1, int(options.seconds * share * cases_a_second)))]
    return ['--seconds', '%g' % max(1, options.seconds * share)]


def over(options):
    return ['--cloners', ','.join(options.cloners)] if options.cloners else []


def replay(options):
    """Last, so that what this night has added is judged, too, and the next one compares with that. In the order in
    which cases came, so that the first case of a signature stays the same."""
    added = glob.glob(os.path.join(options.folder, 'corpus', '*.json'))
    cases = sorted(glob.glob(os.path.join(options.corpus, '*.json'))) + \
        sorted(added, key=lambda path: (os.lstat(path).st_mtime_ns, path))
    if cases:
        yield Command('replay', 'The corpus again', ['replay'] + cases + over(options))


def enumerations(options):
    for scope in options.scopes:
        grammar, calls = scope.split(':')
        yield Command('enumerate-%s' % grammar, 'All graphs of %s with at most %s calls' % (grammar, calls),
                      ['enumerate', '--grammar', grammar, '--max-calls', calls] + over(options), has_witnesses=True)


def campaigns(options, seed):
    """Over the cloners that people use, over all others, and over those with a planted fault."""
    seeded = ['--seed', str(seed)]
    if options.cloners:
        yield Command('fuzz', 'Random graphs', ['fuzz'] + over(options) + seeded + budget(options, 0.45),
                      has_witnesses=True)
        return
    cloners = listed(options, 'cloners')
    usual = [name for name in ('keras-2.2.4', 'keras-2.3.1', 'fixed') if name in cloners]
    others = [name for name in cloners if name not in usual and not name.startswith(PLANTED)]
    planted = [name for name in cloners if name.startswith(PLANTED)]
    yield Command('fuzz', 'Random graphs', ['fuzz', '--cloners', ','.join(usual)] + seeded + budget(options, 0.45),
                  has_witnesses=True)
    yield Command('fuzz-others', 'Random graphs, all other cloners',
                  ['fuzz', '--cloners', ','.join(others)] + seeded + budget(options, 0.1), has_witnesses=True,
                  counts=False)
    yield Command('planted', 'Planted faults', ['fuzz', '--cloners', ','.join(planted)] + seeded + budget(options, 0.05),
                  counts=False)


def targets(options, seed, skipped):
    """Our engine held against the real Keras, and hunts in what ships. What is not installed goes to `skipped`."""
    if options.targets == ['none']:
        return
    there = []
    for name in listed(options, 'targets'):
        if options.targets and name not in options.targets:
            continue
        imitated = name.startswith('keras-2.')
        why = 'the night was over' if options.stop else installed(options, name, imitated)
        if why is None:
            there.append((name, imitated))
        else:
            skipped[name] = why
    for name, imitated in there:
        share = 0.4 / len(there)
        if imitated:
            yield Command('fidelity-%s' % name, 'Our engine and the real %s' % name,
                          ['fidelity', '--target', name, '--seed', str(seed)] + budget(options, share, 5), is_run=False)
        else:
            yield Command('hunt-%s' % name, 'Random graphs in %s' % name,
                          ['fuzz', '--target', name, '--seed', str(seed)] +
                          (budget(options, share, 5) if options.cases else budget(options, share)), has_witnesses=True)


def commands(options, seed, skipped):
    """All of these, made when their turn comes: the corpus may have grown by then."""
    yield from enumerations(options)
    yield from campaigns(options, seed)
    yield from replay(options)
    yield from targets(options, seed, skipped)
