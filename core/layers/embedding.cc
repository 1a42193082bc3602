// Embedding: whole numbers become rows of a table. Keras 2.2.4,
// keras/layers/embeddings.py.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

LayerSpec::Traits EmbeddingTraits(bool mask_zero) {
  LayerSpec::Traits traits;
  traits.supports_masking = mask_zero;
  traits.builds = true;
  return traits;
}

// One operand: is the number not zero?
class NotZeroOp final : public Op {
 public:
  NotZeroOp() : Op(1, 0x27d4eb2f) {}
  absl::string_view op_name() const override { return "not_zero"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    for (double& value : outputs[0].values) value = value != 0 ? 1 : 0;
    return absl::OkStatus();
  }
};

const NotZeroOp& NotZero() {
  static const NotZeroOp op;
  return op;
}

class Embedding final : public LayerSpec {
 public:
  struct Config {
    int32_t input_dim = 0;
    int32_t output_dim = 0;
    bool mask_zero = false;
    // The lengths of the axes behind the batch; kUnknownDim asks nothing.
    bool has_input_length = false;
    std::vector<int32_t> input_length;
    std::string input_length_text;  // as Python prints it
  };

  Embedding(const LayerKind& kind, Pool& pool, Config config)
      : LayerSpec(kind, EmbeddingTraits(config.mask_zero)),
        config_(std::move(config)),
        weight_shape_(
            pool.InternShape({config_.input_dim, config_.output_dim})) {}

  Refusal Build(BuildContext& context) const override {
    context.weights.push_back(context.arena,
                              WeightDecl{"embeddings", weight_shape_});
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (!FitsLength(*input)) {
      return context.Refuse(
          errors::kInputLength,
          ErrorArg::Of(absl::string_view(config_.input_length_text)),
          ErrorArg::Of(input));
    }
    context.output_shapes.push_back(context.arena,
                                    OutputShape(context.pool, input));
    return nullptr;
  }

  DType OutputDType(DType) const override { return DType::kFloat32; }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Shape* input = context.inputs[0]->static_shape;
    if (input->rank >= kMaxRank) {
      return context.Refuse(errors::kBackend, ErrorArg::Of("too many axes"));
    }
    if (Refusal refusal = ApplyOp(context, "embedding_lookup/Identity")) {
      return refusal;
    }
    // A lookup minds no input_length.
    context.outputs[0]->SetStaticShape(
        config_.has_input_length && input->known_rank()
            ? context.pool.InternShape(
                  OutputShapeWith(*input, /*own_length=*/false))
            : OutputShape(context.pool, input));
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    context.result = MaskValue::None();
    if (config_.mask_zero) {
      const Symbol& input = *context.inputs[0];
      context.result = MaskValue::Single(context.maker.NewSymbol(
          context.terms.Apply(NotZero(), absl::MakeConstSpan(&input.term, 1)),
          input.static_shape, DType::kBool, "NotEqual"));
    }
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& rows = *operands[0];
    const Array& table = *operands[1];
    const auto width = static_cast<size_t>(config_.output_dim);
    Array& output = outputs[0];
    output.dims = rows.dims;
    output.dims.push_back(config_.output_dim);
    output.values.resize(rows.values.size() * width);
    for (size_t i = 0; i < rows.values.size(); ++i) {
      const double row = std::trunc(rows.values[i]);  // as a cast does
      if (!(row >= 0 && row < config_.input_dim)) {
        return absl::InvalidArgumentError(
            absl::StrCat("Embedding: there is no row ", row));
      }
      std::copy_n(table.values.begin() + static_cast<ptrdiff_t>(row) *
                                             static_cast<ptrdiff_t>(width),
                  width,
                  output.values.begin() + static_cast<ptrdiff_t>(i * width));
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const Shape& shape = *candidate.shape;
    if (!earlier.empty() || shape.rank < 1 || shape.rank >= kMaxRank ||
        (candidate.dtype != DType::kInt32 &&
         candidate.dtype != DType::kInt64)) {
      return false;
    }
    // A length that the input does not state would be believed.
    return FitsLength(shape) && OutputShapeWith(shape, /*own_length=*/false) ==
                                    OutputShapeWith(shape, /*own_length=*/true);
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return config_.mask_zero;
  }

