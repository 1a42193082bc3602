"""Ways to make the model under test that a Graph cannot say, by name; a case has at most one.

Each changes how graph_source.py writes the model itself: what its inputs and outputs stand in, what is put on top of its outputs, or
what happens to its layers when all is built. A worker declares those that its framework admits.
"""

from case_json import Unsupported

# Names that are not in the order of the alphabet.
LETTERS = 'zyxwvutsrq'

# On top of an output `t`, one after the other; `op_…` are operations of the framework, classes those of definitions.py.
ON_TOP = {
    'operators': ('{t} * 2',),
    'operators_between': ('{t} + {t}', '1 - {t}', '-{t}'),
    'framework_operations': ('{op_abs}({t})', '{op_maximum}({t}, 0.5)', '{op_minimum}({t}, {t})'),
    'array_operand': ('{t} * np.full((1,), 2, "float32")', '{op_add}({t}, np.full((1,), 0.5, "float32"))'),
    'list_of_tensors': ('{op_concat}([{t}, {t}], axis=-1)', '{op_stack}([{t}, {t}, {t}], axis=-1)'),
    'argument_positions': ('Arguments()({t}, {t})', 'Arguments()({t}, {t}, scale=3.0)', 'Arguments()({t}, None, scale=0.5)'),
    'argument_keywords': ('Arguments()({t}, other={t}, scale=0.5)', 'Arguments()({t}, scale=2, mode="twofold")',
                          'Arguments()({t}, other=None, mode=None)'),
    # A text that is the name of something registered.
    'argument_named': ('Arguments()({t}, mode="Arguments")',),
    'argument_structures': ('Arguments()({t}, more=[{t}, {t}])', 'Arguments()({t}, more=({t}, {t}))',
                            'Arguments()({t}, more={{"z": {t}, "a": {t}}})',
                            'Arguments()({t}, more={{"z": [{t}, ({t}, 2.0)], "a": {{"b": {t}}}}})'),
    'argument_arrays': ('Arguments()({t}, other=np.full((1,), 2, "float32"))', 'Arguments()({t}, more=[np.float32(3), {t}])'),
    'structure_in': ('Structured()({{"z": {t}, "a": {t}}})', 'Structured()([{t}, {{"b": {t}}}])'),
    'structure_out': ('Structured(give="dict")({t})["second"]', 'Structured(give="tuple")({t})[1]',
                      'Structured(give="nested")({t})["in"][1]'),
    'custom_config': ('Scaled(factor=3.0)({t})', 'Scaled(factor=0.5, trainable=False)({t})'),
    'custom_without_config': ('Bare()({t})', 'keras.layers.Dense(2)(Bare()({t}))'),
    'custom_automatic_config': ('Automatic(2.0)({t})', 'Automatic(factor=0.5)({t})'),
    'policy': ('keras.layers.Dense(2, dtype="mixed_float16")({t})', 'keras.layers.Activation("tanh", dtype="float16")({t})',
               'keras.layers.Dense(2, dtype="float64")({t})'),
    'nested_twice': ('(lambda inner: inner(inner({t})))(keras.Sequential([keras.layers.Activation("tanh")]))',),
    'sequential_with_input': ('keras.Sequential([keras.Input({t}.shape[1:]), keras.layers.Dense(2)])({t})',),
    'sequential_called': ('keras.Sequential([keras.layers.Dense(2), keras.layers.Activation("tanh")])({t})',),
    'sequential_twice': ('(lambda s: [s({t}), s({t})])(keras.Sequential([keras.layers.Dense(2)]))[1]',),
    'sequential_popped': ('popped()({t})',),
    'sequential_added': ('added({t})({t})',),
    'shared_cell': ('one_cell({t})',),
    'sequential_in_sequential': ('keras.Sequential([keras.Sequential([keras.layers.Dense(2)]), keras.layers.Dense(1)])({t})',),
}
# What stands around inputs and outputs, and what happens to layers.
AROUND = ('dict_inputs', 'tuple_inputs', 'nested_inputs', 'dict_outputs', 'tuple_outputs', 'nested_outputs', 'optional_inputs',
          'sparse_inputs', 'intermediate_inputs')
AFTERWARDS = {
    'half_frozen': 'for layer in [layer for layer in model.layers if layer.weights][::2]:\n    layer.trainable = False',
    'frozen': 'model.trainable = False',
    'frozen_and_partly_thawed': 'model.trainable = False\nfor layer in model.layers[1::2]:\n    layer.trainable = True',
    'renamed': 'for layer in model.layers[::2]:\n    $RENAME',
}
ALL = tuple(ON_TOP) + AROUND + tuple(AFTERWARDS)


def as_dict(names, prefix):
    return '{%s}' % ', '.join("'%s_%s%d': %s" % (prefix, LETTERS[index % 10], index, name) for index, name in enumerate(names))


class Variant:
    """`wanted`: names, of which those of one kind do not mix."""

    def __init__(self, wanted, dialect):
        unknown = [name for name in wanted if name not in dialect.variants]
        if unknown:
            raise Unsupported('variant %s' % unknown[0])
        self.wanted, self.dialect = wanted, dialect
        self.intermediate = None  # the call whose output is an input

    def input_arguments(self, decl):
        if 'optional_inputs' in self.wanted:
            return ['optional=True']
        if 'sparse_inputs' in self.wanted and len(decl['shape']) == 2 and not decl.get('sparse') and decl.get(
                'dtype', 'float32') == 'float32':
            return ['sparse=True']
        return []

    def operation(self, name):
        return self.dialect.operation % self.dialect.operation_names.get(name, name)

    def before(self, tensors, inputs, multiple):
        """Statements before the model; `tensors` become those that it has as outputs."""
        lines = []
        for name in self.wanted:
            for index, tensor in enumerate(tensors if name in ON_TOP else ()):
                if tensor in inputs:
                    continue  # which need not be numbers with a fraction
                forms = ON_TOP[name]
                line = forms[index % len(forms)].format(
                    t=tensor, **{'op_' + one: self.operation(one) for one in ('abs', 'maximum', 'minimum', 'add', 'concat', 'stack')})
                lines.append('t%d = %s' % (index, line))
                tensors[index] = 't%d' % index
            if name == 'intermediate_inputs':
                first = next((call for call in sorted(multiple) if not multiple[call]), None)
                if first is None:
                    raise Unsupported('no call with one output, to be an input')
                self.intermediate = first
                # Frameworks refuse one that is an output, too, and outputs that repeat.
                tensors[:] = [tensor for place, tensor in enumerate(tensors) if tensor != first and tensor not in tensors[:place]]
                if not tensors:
                    raise Unsupported('an intermediate tensor that is all there is')
        return lines

    def structure(self, names, kind, prefix):
        """Text of what inputs or outputs stand in; `kind` is that word."""
        if 'dict_' + kind in self.wanted:
            return as_dict(names, prefix)
        if 'tuple_' + kind in self.wanted:
            return '(%s,)' % ', '.join(names)
        if 'nested_' + kind in self.wanted:
            return '[%s, {%s}]' % (names[0], ', '.join("'n%d': %s" % pair for pair in enumerate(names[1:])))
        return names[0] if len(names) == 1 else '[%s]' % ', '.join(names)

    def inputs(self, names):
        return self.structure(names, 'inputs', 'in')

    def outputs(self, names):
        return self.structure(names, 'outputs', 'out')

    def afterwards(self):
        return [AFTERWARDS[name].replace('$RENAME', self.dialect.rename % 'renamed_')
                for name in self.wanted if name in AFTERWARDS]
