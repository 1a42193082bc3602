// Lambda: a function as a layer. Keras 2.2.4, keras/layers/core.py. A function
// is one of the vocabulary (lambda_functions.h), or opaque (opaque_lambda.h).
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/broadcast.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/lambda_functions.h"
#include "core/layers/mask_ops.h"
#include "core/layers/merged_shape.h"
#include "core/layers/opaque_lambda.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

// The values of the argument `mask`, in the order of LambdaMask.
constexpr absl::string_view kMaskNames[] = {"absent", "keep", "nonzero",
                                            "none_list"};

LayerSpec::Traits LambdaTraits(const LambdaFunction& function,
                               LambdaMask mask) {
  LayerSpec::Traits traits;
  traits.min_inputs = function.inputs;
  traits.max_inputs = function.inputs;
  traits.num_outputs = function.outputs;
  traits.supports_masking = mask != LambdaMask::kAbsent;
  traits.takes_mask = true;
  // Arithmetic on a Python list is not arithmetic.
  traits.takes_list_of_one =
      function.name == "identity" && mask != LambdaMask::kNonzero;
  traits.returns_list_of_one = function.name == "one_as_list";
  traits.is_identity = !function.has_new_output() &&
                       function.special == LambdaFunction::Special::kNothing;
  for (const LambdaFunction::Output output : function.output) {
    traits.returns_input |= output == LambdaFunction::Output::kInput0 ||
                            output == LambdaFunction::Output::kInput1;
  }
  return traits;
}

class Lambda final : public LayerSpec {
 public:
  Lambda(const LayerKind& kind, const LambdaFunction& function, LambdaMask mask)
      : LayerSpec(kind, LambdaTraits(function, mask)),
        function_(function),
        mask_(mask) {}

