"""The layer classes: made from the table, with the signatures of Keras' own constructors and methods."""

import sys

from clonecheck_keras import _engine
from clonecheck_keras.base import Layer, new_layer
from clonecheck_keras.generic import to_list
from clonecheck_keras.inputs import InputLayer
from clonecheck_keras.names import NotModelled, fact
from clonecheck_keras.network import Model, Sequential
from clonecheck_keras.table import CALLS, CLASSES

_SENTINEL = object()
# The arguments of a Lambda that say nothing: its call sets `mask`, if its function takes one.
_LAMBDA_ARGUMENTS = ({}, {'mask': None})
HARNESS = {  # the classes of the harness: parameters of call and of the constructor
    'MultiOut': ('inputs', 'n=2, **kwargs'), 'MultiOutMasked': ('inputs', 'n=2, **kwargs'),
    'Swap': ('inputs', '**kwargs'), 'MaskProducer': ('inputs', '**kwargs')}


def _constructed(self, given):
    """Behind every constructor: `given` are its local variables."""
    given.pop('self')
    arguments = given.pop('kwargs', {})
    name = given.pop('__class__')
    if name == 'Lambda' and given['arguments'] in _LAMBDA_ARGUMENTS:
        given['arguments'] = None
    defaults = _DEFAULTS[name]
    for name, value in given.items():
        # What has its default is left out: the engine knows defaults, and not every value.
        default = defaults.get(name, _SENTINEL)
        if value is not default and not (type(value) is type(default) and value == default):
            arguments[name] = value
    new_layer(self, type(self).__name__, arguments)


def _not_called(self):
    raise NotModelled('call of a %s without __call__' % type(self).__name__)


_DEFAULTS = {}


def _method(owner, name, parameters, body):
    """def NAME(self, PARAMETERS): BODY, as if it stood in the class `owner`."""
    source = 'def %s(self%s%s):\n    %s\n' % (name, ', ' if parameters else '', parameters, body)
    scope = {'__builtins__': __builtins__, 'constructed': _constructed, 'not_called': _not_called, 'OWNER': owner}
    exec(compile(source, '<clonecheck %s.%s>' % (owner, name), 'exec'), scope)
    function = scope[name]
    function.__qualname__ = '%s.%s' % (owner, name)
    return function


# ---- Methods of whole families ----

def _merge_mask(self, inputs, mask=None):
    if mask is not None:
        if not isinstance(mask, list):
            raise ValueError('`mask` should be a list.')
        if not isinstance(inputs, list):
            raise ValueError('`inputs` should be a list.')
        if len(mask) != len(inputs):
            raise ValueError('The lists `inputs` and `mask` should have the same length.')
    return self._ask_mask(inputs, mask)


def _recurrent_mask(self, inputs, mask):
    if isinstance(mask, list):
        mask[0]
    return self._ask_mask(inputs, mask)


def _recurrent_call(self, inputs, initial_state=None, constants=None, **kwargs):
    if constants is not None:
        raise NotModelled('constants of a recurrent layer')
    if initial_state is not None:
        kwargs['initial_state'] = initial_state
    return Layer.__call__(self, inputs, **kwargs)


def _wrapper_from_config(cls, config, custom_objects=None):
    layer = _engine.from_config(cls, config)
    if layer is not None:
        del config['layer']
        return layer
    inner = config.pop('layer')
    return cls(CLASS_OF[inner['class_name']].from_config(inner['config']), **config)


def _lambda_from_config(cls, config, custom_objects=None):
    layer = _engine.from_config(cls, config)
    if layer is not None:
        return layer
    config = config.copy()
    if not isinstance(config['function'], _engine.Function):
        raise NotModelled('a Lambda of another function')
    config.pop('function_type', None)
    config.pop('output_shape_type', None)
    return cls(**config)


# Attributes of a Lambda that are no plain values; _output_shape is what TensorFlow's backend makes of none given.
_LAMBDA = {
    'function': fact(lambda self: _engine.lambda_function(self, 'function')),
    'mask': fact(lambda self: _engine.lambda_function(self, 'mask')),
    'arguments': fact(lambda self: self.get_config()['arguments']),
    '_output_shape': fact(lambda self: self.get_config()['output_shape']),
}


def _define(name, module, base, init, call, owner):
    members = {'__module__': module, '__qualname__': name}
    if init is not None:
        members['__init__'] = _method(name, '__init__', init, "constructed(self, dict(locals(), __class__=OWNER))")
        _DEFAULTS[name] = dict(zip(reversed(members['__init__'].__code__.co_varnames[
            :members['__init__'].__code__.co_argcount]), reversed(members['__init__'].__defaults__ or ())))
        for parameter in members['__init__'].__code__.co_varnames[1:members['__init__'].__code__.co_argcount]:
            members[parameter] = _parameter(parameter)
    if call is not None:
        members['call'] = _method(owner, 'call', call, 'not_called(self)')
    if name == '_Merge':
        members['compute_mask'] = _merge_mask
    elif name in ('RNN', 'Bidirectional'):
        members['compute_mask'] = _recurrent_mask
        members['__call__'] = _recurrent_call
        _recurrent_call.__qualname__ = name + '.__call__'
    if name == 'Wrapper':
        members['from_config'] = classmethod(_wrapper_from_config)
    elif name == 'Lambda':
        members['from_config'] = classmethod(_lambda_from_config)
        members.update(_LAMBDA)
    return type(name, (base,), members)


def _parameter(name):
    """A constructor's argument as an attribute, where it is a plain value."""
    def get(self):
        value = self.get_config().get(name, _SENTINEL)
        if type(value) not in (bool, int, float, tuple):
            raise NotModelled('%s of a %s' % (name, type(self).__name__))
        return value
    get.__name__ = name
    return fact(get)


CLASS_OF = {'InputLayer': InputLayer, 'Model': Model, 'Sequential': Sequential, 'Layer': Layer}
for _name, (_module, _base, _init) in CLASSES.items():
    CLASS_OF[_name] = _define(_name, _module, CLASS_OF[_base], _init, CALLS.get(_name), _name)
for _name, (_call, _init) in HARNESS.items():
    CLASS_OF[_name] = _define(_name, '__main__', Layer, _init, _call, _name)
