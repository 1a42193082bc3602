// Layers that change values in training only, so not here: Dropout and its
// kin, noise, ActivityRegularization. Keras 2.2.4, keras/layers/core.py and
// noise.py.
#include <limits>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

enum class Family {
  kDropout,
  kSpatialDropout,
  kGaussianNoise,
  kGaussianDropout,
  kAlphaDropout,
  kActivityRegularization,
};

// What sets the classes apart.
struct Row {
  Family family;
  const char* class_name;
  const char* call_owner;
  const char* name_prefix;
  int8_t ndim;  // -1: any
};

struct Setting {
  // `call` returns its input as it is; otherwise a choice by learning phase.
  bool returns_input = false;
  // ActivityRegularization with a factor: computes with the numbers.
  bool needs_float = false;
  ConfigValue noise_shape;
};

LayerSpec::Traits TrainingOnlyTraits(const Row& row, const Setting& setting) {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_training = row.family != Family::kActivityRegularization;
  traits.takes_list_of_one = setting.returns_input && !setting.needs_float;
  traits.is_identity = true;
  traits.has_input_spec = row.ndim >= 0;
  traits.input_spec.ndim = row.ndim;
  return traits;
}

// What the keyword training=True makes of the input: other numbers at each run,
// of one distribution. Two calls have one term, for a clone owes no more than
// the distribution. There are no numbers to compare.
class Random final : public Op {
 public:
  explicit Random(const char* name) : Op(1), name_(name) {}
  absl::string_view op_name() const override { return name_; }
  absl::Status Evaluate(absl::Span<const Array* const>,
                        absl::Span<Array>) const override {
    return absl::UnimplementedError(
        absl::StrCat("No numbers for ", name_, " in training."));
  }

 private:
  const char* const name_;
};

class TrainingOnly final : public LayerSpec {
 public:
  TrainingOnly(const LayerKind& kind, const Row& row, const Setting& setting)
      : LayerSpec(kind, TrainingOnlyTraits(row, setting)),
        setting_(setting),
        in_training_(row.class_name) {}

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    Symbol* input = context.inputs[0];
    if (setting_.needs_float && !IsFloat(input->dtype)) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input that is not a float"));
    }
    if (setting_.returns_input) {
      // The very object that it is given.
      context.outputs.push_back(context.arena, input);
      return nullptr;
    }
    // Within a Model that is called on other inputs: the noise has a size for
    // the samples and one for the channels, which are the last of `ndim`.
    const InputSpec& spec = traits().input_spec;
    const Shape& shape = *input->static_shape;
    if (spec.ndim >= 0 && shape.known_rank() && shape.rank < spec.ndim) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("a noise of more axes than the input"));
    }
    if (!FitsNoise(*input->static_shape)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("a noise_shape of other sizes than the input"));
    }
    const TermId operands[] = {input->term};
    const TermId term = context.is_training()
                            ? context.terms.Apply(in_training_, operands)
                            : input->term;
    context.outputs.push_back(
        context.arena, context.maker.NewSymbol(term, input->static_shape,
                                               input->dtype, "cond/Merge"));
    return nullptr;
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           FitsNoise(*candidate.shape);
  }

 private:
  // Whether noise of the given shape can be stretched over the input.
  bool FitsNoise(const Shape& shape) const {
    if (setting_.noise_shape.type != ConfigValue::Type::kList ||
        !shape.known_rank()) {
      return true;
    }
    const std::vector<ConfigValue>& noise = setting_.noise_shape.list->items;
    const int rank = static_cast<int>(noise.size());
    for (int i = 1; i <= rank; ++i) {
      const ConfigValue& size = noise[static_cast<size_t>(rank - i)];
      // A size that is left out is the input's at the same position.
      if (size.type != ConfigValue::Type::kInt || size.integer == 1) continue;
      if (i > shape.rank) return false;
      const int32_t dim = shape.dim[shape.rank - i];
      if (dim != kUnknownDim && dim != size.integer) return false;
    }
    return rank <= shape.rank;
  }

  const Setting setting_;
  const Random in_training_;
};

