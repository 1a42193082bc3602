"""What a run gives back: the data of the command's `--json` as typed values."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Dict, Mapping, Optional, Tuple

Json = Dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Finding:
    """One way in which a cloner fails: a signature, and the smallest graph that was found to show it."""

    cloner: str
    """The name of the cloner; of a function, its own."""
    signature: str
    """`cloner/obligation/symptom/layer kind`: the same for the same cause, whatever the seed."""
    obligation: str
    """What the clone owes and fails: `completes`, `outputs`, …"""
    severity: str
    """`error`, `warning` or `note`. Warnings and notes leave a case among those that agree."""
    symptom: str
    """How it fails."""
    count: int
    """In how many cases."""
    first_case: int
    """The number of the first of these cases."""
    calls: int
    """How many layer calls the witness has."""
    implied: Tuple[str, ...]
    """Further obligations that fail there."""
    proved_minimal: bool
    """Whether every simpler graph was judged, and does not fail so."""
    error: Optional[str]
    """What the clone raises on the witness, as `Type: text`; None if it raises nothing."""
    known: Optional[str]
    """Why this is known, with a reference; None if it is new. Of a function, always None."""
    witness: Json
    """The smallest graph, as a case: `json.dump` it for `clonecheck replay`, or give it to :func:`clonecheck.check`."""
    numbers: Optional[Json]
    """Inputs, weights and values that show the difference; None where none were computed."""
    text: str
    """The finding as the command prints it."""
    python: str
    """A script that shows it on a real Keras 2."""
    replay: str
    """What shows it again: a command, or a Python expression where there is a function or no file."""

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class Cloner:
    """How one cloner fared."""

    name: str
    verdicts: Mapping[str, int]
    """How many cases were `agree`, `agree_numerically`, `differ`, `raised`, `hangs`, `both_refuse`, `unjudged`."""
    findings: Tuple[Finding, ...]
    """Errors before warnings before notes; those seen more often first."""

    @property
    def judged(self) -> int:
        """In how many cases there was a model to clone, and the clone could be judged."""
        return sum(count for verdict, count in self.verdicts.items() if verdict not in ('both_refuse', 'unjudged'))


@dataclasses.dataclass(frozen=True)
class Run:
    """The result of :func:`clonecheck.fuzz` or :func:`clonecheck.check`. Equal runs compare equal, whatever they took."""

    command: str
    """`fuzz` or `check`."""
    seed: int
    cases: int
    """How many graphs were judged."""
    cloners: Mapping[str, Cloner]
    """By name, in the order in which they were given."""
    features: Mapping[str, float]
    """The share of cases with each feature: `shared_layer`, `recurrent`, …"""
    not_judged: Mapping[str, int]
    """Why a function's clones could not be judged, and in how many cases: it asked for what Keras has and clonecheck does
    not model."""
    seconds: Optional[float] = dataclasses.field(compare=False)
    text: str = dataclasses.field(compare=False, repr=False)
    """The run as the command prints it, without scripts."""
    json: Json = dataclasses.field(compare=False, repr=False)
    """The run as the command's `--json` has it: `json.dump` it for `clonecheck report`."""

    @property
    def findings(self) -> Tuple[Finding, ...]:
        """Those of all cloners."""
        return tuple(finding for cloner in self.cloners.values() for finding in cloner.findings)

    @property
    def errors(self) -> Tuple[Finding, ...]:
        """The findings of severity `error`: clones that are wrong."""
        return tuple(finding for finding in self.findings if finding.severity == 'error')

    @property
    def new(self) -> Tuple[Finding, ...]:
        """The findings that are not known (see :attr:`Finding.known`)."""
        return tuple(finding for finding in self.findings if finding.known is None)

    def __str__(self) -> str:
        return self.text


def run_of(outcome: Mapping[str, Any], functions: Mapping[str, str]) -> Run:
    """A Run of what the extension module gives. `functions`: by name, what to say of a function in scripts."""
    data = json.loads(outcome['json'])
    shown = outcome['findings']
    cloners = {name: Cloner(name, {verdict: count for verdict, count in entry.items() if isinstance(count, int)},
                            tuple(_finding(name, finding, shown[finding['signature']], functions.get(name))
                                  for finding in entry['findings']))
               for name, entry in data['cloners'].items()}
    return Run(command=data['command'], seed=data['seed'], cases=data['cases'], seconds=data['seconds'], cloners=cloners,
               features=data['features'], not_judged=data.get('not_judged', {}), text=outcome['text'], json=data)


def _finding(cloner: str, data: Json, shown: Tuple[str, str], function: Optional[str]) -> Finding:
    text, python = shown
    if function is not None:
        # The script calls `clone_model`.
        python = python.replace('\n\ndef main():\n', '\n\n# Here the function under test takes the place of '
                                "Keras' own:\n# clone_model = %s\n\n\ndef main():\n" % function, 1)
    return Finding(cloner=cloner, signature=data['signature'], obligation=data['obligation'], severity=data['severity'],
                   symptom=data['symptom'], count=data['count'], first_case=data['first_case'], calls=data['calls'],
                   implied=tuple(data['implied']), proved_minimal=data['shrink']['proved_minimal'], error=data['error'],
                   known=data['known'], witness=data['witness'], numbers=data['numbers'], text=text, python=python,
                   replay=data['replay'])
