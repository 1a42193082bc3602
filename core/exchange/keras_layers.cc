#include "core/exchange/keras_layers.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/exchange/config_value.h"
#include "core/exchange/json_reader.h"
#include "core/graph/describe_json.h"
#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// What Keras writes of a Lambda (keras/layers/core.py, Lambda.get_config).
constexpr char kFunction[] = "function";
constexpr char kFunctionType[] = "function_type";
constexpr char kOutputShape[] = "output_shape";
constexpr char kOutputShapeType[] = "output_shape_type";
constexpr char kArguments[] = "arguments";
// What an opaque Lambda has in the catalogue.
constexpr char kBytecode[] = "bytecode";
constexpr char kDefaults[] = "defaults";
constexpr char kClosure[] = "closure";
constexpr char kOutputs[] = "outputs";
constexpr char kBuildInputShape[] = "build_input_shape";

template <typename... Args>
absl::Status Error(const JsonPath& place, const Args&... args) {
  const std::string text = place.ToString();
  return absl::InvalidArgumentError(
      absl::StrCat(text.empty() ? "the model" : text, ": ", args...));
}

// `found 3; expected …`, at a key of the layer's config.
absl::Status Expected(const JsonPath& place, absl::string_view key,
                      const json& value, absl::string_view what) {
  return Error(place, "the argument '", key, "' is ", DescribeJson(value),
               "; expected ", what);
}

absl::StatusOr<const Name*> ReadName(const JsonPath& place, const json& value,
                                     Pool& pool) {
  if (value.is_null()) return nullptr;
  if (!value.is_string()) return Expected(place, "name", value, "a text");
  return pool.InternName(value.get_ref<const std::string&>());
}

absl::StatusOr<const Shape*> ReadShape(const JsonPath& place,
                                       absl::string_view key, const json& value,
                                       Pool& pool) {
  if (!value.is_array() || value.empty() || value.size() > kMaxRank) {
    return Expected(
        place, key, value,
        absl::StrCat("a list of 1 to ", kMaxRank,
                     " sizes, the batch size first, null for any size"));
  }
  std::vector<int32_t> dims;
  for (const json& dim : value) {
    if (dim.is_null()) {
      dims.push_back(kUnknownDim);
    } else if (dim.is_number_integer() && dim.get<int64_t>() >= 1 &&
               dim.get<int64_t>() <= kMaxDim) {
      dims.push_back(dim.get<int32_t>());
    } else {
      return Error(place, "the argument '", key, "' has the size ",
                   DescribeJson(dim), "; expected a number from 1 to ", kMaxDim,
                   ", or null for any size");
    }
  }
  return pool.InternShape(dims);
}

// Reads the config of one layer that is neither an input nor a Model.
class LayerReader {
 public:
  LayerReader(const KerasLayer& layer, const JsonPath& place, int used_outputs,
              absl::Span<const LayerSpec* const> children, Catalogue& catalogue)
      : layer_(layer),
        place_(place),
        used_outputs_(used_outputs),
        children_(children),
        catalogue_(catalogue),
        pool_(catalogue.pool()) {}

  absl::StatusOr<LayerDecl> Read() {
    const Name* kind = pool_.InternName(layer_.class_name);
    const LayerKind* known = catalogue_.FindKind(kind);
    LayerDecl decl;
    for (const auto& [text, value] : layer_.config->items()) {
      const absl::string_view key = text;
      if (key == "name") {
        absl::StatusOr<const Name*> name = ReadName(place_, value, pool_);
        if (!name.ok()) return name.status();
        decl.name = *name;
      } else if (key == "trainable") {
        if (!value.is_boolean()) {
          return Expected(place_, key, value, "true or false");
        }
        decl.trainable = value.get<bool>();
      } else if (key == "layer" && !layer_.children.empty()) {
        continue;
      } else if (known != &LambdaKind()) {
        if (absl::Status s = Keep(key, value); !s.ok()) return s;
      }
    }
    if (known == &LambdaKind()) {
      if (absl::Status s = ReadLambda(*layer_.config); !s.ok()) return s;
    }
    if (known == &OpaqueKind()) {
      entries_.push_back(ConfigEntry{pool_.InternName(kOutputs),
                                     ConfigValue::Int(used_outputs_)});
    }
    const Config* config = pool_.InternConfig(kind, std::move(entries_));
    absl::StatusOr<const LayerSpec*> spec =
        children_.empty() ? catalogue_.Resolve(config)
                          : catalogue_.Resolve(config, children_);
    if (!spec.ok()) return Error(place_, spec.status().message());
    decl.config = (*spec)->config();
    return decl;
  }

 private:
  absl::Status Keep(absl::string_view key, const json& value) {
    absl::StatusOr<ConfigValue> read =
        ReadConfigValue(JsonPath(place_, key), value, pool_);
    if (!read.ok()) return read.status();
    entries_.push_back(ConfigEntry{pool_.InternName(key), *read});
    return absl::OkStatus();
  }

