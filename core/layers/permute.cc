// Layers that exchange and repeat axes: Permute, RepeatVector. Keras 2.2.4,
// keras/layers/core.py.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"
#include "core/layers/moving.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

// ---- Permute ----

class Permute final : public Moving {
 public:
  // `dims`: axes of the input, counted with the batch.
  Permute(const LayerKind& kind, std::vector<int32_t> dims)
      : Moving(kind, MovingTraits(static_cast<int>(dims.size()) + 1, -1)),
        dims_(std::move(dims)) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    // Another call may have written a Keras shape of another rank.
    if (input->known_rank() &&
        std::any_of(dims_.begin(), dims_.end(),
                    [&](int32_t axis) { return axis >= input->rank; })) {
      return context.Refuse(errors::kShapeListIndex);
    }
    if (input->known_rank() && static_cast<int>(dims_.size()) >= input->rank) {
      return context.Refuse(errors::kAssignmentIndex);
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const int32_t rank = static_cast<int32_t>(dims_.size()) + 1;
    if (std::any_of(dims_.begin(), dims_.end(),
                    [&](int32_t axis) { return axis >= rank; })) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an axis that is not there"));
    }
    const Shape& input = *context.inputs[0]->static_shape;
    if (input.known_rank() && input.rank != rank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an order of other axes"));
    }
    const Shape* output = OutputShape(context.pool, &input);
    if (MovesNothing(input)) return PassOn(context, output, "transpose");
    return CallWithShape(context, output, "transpose");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const std::vector<int32_t> axes = Axes();
    if (!IsOrder(axes) ||
        static_cast<int>(axes.size()) != operands[0]->rank()) {
      return absl::InvalidArgumentError("Permute: not an order of the axes");
    }
    Transpose(*operands[0], axes, &outputs[0]);
    return absl::OkStatus();
  }

 private:
  std::vector<int32_t> Axes() const {
    std::vector<int32_t> axes = {0};
    axes.insert(axes.end(), dims_.begin(), dims_.end());
    return axes;
  }
  static bool IsOrder(const std::vector<int32_t>& axes) {
    return std::is_permutation(axes.begin(), axes.end(),
                               Counted(axes.size()).begin());
  }

  // Each axis that is longer than 1 stays where it is.
  bool MovesNothing(const Shape& input) const {
    if (input.rank != static_cast<int>(dims_.size()) + 1) return false;
    for (size_t i = 0; i < dims_.size(); ++i) {
      const auto axis = static_cast<size_t>(dims_[i]);
      if (axis != i + 1 && (input.dim[axis] != 1 || input.dim[i + 1] != 1)) {
        return false;
      }
    }
    return IsOrder(Axes());
  }

  // 0, 1, …, n − 1.
  static std::vector<int32_t> Counted(size_t n) {
    std::vector<int32_t> numbers(n);
    for (size_t i = 0; i < n; ++i) numbers[i] = static_cast<int32_t>(i);
    return numbers;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (input->rank <= static_cast<int>(dims_.size())) return input;
    return output_shape_.Get(input, [&] {
      std::vector<int32_t> dims(input->dims().begin(), input->dims().end());
      for (size_t i = 0; i < dims_.size(); ++i) {
        const int32_t axis = dims_[i];
        dims[i + 1] = axis < input->rank ? input->dim[axis] : kUnknownDim;
      }
      return pool.InternShape(dims);
    });
  }

  const std::vector<int32_t> dims_;
  mutable ShapeCache output_shape_;
};

class PermuteClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Permute"; }
  absl::string_view name_prefix() const override { return "permute"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Permute>(
        *this, RequiredIntList(reader, "dims", 0, kMaxRank - 1));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {{"dims", IntList(pool, {2, 1})}}, /*weight=*/4),
            Entry(pool, {{"dims", IntList(pool, {1, 2})}}),
            Entry(pool, {{"dims", IntList(pool, {1})}}),
            Entry(pool, {{"dims", IntList(pool, {3, 1, 2})}}),
            Entry(pool, {{"dims", IntList(pool, {1, 3, 2})}})};
  }
};

// ---- RepeatVector ----

class RepeatVector final : public Moving {
 public:
  RepeatVector(const LayerKind& kind, int32_t n)
      : Moving(kind, MovingTraits(2, -1, /*asks_list_for_shape=*/true)),
        n_(n) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (input->known_rank() && input->rank < 2) {
      return context.Refuse(errors::kTupleIndex);
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    // Within a Model that is called on other inputs.
    const Shape& input = *context.inputs[0]->static_shape;
    if (input.known_rank() && input.rank != 2) {
      return context.Refuse(errors::kRepeatRank);
    }
    return CallWithShape(
        context, OutputShape(context.pool, context.inputs[0]->static_shape),
        "Tile");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (input.rank() != 2) {
      return absl::InvalidArgumentError("RepeatVector: not a matrix");
    }
    outputs[0].dims = {input.dims[0], n_, input.dims[1]};
    const auto width = static_cast<ptrdiff_t>(input.dims[1]);
    for (auto row = input.values.begin(); row != input.values.end();
         row += width) {
      for (int32_t k = 0; k < n_; ++k) {
        outputs[0].values.insert(outputs[0].values.end(), row, row + width);
      }
    }
    return absl::OkStatus();
  }

 private:
  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (input->rank < 2) return input;
    return output_shape_.Get(input, [&] {
      return pool.InternShape({input->dim[0], n_, input->dim[1]});
    });
  }

  const int32_t n_;
  mutable ShapeCache output_shape_;
};

class RepeatVectorClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "RepeatVector"; }
  absl::string_view name_prefix() const override { return "repeat_vector"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<RepeatVector>(
        *this, static_cast<int32_t>(reader.RequiredInt("n", 1)));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {{"n", ConfigValue::Int(1)}}),
            Entry(pool, {{"n", ConfigValue::Int(2)}}),
            Entry(pool, {{"n", ConfigValue::Int(3)}})};
  }
};

}  // namespace

void Transpose(const Array& input, const std::vector<int32_t>& axes,
               Array* output) {
  const size_t rank = axes.size();
  std::vector<size_t> strides(rank, 1);
  for (size_t i = rank - 1; i > 0; --i) {
    strides[i - 1] = strides[i] * static_cast<size_t>(input.dims[i]);
  }
  output->dims.resize(rank);
  for (size_t i = 0; i < rank; ++i) output->dims[i] = input.dims[axes[i]];
  output->values.resize(input.values.size());
  std::vector<int32_t> at(rank, 0);
  for (double& value : output->values) {
    size_t from = 0;
    for (size_t i = 0; i < rank; ++i) {
      from += static_cast<size_t>(at[i]) * strides[axes[i]];
    }
    value = input.values[from];
    for (size_t i = rank; i-- > 0;) {
      if (++at[i] < output->dims[i]) break;
      at[i] = 0;
    }
  }
}

const LayerKind& PermuteKind() {
  static const PermuteClass kind;
  return kind;
}

const LayerKind& RepeatVectorKind() {
  static const RepeatVectorClass kind;
  return kind;
}

}  // namespace clonecheck
