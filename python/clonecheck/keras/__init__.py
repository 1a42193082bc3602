"""Keras 2.2.4 as clone functions see it: the names of keras.models and what it imports, on clonecheck's engine.

    from clonecheck.keras import backend as K
    from clonecheck.keras.models import Input, InputLayer, Model, Sequential, to_list

Models and layers are live objects, and live only while clonecheck asks for a clone. What Keras has and clonecheck does not
model (training, losses, operators on tensors, …) makes the graph "not judged": it never looks as if Keras did not have it.
"""

from clonecheck import _clonecheck

# The modules are made by the engine; this one is replaced by its own.
_clonecheck.load_keras()
