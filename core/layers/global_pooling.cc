// GlobalMaxPooling1D to 3D, GlobalAveragePooling1D to 3D. Keras 2.2.4,
// keras/layers/pooling.py. Of all six, GlobalAveragePooling1D alone supports
// masks: it takes the mean of the steps that are not masked.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"

namespace clonecheck {
namespace {

struct GlobalPoolingRow {
  int rank;
  bool maximum;
  const char* class_name;
  const char* name_prefix;

  bool masks() const { return rank == 1 && !maximum; }
};
constexpr GlobalPoolingRow kGlobalPoolings[] = {
    {1, true, "GlobalMaxPooling1D", "global_max_pooling1d"},
    {2, true, "GlobalMaxPooling2D", "global_max_pooling2d"},
    {3, true, "GlobalMaxPooling3D", "global_max_pooling3d"},
    {1, false, "GlobalAveragePooling1D", "global_average_pooling1d"},
    {2, false, "GlobalAveragePooling2D", "global_average_pooling2d"},
    {3, false, "GlobalAveragePooling3D", "global_average_pooling3d"},
};

LayerSpec::Traits GlobalPoolingTraits(const GlobalPoolingRow& row,
                                      const SpatialLayout& layout) {
  LayerSpec::Traits traits = SpatialTraits(layout, /*builds=*/false);
  traits.supports_masking = row.masks();
  traits.takes_mask = row.masks();
  return traits;
}

// May sizes be broadcast to each other, for all that is known?
bool Broadcasts(int64_t a, int64_t b) {
  return a == kUnknownDim || b == kUnknownDim || a == b || a == 1 || b == 1;
}

class GlobalPooling final : public LayerSpec {
 public:
  GlobalPooling(const LayerKind& kind, const GlobalPoolingRow& row,
                const SpatialLayout& layout)
      : LayerSpec(kind, GlobalPoolingTraits(row, layout)),
        row_(row),
        layout_(layout) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (input->known_rank() && input->rank <= layout_.channel_axis()) {
      return context.Refuse(errors::kTupleIndex);
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    // A list is one more axis to the maximum, which is not what it means here.
    if (Refusal refusal = RefuseSpatialInput(
            context, layout_,
            row_.maximum ? errors::kBackend : errors::kListWithoutDtype)) {
      return refusal;
    }
    const Symbol& input = *context.inputs[0];
    if (row_.maximum && input.dtype == DType::kBool) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a maximum of truth values"));
    }
    TermId operands[] = {input.term, kNoTerm};
    size_t count = 1;
    if (!context.mask.is_none()) {
      // A list of one mask is cast to a tensor of the same values.
      const Symbol* mask =
          context.mask.list_size() == 1 ? context.mask.item(0) : nullptr;
      if (Refusal refusal = RefuseMask(context, input, mask)) return refusal;
      // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): which is refused
      operands[count++] = mask->term;
    }
    const char* op = count == 2 ? "truediv" : row_.maximum ? "Max" : "Mean";
    // K.mean casts truth values.
    const DType dtype =
        input.dtype == DType::kBool ? DType::kFloat32 : input.dtype;
    context.outputs.push_back(
        context.arena,
        context.maker.NewSymbol(
            context.terms.Apply(*this, absl::MakeConstSpan(operands, count)),
            OutputShape(context.pool, input.static_shape), dtype, op));
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    if (!row_.masks()) return LayerSpec::ComputeMask(context);
    context.result = MaskValue::None();
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    if (operands[0]->rank() != layout_.ndim()) {
      return absl::InvalidArgumentError("a global pooling of another rank");
    }
    const Array* mask = operands.size() > 1 ? operands[1] : nullptr;
    if (mask != nullptr && layout_.channels_first) {
      return absl::UnimplementedError(
          "No numbers for a masked GlobalAveragePooling1D with channels "
          "first: Keras masks channels there; use channels_last.");
    }
    const Array input = ChannelsLast(layout_, *operands[0]);
    const size_t batch = static_cast<size_t>(input.dims[0]);
    const size_t channels = static_cast<size_t>(input.last());
    Array& output = outputs[0];
    output = Array::Zeros({input.dims[0], input.last()});
    if (batch == 0 || channels == 0) return absl::OkStatus();
    const size_t steps = input.values.size() / batch / channels;
    if (mask != nullptr && mask->values.size() != batch * steps) {
      return absl::InvalidArgumentError(
          "GlobalAveragePooling1D: the mask has other steps than the input");
    }
    for (size_t b = 0; b < batch; ++b) {
      const double* from = input.values.data() + b * steps * channels;
      double* to = output.values.data() + b * channels;
      if (row_.maximum) {
        std::fill_n(to, channels, -std::numeric_limits<double>::infinity());
      }
      double count = 0;
      for (size_t t = 0; t < steps; ++t, from += channels) {
        // The product, not a branch: 0 times infinity is no number in Keras.
        const double weight = mask == nullptr ? 1 : mask->values[b * steps + t];
        count += weight;
        for (size_t c = 0; c < channels; ++c) {
          if (!row_.maximum) {
            to[c] += from[c] * weight;
          } else if (from[c] > to[c] || std::isnan(from[c])) {
            to[c] = from[c];  // and NaN stays
          }
        }
      }
      if (row_.maximum) continue;
      for (size_t c = 0; c < channels; ++c) to[c] /= count;
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate)) return false;
    return !candidate.masked ||
           (candidate.dtype == DType::kFloat32 &&
            candidate.shape->dim[StepsAxis()] != kUnknownDim &&
            (!layout_.channels_first ||
             Broadcasts(candidate.shape->dim[1], candidate.shape->dim[2])));
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return false;
  }

