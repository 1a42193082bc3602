// Concatenate along one axis. Keras 2.2.4, keras/layers/merge.py.
#include <algorithm>
#include <limits>
#include <memory>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/mask_ops.h"

namespace clonecheck {
namespace {

LayerSpec::Traits ConcatenateTraits() {
  LayerSpec::Traits traits;
  traits.min_inputs = 2;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.supports_masking = true;
  traits.builds = true;
  return traits;
}

// `axis` counted from the front; negative or >= rank: there is no such axis.
int FromFront(int axis, int rank) { return axis < 0 ? rank + axis : axis; }

bool EqualOffAxis(const Shape& a, const Shape& b, int axis) {
  if (a.rank != b.rank) return false;
  for (int i = 0; i < a.rank; ++i) {
    if (i != axis && a.dim[i] != b.dim[i]) return false;
  }
  return true;
}

class Concatenate final : public LayerSpec {
 public:
  Concatenate(const LayerKind& kind, int axis)
      : LayerSpec(kind, ConcatenateTraits()), axis_(axis), mask_op_(axis) {}

  Refusal Build(BuildContext& context) const override {
    const absl::Span<const Shape* const> shapes = context.input_shapes;
    if (shapes.size() < 2) return context.Refuse(errors::kConcatenateCount);
    if (AnyUnknown(shapes)) return nullptr;
    // Each shape loses its axis, which must be there, before any comparison.
    for (const Shape* shape : shapes) {
      const int axis = FromFront(axis_, shape->rank);
      if (axis < 0 || axis >= shape->rank) {
        return context.Refuse(errors::kConcatenateAxis);
      }
    }
    const Shape& first = *shapes[0];
    for (const Shape* shape : shapes) {
      if (!EqualOffAxis(first, *shape, FromFront(axis_, first.rank))) {
        return context.Refuse(errors::kConcatenateShapes, ErrorArg::Of(shapes));
      }
    }
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    if (context.input_shapes.size() < 2) {
      return context.Refuse(errors::kConcatenateNeedsList);
    }
    Joined joined(axis_);
    for (const Shape* shape : context.input_shapes) joined.Add(*shape);
    context.output_shapes.push_back(context.arena, joined.Get(context.pool));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    // A list of one is refused where the mask or the shape is asked for.
    if (!context.inputs_are_list) {
      return context.Refuse(errors::kMergeNeedsList);
    }
    const Symbol& first = *context.inputs[0];
    Joined joined(axis_, Joined::kKnownWins);
    for (const Symbol* input : context.inputs) {
      if (!joined.Add(*input->static_shape) || input->dtype != first.dtype) {
        return context.Refuse(
            errors::kBackend,
            ErrorArg::Of("shapes or dtypes that do not go together"));
      }
    }
    if (Refusal refusal = ApplyOp(context, "concat")) return refusal;
    context.outputs[0]->SetStaticShape(joined.Get(context.pool));
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    if (context.masks.all_none()) {
      context.result = MaskValue::None();
      return nullptr;
    }
    const size_t count = context.inputs.size();
    if (count < 2) return context.Refuse(errors::kMaskNeedsList);
    constexpr size_t kInlineInputs = 8;
    TermId inline_operands[2 * kInlineInputs];
    TermId* operands = count <= kInlineInputs
                           ? inline_operands
                           : context.arena.NewArray<TermId>(2 * count);
    Joined joined(axis_, Joined::kKnownWins);
    for (size_t i = 0; i < count; ++i) {
      const Symbol& input = *context.inputs[i];
      const Symbol* mask = context.masks.item(i);
      bool fits;
      if (mask == nullptr) {
        operands[2 * i] = input.term;
        operands[2 * i + 1] = kNoTerm;
        fits = joined.Add(*input.static_shape);
      } else {
        const bool known = mask->static_shape->known_rank() &&
                           input.static_shape->known_rank();
        const int rank_difference =
            input.static_shape->rank - mask->static_shape->rank;
        operands[2 * i] = known && rank_difference != 1 ? input.term : kNoTerm;
        operands[2 * i + 1] = mask->term;
        fits = joined.Add(*mask->static_shape, !known || rank_difference > 0);
      }
      if (!fits) {
        return context.Refuse(
            errors::kBackend,
            ErrorArg::Of("masks that do not fit together along the axis"));
      }
    }
    const TermId term =
        context.terms.Apply(mask_op_, absl::MakeConstSpan(operands, 2 * count));
    context.result = MaskValue::Single(context.maker.NewSymbol(
        term, joined.GetWithoutLast(context.pool), DType::kBool, "All"));
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& first = *operands[0];
    const int axis = FromFront(axis_, first.rank());
    if (axis < 0 || axis >= first.rank()) {
      return absl::InvalidArgumentError("Concatenate: there is no such axis");
    }
    std::vector<int32_t> dims = first.dims;
    dims[axis] = 0;
    size_t inner = 1;
    for (int i = axis + 1; i < first.rank(); ++i) inner *= dims[i];
    for (const Array* operand : operands) {
      std::vector<int32_t> own = operand->dims;
      if (own.size() != dims.size()) {
        return absl::InvalidArgumentError("Concatenate: ranks differ");
      }
      dims[axis] += own[axis];
      own[axis] = dims[axis];
      if (own != dims) {
        return absl::InvalidArgumentError(
            "Concatenate: dimensions differ off the axis");
      }
    }
    Array& out = outputs[0];
    out = Array::Zeros(dims);
    const size_t stride = inner * static_cast<size_t>(dims[axis]);
    size_t offset = 0;
    for (const Array* operand : operands) {
      const size_t size = inner * static_cast<size_t>(operand->dims[axis]);
      const double* from = operand->values.data();
      for (size_t at = offset; size > 0 && at < out.values.size();
           at += stride, from += size) {
        std::copy(from, from + size, out.values.data() + at);
      }
      offset += size;
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate)) return false;
    const Shape& shape = *candidate.shape;
    const int axis = FromFront(axis_, shape.rank);
    // Along the batch axis the numbers of samples would no longer agree with
    // those of other tensors.
    if (axis <= 0 || axis >= shape.rank) return false;
    bool some_masked = candidate.masked;
    bool all_masked = candidate.masked;
    for (const TensorInfo& info : earlier) {
      if (info.dtype != candidate.dtype ||
          !EqualOffAxis(*info.shape, shape, axis)) {
        return false;
      }
      some_masked |= info.masked;
      all_masked &= info.masked;
    }
    // A missing mask has the features that a mask has lost.
    return !some_masked || all_masked || axis == shape.rank - 1 ||
           shape.last() == 1;
  }

