"""Does the clone of a model graph compute what the original computes?

    import clonecheck

    run = clonecheck.fuzz('keras-2.2.4', cases=1000)     # a cloner that comes with clonecheck
    run = clonecheck.fuzz(my_clone)                      # a function, written against clonecheck.keras
    run = clonecheck.check(model.to_json())              # a model of one's own
    print(run)
    assert not run.errors, run

See docs/python.md.
"""

from clonecheck._api import CloneFunction, NotModelled, check, fuzz
from clonecheck._run import Cloner, Finding, Run

__all__ = ['CloneFunction', 'Cloner', 'Finding', 'NotModelled', 'Run', 'check', 'fuzz']
__version__ = '0.1.0'
