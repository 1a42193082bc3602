"""Shapes that layers of tf-keras gave before: asked again when a model is cloned or comes back, and then remembered.

To learn the shapes of what a layer gives, tf-keras calls it in a graph that is thrown away (_infer_output_signature). Here a layer of
tf-keras' own with the same config and weights, called with the same arguments on tensors of the same shapes and masks, is not called
again for that. Layers of one's own, Lambdas, wrappers and models are, and so is each layer when a model is run.
"""

import json

MAX_REMEMBERED = 20000
# Whose calls do not depend on config, weights and arguments alone.
NEVER = ('Lambda', 'TFOpLambda', 'ClassMethod', 'InstanceProperty', 'InstanceMethod', 'SlicingOpLambda', 'Bidirectional', 'TimeDistributed',
         'InputLayer', 'Functional', 'Sequential', 'Model')


class Unknown(Exception):
    """Something of which nothing is remembered."""


class Tensor:
    """What is remembered of one: a leaf of the structure that a layer gave."""

    def __init__(self, tensor, name):
        mask = getattr(tensor, '_keras_mask', None)
        self.spec, self.mask = tensor.type_spec, None if mask is None else Tensor(mask, name)
        inner = tensor.name or ''
        self.own, self.name = inner.startswith(name + '/'), tensor.name
        if self.own:
            self.name = inner[len(name):]

    def again(self, kind, name):
        spec = type(self.spec)(self.spec.shape, self.spec.dtype, self.spec.name)  # which set_shape changes
        tensor = kind(spec, name=name + self.name if self.own else self.name)
        if self.mask is not None:
            tensor._keras_mask = self.mask.again(kind, name)
        return tensor


def install(tf):
    from tf_keras.src import backend
    from tf_keras.src.engine import base_layer, keras_tensor
    from tf_keras.src.mixed_precision import autocast_variable
    kind = keras_tensor.KerasTensor
    remembered = {}
    infer = base_layer.Layer._infer_output_signature

    def said(value):
        """A value as a part of a key."""
        if type(value) is kind and type(value.type_spec) is tf.TensorSpec and value._inferred_value is None:
            mask = getattr(value, '_keras_mask', None)
            return ('tensor', tuple(value.shape) if value.shape.rank is not None else None, value.dtype.name, said(mask))
        if value is None or isinstance(value, (bool, int, float, str)):
            return type(value).__name__, value
        if type(value) in (list, tuple):
            return (type(value).__name__,) + tuple(said(item) for item in value)
        if type(value) is dict:
            return ('dict',) + tuple((key, said(item)) for key, item in value.items())
        raise Unknown()

    def key_of(layer, inputs, args, kwargs, masks):
        if (not type(layer).__module__.startswith('tf_keras.src.layers') or type(layer).__name__ in NEVER
                or getattr(layer, 'stateful', False) or layer._activity_regularizer is not None or layer._initial_weights is not None):
            raise Unknown()
        try:
            config = dict(layer.get_config(), name='')
            return type(layer), json.dumps(config, sort_keys=True), said(inputs), said(args), said(kwargs), said(masks)
        except (NotImplementedError, TypeError, ValueError):
            raise Unknown() from None

    def infer_output_signature(self, inputs, args, kwargs, input_masks):
        try:
            key = key_of(self, inputs, args, kwargs, input_masks)
        except Unknown:
            return infer(self, inputs, args, kwargs, input_masks)
        if not self.built:
            with backend.name_scope(self._name_scope()), autocast_variable.enable_auto_cast_variables(self._compute_dtype_object):
                self._maybe_build(inputs)
        key += (self._compute_dtype, tuple(tuple(variable.shape) for variable in self.weights))
        if key not in remembered:
            outputs = infer(self, inputs, args, kwargs, input_masks)
            if all(type(tensor) is kind and type(tensor.type_spec) is tf.TensorSpec and tensor._inferred_value is None
                   for tensor in tf.nest.flatten(outputs)):
                if len(remembered) >= MAX_REMEMBERED:
                    remembered.clear()
                remembered[key] = tf.nest.map_structure(lambda tensor: Tensor(tensor, self.name), outputs)
            return outputs
        outputs = tf.nest.map_structure(lambda tensor: tensor.again(kind, self.name), remembered[key])
        self._set_save_spec(inputs, args, kwargs)
        return outputs

    base_layer.Layer._infer_output_signature = infer_output_signature
