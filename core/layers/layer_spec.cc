#include "core/layers/layer_spec.h"

#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {

absl::string_view LayerSpec::op_name() const { return kind_.class_name(); }

Refusal LayerSpec::Build(BuildContext&) const { return nullptr; }

Refusal LayerSpec::OutputShapes(ShapeContext& context) const {
  const size_t count = static_cast<size_t>(traits_.num_outputs);
  const Shape** shapes = context.output_shapes.extend(context.arena, count);
  for (size_t k = 0; k < count; ++k) shapes[k] = context.input_shapes[0];
  return nullptr;
}

Refusal LayerSpec::Call(CallContext& context) const {
  if (traits_.is_identity) {
    const Symbol& input = *context.inputs[0];
    context.outputs.push_back(
        context.arena, context.maker.NewSymbol(input.term, input.static_shape,
                                               input.dtype, "Identity"));
    return nullptr;
  }
  return ApplyOp(context, "op");
}

Refusal LayerSpec::ApplyOp(CallContext& context, const char* tf_op) const {
  constexpr size_t kInlineOperands = 16;
  TermId inline_operands[kInlineOperands];
  const size_t count = context.inputs.size() + context.weights.size();
  TermId* operands = count <= kInlineOperands
                         ? inline_operands
                         : context.arena.NewUnset<TermId>(count);
  size_t n = 0;
  for (const Symbol* input : context.inputs) operands[n++] = input->term;
  for (TermId weight : context.weights) operands[n++] = weight;
  const TermId first =
      context.terms.Apply(*this, absl::MakeConstSpan(operands, n));
  const Symbol& model = *context.inputs[0];
  const TermId outputs = static_cast<TermId>(num_outputs());
  Symbol** made = context.outputs.extend(context.arena, outputs);
  for (TermId k = 0; k < outputs; ++k) {
    made[k] = context.maker.NewSymbol(first + k, model.static_shape,
                                      OutputDType(model.dtype), tf_op);
  }
  return nullptr;
}

Refusal LayerSpec::RefuseCount(const CallContext& context) const {
  const int count = static_cast<int>(context.inputs.size());
  if (count < traits_.min_inputs || count > traits_.max_inputs) {
    return context.Refuse(errors::kBackend,
                          ErrorArg::Of("a wrong number of inputs"));
  }
  if (count == 1 && context.inputs_are_list && !traits_.takes_list_of_one) {
    return traits_.asks_list_for_shape
               ? RefuseListOfOne(context)
               : context.Refuse(errors::kBackend,
                                ErrorArg::Of("a list instead of a tensor"));
  }
  return nullptr;
}

Refusal LayerSpec::RefuseListOfOne(const CallContext& context) {
  return context.Refuse(
      errors::kListOfOne,
      ErrorArg::Of(context.rules.shape_is_a_method ? "get_shape" : "shape"));
}

// Keras 2.2.4 keras/engine/base_layer.py, Layer.compute_mask.
Refusal LayerSpec::ComputeMask(MaskContext& context) const {
  if (traits_.supports_masking) {
    context.result = context.masks;
    return nullptr;
  }
  if (context.masks.all_none()) {
    context.result = MaskValue::None();
    return nullptr;
  }
  const ErrorArg masks =
      context.masks.is_list
          ? ErrorArg::Of(absl::MakeConstSpan(
                const_cast<const Symbol* const*>(context.masks.items),
                context.masks.size))
          : ErrorArg::Of(context.masks.single);
  return context.Refuse(errors::kMaskingNotSupported,
                        ErrorArg::Of(context.layer_name), masks);
}

absl::Status LayerSpec::Evaluate(absl::Span<const Array* const>,
                                 absl::Span<Array>) const {
  return absl::UnimplementedError(
      absl::StrCat("No numbers for an uninterpreted layer of class ",
                   kind_.class_name(), "; only proofs are possible here."));
}

bool LayerSpec::Accepts(absl::Span<const TensorInfo> earlier,
                        const TensorInfo& candidate) const {
  const InputSpec& spec = traits_.input_spec;
  if (!candidate.shape->known_rank() || !IsFloat(candidate.dtype)) return false;
  if (traits_.has_input_spec &&
      ((spec.ndim >= 0 && candidate.shape->rank != spec.ndim) ||
       (spec.min_ndim >= 0 && candidate.shape->rank < spec.min_ndim) ||
       (spec.max_ndim >= 0 && candidate.shape->rank > spec.max_ndim))) {
    return false;
  }
  if (candidate.masked && !traits_.supports_masking) return false;
  return earlier.size() < static_cast<size_t>(traits_.max_inputs);
}

bool LayerSpec::OutputMasked(absl::Span<const TensorInfo> inputs, int k) const {
  if (!traits_.supports_masking) return false;
  return inputs.size() == 1
             ? inputs[0].masked
             : k < static_cast<int>(inputs.size()) && inputs[k].masked;
}

}  // namespace clonecheck
