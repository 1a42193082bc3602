"""Names that objects of Keras 2.2.4 on TensorFlow have, whether they are modelled or not. What stands here and is not
modelled must not look as if Keras did not have it. Facts, read from the real library by dir().
"""


class NotModelled(BaseException):
    """What code asks for, Keras has, and we do not. No Exception, so that nobody takes it for one of Keras."""

    def __init__(self, what):
        super().__init__(what)
        from clonecheck_keras import _engine
        _engine.note_not_modelled(what)


def missing(thing, name):
    """Python's own error for an attribute that is not there."""
    return AttributeError("'%s' object has no attribute '%s'" % (type(thing).__name__, name), name=name, obj=thing)


def fact(get, set=None):
    """A property that the engine holds. Setting it is up to `set`, which says whether it could; otherwise not modelled."""
    name = get.__name__

    def put(self, value):
        if set is None or not set(self, value):
            raise NotModelled('%s of a %s set' % (name, type(self).__name__))

    def delete(self):
        raise NotModelled('%s of a %s deleted' % (name, type(self).__name__))

    return property(get, put, delete)


def fill_in(cls, names):
    """Gives `cls` a property that is not modelled for each name that it lacks."""
    for name in names:
        if not any(name in vars(base) for base in cls.__mro__):
            setattr(cls, name, _gap(name))


def _gap(name):
    def gap(self, *_):
        raise NotModelled('%s of a %s' % (name, type(self).__name__))
    return property(gap, gap, gap)


NAMES = {
    'Model': frozenset('''
        _add_inbound_node _base_init _build_input_shape _built _check_trainable_weights_consistency
        _compute_previous_mask _expects_training_arg _feed_input_names _feed_input_shapes _feed_inputs
        _get_node_attribute_at_index _inbound_nodes _init_graph_network _init_subclassed_network _initial_weights
        _input_coordinates _input_layers _is_compiled _is_graph_network _layers _layers_by_depth _losses
        _make_predict_function _make_test_function _make_train_function _network_nodes _node_key _nodes_by_depth
        _outbound_nodes _output_coordinates _output_layers _output_mask_cache _output_shape_cache
        _output_tensor_cache _per_input_losses _per_input_updates _set_inputs _standardize_user_data _updated_config
        _updates _uses_dynamic_learning_phase _uses_inputs_arg add add_loss add_update add_weight
        assert_input_compatibility build built call compile compute_mask compute_output_shape count_params evaluate
        evaluate_generator fit fit_generator from_config get_config get_input_at get_input_mask_at
        get_input_shape_at get_layer get_losses_for get_output_at get_output_mask_at get_output_shape_at
        get_updates_for get_weights input input_mask input_names input_shape input_spec inputs layers load_weights
        losses model name non_trainable_weights optimizer output output_mask output_names output_shape outputs pop
        predict predict_classes predict_generator predict_on_batch predict_proba reset_states run_internal_graph
        save save_weights set_weights state_updates stateful summary supports_masking test_on_batch to_json to_yaml
        train_on_batch trainable trainable_weights updates uses_learning_phase weights
    '''.split()),
    'Tensor': frozenset('''
        OVERLOADABLE_OPERATORS _USE_EQUALITY _as_node_def_input _as_tf_output _disallow _disallow_bool_casting
        _disallow_iteration _dtype _get_first_dim _id _keras_history _keras_shape _matmul _name _numpy_style_getitem
        _op _override_operator _rank _record_tape _set_shape _shape _shape_as_list _shape_tuple _shape_val
        _tf_api_names _tf_api_names_v1 _uses_learning_phase _with_index_add _with_index_max _with_index_min
        _with_index_update consumers device dtype eval experimental_ref get_shape graph name ndim op ref set_shape
        shape value_index
    '''.split()),
    'Layer': frozenset('''
        _add_inbound_node _built _get_node_attribute_at_index _inbound_nodes _initial_weights _losses _node_key
        _non_trainable_weights _outbound_nodes _per_input_losses _per_input_updates _trainable_weights _updates
        add_loss add_update add_weight assert_input_compatibility build built call compute_mask compute_output_shape
        count_params from_config get_config get_input_at get_input_mask_at get_input_shape_at get_losses_for
        get_output_at get_output_mask_at get_output_shape_at get_updates_for get_weights input input_mask
        input_shape input_spec losses name non_trainable_weights output output_mask output_shape set_weights
        stateful supports_masking trainable trainable_weights updates weights
    '''.split()),
    'InputLayer': frozenset('''
        batch_input_shape dtype is_placeholder sparse
    '''.split()),
    'backend': frozenset('''
        Function StrictVersion _BACKEND _backend _config _config_path _epsilon _floatx _image_data_format
        _keras_base_dir _keras_dir abs absolute_import all any arange argmax argmin backend batch_dot batch_flatten
        batch_get_value batch_normalization batch_set_value bias_add binary_crossentropy cast cast_to_floatx
        categorical_crossentropy clear_session clip common concatenate config_pb2 constant control_flow_ops conv1d
        conv2d conv2d_transpose conv3d conv3d_transpose cos count_params ctc ctc_batch_cost ctc_decode
        ctc_label_dense_to_sparse cumprod cumsum defaultdict depthwise_conv2d device_lib division dot dropout dtype
        elu epsilon equal eval exp expand_dims eye f flatten floatx foldl foldr function functional_ops gather
        get_session get_uid get_value get_variable_shape gradients greater greater_equal hard_sigmoid has_arg
        identity image_data_format image_dim_ordering importlib in_test_phase in_top_k in_train_phase int_shape
        is_keras_tensor is_placeholder is_sparse is_tensor json l2_normalize learning_phase less less_equal
        local_conv1d local_conv2d log logsumexp manual_variable_initialization map_fn max maximum mean min minimum
        moving_average_update moving_averages name_scope ndim normalize_batch_in_training normalize_data_format
        not_equal np one_hot ones ones_like os permute_dimensions placeholder pool2d pool3d pow print_function
        print_tensor prod py_all py_any py_slice py_sum random_binomial random_normal random_normal_variable
        random_uniform random_uniform_variable relu repeat repeat_elements reset_uids reshape resize_images
        resize_volumes reverse rnn round separable_conv1d separable_conv2d set_epsilon set_floatx
        set_image_data_format set_image_dim_ordering set_learning_phase set_session set_value shape sigmoid sign sin
        slice softmax softplus softsign sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt
        square squeeze stack std stop_gradient sum switch sys tanh temporal_padding tensor_array_ops
        tensorflow_backend tf tf_ops tile to_dense transpose transpose_shape truncated_normal update update_add
        update_sub var variable zeros zeros_like
    '''.split()),
}
