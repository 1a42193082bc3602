// Layers that move values without changing them: Reshape, Flatten, Permute,
// RepeatVector. Keras 2.2.4, keras/layers/core.py.
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

LayerSpec::Traits MovingTraits(int ndim, int min_ndim,
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
};

// The product of sizes, none of them unknown; a product beyond 63 bits is the
// largest number there is.
int64_t Product(absl::Span<const int32_t> sizes) {
  int64_t product = 1;
  for (int32_t size : sizes) {
    if (__builtin_mul_overflow(product, int64_t{size}, &product)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return product;
}

bool AllKnown(absl::Span<const int32_t> sizes) {
  return std::find(sizes.begin(), sizes.end(), kUnknownDim) == sizes.end();
}

int32_t AsDim(int64_t size) {
  return size <= std::numeric_limits<int32_t>::max()
             ? static_cast<int32_t>(size)
             : kUnknownDim;
}

// ---- Reshape ----

class Reshape final : public Moving {
 public:
  // `target`: without the batch; −1 for a size that follows from the others.
  Reshape(const LayerKind& kind, std::vector<int32_t> target)
      : Moving(kind, MovingTraits(-1, -1)), target_(std::move(target)) {
    for (int32_t size : target_) {
      if (size < 0) {
        ++unknowns_;
      } else {
        known_.push_back(size);
      }
    }
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (input->rank > 0 && AllKnown(input->dims().subspan(1))) {
      if (unknowns_ > 1) return context.Refuse(errors::kReshapeUnknowns);
      if (!Divides(Product(input->dims().subspan(1)), Product(known_))) {
        return context.Refuse(errors::kReshapeSize);
      }
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Shape* input = context.inputs[0]->static_shape;
    // TensorFlow looks only where it knows all sizes, the batch included.
    if (input->rank > 0 && AllKnown(input->dims()) && unknowns_ <= 1) {
      const int64_t batch = input->dim[0];
      if (!Divides(Product(input->dims()), Product(known_) * batch)) {
        return context.Refuse(errors::kBackend,
                              ErrorArg::Of("a tensor of another size"));
      }
    }
    return CallWithShape(context, StaticShape(context.pool, *input), "Reshape");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (unknowns_ > 1 || input.rank() < 1) {
      return absl::InvalidArgumentError("Reshape: no such shape");
    }
    Array& output = outputs[0];
    output.dims = {input.dims[0]};
    output.dims.insert(output.dims.end(), target_.begin(), target_.end());
    const auto total = static_cast<int64_t>(input.values.size());
    const int64_t known = Product(known_) * input.dims[0];
    if (!Divides(total, known)) {
      return absl::InvalidArgumentError("Reshape: a tensor of another size");
    }
    std::replace_if(
        output.dims.begin() + 1, output.dims.end(),
        [](int32_t size) { return size < 0; }, AsDim(total / known));
    output.values = input.values;
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    // Sizes that are unknown may not fit later.
    return Moving::Accepts(earlier, candidate) && candidate.shape->rank > 0 &&
           AllKnown(candidate.shape->dims().subspan(1)) && unknowns_ <= 1 &&
           Divides(Product(candidate.shape->dims().subspan(1)),
                   Product(known_));
  }

 private:
  // TensorFlow fills a size in only if it knows all sizes of the input.
  const Shape* StaticShape(Pool& pool, const Shape& input) const {
    if (input.rank > 0 && AllKnown(input.dims())) {
      return OutputShape(pool, &input);
    }
    std::vector<int32_t> dims = {input.rank > 0 ? input.dim[0] : kUnknownDim};
    for (int32_t size : target_) dims.push_back(std::max(size, kUnknownDim));
    return pool.InternShape(dims);
  }

  // Whether the known sizes fit into `total` values.
  bool Divides(int64_t total, int64_t known) const {
    return unknowns_ == 0 ? total == known : known != 0 && total % known == 0;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (input->rank < 1) return pool.unknown_shape();
    return output_shape_.Get(input, [&] {
      std::vector<int32_t> dims = {input->dim[0]};
      dims.insert(dims.end(), target_.begin(), target_.end());
      int32_t size = kUnknownDim;
      const auto sizes = input->dims().subspan(1);
      const int64_t known = Product(known_);
      if (AllKnown(sizes) && known != 0) size = AsDim(Product(sizes) / known);
      std::replace_if(
          dims.begin() + 1, dims.end(), [](int32_t d) { return d < 0; }, size);
      return pool.InternShape(dims);
    });
  }

  const std::vector<int32_t> target_;
  std::vector<int32_t> known_;  // of the target
  int unknowns_ = 0;
  mutable ShapeCache output_shape_;
};

class ReshapeClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Reshape"; }
  absl::string_view name_prefix() const override { return "reshape"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Reshape>(
        *this, RequiredIntList(reader, "target_shape", -1, kMaxRank - 1));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    std::vector<DomainEntry> domain;
    for (std::initializer_list<int> target : {std::initializer_list<int>{-1},
                                              {1, -1},
                                              {-1, 1},
                                              {-1, 2},
                                              {2, -1},
                                              {2, 2},
                                              {4, 3},
                                              {3, 2, 2},
                                              {2, -1, 1}}) {
      domain.push_back(Entry(pool, {{"target_shape", IntList(pool, target)}}));
    }
    return domain;
  }
};

// ---- Permute ----

class Permute final : public Moving {
 public:
  // `dims`: axes of the input, counted with the batch.
  Permute(const LayerKind& kind, std::vector<int32_t> dims)
      : Moving(kind, MovingTraits(static_cast<int>(dims.size()) + 1, -1)),
        dims_(std::move(dims)) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    context.output_shapes.push_back(
        context.arena, OutputShape(context.pool, context.input_shapes[0]));
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
    return CallWithShape(
        context, OutputShape(context.pool, context.inputs[0]->static_shape),
        "transpose");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    std::vector<int32_t> axes = {0};
    axes.insert(axes.end(), dims_.begin(), dims_.end());
    if (!std::is_permutation(axes.begin(), axes.end(),
                             Counted(axes.size()).begin()) ||
        static_cast<int>(axes.size()) != operands[0]->rank()) {
      return absl::InvalidArgumentError("Permute: not an order of the axes");
    }
    Transpose(*operands[0], axes, &outputs[0]);
    return absl::OkStatus();
  }

  // `input` with its axes in the order `axes`, a permutation.
  static void Transpose(const Array& input, const std::vector<int32_t>& axes,
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

 private:
  // 0, 1, …, n − 1.
  static std::vector<int32_t> Counted(size_t n) {
    std::vector<int32_t> numbers(n);
    for (size_t i = 0; i < n; ++i) numbers[i] = static_cast<int32_t>(i);
    return numbers;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (input->rank != static_cast<int>(dims_.size()) + 1) return input;
    return output_shape_.Get(input, [&] {
      std::vector<int32_t> dims = {input->dim[0]};
      for (int32_t axis : dims_) {
        dims.push_back(axis < input->rank ? input->dim[axis] : kUnknownDim);
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

// ---- Flatten ----

class Flatten final : public Moving {
 public:
  Flatten(const LayerKind& kind, bool channels_first)
      : Moving(kind, MovingTraits(-1, 3)), channels_first_(channels_first) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (input->rank > 1) {
      const auto sizes = input->dims().subspan(1);
      if (!AllKnown(sizes) || Product(sizes) == 0) {
        return context.Refuse(
            errors::kFlattenUnknown,
            ErrorArg::Of(WithoutAxis(context.pool, *input, 0)),
            ErrorArg::Of(context.rules.flatten_text_lacks_bracket ? "" : ")"));
      }
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    // Two sizes, known only if all sizes of the input are.
    const Shape* input = context.inputs[0]->static_shape;
    return CallWithShape(
        context,
        input->rank > 0 && AllKnown(input->dims())
            ? OutputShape(context.pool, input)
            : context.pool.InternShape({kUnknownDim, kUnknownDim}),
        "Reshape");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (input.rank() < 2) {
      return absl::InvalidArgumentError("Flatten: too few axes");
    }
    const int32_t batch = input.dims[0];
    if (channels_first_) {
      // Channels go last, so that the order is that of channels_last.
      std::vector<int32_t> axes = {0};
      for (int32_t axis = 2; axis < input.rank(); ++axis) axes.push_back(axis);
      axes.push_back(1);
      Permute::Transpose(input, axes, &outputs[0]);
    } else {
      outputs[0].values = input.values;
    }
    outputs[0].dims = {
        batch, AsDim(Product(absl::MakeConstSpan(input.dims).subspan(1)))};
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!Moving::Accepts(earlier, candidate)) return false;
    const auto sizes = candidate.shape->dims().subspan(1);
    return AllKnown(sizes) && Product(sizes) != 0;
  }

 private:
  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (input->rank < 2) return input;
    return output_shape_.Get(input, [&] {
      const auto sizes = input->dims().subspan(1);
      return pool.InternShape({input->dim[0], AllKnown(sizes)
                                                  ? AsDim(Product(sizes))
                                                  : kUnknownDim});
    });
  }

  const bool channels_first_;
  mutable ShapeCache output_shape_;
};

class FlattenClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Flatten"; }
  absl::string_view name_prefix() const override { return "flatten"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Flatten>(
        *this, reader.ChoiceOrNone("data_format", kFormats, 0, 0) == 1);
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}, /*weight=*/3),
            Entry(pool, {{"data_format", ConfigValue::String(pool.InternName(
                                             "channels_first"))}})};
  }

 private:
  static constexpr absl::string_view kFormats[] = {"channels_last",
                                                   "channels_first"};
};

// ---- RepeatVector ----

class RepeatVector final : public Moving {
 public:
  RepeatVector(const LayerKind& kind, int32_t n)
      : Moving(kind, MovingTraits(2, -1, /*asks_list_for_shape=*/true)),
        n_(n) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    context.output_shapes.push_back(
        context.arena, OutputShape(context.pool, context.input_shapes[0]));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
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
    if (input->rank != 2) return input;
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

const LayerKind& ReshapeKind() {
  static const ReshapeClass kind;
  return kind;
}

const LayerKind& FlattenKind() {
  static const FlattenClass kind;
  return kind;
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
