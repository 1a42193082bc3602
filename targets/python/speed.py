"""What lets a worker do more cases a second and changes no answer: questions about code are asked once, garbage is collected seldom.

A case leaves models full of cycles behind; looking for them after each one costs more than their memory is worth.
"""

import functools
import gc
import inspect
import types
import typing

CASES_BETWEEN_COLLECTIONS = 25
# Functions whose signatures are remembered.
SIGNATURES = 20000


def ask_once():
    """Signatures of functions and methods, and what belongs to a typing.Protocol: both are asked with each layer and operation."""
    signature = inspect.signature

    @functools.lru_cache(SIGNATURES)
    def known(function, of_method):
        return signature(types.MethodType(function, known) if of_method else function)

    def remembered(callable_, **options):
        if not options and type(callable_) is types.FunctionType:
            return known(callable_, False)
        if not options and type(callable_) is types.MethodType and type(callable_.__func__) is types.FunctionType:
            return known(callable_.__func__, True)
        return signature(callable_, **options)

    inspect.signature = remembered
    # Python 3.12 remembers these itself.
    typing._get_protocol_attrs = functools.lru_cache(None)(typing._get_protocol_attrs)


def settle():
    """What was imported stays, and need not be looked through; all else is collected by whoever counts cases."""
    gc.disable()
    gc.collect()
    gc.freeze()


def collect_seldom():
    """What was imported stays, and need not be looked through again and again; nobody counts cases."""
    gc.freeze()
    gc.set_threshold(100000, 20, 20)