  bool OutputMasked(absl::Span<const TensorInfo> inputs, int) const override {
    return std::any_of(inputs.begin(), inputs.end(),
                       [](const TensorInfo& info) { return info.masked; });
  }

 private:
  // The shape of a concatenation, part by part. An unknown size along the axis
  // makes the sum unknown.
  class Joined {
   public:
    // Off the axis: the first input's sizes (Keras), or those that any input
    // knows (TensorFlow).
    static constexpr bool kKnownWins = true;

    explicit Joined(int axis, bool known_wins = false)
        : axis_(axis), known_wins_(known_wins) {}

    // `expand`: `shape` gets a last axis of size 1. False: does not fit.
    bool Add(const Shape& shape, bool expand = false) {
      if (!shape.known_rank()) unknown_ = true;
      if (unknown_) return true;
      int32_t dims[kMaxRank + 1];
      std::copy(shape.dim.begin(), shape.dim.begin() + shape.rank, dims);
      int rank = shape.rank;
      if (expand) dims[rank++] = 1;
      const int axis = FromFront(axis_, rank);
      if (axis < 0 || axis >= rank) return false;
      if (rank_ == 0) {
        std::copy(dims, dims + rank, dims_);
        rank_ = rank;
        return true;
      }
      if (rank != rank_) return false;
      for (int i = 0; i < rank; ++i) {
        const bool known = dims[i] != kUnknownDim && dims_[i] != kUnknownDim;
        if (i == axis) {
          const int64_t sum = int64_t{dims_[i]} + dims[i];
          dims_[i] = known && sum <= std::numeric_limits<int32_t>::max()
                         ? static_cast<int32_t>(sum)
                         : kUnknownDim;
        } else if (known && dims[i] != dims_[i]) {
          return false;
        } else if (known_wins_ && dims_[i] == kUnknownDim) {
          dims_[i] = dims[i];
        }
      }
      return true;
    }

    const Shape* Get(Pool& pool) const { return Get(pool, rank_); }
    const Shape* GetWithoutLast(Pool& pool) const {
      return Get(pool, rank_ - 1);
    }

   private:
    const Shape* Get(Pool& pool, int rank) const {
      if (unknown_) return pool.unknown_shape();
      return pool.InternShape(
          absl::MakeConstSpan(dims_, static_cast<size_t>(rank)));
    }

    const int axis_;
    const bool known_wins_;
    int rank_ = 0;  // 0: nothing yet
    bool unknown_ = false;
    int32_t dims_[kMaxRank + 1] = {};
  };

  static bool AnyUnknown(absl::Span<const Shape* const> shapes) {
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const Shape* shape) { return !shape->known_rank(); });
  }

  const int axis_;
  const ConcatenateMaskOp mask_op_;
};

class ConcatenateClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Concatenate"; }
  absl::string_view call_owner() const override { return "_Merge"; }
  absl::string_view name_prefix() const override { return "concatenate"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Concatenate>(
        *this,
        static_cast<int>(reader.Int("axis", -1, -kMaxRank, kMaxRank - 1)));
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}, /*weight=*/3),
            Entry(pool, {{"axis", ConfigValue::Int(1)}})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers;
  }
};

}  // namespace

const LayerKind& ConcatenateKind() {
  static const ConcatenateClass kind;
  return kind;
}

}  // namespace clonecheck
