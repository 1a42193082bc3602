"""The helpers of keras.utils.generic_utils that cloning code uses."""

import inspect

_PARAMETERS = {}  # by code object: the parameters that can be given by name


def to_list(x, allow_tuple=False):
    if isinstance(x, list):
        return x
    if allow_tuple and isinstance(x, tuple):
        return list(x)
    return [x]


def unpack_singleton(x):
    return x[0] if len(x) == 1 else x


def is_all_none(iterable_or_element):
    if not isinstance(iterable_or_element, (list, tuple)):
        return iterable_or_element is None
    return all(element is None for element in iterable_or_element)


def object_list_uid(object_list):
    return ', '.join([str(abs(id(x))) for x in to_list(object_list)])


def has_arg(fn, name, accept_all=False):
    code = getattr(getattr(fn, '__func__', None), '__code__', None)
    known = _PARAMETERS.get(code)
    if known is None:
        parameters = inspect.signature(fn).parameters
        named = {parameter.name for parameter in parameters.values()
                 if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)}
        takes_all = any(parameter.kind == parameter.VAR_KEYWORD for parameter in parameters.values())
        known = named, set(parameters), takes_all
        # Only methods of our own classes stay the same.
        if code is not None and code.co_filename.startswith('<clonecheck'):
            _PARAMETERS[code] = known
    named, every, takes_all = known
    if name in every:
        return name in named
    return accept_all and takes_all
