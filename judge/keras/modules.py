"""The modules that candidates import, and the namespace in which a candidate runs: that of keras.models."""

import sys
import types

from clonecheck_keras import ROOT, _engine
from clonecheck_keras import backend, base, generic, inputs, layers, network, nodes, tensors
from clonecheck_keras.names import NotModelled


def _module(name, members, package=False):
    """Makes `keras…` importable, under whatever name Keras has here."""
    name = ROOT + name[len('keras'):]
    module = types.ModuleType(name)
    module.__dict__.update(members)
    module.__package__ = name if package else name.rpartition('.')[0]
    if package:
        module.__path__ = []
    # A name that is not there is missed by us, perhaps not by Keras.
    module.__getattr__ = lambda attribute: _missing(name, attribute)
    sys.modules[name] = module
    parent, _, last = name.rpartition('.')
    if parent in sys.modules:
        setattr(sys.modules[parent], last, module)
    return module


def _missing(module, attribute):
    if attribute.startswith('__') or not _engine.is_active():
        raise AttributeError("module '%s' has no attribute '%s'" % (module, attribute))
    raise NotModelled('%s of the module %s' % (attribute, module))


def _gap(name):
    def function(*args, **kwargs):
        raise NotModelled(name)
    function.__name__ = name
    return function


def _public(module):
    return {name: value for name, value in vars(module).items() if not name.startswith('__')}


_SAVING = {name: _gap(name) for name in ('save_model', 'load_model', 'model_from_config', 'model_from_yaml',
                                         'model_from_json')}
_HELPERS = {name: getattr(generic, name) for name in ('to_list', 'unpack_singleton', 'is_all_none', 'object_list_uid',
                                                      'has_arg')}
_LAYERS = {name: cls for name, cls in layers.CLASS_OF.items()
           if not name.startswith('_') and name not in layers.HARNESS and name not in ('Model', 'Sequential')}
_LAYERS['Input'] = inputs.Input


def _clone_sequential_model(model, input_tensors=None):
    if not isinstance(model, network.Sequential):
        raise ValueError('Expected `model` argument to be a `Sequential` model instance, but got:', model)
    if input_tensors is not None:
        raise NotModelled('a Sequential cloned on given tensors by the candidate')
    return _engine.clone_sequential(model)


_CLONE_MODEL = '''
def clone_model(model, input_tensors=None):
    if isinstance(model, Sequential):
        return _clone_sequential_model(model, input_tensors=input_tensors)
    return _clone_functional_model(model, input_tensors=input_tensors)
'''


def _models_namespace():
    names = dict(_HELPERS, **_SAVING)
    names.update(Input=inputs.Input, InputLayer=inputs.InputLayer, Model=network.Model, Sequential=network.Sequential,
                 K=backend, h5py=None, _clone_sequential_model=_clone_sequential_model)
    for name in ('is_all_none', 'object_list_uid', 'unpack_singleton'):
        # keras.models of 2.2.4 does not import these.
        del names[name]
    return names


def install():
    keras = _module('keras', {'__version__': '2.2.4'}, package=True)
    sys.modules[ROOT + '.backend'] = keras.backend = backend
    _module('keras.backend.tensorflow_backend', _public(backend))
    keras.backend = backend
    _module('keras.utils', dict(_HELPERS), package=True)
    _module('keras.utils.generic_utils', dict(_HELPERS))
    _module('keras.engine', {'Layer': base.Layer, 'Node': nodes.Node, 'Input': inputs.Input, 'Model': network.Model,
                             'InputLayer': inputs.InputLayer}, package=True)
    _module('keras.engine.base_layer', dict(_HELPERS, Layer=base.Layer, Node=nodes.Node))
    _module('keras.engine.topology', dict(Layer=base.Layer, Node=nodes.Node, Input=inputs.Input,
                                          InputLayer=inputs.InputLayer, Network=network.Network))
    _module('keras.engine.input_layer', {'Input': inputs.Input, 'InputLayer': inputs.InputLayer})
    _module('keras.engine.network', {'Network': network.Network, 'Layer': base.Layer, 'Node': nodes.Node})
    _module('keras.engine.training', {'Model': network.Model})
    _module('keras.engine.sequential', {'Sequential': network.Sequential})
    _module('keras.engine.saving', dict(_SAVING))
    _module('keras.models', _models_namespace())
    _module('keras.layers', dict(_LAYERS), package=True)
    for name in ('core', 'merge', 'recurrent', 'wrappers', 'convolutional', 'embeddings', 'normalization', 'pooling'):
        _module('keras.layers.' + name, dict(_LAYERS))


def load(source, filename):
    """Runs a candidate's text as if it stood at the end of keras.models; its _clone_functional_model."""
    namespace = _models_namespace()
    # What a module finds where the candidate leaves it out: the reference is not handed out, so that nothing passes by
    # calling it.
    module = _module('keras.models', namespace)
    module.__file__ = filename
    scope = module.__dict__
    exec(_CLONE_MODEL, scope)
    exec(compile(source, filename, 'exec'), scope)
    function = scope.get('_clone_functional_model')
    if not callable(function):
        raise NameError('the document does not define _clone_functional_model')
    return function


def enter():
    """Tells the engine, which starts anew, what its objects are in Python."""
    _engine.register(NotModelled, tensors.SymbolicTensor, nodes.Node, layers.CLASS_OF, _engine.Function)


install()
