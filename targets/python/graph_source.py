"""A Graph (the case JSON of core/graph/json.h) as Python statements, each run as it is written.

Run as they are written, because whether a layer gives a list is known only then. The text is what a stand-alone script holds.
"""

import variants
from case_json import Unsupported, literal

STATES_BY_KEYWORD = ('SimpleRNN', 'GRU', 'LSTM', 'RNN', 'ConvLSTM2D', 'Bidirectional')
class Dialect:
    """What a framework says in its own words. Keras 2's; others override."""
    gone = ()
    # argument of a class → its name here, or None to leave it out.
    renamed = {}
    sequential_needs_input = False
    input_layer_is_no_function = False
    states_by_keyword = False
    # Functions on tensors that it calls otherwise than targets/keras2/vocabulary.py, and by what.
    words = (('K.expand_dims(mask)', 'K.expand_dims(mask, -1)'), ('K.dtype(x)', 'x.dtype'))
    # Ways to make the model under test that a Graph cannot say, by name: variants.py.
    variants = ()
    # How a layer that was used gets another name, and how an operation on tensors is written.
    rename = 'layer.name = %r + layer.name'
    operation = 'keras.ops.%s'
    operation_names = {}


class Statements:
    """Writes and runs the statements. `lines` is the text so far, `model` the name of the model."""

    def __init__(self, graph, dialect, namespace, wanted=()):
        self.graph, self.dialect, self.namespace = graph, dialect, namespace
        self.variant = variants.Variant(wanted, dialect)
        self.lines = []
        self.place = 'input'  # where execution is
        self.multiple = {}  # whether a call gave a list

    def say(self, line):
        self.lines.append(line)
        exec(compile(line, '<case>', 'exec'), self.namespace)

    def run(self):
        """Returns the model."""
        graph = self.graph
        for index, decl in enumerate(graph['inputs']):
            more = ['dtype=%r' % decl['dtype']] if decl.get('dtype', 'float32') != 'float32' else []
            more += self.variant.input_arguments(decl)
            more += ['%s=%r' % (key, decl[key]) for key in ('name', 'sparse') if decl.get(key)]
            self.say('i%d = keras.Input(%s)' % (index, ', '.join(['batch_shape=%r' % (tuple(decl['shape']),)] + more)))
        position_of_model = graph['model'].get('position', len(graph['calls']))
        for position in range(len(graph['calls']) + 1):
            for index, decl in enumerate(graph['layers']):
                if decl.get('position', 0) == position:
                    self.place = 'layer'
                    self.make_layer(index, decl)
            if position == position_of_model:
                self.place = 'model'
                self.make_model(graph['model'])
            if position < len(graph['calls']):
                self.place = 'call %d' % position
                self.call(position, graph['calls'][position])
        for line in self.variant.afterwards():
            self.say(line)
        return self.namespace['model']

    def tensor(self, ref):
        if ref[0] == 'i':
            return ref
        call, _, index = ref.partition('.')
        if not self.multiple[call]:
            if index not in ('', '0'):
                raise Unsupported('an output %s of a layer with one' % index)
            return call
        return '%s[%s]' % (call, index or 0)

    def tensors(self, refs):
        return '[%s]' % ', '.join(self.tensor(ref) for ref in refs)

    def one_or_list(self, refs):
        return self.tensor(refs[0]) if len(refs) == 1 else self.tensors(refs)

    def make_model(self, decl):
        if 'layer' in decl:
            self.say('model = l%d' % decl['layer'])
            return
        name = ', name=%r' % decl['name'] if decl.get('name') else ''
        tensors = [self.tensor(ref) for ref in decl['outputs']]
        given = [self.tensor(ref) for ref in decl['inputs']]
        for line in self.variant.before(tensors, given, self.multiple):
            self.say(line)
        if self.variant.intermediate:
            reached = self.reached(decl['outputs'], self.variant.intermediate)
            given = [self.variant.intermediate] + [ref for ref in given if ref in reached]
        inputs = self.variant.inputs(given)
        self.say('model = keras.Model(%s, %s%s)' % (inputs, self.variant.outputs(tensors), name))

    def reached(self, refs, stop):
        """The tensors that `refs` are computed from, without what only the call `stop` needs."""
        found, waiting = set(), [ref.partition('.')[0] for ref in refs if ref.partition('.')[0] != stop]
        while waiting:
            ref = waiting.pop()
            if ref in found or ref == stop:
                continue
            found.add(ref)
            if ref[0] == 'c':
                call = self.graph['calls'][int(ref[1:])]
                tensors = list(call['inputs'])
                for kwarg in call.get('kwargs', []):
                    tensors += kwarg.get('tensors', []) + ([kwarg['tensor']] if 'tensor' in kwarg else [])
                waiting += [tensor.partition('.')[0] for tensor in tensors]
        return found

    def make_layer(self, index, decl):
        name, config = decl['class'], literal(decl.get('config', {}))
        if name in self.dialect.gone:
            raise Unsupported('there is no layer %s' % name)
        if 'name' in decl:
            config['name'] = decl['name']
        children = ['l%d' % child for child in decl.get('children', [])]
        if name == 'Model':
            given = [self.one_or_list(decl['inputs']), self.one_or_list(decl['outputs'])]
            name = 'keras.Model'
        elif name == 'Sequential':
            first = self.sequential_input(decl.get('children', []))
            given, name = ['[%s]' % ', '.join(first + children)], 'keras.Sequential'
        elif name == 'Lambda':
            given, name = self.lambda_arguments(config), 'keras.layers.Lambda'
        else:
            given = children
            name = name if name in self.namespace.get('CLASSES', ()) else 'keras.layers.' + name
        self.say('l%d = %s(%s)' % (index, name, ', '.join(given + self.config_arguments(decl['class'], config))))
        if not decl.get('trainable', True):
            self.say('l%d.trainable = False' % index)

    def config_arguments(self, class_name, config):
        renamed = dict(self.dialect.renamed.get('*', {}), **self.dialect.renamed.get(class_name, {}))
        arguments = []
        for key, value in config.items():
            key = renamed.get(key, key)
            if key is None:
                continue
            if class_name == 'RNN' and key == 'cell':
                arguments.append('cell=%s' % self.cell(value))
            else:
                arguments.append('%s=%s' % (key, self.value(value)))
        return arguments

    @staticmethod
    def value(value):
        """repr, which says nan and inf as no Python does."""
        if isinstance(value, float) and (value != value or value in (float('inf'), float('-inf'))):
            return "float('%s')" % value
        return repr(value)

    def lambda_arguments(self, config):
        if 'function' not in config:
            raise Unsupported('a Lambda of bytecode')
        name, mask = config.pop('function'), config.pop('mask', None)
        if mask == 'none_list':
            raise Unsupported('a Lambda whose mask is a list, which only Keras 2 documents')
        return [name] if mask in (None, 'absent') else [name, 'mask=%s' % mask]

    def cell(self, cell):
        config = dict(cell['config'])
        if 'cells' in config:
            config['cells'] = None
            inner = '[%s]' % ', '.join(self.cell(one) for one in cell['config']['cells'])
            return 'keras.layers.StackedRNNCells(%s)' % inner
        return 'keras.layers.%s(%s)' % (cell['class_name'], ', '.join(self.config_arguments(cell['class_name'], config)))

    def sequential_input(self, children):
        """Keras 3 does not take the shape of its input from the first layer."""
        if not self.dialect.sequential_needs_input or not children:
            return []
        first = self.graph['layers'][children[0]]
        shape = first.get('config', {}).get('batch_input_shape')
        dtype = first.get('config', {}).get('dtype')
        if shape is None and first['class'] == 'Embedding':
            length = first['config'].get('input_length')
            shape = [None] + (length if isinstance(length, list) else [length])
        if shape is None or first['class'] == 'InputLayer':
            return []
        return ['keras.Input(batch_shape=%r%s)' % (tuple(shape), ', dtype=%r' % dtype if dtype else '')]

    def call(self, index, decl):
        layer = self.graph['layers'][decl['layer']]
        if layer['class'] == 'InputLayer' and self.dialect.input_layer_is_no_function:
            raise Unsupported('a call of an InputLayer')
        refs = decl['inputs']
        keywords = []
        if self.dialect.states_by_keyword and layer['class'] in STATES_BY_KEYWORD and len(refs) > 1:
            keywords.append('initial_state=%s' % self.tensors(refs[1:]))
            refs = refs[:1]
        given = self.tensors(refs) if decl.get('as_list') else self.one_or_list(refs)
        for kwarg in decl.get('kwargs', []):
            if 'tensor' in kwarg:
                value = self.tensor(kwarg['tensor'])
            elif 'tensors' in kwarg:
                value = self.tensors(kwarg['tensors'])
            else:
                value = self.value(literal(kwarg['value']))
            keywords.append('%s=%s' % (kwarg['name'], value))
        self.say('c%d = l%d(%s)' % (index, decl['layer'], ', '.join([given] + keywords)))
        self.multiple['c%d' % index] = isinstance(self.namespace['c%d' % index], (list, tuple))