  // All but the name and `trainable`. What Keras always writes is left out
  // where it says nothing.
  absl::Status ReadLambda(const json& config) {
    // Of a function of the vocabulary that takes a mask, Keras writes the mask
    // of its last run, which is None.
    const json* type = ValueUnder(config, kFunctionType);
    const bool is_named = type != nullptr && *type == kFunction;
    static const json& mask_of_last_run = *new json({{"mask", nullptr}});
    for (const auto& [text, value] : config.items()) {
      const absl::string_view key = text;
      const bool is_default =
          (key == kOutputShape && value.is_null()) ||
          (key == kOutputShapeType && value == "raw") ||
          (key == kArguments && value.is_object() && value.empty()) ||
          (key == kArguments && is_named && value == mask_of_last_run);
      if (key == "name" || key == "trainable" || key == kFunction ||
          key == kFunctionType || is_default) {
        continue;
      }
      // These are ours, not Keras'.
      if (key == kBytecode || key == kDefaults || key == kClosure ||
          key == kOutputs) {
        return Error(place_, "Lambda: there is no argument '", key,
                     "'; take it out of the config");
      }
      if (absl::Status s = Keep(key, value); !s.ok()) return s;
    }
    const json* function = ValueUnder(config, kFunction);
    if (function == nullptr) {
      return Error(place_, "Lambda: the argument 'function' is missing; add ",
                   "it, as Keras' to_json writes it");
    }
    if (type != nullptr && *type != "lambda" && *type != kFunction) {
      return Expected(place_, kFunctionType, *type,
                      "\"lambda\" for bytecode, or \"function\" for a name");
    }
    if (is_named) {
      return Keep(kFunction, *function);
    }
    return ReadBytecode(*function);
  }

  // `[bytecode, defaults, closure]`, or the bytecode alone
  // (keras/utils/generic_utils.py, func_dump).
  absl::Status ReadBytecode(const json& function) {
    const bool is_list = function.is_array() && function.size() == 3;
    const json& bytecode = is_list ? function[0] : function;
    if (!bytecode.is_string()) {
      return Expected(place_, kFunction, function,
                      "[bytecode, defaults, closure], as Keras' to_json writes "
                      "it");
    }
    if (absl::Status s = Keep(kBytecode, bytecode); !s.ok()) return s;
    if (is_list && !function[1].is_null()) {
      if (absl::Status s = Keep(kDefaults, function[1]); !s.ok()) return s;
    }
    if (is_list && !function[2].is_null()) {
      if (absl::Status s = Keep(kClosure, function[2]); !s.ok()) return s;
    }
    entries_.push_back(ConfigEntry{pool_.InternName(kOutputs),
                                   ConfigValue::Int(used_outputs_)});
    return absl::OkStatus();
  }

  const KerasLayer& layer_;
  const JsonPath& place_;
  const int used_outputs_;
  const absl::Span<const LayerSpec* const> children_;
  Catalogue& catalogue_;
  Pool& pool_;
  std::vector<ConfigEntry> entries_;
};

}  // namespace

absl::StatusOr<InputDecl> ReadKerasInput(const KerasLayer& layer,
                                         const JsonPath& place, Pool& pool) {
  InputDecl input;
  for (const auto& [text, value] : layer.config->items()) {
    const absl::string_view key = text;
    if (key == "name") {
      absl::StatusOr<const Name*> name = ReadName(place, value, pool);
      if (!name.ok()) return name.status();
      input.name = *name;
    } else if (key == "batch_input_shape") {
      absl::StatusOr<const Shape*> shape = ReadShape(place, key, value, pool);
      if (!shape.ok()) return shape.status();
      input.batch_shape = *shape;
    } else if (key == "dtype") {
      if (value.is_null()) continue;  // Keras' default
      const std::optional<DType> dtype =
          value.is_string() ? ParseDType(value.get_ref<const std::string&>())
                            : std::nullopt;
      if (!dtype.has_value()) {
        return Expected(
            place, key, value,
            absl::StrCat("one of ", absl::StrJoin(kDTypeNames, ", ")));
      }
      input.dtype = *dtype;
    } else if (key == "sparse") {
      if (!value.is_boolean()) {
        return Expected(place, key, value, "true or false");
      }
      input.sparse = value.get<bool>();
    } else {
      return Error(place, "InputLayer: there is no argument ",
                   QuoteForMessage(key), "; take it out of the config");
    }
  }
  if (input.batch_shape == nullptr) {
    return Error(place, "InputLayer: the argument 'batch_input_shape' is ",
                 "missing; add a list of sizes, the batch size first");
  }
  return input;
}

absl::StatusOr<LayerDecl> ReadKerasLayer(
    const KerasLayer& layer, const JsonPath& place, int used_outputs,
    absl::Span<const LayerSpec* const> children, Catalogue& catalogue) {
  return LayerReader(layer, place, used_outputs, children, catalogue).Read();
}

absl::StatusOr<LayerDecl> ReadKerasSequential(const KerasLayer& layer,
                                              const JsonPath& place,
                                              Catalogue& catalogue) {
  Pool& pool = catalogue.pool();
  LayerDecl decl;
  std::vector<ConfigEntry> entries;
  for (const auto& [text, value] : layer.config->items()) {
    const absl::string_view key = text;
    if (key == "name") {
      absl::StatusOr<const Name*> name = ReadName(place, value, pool);
      if (!name.ok()) return name.status();
      decl.name = *name;
    } else if (key == kBuildInputShape && !value.is_null()) {
      absl::StatusOr<const Shape*> shape =
          ReadShape(place, kBuildInputShape, value, pool);
      if (!shape.ok()) return shape.status();
      absl::StatusOr<ConfigValue> read = ReadConfigValue(place, value, pool);
      if (!read.ok()) return read.status();
      entries.push_back(ConfigEntry{pool.InternName(key), *read});
    }
  }
  absl::StatusOr<const LayerSpec*> spec = catalogue.Resolve(
      pool.InternConfig(pool.InternName(kSequentialKind), std::move(entries)));
  if (!spec.ok()) return Error(place, spec.status().message());
  decl.config = (*spec)->config();
  return decl;
}

}  // namespace clonecheck
