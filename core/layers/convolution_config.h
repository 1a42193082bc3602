// ConvolutionConfig: the arguments that all convolution-like classes share, and
// what follows from these alone. The classes themselves: convolution.cc,
// depthwise_convolution.cc, transposed_convolution.cc, locally_connected.cc.
#ifndef CLONECHECK_CORE_LAYERS_CONVOLUTION_CONFIG_H_
#define CLONECHECK_CORE_LAYERS_CONVOLUTION_CONFIG_H_

#include <cstdint>

#include "core/layers/activations.h"
#include "core/layers/config_reader.h"
#include "core/layers/layer_spec.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"
#include "core/layers/windows.h"
#include "core/term/array.h"

namespace clonecheck {

struct ConvolutionConfig {
  SpatialLayout layout;
  int32_t filters = 0;  // 0: the class has no such argument
  Windows windows;
  ActivationFunction activation = ActivationFunction::kLinear;
  bool use_bias = true;

  int32_t kernel_size(int i) const {
    return static_cast<int32_t>(windows.axis[static_cast<size_t>(i)].size);
  }
};

// Which of the shared arguments a class has.
struct ConvolutionArguments {
  bool filters = true;
  bool dilation_rate = true;
};

// Reads `filters` to `use_bias`, in the order of get_config.
ConvolutionConfig ReadConvolution(ConfigReader& reader, int rank,
                                  ConvolutionArguments arguments = {});
// Reads what follows in the classes with one kernel: initializers, regularizers
// and constraints, which change nothing here.
void ReadKernelAndBiasArguments(ConfigReader& reader);

// TensorFlow's name of the last operation: that of the activation, of the bias
// (`add`, where it is not `BiasAdd`), or else `raw`.
const char* LastTfOp(const ConvolutionConfig& config, const char* raw,
                     const char* add = "add");

// For Build: the input's channels, or unknown without a rank. Refuses unknown
// channels of a known rank, as `form`, and a rank without their axis.
Refusal InputChannels(const BuildContext& context, const SpatialLayout& layout,
                      const ErrorTemplate& form, int32_t* channels);

// For Build: what all remember, and check from then on. `axis` counts as Keras
// counts it, for its texts.
void SetChannels(BuildContext& context, const SpatialLayout& layout, int axis,
                 int32_t channels);

// For Build: the weights of a class with one kernel: that has the sizes of the
// window, and then these two. The bias has `bias_shape`.
void AddKernelAndBias(BuildContext& context, const ConvolutionConfig& config,
                      int32_t last_but_one, int32_t last,
                      const Shape* bias_shape);

// For Call: one application of `op` on input and weights. `shape` null is
// refused as too large.
Refusal ApplyConvolution(CallContext& context, const LayerSpec& op,
                         const Shape* shape, const char* tf_op);

// Adds the bias, if there is one (it repeats along the leading axes), puts the
// channels where they belong, and applies the activation.
void FinishConvolution(const ConvolutionConfig& config, const Array* bias,
                       Array& output);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CONVOLUTION_CONFIG_H_
