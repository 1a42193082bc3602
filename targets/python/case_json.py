"""What all workers in Python know of the case JSON (core/graph/json.h)."""


class Unsupported(Exception):
    """The Graph holds what this worker does not know; says nothing about the framework."""


def literal(value):
    """A literal of the case JSON: {"$float": "nan"} is a number, and $$key is $key."""
    if isinstance(value, list):
        return [literal(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {'$float'}:
            return float(value['$float'])
        return {key[1:] if key.startswith('$$') else key: literal(item) for key, item in value.items()}
    return value
