// The elementwise merges: Add, Subtract, Multiply, Average, Maximum, Minimum.
// Keras 2.2.4, keras/layers/merge.py. Concatenate has a file of its own.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/mask_ops.h"
#include "core/layers/merged_shape.h"
#include "core/layers/merging.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

// What build remembers: the ranks differed, so `call` aligns them.
constexpr uint32_t kAlignsRanks = 1;

LayerSpec::Traits MergeTraits(int max_inputs) {
  LayerSpec::Traits traits;
  traits.min_inputs = 2;
  traits.max_inputs = max_inputs;
  traits.supports_masking = true;
  traits.builds = true;
  traits.forgets_build = true;
  return traits;
}

// What sets the six apart.
struct MergingRow {
  Merging merging;
  const char* class_name;
  const char* unaligned_name;  // in terms
  const char* name_prefix;
  int max_inputs;
  // TensorFlow's names for two, three, four and more inputs.
  const char* tf_ops[3];
};
constexpr MergingRow kMergings[] = {
    {Merging::kAdd,
     "Add",
     "unaligned_add",
     "add",
     LayerSpec::kManyInputs,
     {"add", "add_1", "add_2"}},
    {Merging::kSubtract,
     "Subtract",
     "unaligned_subtract",
     "subtract",
     2,
     {"sub", "sub", "sub"}},
    {Merging::kMultiply,
     "Multiply",
     "unaligned_multiply",
     "multiply",
     LayerSpec::kManyInputs,
     {"mul", "mul_1", "mul_2"}},
    {Merging::kAverage,
     "Average",
     "unaligned_average",
     "average",
     LayerSpec::kManyInputs,
     {"truediv", "truediv", "truediv"}},
    {Merging::kMaximum,
     "Maximum",
     "unaligned_maximum",
     "maximum",
     LayerSpec::kManyInputs,
     {"Maximum", "Maximum_1", "Maximum_2"}},
    {Merging::kMinimum,
     "Minimum",
     "unaligned_minimum",
     "minimum",
     LayerSpec::kManyInputs,
     {"Minimum", "Minimum_1", "Minimum_2"}},
};

// A merge that was built on equal ranks, called on others: Keras aligns
// nothing, and TensorFlow's operators put axes of size 1 in front.
class UnalignedMerge final : public Op {
 public:
  explicit UnalignedMerge(const MergingRow& row)
      : Op(1, /*hash_seed=*/113), row_(row) {}
  absl::string_view op_name() const override { return row_.unaligned_name; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    return Merged(row_.merging, operands, Alignment::kInFront, &outputs[0]);
  }

 private:
  const MergingRow& row_;
};

class Merge final : public LayerSpec {
 public:
  Merge(const LayerKind& kind, const MergingRow& row)
      : LayerSpec(kind, MergeTraits(row.max_inputs)),
        row_(row),
        unaligned_(row) {}

