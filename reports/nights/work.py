"""Runs one command of a night, and makes its reports. A night may be told to stop: by a signal, or by its limit."""
import json
import os
import shlex
import signal
import subprocess
import time

import plan
import programs
import record

BAD_INPUT = 2  # exit code of clonecheck
# What comes of reading a file that is cut off, or that a program has written otherwise than it should.
WRONG = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, record.Unreadable)


def reason(error):
    return 'no %s' % error if isinstance(error, KeyError) else str(error)


def take(step, **members):
    """Into the step, all or none: each has its type, or record.Unreadable is raised."""
    record.known(record.Step, {**vars(step), **members})
    vars(step).update(members)


def loaded(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file, parse_constant=record.no_number)


class Stop:
    """Whether the night is to end. Programs that run are asked (SIGTERM), and write what they have found."""

    def __init__(self, limit):
        self.asked = False
        self.deadline = time.monotonic() + limit if limit else None
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
                signal.signal(number, self._hear)

    def _hear(self, _number, _frame):
        self.asked = True

    def __bool__(self):
        return self.asked or (self.deadline is not None and time.monotonic() > self.deadline)


def read_run(step, path):
    """Takes from a run file what the trend shows."""
    run = loaded(path)
    take(step, cases=run['cases'], rate=run['cases_per_second'] or None,  # replay measures none
         exhausted=run['exhausted'], features=run['features'] if run['cases'] else {},
         found_in={name: len(cloner['findings']) for name, cloner in run['cloners'].items()})


def read_sarif(step, path):
    """Which signatures are new, known, changed or gone: SARIF says it in a form for programs."""
    results = loaded(path)['runs'][0]['results']

    def signatures(keep):
        return [result['partialFingerprints']['signature/v1'] for result in results if keep(result)]
    gone = signatures(lambda result: result.get('baselineState') == 'absent')
    take(step, gone=gone, changed=signatures(lambda result: result.get('baselineState') == 'updated'),
         new=signatures(lambda result: result.get('baselineState', 'new') == 'new' and 'suppressions' not in result),
         findings=len(results) - len(gone),
         known=sum('suppressions' in result for result in results) -
         sum('suppressions' in result for result in results if result.get('baselineState') == 'absent'))


def read_fidelity(options, night, step):
    """The same of a comparison with the real Keras, whose file is another: its differences are the findings."""
    def differences(name):
        run = loaded(os.path.join(options.folder, name, step.name + '.json'))
        return run, ['/'.join((step.name, one['field'], one['kind'])) for one in run['differences']]
    run, found = differences(night.name)
    take(step, cases=run['cases'], rate=run['cases'] / run['seconds'] if run['seconds'] else None)
    step.baseline = record.baseline(options.folder, night.name, step.name)
    before = []
    if step.baseline:
        try:
            before = differences(step.baseline)[1]
        except WRONG as error:
            step.tell('not compared with %s: its run file is none: %s' % (step.baseline, reason(error)))
            before = found
    step.findings = len(found)
    step.new = [signature for signature in found if signature not in before]
    step.gone = [signature for signature in before if signature not in found]


