// EngineRules: how the imitated Keras versions differ, as data. Not for
// cloners: these are the rules of the library that a cloner runs on.
#ifndef CLONECHECK_CORE_ENGINE_RULES_H_
#define CLONECHECK_CORE_ENGINE_RULES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/layers/layer_rules.h"

namespace clonecheck {

struct EngineRules {
  // As in `NAME@ENGINE` on the command line.
  absl::string_view version;
  // Model.from_config: what happens to the later nodes of a layer when one
  // cannot be made yet. 2.2.4 goes on with them in the same pass, so nodes may
  // be made in another order than the config's (keras#11159); later versions
  // keep the order.
  bool from_config_keeps_node_order = true;
  // Calling a recurrent layer on states that are Keras tensors: the keyword
  // `initial_state` stays in the node's arguments (2.2.4).
  bool keras_states_stay_in_arguments = false;
  // get_config: every layer has a dtype. 2.2.4 writes it only beside
  // `batch_input_shape`.
  bool layers_always_have_dtype = true;
  LayerRules layers = kOldestLayerRules;
};

// 2.2.5 within layer classes.
constexpr LayerRules NewerLayerRules() {
  LayerRules rules;
  rules.masked_step_outputs_the_state = false;
  rules.unroll_refuses_one_step = false;
  rules.states_may_be_given_twice = false;
  rules.flatten_text_lacks_bracket = false;
  rules.softmax_names_input = true;
  rules.depthwise_shape_lacks_dilation = false;
  rules.dot_of_matrices_broadcasts = false;
  rules.lambda_takes_list_of_one = false;
  rules.picture_masks = LayerRules::PictureMasks::kOneAStep;
  return rules;
}

// 2.3.1 within layer classes.
constexpr LayerRules NewestLayerRules() {
  LayerRules rules = NewerLayerRules();
  rules.loop_loses_steps = false;
  rules.shape_is_a_method = false;
  rules.picture_masks = LayerRules::PictureMasks::kAny;
  return rules;
}

inline constexpr EngineRules kEngineRules[] = {
    {"2.2.4", /*from_config_keeps_node_order=*/false,
     /*keras_states_stay_in_arguments=*/true,
     /*layers_always_have_dtype=*/false, kOldestLayerRules},
    {"2.2.5", /*from_config_keeps_node_order=*/true,
     /*keras_states_stay_in_arguments=*/false,
     /*layers_always_have_dtype=*/true, NewerLayerRules()},
    {"2.3.1", /*from_config_keeps_node_order=*/true,
     /*keras_states_stay_in_arguments=*/false,
     /*layers_always_have_dtype=*/true, NewestLayerRules()},
};

// The rules of a version, or null if there is no such engine.
constexpr const EngineRules* FindEngineRules(absl::string_view version) {
  for (const EngineRules& rules : kEngineRules) {
    if (rules.version == version) return &rules;
  }
  return nullptr;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_RULES_H_
