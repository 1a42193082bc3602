// Layers that give values another shape in their order: Reshape, Flatten. Keras
// 2.2.4, keras/layers/core.py.
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
    const Shape* output = StaticShape(context.pool, *input);
    if (KeepsSizes(*input)) return PassOn(context, output, "Reshape");
    return CallWithShape(context, output, "Reshape");
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

  // Whether a sample of this shape comes out with the sizes it has: they are
  // known to, all but one, which follows from the others.
  bool KeepsSizes(const Shape& input) const {
    if (input.rank != static_cast<int>(target_.size()) + 1) return false;
    int unknowns = 0;
    for (size_t i = 0; i < target_.size(); ++i) {
      const int32_t from = input.dim[i + 1];
      if (from == kUnknownDim || target_[i] < 0) {
        ++unknowns;
      } else if (from != target_[i] || from == 0) {
        return false;
      }
    }
    return unknowns <= 1;
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
      Transpose(input, axes, &outputs[0]);
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

}  // namespace

const LayerKind& ReshapeKind() {
  static const ReshapeClass kind;
  return kind;
}

const LayerKind& FlattenKind() {
  static const FlattenClass kind;
  return kind;
}

}  // namespace clonecheck