 private:
  int StepsAxis() const { return layout_.space_axis(0); }

  // The mask is reshaped to (-1, steps, 1) and multiplied with the input.
  Refusal RefuseMask(const CallContext& context, const Symbol& input,
                     const Symbol* mask) const {
    const auto refuse = [&](const char* what) {
      return context.Refuse(errors::kBackend, ErrorArg::Of(what));
    };
    if (mask == nullptr) return refuse("a list that is no mask");
    if (input.dtype != DType::kFloat32) {
      return refuse("a masked input that is not float32");
    }
    if (!input.shape->known_rank()) return nullptr;
    const int64_t steps = input.shape->dim[StepsAxis()];
    if (steps == kUnknownDim) {
      return refuse("a mask where the number of steps is not known");
    }
    if (layout_.channels_first && !Broadcasts(input.shape->dim[1], steps)) {
      return refuse("a mask of steps for channels");
    }
    if (!mask->static_shape->known_rank()) return nullptr;
    int64_t size = 1;
    for (int32_t dim : mask->static_shape->dims()) {
      if (dim == kUnknownDim) return nullptr;
      size *= dim;
    }
    if (steps == 0 || size % steps != 0 ||
        !Broadcasts(size / steps, input.shape->dim[0])) {
      return refuse("a mask of another size");
    }
    return nullptr;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (!input->known_rank()) return input;
    return output_shape_.Get(input, [&] {
      return pool.InternShape(
          {input->dim[0], input->dim[layout_.channel_axis()]});
    });
  }

  const GlobalPoolingRow& row_;
  const SpatialLayout layout_;
  mutable ShapeCache output_shape_;
};

class GlobalPoolingClass final : public LayerKind {
 public:
  explicit GlobalPoolingClass(const GlobalPoolingRow& row) : row_(row) {}

  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    SpatialLayout layout;
    layout.rank = row_.rank;
    layout.channels_first = ReadChannelsFirst(reader);
    return std::make_unique<GlobalPooling>(*this, row_, layout);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    if (row_.rank != 1) return {};
    return {Entry(pool, {})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec& spec) const override {
    if (!spec.traits().supports_masking) return 0;
    // Twice: of sequences, it takes those of known length.
    if (family == LayerFamily::kMaskTakers) return 2;
    return family == LayerFamily::kMaskLayers;
  }

 private:
  const GlobalPoolingRow& row_;
};

}  // namespace

const LayerKind& GlobalMaxPooling1DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[0]);
  return kind;
}

const LayerKind& GlobalMaxPooling2DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[1]);
  return kind;
}

const LayerKind& GlobalMaxPooling3DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[2]);
  return kind;
}

const LayerKind& GlobalAveragePooling1DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[3]);
  return kind;
}

const LayerKind& GlobalAveragePooling2DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[4]);
  return kind;
}

const LayerKind& GlobalAveragePooling3DKind() {
  static const GlobalPoolingClass kind(kGlobalPoolings[5]);
  return kind;
}

}  // namespace clonecheck