  // Only checks shapes, and looks whether ranks have to be aligned.
  Refusal Build(BuildContext& context) const override {
    const absl::Span<const Shape* const> shapes = context.input_shapes;
    if (shapes.size() < 2) return context.Refuse(errors::kMergeNeedsList);
    // Most merges are of equal shapes, and there is nothing to learn from them.
    if (SameShapes(shapes) && shapes[0]->known_rank()) {
      context.memo = 0;
      return RefuseOtherThanTwo(context, shapes.size());
    }
    int32_t batch = kUnknownDim;
    for (const Shape* shape : shapes) {
      const int32_t own = shape->rank > 0 ? shape->dim[0] : kUnknownDim;
      if (own != kUnknownDim && batch != kUnknownDim && own != batch) {
        return context.Refuse(errors::kMergeBatchSizes, ErrorArg::Of(shapes));
      }
      if (own != kUnknownDim) batch = own;
    }
    MergedShape merged;
    for (const Shape* shape : shapes) {
      if (!merged.Add(*shape)) {
        return RefuseToBroadcast(context, merged, *shape);
      }
    }
    context.memo = merged.unknown() || !merged.same_rank() ? kAlignsRanks : 0;
    return RefuseOtherThanTwo(context, shapes.size());
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    if (SameShapes(context.input_shapes)) {
      context.output_shapes.push_back(context.arena, context.input_shapes[0]);
      return nullptr;
    }
    MergedShape merged;
    for (const Shape* shape : context.input_shapes) {
      if (!merged.Add(*shape)) {
        return RefuseToBroadcast(context, merged, *shape);
      }
    }
    context.output_shapes.push_back(context.arena, merged.Get(context.pool));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    const size_t count = context.inputs.size();
    if (count < 2) {
      return context.inputs_are_list
                 ? context.Refuse(errors::kBackend,
                                  ErrorArg::Of("a merge of one input"))
                 : context.Refuse(errors::kMergeNeedsList);
    }
    if (row_.merging == Merging::kSubtract && count != 2) {
      return context.Refuse(errors::kSubtractCount);
    }
    const Symbol& first = *context.inputs[0];
    const Shape* shape = first.static_shape;
    bool same_dtype = true;
    bool same_shape = true;
    for (const Symbol* input : context.inputs) {
      same_dtype &= input->dtype == first.dtype;
      same_shape &= input->static_shape == shape;
    }
    if (!same_dtype) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("inputs of different dtypes"));
    }
    bool aligned = true;
    if (!same_shape) {
      aligned = context.memo == kAlignsRanks || SameKnownRanks(context);
      shape = StaticShape(context, aligned);
      if (shape == nullptr) {
        return context.Refuse(
            errors::kBackend,
            ErrorArg::Of("shapes other than those of the first call"));
      }
    }
    const char* tf_op = row_.tf_ops[std::min<size_t>(count - 2, 2)];
    if (IsFirstOfEqual(context)) {
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(first.term, shape, first.dtype, tf_op));
    } else if (aligned) {
      if (Refusal refusal = ApplyOp(context, tf_op)) return refusal;
    } else {
      TermId* operands = context.arena.NewUnset<TermId>(count);
      for (size_t i = 0; i < count; ++i) operands[i] = context.inputs[i]->term;
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(
              context.terms.Apply(unaligned_,
                                  absl::MakeConstSpan(operands, count)),
              shape, first.dtype, tf_op));
    }
    context.outputs[0]->SetStaticShape(shape);
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    return SetAndOfMasks(context);
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    return Merged(row_.merging, operands, Alignment::kAfterBatch, &outputs[0]);
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate) || candidate.shape->rank < 1) {
      return false;
    }
    if (earlier.empty()) return true;
    if (earlier.size() == 1 && earlier[0].shape == candidate.shape &&
        earlier[0].dtype == candidate.dtype) {
      return true;
    }
    MergedShape merged;
    for (const TensorInfo& info : earlier) {
      if (info.dtype != candidate.dtype ||
          info.shape->dim[0] != candidate.shape->dim[0] ||
          !merged.Add(*info.shape)) {
        return false;
      }
    }
    if (!merged.Add(*candidate.shape) || !merged.strict()) return false;
    // Masks must have equal shapes, and be the output's mask afterwards.
    for (const TensorInfo& info : earlier) {
      if (info.masked && !HasMaskShapeOf(*info.shape, merged)) return false;
    }
    return !candidate.masked || HasMaskShapeOf(*candidate.shape, merged);
  }

  bool OutputMasked(absl::Span<const TensorInfo> inputs, int) const override {
    return std::any_of(inputs.begin(), inputs.end(),
                       [](const TensorInfo& info) { return info.masked; });
  }

 private:
  // Of one value several times, the largest, the smallest and the mean are
  // that value. The mean is in floating point but for a last digit.
  bool IsFirstOfEqual(const CallContext& context) const {
    const Symbol& first = *context.inputs[0];
    return (row_.merging == Merging::kMaximum ||
            row_.merging == Merging::kMinimum ||
            (row_.merging == Merging::kAverage && IsFloat(first.dtype))) &&
           std::all_of(
               context.inputs.begin(), context.inputs.end(),
               [&](const Symbol* other) { return other->term == first.term; });
  }

  static bool SameKnownRanks(const CallContext& context) {
    const Shape& first = *context.inputs[0]->static_shape;
    for (const Symbol* input : context.inputs) {
      const Shape& shape = *input->static_shape;
      if (!shape.known_rank() || shape.rank != first.rank) return false;
    }
    return true;
  }

  // The operators' shape, after Keras has aligned the axes or has not; null if
  // the inputs do not fit.
  static const Shape* StaticShape(CallContext& context, bool aligned) {
    int rank = 0;
    for (const Symbol* input : context.inputs) {
      const Shape& shape = *input->static_shape;
      if (!shape.known_rank()) return context.pool.unknown_shape();
      rank = std::max<int>(rank, shape.rank);
    }
    const Shape* result = nullptr;
    for (const Symbol* input : context.inputs) {
      const Shape* shape = input->static_shape;
      if (aligned && shape->rank < rank && shape->rank > 0) {
        // Axes of size 1 after the batch.
        std::array<int32_t, kMaxRank> dims;
        dims.fill(1);
        dims[0] = shape->dim[0];
        std::copy(shape->dim.begin() + 1, shape->dim.begin() + shape->rank,
                  dims.begin() + 1 + rank - shape->rank);
        shape = context.pool.InternShape(
            absl::MakeConstSpan(dims.data(), static_cast<size_t>(rank)));
      }
      result = result == nullptr ? shape
                                 : OperatorShape(context.pool, result, shape);
      if (result == nullptr) return nullptr;
    }
    return result;
  }

  static bool SameShapes(absl::Span<const Shape* const> shapes) {
    for (const Shape* shape : shapes) {
      if (shape != shapes[0]) return false;
    }
    return true;
  }

  static bool HasMaskShapeOf(const Shape& shape, const MergedShape& merged) {
    if (shape.rank != merged.rank()) return false;
    for (int i = 0; i + 1 < shape.rank; ++i) {
      if (shape.dim[i] != merged.dim(i)) return false;
    }
    return true;
  }

  // Subtract takes exactly two inputs, and says so only in its build.
  Refusal RefuseOtherThanTwo(const LayerContext& context, size_t count) const {
    if (row_.merging != Merging::kSubtract || count == 2) return nullptr;
    return context.Refuse(errors::kSubtractCount);
  }

  static Refusal RefuseToBroadcast(const LayerContext& context,
                                   const MergedShape& merged,
                                   const Shape& shape) {
    const Shape* a = merged.WithoutBatch(context.pool);
    const Shape* b = WithoutAxis(context.pool, shape, 0);
    if (a->rank < b->rank) std::swap(a, b);
    return context.Refuse(errors::kMergeBroadcast, ErrorArg::Of(a),
                          ErrorArg::Of(b));
  }

  const MergingRow& row_;
  const UnalignedMerge unaligned_;
};

class MergeClass final : public LayerKind {
 public:
  explicit MergeClass(Merging merging)
      : row_(kMergings[static_cast<int>(merging)]) {}
  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view call_owner() const override { return "_Merge"; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader&) const override {
    return std::make_unique<Merge>(*this, row_);
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers &&
           &row_ == &kMergings[static_cast<int>(Merging::kAdd)];
  }

 private:
  const MergingRow& row_;
};

}  // namespace

const LayerKind& AddKind() {
  static const MergeClass kind(Merging::kAdd);
  return kind;
}

const LayerKind& SubtractKind() {
  static const MergeClass kind(Merging::kSubtract);
  return kind;
}

const LayerKind& MultiplyKind() {
  static const MergeClass kind(Merging::kMultiply);
  return kind;
}

const LayerKind& AverageKind() {
  static const MergeClass kind(Merging::kAverage);
  return kind;
}

const LayerKind& MaximumKind() {
  static const MergeClass kind(Merging::kMaximum);
  return kind;
}

const LayerKind& MinimumKind() {
  static const MergeClass kind(Merging::kMinimum);
  return kind;
}

}  // namespace clonecheck
