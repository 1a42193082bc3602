"""What is kept of a night: a folder of its own, and in it night.json, which outlives the night's other files.

night.json is written after each step, whole or not at all, so that a night that is cut off has one.
"""
import contextlib
import dataclasses
import json
import math
import os
import re
import shutil

NAME = re.compile(r'(\d{4}-\d{2}-\d{2})(?:\.(\d+))?')  # 2026-11-22, and 2026-11-22.2 for the second of that day
RECORD = 'night.json'


@dataclasses.dataclass
class Step:
    """What one command of a night came to. Counts and lists are empty where there is no run file."""
    name: str
    title: str
    command: str
    counts: bool = True  # what is new here is news of the night
    complete: bool = False
    code: int | None = None  # exit code; None: it was killed
    seconds: float = 0
    cases: int = 0
    rate: float | None = None  # cases a second
    findings: int = 0
    known: int = 0
    new: list = dataclasses.field(default_factory=list)  # signatures, and so below: since the baseline
    changed: list = dataclasses.field(default_factory=list)
    gone: list = dataclasses.field(default_factory=list)
    baseline: str | None = None  # the night compared with
    exhausted: dict | None = None
    found_in: dict = dataclasses.field(default_factory=dict)  # by cloner: how many signatures
    features: dict = dataclasses.field(default_factory=dict)
    why: str = ''  # it did not work

    def tell(self, why):
        """One more thing that did not work."""
        self.why += '; ' * bool(self.why) + why


@dataclasses.dataclass
class Night:
    name: str
    seed: int
    begun: str  # ISO 8601, UTC
    number: int = 0  # of the nights of the folder, from 1; 0: made before they had one
    status: str = 'running'  # then complete or partial
    seconds: float = 0
    steps: list = dataclasses.field(default_factory=list)
    skipped: dict = dataclasses.field(default_factory=dict)  # by name: why
    corpus: int = 0  # cases in the corpus of the nights
    added: list = dataclasses.field(default_factory=list)  # of these, those of this night
    smaller: list = dataclasses.field(default_factory=list)  # those that have a smaller graph since this night
    unfit: list = dataclasses.field(default_factory=list)  # not added: not every cloner's engine can build them
    planted: dict | None = None  # {'found', 'all'}: faults planted in cloners
    lines: float | None = None  # share of the lines of core/ that ran


def write_whole(path, text):
    """Writes a file, or leaves the one that is there."""
    try:
        with open(path + '.part', 'w', encoding='utf-8') as file:
            file.write(text)
        os.replace(path + '.part', path)
    except OSError:
        with contextlib.suppress(OSError):
            os.remove(path + '.part')
        raise


def save(folder, night):
    write_whole(os.path.join(folder, night.name, RECORD), json.dumps(dataclasses.asdict(night), indent=1) + '\n')


class Unreadable(Exception):
    """What stands there is no record of a night, or only the beginning of one."""


def known(kind, members):
    """A Night or Step of those members that it has; each has its type."""
    if not isinstance(members, dict):
        raise Unreadable('no object')
    fields = {field.name: field for field in dataclasses.fields(kind)}
    members = {key: value for key, value in members.items() if key in fields}
    for key, value in members.items():
        number = float(value) if type(value) in (int, float) else 0  # an int may stand where a float does
        if not math.isfinite(number) or not (isinstance(value, fields[key].type) or
                                             type(value) is int and isinstance(number, fields[key].type)):
            raise Unreadable('%s is %.40r' % (key, value))
    missing = [key for key, field in fields.items() if key not in members and field.default is dataclasses.MISSING
               and field.default_factory is dataclasses.MISSING]
    if missing:
        raise Unreadable('no %s' % missing[0])
    return kind(**members)


def no_number(name):
    raise ValueError('%s is no number of JSON' % name)


def load(folder, name):
    """The Night; a record of an older or newer script loads as far as both know its members. Raises Unreadable."""
    try:
        with open(os.path.join(folder, name, RECORD), encoding='utf-8') as file:
            night = known(Night, json.load(file, parse_constant=no_number))
            night.steps = [known(Step, step) for step in night.steps]
    except (OSError, ValueError, OverflowError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    if night.name != name:
        raise Unreadable('it is of %.40r' % night.name)
    return night


def read_all(folder):
    """All nights, in the order in which they were made (by their days only where they have no number, since the clock may have been
    set back), and by name why others cannot be read. Those stay as they are."""
    found, unreadable = [], {}
    for name in os.listdir(folder):
        match = NAME.fullmatch(name)
        if not match or not os.path.lexists(os.path.join(folder, name, RECORD)):
            continue
        try:
            found.append((load(folder, name).number, match[1], int(match[2] or 1), name))
        except Unreadable as error:
            unreadable[name] = str(error)
    return [name for *_, name in sorted(found)], unreadable


def names(folder):
    """Of the nights that can be read, in the order in which they were made."""
    return read_all(folder)[0]


def next_number(folder):
    """Of a night that is to be made."""
    made = names(folder)
    return load(folder, made[-1]).number + 1 if made else 1


def new_name(folder, day):
    """A name that no night has."""
    number = 1
    while os.path.exists(os.path.join(folder, day if number == 1 else '%s.%d' % (day, number))):
        number += 1
    return day if number == 1 else '%s.%d' % (day, number)


def close_those_cut_off(folder):
    """A night that nobody works on, and that does not say that it has ended, was killed."""
    for name in names(folder):
        night = load(folder, name)
        if night.status == 'running':
            night.status = 'partial'
            save(folder, night)


def prune(folder, keep):
    """Of all but the last `keep` nights only the record stays, for the trend."""
    for name in names(folder)[:-keep]:
        path = os.path.join(folder, name)
        for entry in os.listdir(path):
            if entry == RECORD:
                continue
            whole = os.path.join(path, entry)
            if os.path.isdir(whole) and not os.path.islink(whole):
                shutil.rmtree(whole)
            else:
                os.remove(whole)


def baseline(folder, before, step):
    """The last night before `before` that has a whole run file of this step, or None."""
    earlier = names(folder)
    for name in reversed(earlier[:earlier.index(before)]):
        if not os.path.exists(os.path.join(folder, name, step + '.json')):
            continue
        if any(done.name == step and done.complete for done in load(folder, name).steps):
            return name
    return None