class TrainingOnlyClass final : public LayerKind {
 public:
  explicit TrainingOnlyClass(const Row& row) : row_(row) {}
  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view call_owner() const override { return row_.call_owner; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Setting setting;
    switch (row_.family) {
      case Family::kDropout:
      case Family::kSpatialDropout: {
        const double rate = reader.RequiredDouble("rate", 0, 1);
        setting.returns_input = rate == 0 || rate == 1;
        setting.noise_shape = ReadNoiseShape(reader);
        ReadNones(reader, {"seed"});
        if (row_.family == Family::kSpatialDropout) {
          // Its own noise, whatever is given.
          setting.noise_shape = ConfigValue::None();
          if (row_.ndim > 3) ReadForgotten(reader, "data_format");
        }
        break;
      }
      case Family::kGaussianNoise:
        reader.RequiredDouble("stddev", -kAny, kAny);
        break;
      case Family::kGaussianDropout:
      case Family::kAlphaDropout: {
        const double rate = reader.RequiredDouble("rate", -kAny, kAny);
        setting.returns_input = rate <= 0 || rate >= 1;
        if (row_.family == Family::kAlphaDropout) {
          setting.noise_shape = ReadNoiseShape(reader);
          reader.LoseOnSave("noise_shape");
          ReadForgotten(reader, "seed");
        }
        break;
      }
      case Family::kActivityRegularization: {
        const double l1 = reader.Double("l1", 0);
        const double l2 = reader.Double("l2", 0);
        setting.returns_input = true;
        setting.needs_float = l1 != 0 || l2 != 0;
        break;
      }
    }
    setting.needs_float |= !setting.returns_input;
    return std::make_unique<TrainingOnly>(*this, row_, setting);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const auto number = [](double x) { return ConfigValue::Double(x); };
    switch (row_.family) {
      case Family::kDropout:
        // At rate 0 the input is returned, which is a case of its own.
        return {Entry(pool, {{"rate", number(0.5)}}, /*weight=*/3),
                Entry(pool, {{"rate", number(0)}}, /*weight=*/3),
                Entry(pool,
                      {{"rate", number(0.25)}, {"seed", ConfigValue::Int(1)}})};
      case Family::kSpatialDropout:
      case Family::kGaussianDropout:
      case Family::kAlphaDropout:
        return {Entry(pool, {{"rate", number(0.5)}}),
                Entry(pool, {{"rate", number(0)}})};
      case Family::kGaussianNoise:
        return {Entry(pool, {{"stddev", number(0.5)}})};
      case Family::kActivityRegularization:
        return {Entry(pool, {}), Entry(pool, {{"l1", number(0.5)}})};
    }
    return {};
  }
  uint32_t weight() const override {
    return row_.family == Family::kDropout ? kUsualWeight : kSmallWeight;
  }

 private:
  static constexpr double kAny = std::numeric_limits<double>::infinity();

  // A list of sizes, None for the input's.
  static ConfigValue ReadNoiseShape(ConfigReader& reader) {
    const ConfigValue shape = reader.Any("noise_shape", ConfigValue::None());
    if (shape.type != ConfigValue::Type::kNone &&
        shape.type != ConfigValue::Type::kList) {
      reader.Fail("noise_shape", "a list of sizes, or None");
    }
    return shape;
  }
  // An argument that get_config leaves out.
  static void ReadForgotten(ConfigReader& reader, absl::string_view key) {
    ReadNones(reader, {key});
    reader.LoseOnSave(key);
  }

  const Row row_;
};

}  // namespace

const LayerKind& DropoutKind() {
  static const TrainingOnlyClass kind(
      {Family::kDropout, "Dropout", "Dropout", "dropout", -1});
  return kind;
}

const LayerKind& SpatialDropout1DKind() {
  static const TrainingOnlyClass kind({Family::kSpatialDropout,
                                       "SpatialDropout1D", "Dropout",
                                       "spatial_dropout1d", 3});
  return kind;
}

const LayerKind& SpatialDropout2DKind() {
  static const TrainingOnlyClass kind({Family::kSpatialDropout,
                                       "SpatialDropout2D", "Dropout",
                                       "spatial_dropout2d", 4});
  return kind;
}

const LayerKind& SpatialDropout3DKind() {
  static const TrainingOnlyClass kind({Family::kSpatialDropout,
                                       "SpatialDropout3D", "Dropout",
                                       "spatial_dropout3d", 5});
  return kind;
}

const LayerKind& GaussianNoiseKind() {
  static const TrainingOnlyClass kind({Family::kGaussianNoise, "GaussianNoise",
                                       "GaussianNoise", "gaussian_noise", -1});
  return kind;
}

const LayerKind& GaussianDropoutKind() {
  static const TrainingOnlyClass kind({Family::kGaussianDropout,
                                       "GaussianDropout", "GaussianDropout",
                                       "gaussian_dropout", -1});
  return kind;
}

const LayerKind& AlphaDropoutKind() {
  static const TrainingOnlyClass kind({Family::kAlphaDropout, "AlphaDropout",
                                       "AlphaDropout", "alpha_dropout", -1});
  return kind;
}

const LayerKind& ActivityRegularizationKind() {
  static const TrainingOnlyClass kind({Family::kActivityRegularization,
                                       "ActivityRegularization", "Layer",
                                       "activity_regularization", -1});
  return kind;
}

}  // namespace clonecheck
