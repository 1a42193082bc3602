#include "core/layers/opaque_lambda.h"

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/layers/opaque_call.h"

namespace clonecheck {
namespace {

LayerSpec::Traits OpaqueTraits(int outputs) {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.num_outputs = outputs;
  traits.takes_mask = true;
  traits.takes_list_of_one = true;
  return traits;
}

// Whether the function may have a parameter `mask`, the only way in which
// Lambda hands it one (keras/layers/core.py, has_arg without accept_all). A
// parameter's name stands in the code as it is.
bool MayTakeMask(absl::string_view bytecode) {
  std::string code;
  const std::string packed =
      absl::StrReplaceAll(bytecode, {{"\n", ""}, {"\r", ""}, {" ", ""}});
  return !absl::Base64Unescape(packed, &code) ||
         absl::StrContains(code, "mask");
}

// Where the function may have a parameter `mask`, masks are operands as well.
class OpaqueLambda final : public LayerSpec {
 public:
  OpaqueLambda(const LayerKind& kind, int outputs, bool reads_mask)
      : LayerSpec(kind, OpaqueTraits(outputs)), reads_mask_(reads_mask) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    AddUnknownShapes(context, *this);
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    ApplyUnknown(context, *this, reads_mask_, "lambda");
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    context.result = MaskValue::None();
    return nullptr;
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return false;
  }

 private:
  const bool reads_mask_;
};

}  // namespace

std::unique_ptr<LayerSpec> NewOpaqueLambda(const LayerKind& kind, int outputs,
                                           absl::string_view bytecode) {
  return std::make_unique<OpaqueLambda>(kind, outputs, MayTakeMask(bytecode));
}

LayerKind::Python OpaqueToPython(const Config& config) {
  LayerKind::Python python;
  // Keras 3 keeps the code of functions without a name only.
  python.definitions = {
      "def lambda_of(bytecode, **kwargs):\n"
      "    from keras.utils.generic_utils import func_load\n"
      "    function = func_load(bytecode, globs=globals())\n"
      "    function.__name__ = '<lambda>'\n"
      "    return Lambda(function, **kwargs)\n"};
  const auto find = [&config](absl::string_view key) {
    const ConfigValue* value = config.Find(key);
    return value == nullptr ? ConfigValue::None() : *value;
  };
  const std::string code = ConfigValueToPython(find("bytecode"));
  const ConfigValue defaults = find("defaults");
  const ConfigValue closure = find("closure");
  const bool code_only = defaults.type == ConfigValue::Type::kNone &&
                         closure.type == ConfigValue::Type::kNone;
  python.constructor = absl::StrCat(
      "lambda_of(",
      code_only ? code
                : absl::StrCat("[", code, ", ", ConfigValueToPython(defaults),
                               ", ", ConfigValueToPython(closure), "]"));
  for (absl::string_view key : {"arguments", "batch_input_shape", "dtype"}) {
    if (config.Find(key) == nullptr) continue;
    absl::StrAppend(&python.constructor, ", ", key, "=",
                    ConfigValueToPython(find(key)));
  }
  // A shape; a function that gives one is not kept here.
  if (find("output_shape").type == ConfigValue::Type::kList) {
    absl::StrAppend(&python.constructor, ", output_shape=tuple(",
                    ConfigValueToPython(find("output_shape")), ")");
  }
  absl::StrAppend(&python.constructor, ")");
  return python;
}

}  // namespace clonecheck
