"""Executes a Graph (the case JSON of core/graph/json.h) on the live Keras, statement by statement."""

import keras
from keras import layers as keras_layers

import vocabulary
from case_json import Unsupported, literal


def say_defaults(name, config):
    """What a Graph leaves out is the default of 2.2.4; 2.3.1 has others."""
    if name in ('GRU', 'LSTM', 'GRUCell', 'LSTMCell'):
        config.setdefault('recurrent_activation', 'hard_sigmoid')
        config.setdefault('implementation', 1)


def make_cell(cell):
    """The cell of an RNN, or a stack of them, from {'class_name': …, 'config': …}."""
    name, config = cell['class_name'], dict(cell['config'])
    say_defaults(name, config)
    if 'cells' in config:
        config['cells'] = [make_cell(inner) for inner in config['cells']]
    return getattr(keras_layers, name)(**config)


class Program:
    """The objects of a Graph, as far as it was executed: `inputs` and `calls` hold tensors, `layers` layers."""

    def __init__(self, graph):
        self.graph = graph
        self.inputs = []
        self.input_layers = []
        self.layers = [None] * len(graph['layers'])
        self.calls = []
        self.model = None
        self.place = 'input'  # where execution is

    def run(self):
        for decl in self.graph['inputs']:
            tensor = keras_layers.Input(
                batch_shape=tuple(decl['shape']), dtype=decl.get('dtype', 'float32'), name=decl.get('name'),
                sparse=decl.get('sparse', False))
            self.inputs.append(tensor)
            self.input_layers.append(tensor._keras_history[0])
        model_position = self.graph['model'].get('position', len(self.graph['calls']))
        for position in range(len(self.graph['calls']) + 1):
            for index, decl in enumerate(self.graph['layers']):
                if decl.get('position', 0) == position:
                    self.place = 'layer'
                    self.layers[index] = self.make_layer(decl)
            if position == model_position:
                self.place = 'model'
                decl = self.graph['model']
                if 'layer' in decl:
                    self.model = self.layers[decl['layer']]
                else:
                    self.model = keras.models.Model(
                        self.tensors(decl['inputs']), self.tensors(decl['outputs']), name=decl.get('name'))
            if position < len(self.graph['calls']):
                self.place = 'call %d' % position
                result = self.call(self.graph['calls'][position])
                self.calls.append(result if isinstance(result, list) else [result])
        return self.model

    def tensor(self, ref):
        if ref[0] == 'i':
            return self.inputs[int(ref[1:])]
        call, _, index = ref[1:].partition('.')
        return self.calls[int(call)][int(index or 0)]

    def tensors(self, refs):
        return [self.tensor(ref) for ref in refs]

    def make_layer(self, decl):
        name, config = decl['class'], literal(decl.get('config', {}))
        if 'name' in decl:
            config['name'] = decl['name']
        trainable = decl.get('trainable', True)
        children = [self.layers[child] for child in decl.get('children', [])]
        if name in ('Model', 'Sequential', 'InputLayer'):
            # These constructors take no `trainable`.
            if name == 'Model':
                layer = keras.models.Model(self.tensors(decl['inputs']), self.tensors(decl['outputs']), **config)
            elif name == 'Sequential':
                layer = keras.models.Sequential(children, **config)
            else:
                layer = keras_layers.InputLayer(**config)
            if not trainable:
                layer.trainable = False
            return layer
        if not trainable:
            config['trainable'] = False
        say_defaults(name, config)
        if name == 'RNN':
            config['cell'] = make_cell(config['cell'])
        if name == 'Lambda':
            if 'function' not in config:
                raise Unsupported('a Lambda of bytecode')
            return vocabulary.new_lambda(config)
        cls = vocabulary.CLASSES.get(name) or getattr(keras_layers, name, None)
        if cls is None:
            raise Unsupported('no layer class %s' % name)
        return cls(*children, **config)

    def call(self, decl):
        inputs = self.tensors(decl['inputs'])
        if len(inputs) == 1 and not decl.get('as_list', False):
            inputs = inputs[0]
        kwargs = {}
        for kwarg in decl.get('kwargs', []):
            if 'tensor' in kwarg:
                value = self.tensor(kwarg['tensor'])
            elif 'tensors' in kwarg:
                value = self.tensors(kwarg['tensors'])
            else:
                value = literal(kwarg['value'])
            kwargs[kwarg['name']] = value
        return self.layers[decl['layer']](inputs, **kwargs)