def make_reports(options, night, step):
    """HTML, JUnit, SARIF and Markdown, compared with the last night that has this step."""
    folder = os.path.join(options.folder, night.name)
    files = {kind: os.path.join(folder, step.name + ending) for kind, ending in (
        ('html', '.html'), ('junit', '.xml'), ('sarif', '.sarif'), ('markdown', '.md'))}
    arguments = [options.clonecheck, 'report', os.path.join(folder, step.name + '.json'), '--quiet']
    arguments += ['--fail-on', 'new' if step.counts else 'none']
    step.baseline = record.baseline(options.folder, night.name, step.name)
    if step.baseline:
        arguments += ['--baseline', os.path.join(options.folder, step.baseline, step.name + '.json')]
    for kind, path in files.items():
        arguments += ['--' + kind, path]
    done = programs.run(arguments, options.stop, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        step.tell('a report is missing: %s' % ' '.join(done.stderr.split()))
        if not os.path.exists(files['sarif']):
            step.complete = False  # what is new is not known, and is to be news of the next night
    # One that cannot be written costs no other.
    if os.path.exists(files['sarif']):
        try:
            read_sarif(step, files['sarif'])
        except WRONG as error:
            step.tell('nothing is known to be new: %s is none: %s' % (files['sarif'], reason(error)))
            step.complete = False  # so that it is news of the next night, which is compared with the one before


def run(options, night, command, stop):
    """Runs a command of the plan and reports it: the Step, which is in `night.steps` from the start."""
    folder = os.path.join(options.folder, night.name)
    path = os.path.join(folder, command.name)
    arguments = command.arguments + ['--json', path + '.json', '--quiet']
    if command.is_run:
        arguments += ['--fail-on', 'none']
    if command.has_witnesses:
        arguments += ['--out', path]
    elif command.name == 'planted':
        arguments += ['--out', '']
    shown = ' '.join(map(shlex.quote, arguments))
    step = record.Step(command.name, command.title, shown if len(shown) < 1000 else shown[:1000] + ' …', command.counts)
    night.steps.append(step)
    begun = time.monotonic()
    with open(path + '.log', 'w', encoding='utf-8') as log:
        step.code, ended = programs.run_until([options.clonecheck] + arguments, log, stop)
    step.seconds = time.monotonic() - begun
    # Told to stop, it says so where it found nothing: 128 and the signal.
    wanted = (0, 1) if ended else (0, 1, 128 + signal.SIGTERM)
    has_run = os.path.exists(path + '.json')
    if step.code not in wanted or not has_run:
        with open(path + '.log', encoding='utf-8', errors='replace') as log:
            lines = log.read().splitlines()
        # What it says for itself, or else the last that there is.
        said = ' '.join(line for line in lines if line.startswith('clonecheck: '))[:500]
        step.why = '%s: %s' % ('killed' if step.code is None else 'exit code %d' % step.code,
                               said or ' '.join(' '.join(lines).split())[-500:])
    if not has_run:
        return step
    # With a bad file among the cases, or a full disk, there is a run nevertheless.
    step.complete = ended and not step.why
    try:
        if command.is_run:
            read_run(step, path + '.json')
        else:
            read_fidelity(options, night, step)
    except WRONG as error:
        step.tell('its run file %s.json is none: %s' % (path, reason(error)))
        step.complete = False
        return step
    if command.is_run:
        make_reports(options, night, step)
    if command.name == 'planted':
        mutants = [name for name in step.found_in if name.startswith(plan.PLANTED)]
        night.planted = {'found': sum(step.found_in[name] > 0 for name in mutants), 'all': len(mutants)}
    return step


def size(path):
    """How large the graph of a case is, by what decides first of two witnesses (core/graph/order.h); None: it is no case."""
    try:
        with open(path, encoding='utf-8') as file:
            case = json.load(file)
        model = case['model']  # or one layer is the model
        return [len(part) for part in (case['calls'], case['layers'], case['inputs'], model.get('outputs', []), model.get('inputs', []))]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def is_smaller(path, kept):
    """A night that is cut off leaves graphs that were not made as small as they can be."""
    new, old = size(path), size(kept)
    return new is not None and old is not None and new < old


def grow_corpus(options, night, step):
    """Adds the graph of each signature that the corpus has none of, or only a larger one of; a step's --out has them, shrunk."""
    corpus = os.path.join(options.folder, 'corpus')
    out = os.path.join(options.folder, night.name, step.name)
    os.makedirs(corpus, exist_ok=True)
    for name in sorted(os.listdir(out)) if os.path.isdir(out) else []:
        kept = os.path.join(corpus, name)
        known = os.path.exists(kept)
        if not name.endswith('.json') or (known and not is_smaller(os.path.join(out, name), kept)):
            continue
        # A graph of a later Keras may be none of an earlier one; one such case would end the replay of all.
        replay = [options.clonecheck, 'replay', os.path.join(out, name), '--quiet'] + plan.over(options)
        code = programs.run(replay, options.stop, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if code == BAD_INPUT:
            night.unfit.append(name[:-len('.json')])
            continue
        if code not in (0, 1):
            step.tell('not added to the corpus: %s; clonecheck replay ends with %d' % (name, code))
            step.complete = False
            continue
        with open(os.path.join(out, name), encoding='utf-8') as case:
            came = os.lstat(kept) if known else None
            record.write_whole(kept, case.read())
        if came:
            os.utime(kept, ns=(came.st_atime_ns, came.st_mtime_ns))  # it keeps its place in the replay
        (night.smaller if known else night.added).append(name[:-len('.json')])
    night.corpus = sum(name.endswith('.json') for name in os.listdir(corpus))
