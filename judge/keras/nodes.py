"""Node: one call of one layer. Its attributes are filled in by the engine when the node is first seen."""

from clonecheck_keras import _engine
from clonecheck_keras.names import NotModelled, missing

ATTRIBUTES = ('outbound_layer', 'inbound_layers', 'node_indices', 'tensor_indices', 'input_tensors', 'output_tensors',
              'input_masks', 'output_masks', 'input_shapes', 'output_shapes', 'arguments')


class Node(_engine.NodeHandle):
    __module__ = 'keras.engine.base_layer'

    def __init__(self, *args, **kwargs):
        raise NotModelled('a Node that no call makes')

    def get_config(self):
        return {'outbound_layer': self.outbound_layer.name if self.outbound_layer else None,
                'inbound_layers': [layer.name if layer else None for layer in self.inbound_layers],
                'node_indices': self.node_indices,
                'tensor_indices': self.tensor_indices}

    def __setattr__(self, name, value):
        if name in ATTRIBUTES:
            if name == 'arguments' and (value is None or type(value) is dict):
                if _engine.set_node_arguments(self, value):
                    return
            raise NotModelled('%s of a node set to something else' % name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in ATTRIBUTES:
            raise NotModelled('%s of a node deleted' % name)
        object.__delattr__(self, name)
