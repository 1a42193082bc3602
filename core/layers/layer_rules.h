// LayerRules: how the imitated Keras versions differ within layer classes, as
// data. What they differ in beyond is in the engine's rules.
#ifndef CLONECHECK_CORE_LAYERS_LAYER_RULES_H_
#define CLONECHECK_CORE_LAYERS_LAYER_RULES_H_

#include <cstdint>

namespace clonecheck {

// The defaults are those of 2.2.4.
struct LayerRules {
  // A step that the mask leaves out, in a recurrent layer that is not unrolled:
  // its output is the state before the step (2.2.4), or the output before it
  // (2.2.5 on; zeros at the first step).
  bool masked_step_outputs_the_state = true;
  // unroll=True refuses a single step, as it refuses an unknown number (2.2.4).
  bool unroll_refuses_one_step = true;
  // States given as inputs win over the keyword `initial_state` (2.2.4);
  // otherwise to give both is refused.
  bool states_may_be_given_twice = true;
  // TensorFlow does not know how many steps a loop has put out (2.2.4,
  // 2.2.5).
  bool loop_loses_steps = true;
  // Which masks a ConvLSTM2D takes: none (2.2.4), one value a step (2.2.5), or
  // any that can be extended to the size of an output (2.3.1).
  enum class PictureMasks : uint8_t { kNone, kOneAStep, kAny };
  PictureMasks picture_masks = PictureMasks::kNone;
  // A list instead of a tensor is asked for `get_shape` (2.2.4, 2.2.5), or for
  // `shape`.
  bool shape_is_a_method = true;
  // Flatten's refusal of unknown sizes lacks a bracket (2.2.4).
  bool flatten_text_lacks_bracket = true;
  // A softmax that refuses rank 1 names its input (2.2.5 on).
  bool softmax_names_input = false;
  // DepthwiseConv2D.compute_output_shape leaves dilation_rate out (2.2.4).
  bool depthwise_shape_lacks_dilation = true;
  // Dot multiplies two matrices element by element and sums, so that sizes of 1
  // fit to any (2.2.4); later versions refuse sizes that differ.
  bool dot_of_matrices_broadcasts = true;
  // A Lambda without output_shape works on a list of one tensor (2.2.4). Later
  // versions run the function on a placeholder of dtype `['float32']`, which
  // TensorFlow refuses.
  bool lambda_takes_list_of_one = true;
};
inline constexpr LayerRules kOldestLayerRules;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_RULES_H_
