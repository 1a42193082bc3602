// What the layers have in common that move values without changing them:
// Reshape and Flatten, Permute and RepeatVector.
#ifndef CLONECHECK_CORE_LAYERS_MOVING_H_
#define CLONECHECK_CORE_LAYERS_MOVING_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "core/layers/layer_spec.h"
#include "core/term/array.h"

namespace clonecheck {

inline LayerSpec::Traits MovingTraits(int ndim, int min_ndim,
                                      bool asks_list_for_shape = false) {
  LayerSpec::Traits traits;
  traits.asks_list_for_shape = asks_list_for_shape;
  traits.loses_sizes = true;
  traits.has_input_spec = ndim >= 0 || min_ndim >= 0;
  traits.input_spec.ndim = static_cast<int8_t>(ndim);
  traits.input_spec.min_ndim = static_cast<int8_t>(min_ndim);
  return traits;
}

// What the four have in common: they take any dtype.
class Moving : public LayerSpec {
 public:
  using LayerSpec::LayerSpec;

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    TensorInfo as_float = candidate;
    as_float.dtype = DType::kFloat32;
    return LayerSpec::Accepts(earlier, as_float);
  }

 protected:
  Refusal CallWithShape(CallContext& context, const Shape* shape,
                        const char* tf_op) const {
    if (Refusal refusal = ApplyOp(context, tf_op)) return refusal;
    context.outputs[0]->SetStaticShape(shape);
    return nullptr;
  }
  // The same where nothing moves: a new tensor with the values of the input.
  Refusal PassOn(CallContext& context, const Shape* shape,
                 const char* tf_op) const {
    const Symbol& input = *context.inputs[0];
    context.outputs.push_back(
        context.arena,
        context.maker.NewSymbol(input.term, shape, input.dtype, tf_op));
    return nullptr;
  }
};

// The product of sizes, none of them unknown; a product beyond 63 bits is the
// largest number there is.
inline int64_t Product(absl::Span<const int32_t> sizes) {
  int64_t product = 1;
  for (int32_t size : sizes) {
    if (__builtin_mul_overflow(product, int64_t{size}, &product)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return product;
}

inline bool AllKnown(absl::Span<const int32_t> sizes) {
  return std::find(sizes.begin(), sizes.end(), kUnknownDim) == sizes.end();
}

inline int32_t AsDim(int64_t size) {
  return size <= std::numeric_limits<int32_t>::max()
             ? static_cast<int32_t>(size)
             : kUnknownDim;
}

// `input` with its axes in the order `axes`, a permutation.
void Transpose(const Array& input, const std::vector<int32_t>& axes,
               Array* output);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_MOVING_H_
