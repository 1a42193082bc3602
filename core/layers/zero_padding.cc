// ZeroPadding1D to 3D and Cropping1D to 3D: steps of zeros added, or steps
// taken away, at both ends of each spatial axis. Keras 2.2.4,
// keras/layers/convolutional.py.
//
// The paddings have no input_spec (_ZeroPadding sets one before the base
// constructor, which resets it), so the backend refuses wrong ranks. A cropping
// by more than there is leaves nothing; Keras writes a negative size then, we
// write 0.
#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"

namespace clonecheck {
namespace {

struct MarginRow {
  int rank;
  bool crops;
  int default_size;
  const char* class_name;
  const char* name_prefix;
};
constexpr MarginRow kMargins[] = {
    {1, false, 1, "ZeroPadding1D", "zero_padding1d"},
    {2, false, 1, "ZeroPadding2D", "zero_padding2d"},
    {3, false, 1, "ZeroPadding3D", "zero_padding3d"},
    {1, true, 1, "Cropping1D", "cropping1d"},
    {2, true, 0, "Cropping2D", "cropping2d"},
    {3, true, 1, "Cropping3D", "cropping3d"},
};

LayerSpec::Traits MarginTraits(const MarginRow& row,
                               const SpatialLayout& layout) {
  return row.crops ? SpatialTraits(layout, /*builds=*/false)
                   : LayerSpec::Traits();
}

class Margin final : public LayerSpec {
 public:
  Margin(const LayerKind& kind, const MarginRow& row,
         const SpatialLayout& layout, const SizePairs& sizes)
      : LayerSpec(kind, MarginTraits(row, layout)),
        row_(row),
        layout_(layout),
        sizes_(sizes) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (Refusal refusal = RefuseKnownAxesBeyond(context, layout_, *input)) {
      return refusal;
    }
    return SetOutputShape(context, OutputShape(context.pool, input));
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseSpatialInput(
            context, layout_,
            row_.crops ? errors::kListIndexedByTuple : errors::kBackend)) {
      return refusal;
    }
    const Shape* shape =
        OutputShape(context.pool, context.inputs[0]->static_shape);
    if (shape == nullptr) return RefuseTooLarge(context);
    if (Refusal refusal =
            ApplyOp(context, row_.crops ? "strided_slice" : "Pad")) {
      return refusal;
    }
    context.outputs[0]->SetStaticShape(shape);
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (input.rank() != layout_.ndim()) {
      return absl::InvalidArgumentError("a padding of another rank");
    }
    std::vector<int32_t> dims = input.dims;
    // Where the input's first step comes to lie, per axis; negative: cut off.
    std::vector<int64_t> front(dims.size(), 0);
    for (int i = 0; i < layout_.rank; ++i) {
      const auto axis = static_cast<size_t>(layout_.space_axis(i));
      dims[axis] = static_cast<int32_t>(NewSize(i, dims[axis]));
      const int64_t first = sizes_[static_cast<size_t>(i)][0];
      front[axis] = row_.crops ? -first : first;
    }
    Array& output = outputs[0];
    output = Array::Zeros(dims);
    std::vector<int64_t> at(dims.size(), 0);
    for (double value : input.values) {
      int64_t position = 0;
      bool inside = true;
      for (size_t axis = 0; axis < dims.size(); ++axis) {
        const int64_t to = at[axis] + front[axis];
        inside &= to >= 0 && to < dims[axis];
        position = position * dims[axis] + to;
      }
      if (inside) output.values[static_cast<size_t>(position)] = value;
      for (size_t axis = dims.size(); axis-- > 0;) {
        if (++at[axis] < input.dims[axis]) break;
        at[axis] = 0;
      }
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate) ||
        candidate.shape->rank != layout_.ndim()) {
      return false;
    }
    // Unknown sizes must stay what they are, to fit each other later.
    for (int i = 0; i < layout_.rank; ++i) {
      const auto& [first, last] = sizes_[static_cast<size_t>(i)];
      if (candidate.shape->dim[layout_.space_axis(i)] == kUnknownDim &&
          first + last != 0) {
        return false;
      }
    }
    return true;
  }

 private:
  int64_t NewSize(int i, int64_t length) const {
    const auto& [first, last] = sizes_[static_cast<size_t>(i)];
    const int64_t both = int64_t{first} + last;
    return row_.crops ? std::max<int64_t>(length - both, 0) : length + both;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    return output_shape_.Get(input, [&] {
      return MapSpace(
          pool, *input, layout_, /*channels=*/0,
          [this](int i, int64_t length) { return NewSize(i, length); });
    });
  }

  const MarginRow& row_;
  const SpatialLayout layout_;
  const SizePairs sizes_;
  mutable ShapeCache output_shape_;
};

class MarginClass final : public LayerKind {
 public:
  explicit MarginClass(const MarginRow& row) : row_(row) {}

  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view call_owner() const override {
    return row_.crops ? "_Cropping" : row_.class_name;
  }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    SpatialLayout layout;
    layout.rank = row_.rank;
    const SizePairs sizes =
        ReadPairs(reader, row_.crops ? "cropping" : "padding", row_.rank,
                  row_.default_size);
    if (row_.rank > 1) layout.channels_first = ReadChannelsFirst(reader);
    return std::make_unique<Margin>(*this, row_, layout, sizes);
  }

  // ZeroPadding1D only.
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    if (row_.rank != 1 || row_.crops) return {};
    std::vector<DomainEntry> domain;
    constexpr int kPairs[][2] = {{1, 1}, {0, 1}, {2, 0}, {1, 2}};
    for (const auto& [first, last] : kPairs) {
      domain.push_back(
          Entry(pool, {{"padding", IntList(pool, {first, last})}}));
    }
    return domain;
  }

 private:
  const MarginRow& row_;
};

}  // namespace

const LayerKind& ZeroPadding1DKind() {
  static const MarginClass kind(kMargins[0]);
  return kind;
}

const LayerKind& ZeroPadding2DKind() {
  static const MarginClass kind(kMargins[1]);
  return kind;
}

const LayerKind& ZeroPadding3DKind() {
  static const MarginClass kind(kMargins[2]);
  return kind;
}

const LayerKind& Cropping1DKind() {
  static const MarginClass kind(kMargins[3]);
  return kind;
}

const LayerKind& Cropping2DKind() {
  static const MarginClass kind(kMargins[4]);
  return kind;
}

const LayerKind& Cropping3DKind() {
  static const MarginClass kind(kMargins[5]);
  return kind;
}

}  // namespace clonecheck
