"""The two functions of the package. Words and limits are those of the command."""

from __future__ import annotations

import inspect
import json
import math
import operator
import os
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from clonecheck import _clonecheck
from clonecheck._run import Run, run_of

CloneFunction = Callable[..., Any]
"""`clone(model, input_tensors=None)`, or `clone(model)`."""
Cloners = Union[str, CloneFunction, Sequence[Union[str, CloneFunction]]]

DEFAULT_CLONERS = 'keras-2.2.4,keras-2.3.1,fixed'


class NotModelled(RuntimeError):
    """A clone function asks for something that Keras has and clonecheck does not model, so it cannot be judged at all."""


def fuzz(cloner: Optional[Cloners] = None, *, cases: Optional[int] = None, seconds: Optional[float] = None, seed: int = 1,
         first_case: int = 0, obligations: Union[str, Sequence[str]] = 'all', profile: str = 'default',
         jobs: int = 0) -> Run:
    """Generates random model graphs, clones each, and judges the clones.

    Each failure is shrunk to the smallest graph that shows it. The same arguments give the same findings (with `seconds`,
    for as many cases as were run).

    Args:
      cloner: a name as `clonecheck list cloners` prints them (`'keras-2.2.4'`), or several with commas; or a function
        `clone(model, input_tensors=None)`, written against :mod:`clonecheck.keras`; or a list of these. None: what the
        command takes, `keras-2.2.4,keras-2.3.1,fixed`.
      cases: how many graphs; by default 10,000, or as many as `seconds` allow.
      seconds: for how long, instead.
      seed: the seed of everything random.
      first_case: the number of the first case, to repeat one of another run.
      obligations: what a clone owes, names or `'all'`; `'completes,outputs'` is about values alone.
      profile: what to generate: a name that `clonecheck list profiles` prints.
      jobs: threads, 0 for one a core. Functions are called from this thread alone.

    A function runs in this process, as it is, without sandbox or time limit. What it raises is a finding, except for
    what is to end all (KeyboardInterrupt).

    Raises:
      ValueError: a name, number or list that is none, with the text that the command prints.
      NotModelled: no clone of a function could be judged.
    """
    asked, functions = _asked(cloner)
    if cases is not None and seconds is not None:
        raise ValueError('give cases or seconds, not both')
    if cases is None:
        cases = 10_000 if seconds is None else 0
    else:
        cases = _whole_number('cases', cases, 1, 2**48)
    if seconds is None:
        seconds = 0.0
    else:
        seconds = float(seconds)
        if not 0.001 <= seconds <= 1e9 or math.isnan(seconds):
            raise ValueError('seconds: give a number, such as 30 or 0.5')
    run = run_of(_clonecheck.fuzz(cloners=asked, cases=cases, seconds=seconds,
                                  seed=_whole_number('seed', seed, 0, 2**64 - 1),
                                  first_case=_whole_number('first_case', first_case, 0, 2**63),
                                  obligations=_names(obligations), profile=_text('profile', profile),
                                  jobs=_whole_number('jobs', jobs, 0, 1024)), functions)
    _require_judged(run, functions)
    return run


def check(model_json: Union[str, Mapping[str, Any], 'os.PathLike[str]'], cloners: Optional[Cloners] = None, *,
          obligations: Union[str, Sequence[str]] = 'all', strict: bool = False) -> Run:
    """Judges the clones of one model: does it survive being cloned?

    Args:
      model_json: what `model.to_json()` wrote (Keras 2.2 or 2.3, tf-keras 2 or Keras 3), or a case of clonecheck such as
        :attr:`Finding.witness`: as text, as the dict that the text stands for, or as the path (`pathlib.Path`) of a file.
      cloners: as for :func:`fuzz`.
      obligations: what a clone owes, names or `'all'`.
      strict: refuse a model with layers or functions that clonecheck does not know; otherwise each is taken for an
        unknown function of its inputs and weights.

    The `text` of the result is the verdict in words.

    Raises:
      ValueError: the model cannot be read, or Keras itself refuses it; with the text that the command prints.
      NotModelled: the clone of a function could not be judged.
    """
    asked, functions = _asked(cloners)
    text, path = '', ''
    if isinstance(model_json, str):
        text = model_json
    elif isinstance(model_json, Mapping):
        text = json.dumps(model_json)
    elif isinstance(model_json, os.PathLike):
        path = os.fspath(model_json)
    else:
        raise TypeError("model_json: give JSON as text or dict, or a pathlib.Path, not a %s" % type(model_json).__name__)
    run = run_of(_clonecheck.check(cloners=asked, text=text, path=path, obligations=_names(obligations),
                                   strict=bool(strict)), functions)
    _require_judged(run, functions)
    return run


def _asked(cloners: Optional[Cloners]) -> Tuple[List[Any], Dict[str, str]]:
    """What the extension module takes, and the functions among them: by name, where they come from."""
    if cloners is None:
        cloners = DEFAULT_CLONERS
    items: Sequence[Any] = [cloners] if isinstance(cloners, str) or callable(cloners) else list(cloners)
    asked: List[Any] = []
    functions: Dict[str, str] = {}
    for item in items:
        if isinstance(item, str):
            asked.append(item)
        elif callable(item):
            name = getattr(item, '__name__', type(item).__name__)
            functions[name] = '%s.%s' % (getattr(item, '__module__', '?'), getattr(item, '__qualname__', name))
            asked.append((name, item, _takes_input_tensors(item)))
        else:
            raise TypeError('a cloner is a name or a function, not a %s' % type(item).__name__)
    if not asked:
        raise ValueError('no cloner is named; name one, or leave it out for %s' % DEFAULT_CLONERS)
    return asked, functions


def _takes_input_tensors(function: CloneFunction) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(parameter.kind == parameter.VAR_KEYWORD or
               parameter.name == 'input_tensors' and parameter.kind != parameter.POSITIONAL_ONLY
               for parameter in parameters)


def _require_judged(run: Run, functions: Mapping[str, str]) -> None:
    for name in functions:
        cloner = run.cloners[name]
        if run.not_judged and not cloner.judged and cloner.verdicts['unjudged']:
            raise NotModelled('no clone of %s could be judged, since it asks for what clonecheck does not model: %s' % (
                name, ', '.join(run.not_judged)))


def _whole_number(name: str, value: Any, low: int, high: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError('%s: give a whole number, not a %s' % (name, type(value).__name__)) from None
    if not low <= number <= high:
        raise ValueError('%s: %d is no whole number from %d to %d; give one' % (name, number, low, high))
    return number


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError('%s: give a text, not a %s' % (name, type(value).__name__))
    return value


def _names(obligations: Union[str, Sequence[str]]) -> str:
    if isinstance(obligations, str):
        return obligations
    return ','.join(_text('obligations', name) for name in obligations)