  // Keras runs the function once more, on placeholders and with mask None.
  Refusal OutputShapes(ShapeContext& context) const override {
    const bool two = context.input_shapes.size() > 1;
    for (int k = 0; k < function_.outputs; ++k) {
      context.output_shapes.push_back(
          context.arena, OutputShape(context.pool, k, context.input_shapes[0],
                                     context.input_shapes[two ? 1 : 0]));
    }
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    if (Refusal refusal = CheckInputs(context)) return refusal;
    // Keras gets as far as compute_output_shape, which shows nowhere.
    if (context.inputs_are_list && context.inputs.size() == 1 &&
        !context.rules.lambda_takes_list_of_one) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("a placeholder of the dtypes of a list of one"));
    }
    const bool picks_second =
        function_.special == LambdaFunction::Special::kMaskPick &&
        !context.mask.is_none();
    TermId first = kNoTerm;
    if (function_.has_new_output()) first = Apply(context);
    for (int k = 0; k < function_.outputs; ++k) {
      Symbol* output = nullptr;
      switch (function_.output[k]) {
        case LambdaFunction::Output::kNone:
          break;
        case LambdaFunction::Output::kNew: {
          const Symbol& input = *context.inputs[0];
          output = context.maker.NewSymbol(
              first + static_cast<TermId>(k),
              OutputShape(
                  context.pool, k, input.static_shape,
                  context.inputs[context.inputs.size() - 1]->static_shape),
              input.dtype, function_.tf_op[k]);
          break;
        }
        case LambdaFunction::Output::kInput0:
          output = context.inputs[picks_second ? 1 : 0];
          break;
        case LambdaFunction::Output::kInput1:
          output = context.inputs[1];
          break;
        case LambdaFunction::Output::kOutput0:
          output = context.outputs[0];
          break;
      }
      context.outputs.push_back(context.arena, output);
    }
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    static Symbol* const kNones[kMaxLambdaOutputs] = {};
    switch (mask_) {
      case LambdaMask::kAbsent:
        context.result = MaskValue::None();
        break;
      case LambdaMask::kKeep:
        context.result = context.masks;
        break;
      case LambdaMask::kNonzero:
        SetSomeFeatureMask(SomeFeatureNotZero(), mask_shape_, "Any", context);
        break;
      case LambdaMask::kNoneList:
        context.result =
            MaskValue::List(absl::MakeConstSpan(kNones, function_.outputs));
        break;
    }
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (function_.inputs == 2 && operands[1]->dims != input.dims) {
      const absl::StatusOr<std::vector<int32_t>> dims =
          BroadcastDims(operands, Alignment::kInFront);
      if (!dims.ok()) return dims.status();
      const Array a = BroadcastTo(input, *dims, Alignment::kInFront);
      const Array b = BroadcastTo(*operands[1], *dims, Alignment::kInFront);
      function_.compute({&a, &b}, outputs);
      return absl::OkStatus();
    }
    if (function_.special == LambdaFunction::Special::kMeanTime &&
        input.rank() < 2) {
      return absl::InvalidArgumentError("mean_time: there is no axis 1");
    }
    if (function_.special == LambdaFunction::Special::kMaskScale &&
        operands[1] != nullptr &&
        operands[1]->values.size() * static_cast<size_t>(input.last()) !=
            input.values.size()) {
      return absl::InvalidArgumentError("mask_scale: the mask does not fit");
    }
    function_.compute(operands, outputs);
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const Shape& shape = *candidate.shape;
    if (!shape.known_rank() || shape.rank < 1 || !IsFloat(candidate.dtype) ||
        earlier.size() >= function_.inputs) {
      return false;
    }
    if (shape.rank < 2 &&
        (mask_ == LambdaMask::kNonzero ||
         function_.special != LambdaFunction::Special::kNothing)) {
      return false;
    }
    // Functions that compute with both inputs, and masks that are handed on,
    // want them alike.
    const bool alike = function_.has_new_output() || function_.takes_mask ||
                       mask_ == LambdaMask::kKeep;
    return earlier.empty() || !alike ||
           (earlier[0].shape == candidate.shape &&
            earlier[0].dtype == candidate.dtype);
  }

  bool OutputMasked(absl::Span<const TensorInfo> inputs, int k) const override {
    switch (mask_) {
      case LambdaMask::kKeep:
        return inputs.size() == 1
                   ? inputs[0].masked
                   : k < static_cast<int>(inputs.size()) && inputs[k].masked;
      case LambdaMask::kNonzero:
        return true;
      case LambdaMask::kAbsent:
      case LambdaMask::kNoneList:
        return false;
    }
    return false;
  }

  bool MasksFit(absl::Span<const TensorInfo> inputs) const override {
    switch (mask_) {
      case LambdaMask::kKeep:
        // A list for a list, even where nothing is masked.
        return inputs.size() == 1
                   ? num_outputs() == 1 || !inputs[0].masked
                   : num_outputs() == static_cast<int>(inputs.size());
      case LambdaMask::kNonzero:
        return num_outputs() == 1;
      case LambdaMask::kAbsent:
      case LambdaMask::kNoneList:
        return true;
    }
    return true;
  }

 private:
  // What TensorFlow would refuse inside the function.
  Refusal CheckInputs(CallContext& context) const {
    const Symbol& first = *context.inputs[0];
    const Symbol& last = *context.inputs[context.inputs.size() - 1];
    const char* misfit = nullptr;
    if (function_.has_new_output() && last.dtype != first.dtype) {
      misfit = "inputs of different dtypes";
    } else if (function_.has_new_output() &&
               OperatorShape(context.pool, first.static_shape,
                             last.static_shape) == nullptr) {
      misfit = "inputs of shapes that do not go together";
    } else if (function_.special == LambdaFunction::Special::kMeanTime &&
               first.static_shape->known_rank() &&
               first.static_shape->rank < 2) {
      misfit = "a mean over an axis that is not there";
    } else if (function_.special == LambdaFunction::Special::kMaskScale &&
               !context.mask.is_none() &&
               (context.mask.is_list ||
                !IsMaskShapeOf(*context.mask.single->static_shape,
                               *first.static_shape))) {
      misfit = "a mask of another shape than the input";
    }
    if (misfit == nullptr) return nullptr;
    return context.Refuse(errors::kBackend, ErrorArg::Of(misfit));
  }

  static bool IsMaskShapeOf(const Shape& mask, const Shape& input) {
    if (!mask.known_rank() || !input.known_rank()) return true;
    if (mask.rank != input.rank - 1) return false;
    for (int i = 0; i < mask.rank; ++i) {
      if (mask.dim[i] != input.dim[i] && mask.dim[i] != kUnknownDim &&
          input.dim[i] != kUnknownDim) {
        return false;
      }
    }
    return true;
  }

  TermId Apply(CallContext& context) const {
    TermId operands[3];
    size_t count = 0;
    for (const Symbol* input : context.inputs) operands[count++] = input->term;
    if (function_.special == LambdaFunction::Special::kMaskScale) {
      operands[count++] =
          context.mask.is_none() ? kNoTerm : context.mask.single->term;
    }
    // A mask function changes no value: the term is that of the Lambda without.
    return context.terms.Apply(saved(), absl::MakeConstSpan(operands, count));
  }

  const Shape* OutputShape(Pool& pool, int k, const Shape* first,
                           const Shape* second) const {
    if (function_.output[k] == LambdaFunction::Output::kInput1) return second;
    if (function_.output[k] == LambdaFunction::Output::kNew &&
        first != second) {
      const Shape* shape = OperatorShape(pool, first, second);
      return shape == nullptr ? pool.unknown_shape() : shape;
    }
    if (function_.special != LambdaFunction::Special::kMeanTime ||
        first->rank < 2) {  // unknown, or refused by the backend
      return first;
    }
    return mean_shape_.Get(first, [&] { return WithoutAxis(pool, *first, 1); });
  }

  const LambdaFunction& function_;
  const LambdaMask mask_;
  mutable ShapeCache mask_shape_;
  mutable ShapeCache mean_shape_;
};

class LambdaClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Lambda"; }
  absl::string_view name_prefix() const override { return "lambda"; }
  // The only class of Keras' own with several outputs and no states.
  uint32_t weight() const override { return 3 * kUsualWeight; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    // get_config does not know of the mask function.
    reader.LoseOnSave("mask");
    if (const Name* bytecode = reader.OptionalString("bytecode")) {
      const int outputs =
          static_cast<int>(reader.Int("outputs", 1, 1, LayerSpec::kManyInputs));
      reader.KeepRest();
      return NewOpaqueLambda(*this, outputs, bytecode->text);
    }
    const LambdaFunction& function =
        LambdaFunctions()[reader.Choice("function", names_, kRequired)];
    WriteRest(reader, function);
    const auto mask = static_cast<LambdaMask>(
        reader.ChoiceOrNone("mask", kMaskNames, 0, /*none=*/0));
    if (mask == LambdaMask::kNonzero && function.inputs != 1) {
      reader.Fail("mask",
                  "'keep' or 'none_list' with a function of two inputs");
    }
    return std::make_unique<Lambda>(*this, function, mask);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    constexpr int kPlainWeight = 4;
    std::vector<DomainEntry> domain;
    for (const LambdaFunction& function : LambdaFunctions()) {
      const ConfigValue name =
          ConfigValue::String(pool.InternName(function.name));
      domain.push_back(Entry(pool, {{"function", name}}, kPlainWeight));
      // Its output has another shape than a mask that is handed on.
      if (function.special == LambdaFunction::Special::kMeanTime) continue;
      for (absl::string_view mask : {"keep", "nonzero", "none_list"}) {
        if (mask == "nonzero" && function.inputs != 1) continue;
        domain.push_back(Entry(
            pool, {{"function", name},
                   {"mask", ConfigValue::String(pool.InternName(mask))}}));
      }
    }
    return domain;
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec& spec) const override {
    switch (family) {
      case LayerFamily::kMaskLayers:
        return 1;
      case LayerFamily::kMaskFunctions:
        return spec.config()->Find("mask") != nullptr;
      case LayerFamily::kMaskTakers:
        // Of one tensor, which it multiplies with its mask.
        return spec.config()->Find("function")->string->text == "mask_scale";
      default:
        return 0;
    }
  }

  Python ToPython(const Config& config) const override {
    Python python;
    if (config.Find("bytecode") != nullptr) return OpaqueToPython(config);
    const absl::string_view name = config.Find("function")->string->text;
    int outputs = 1;
    for (const LambdaFunction& function : LambdaFunctions()) {
      if (function.name != name) continue;
      outputs = function.outputs;
      python.definitions.push_back(function.python);
    }
    absl::StrAppend(&python.constructor, "Lambda(", name);
    if (const ConfigValue* mask = config.Find("mask")) {
      absl::StrAppend(&python.constructor, ", mask=");
      if (mask->string->text == kMaskNames[int(LambdaMask::kNoneList)]) {
        absl::StrAppend(&python.constructor, "[None");
        for (int k = 1; k < outputs; ++k) {
          absl::StrAppend(&python.constructor, ", None");
        }
        absl::StrAppend(&python.constructor, "]");
      } else {
        absl::StrAppend(&python.constructor, mask->string->text);
        python.definitions.push_back(
            mask->string->text == kMaskNames[int(LambdaMask::kKeep)]
                ? "def keep(x, mask):\n"
                  "    return mask\n"
                : "def nonzero(x, mask):\n"
                  "    return K.any(K.not_equal(x, 0), axis=-1)\n");
      }
    }
    for (const ConfigEntry& entry : config.entries) {
      const absl::string_view key = entry.key->text;
      if (key == "function" || key == "mask") continue;
      absl::StrAppend(&python.constructor, ", ", key, "=",
                      ConfigValueToPython(entry.value));
    }
    absl::StrAppend(&python.constructor, ")");
    return python;
  }

 private:
  static constexpr int kRequired = -1;

  // What get_config says beside the function. A function with a parameter
  // `mask` leaves its last argument in the layer's `arguments`: None, of the
  // run that found out the output's shape.
  static void WriteRest(ConfigReader& reader, const LambdaFunction& function) {
    Pool& pool = reader.pool();
    const auto text = [&pool](absl::string_view value) {
      return ConfigValue::String(pool.InternName(value));
    };
    std::vector<ConfigEntry> arguments;
    if (function.takes_mask) {
      arguments.push_back({pool.InternName("mask"), ConfigValue::None()});
    }
    reader.WriteAs("function_type", text("function"));
    reader.WriteAs("output_shape", ConfigValue::None());
    reader.WriteAs("output_shape_type", text("raw"));
    reader.WriteAs("arguments", ConfigValue::Dict(pool.InternConfig(
                                    nullptr, std::move(arguments))));
  }

  static std::vector<absl::string_view> Names() {
    std::vector<absl::string_view> names;
    for (const LambdaFunction& function : LambdaFunctions()) {
      names.push_back(function.name);
    }
    return names;
  }

  const std::vector<absl::string_view> names_ = Names();
};

}  // namespace

const LayerKind& LambdaKind() {
  static const LambdaClass kind;
  return kind;
}

}  // namespace clonecheck