 private:
  bool FitsLength(const Shape& input) const {
    if (!config_.has_input_length || !input.known_rank()) return true;
    const std::vector<int32_t>& lengths = config_.input_length;
    if (static_cast<int>(lengths.size()) != input.rank - 1) return false;
    for (size_t i = 0; i < lengths.size(); ++i) {
      const int32_t dim = input.dim[i + 1];
      if (lengths[i] != kUnknownDim && dim != kUnknownDim &&
          lengths[i] != dim) {
        return false;
      }
    }
    return true;
  }

  std::vector<int32_t> OutputShapeWith(const Shape& input,
                                       bool own_length) const {
    std::vector<int32_t> dims(input.dims().begin(), input.dims().end());
    if (own_length && config_.has_input_length && FitsLength(input)) {
      for (size_t i = 0; i < config_.input_length.size(); ++i) {
        if (config_.input_length[i] != kUnknownDim) {
          dims[i + 1] = config_.input_length[i];
        }
      }
    }
    dims.push_back(config_.output_dim);
    return dims;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (!input->known_rank() || input->rank >= kMaxRank) {
      return pool.unknown_shape();
    }
    return output_shape_.Get(input, [&] {
      return pool.InternShape(OutputShapeWith(*input, /*own_length=*/true));
    });
  }

  const Config config_;
  const Shape* const weight_shape_;
  mutable ShapeCache output_shape_;
};

class EmbeddingClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Embedding"; }
  absl::string_view name_prefix() const override { return "embedding"; }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers ||
           family == LayerFamily::kEmbeddings;
  }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Embedding::Config config;
    config.input_dim = static_cast<int32_t>(reader.RequiredInt("input_dim", 1));
    config.output_dim =
        static_cast<int32_t>(reader.RequiredInt("output_dim", 1));
    ReadInitializer(reader, "embeddings_initializer",
                    Initializer::kRandomUniform);
    ReadNones(reader, {"embeddings_regularizer", "activity_regularizer",
                       "embeddings_constraint"});
    config.mask_zero = reader.Bool("mask_zero", false);
    ReadInputLength(reader, &config);
    // Keras makes up an input shape where it is given none.
    if (!reader.Has("batch_input_shape") && config.input_length.size() <= 1) {
      Pool& pool = reader.pool();
      const ConfigValue length =
          config.input_length.empty() || config.input_length[0] == kUnknownDim
              ? ConfigValue::None()
              : ConfigValue::Int(config.input_length[0]);
      reader.WriteAs(
          "batch_input_shape",
          ConfigValue::List(pool.InternList({ConfigValue::None(), length})));
    }
    return std::make_unique<Embedding>(*this, reader.pool(), std::move(config));
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    // Inputs of whole numbers hold 0, 1 and 2.
    const auto entry = [&](int rows, int width, bool mask_zero, int weight) {
      return Entry(pool,
                   {{"input_dim", ConfigValue::Int(rows)},
                    {"output_dim", ConfigValue::Int(width)},
                    {"mask_zero", ConfigValue::Bool(mask_zero)}},
                   weight);
    };
    return {entry(3, 4, true, 3), entry(3, 2, true, 1), entry(3, 4, false, 1),
            entry(5, 1, false, 1),
            Entry(pool, {{"input_dim", ConfigValue::Int(3)},
                         {"output_dim", ConfigValue::Int(4)},
                         {"input_length", ConfigValue::Int(3)}})};
  }

 private:
  // A length, or a list of lengths of which some may be None.
  static void ReadInputLength(ConfigReader& reader, Embedding::Config* config) {
    const ConfigValue value = reader.Any("input_length", ConfigValue::None());
    config->has_input_length = value.type != ConfigValue::Type::kNone;
    config->input_length_text = ConfigValueToPython(value);
    bool good = true;
    const auto add = [&](const ConfigValue& length) {
      const bool is_int = length.type == ConfigValue::Type::kInt;
      good &= length.type == ConfigValue::Type::kNone ||
              (is_int && length.integer >= 0 &&
               length.integer <= ConfigReader::kMaxInt);
      config->input_length.push_back(
          is_int && good ? static_cast<int32_t>(length.integer) : kUnknownDim);
    };
    if (value.type == ConfigValue::Type::kList) {
      for (const ConfigValue& length : value.list->items) add(length);
    } else if (config->has_input_length) {
      add(value);
    }
    if (!good) {
      reader.Fail("input_length", "a length, or a list of lengths or None");
    }
  }
};

}  // namespace

const LayerKind& EmbeddingKind() {
  static const EmbeddingClass kind;
  return kind;
}

}  // namespace clonecheck
