#include "core/layers/later_keras.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "core/layers/serialized_object.h"

namespace clonecheck {
namespace {

// ---- What is other in which dialect -----------------------------------------

constexpr absl::string_view kInputShape = "batch_input_shape";

// Defaults of 2.2.4, said because a later one has another, or none.
struct Default {
  absl::string_view kind;
  absl::string_view argument;
  // A text; or else as many times `number`, 0: False, 1: bare.
  absl::string_view text;
  int times;
  int64_t number;
  PythonDialect since;
};
constexpr Default kDefaults[] = {
    {"GRU", "recurrent_activation", "hard_sigmoid", 0, 0,
     PythonDialect::kTfKeras},
    {"LSTM", "recurrent_activation", "hard_sigmoid", 0, 0,
     PythonDialect::kTfKeras},
    {"GRU", "reset_after", "", 0, 0, PythonDialect::kTfKeras},
    {"GRUCell", "recurrent_activation", "hard_sigmoid", 0, 0,
     PythonDialect::kTfKeras},
    {"LSTMCell", "recurrent_activation", "hard_sigmoid", 0, 0,
     PythonDialect::kTfKeras},
    {"GRUCell", "reset_after", "", 0, 0, PythonDialect::kTfKeras},
    {"AveragePooling1D", "pool_size", "", 1, 2, PythonDialect::kKeras3},
    {"AveragePooling2D", "pool_size", "", 2, 2, PythonDialect::kKeras3},
    {"AveragePooling3D", "pool_size", "", 3, 2, PythonDialect::kKeras3},
};

// The rest is Keras 3's.
struct Renamed {
  absl::string_view kind;
  absl::string_view argument;
  absl::string_view name;  // empty: there is none, and no need of one
};
constexpr Renamed kRenamed[] = {
    {"LeakyReLU", "alpha", "negative_slope"},
    {"Embedding", "input_length", ""},
    {"InputLayer", kInputShape, "batch_shape"},
};
constexpr absl::string_view kGone[] = {"LocallyConnected1D",
                                       "LocallyConnected2D", "ThresholdedReLU"};
// Classes whose constructors take no more than they name.
constexpr absl::string_view kTakesNoTrainable[] = {
    "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D"};
constexpr absl::string_view kTakesStates[] = {"SimpleRNN", "GRU", "LSTM", "RNN",
                                              "Bidirectional"};

// Keras 3 has another function under this name.
constexpr absl::string_view kHardSigmoid = "'hard_sigmoid'";
constexpr absl::string_view kOldHardSigmoid = "hard_sigmoid_of_keras_2";
constexpr absl::string_view kOldHardSigmoidText =
    "def hard_sigmoid_of_keras_2(x):\n"
    "    return K.clip(x * 0.2 + 0.5, 0, 1)\n";

// ---- A config, said in a dialect --------------------------------------------

template <size_t n>
bool Has(const absl::string_view (&names)[n], absl::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

ConfigValue ValueOf(const Default& row, Pool& pool) {
  if (!row.text.empty()) return ConfigValue::String(pool.InternName(row.text));
  if (row.times == 0) return ConfigValue::Bool(row.number != 0);
  if (row.times == 1) return ConfigValue::Int(row.number);
  return ConfigValue::List(pool.InternList(std::vector<ConfigValue>(
      static_cast<size_t>(row.times), ConfigValue::Int(row.number))));
}

// Adds the defaults that are to be said of a class to its arguments.
void SayDefaults(absl::string_view kind, const Config& config,
                 PythonDialect dialect, Pool& pool,
                 std::vector<ConfigEntry>* entries) {
  for (const Default& row : kDefaults) {
    if (row.kind != kind || dialect < row.since ||
        config.Find(row.argument) != nullptr) {
      continue;
    }
    entries->push_back(
        ConfigEntry{pool.InternName(row.argument), ValueOf(row, pool)});
  }
}

// The cell of an RNN, `{'class_name': …, 'config': …}`, or a stack of them.
ConfigValue CellInDialect(const ConfigValue& cell, PythonDialect dialect,
                          Pool& pool) {
  const Name* class_name = cell.dict->Find("class_name")->string;
  const Config& config = *cell.dict->Find("config")->dict;
  std::vector<ConfigEntry> entries;
  for (ConfigEntry entry : config.entries) {
    if (entry.key->text == "cells") {
      std::vector<ConfigValue> cells;
      for (const ConfigValue& inner : entry.value.list->items) {
        cells.push_back(CellInDialect(inner, dialect, pool));
      }
      entry.value = ConfigValue::List(pool.InternList(std::move(cells)));
    }
    entries.push_back(entry);
  }
  SayDefaults(class_name->text, config, dialect, pool, &entries);
  return SerializedObject(pool, class_name, std::move(entries));
}

const Config* InDialect(const Config& config, PythonDialect dialect,
                        Pool& pool) {
  const absl::string_view kind = config.kind->text;
  std::vector<ConfigEntry> entries;
  for (ConfigEntry entry : config.entries) {
    if (kind == "RNN" && entry.key->text == "cell") {
      entry.value = CellInDialect(entry.value, dialect, pool);
    }
    bool kept = dialect != PythonDialect::kKeras3 || kind == "InputLayer" ||
                entry.key->text != kInputShape;
    for (const Renamed& row : kRenamed) {
      if (dialect != PythonDialect::kKeras3 || row.kind != kind ||
          row.argument != entry.key->text) {
        continue;
      }
      kept = !row.name.empty();
      if (kept) entry.key = pool.InternName(row.name);
    }
    if (kept) entries.push_back(entry);
  }
  SayDefaults(kind, config, dialect, pool, &entries);
  return pool.InternConfig(config.kind, std::move(entries));
}

// `(None, 4)`
std::string ShapeText(const ConfigValue& shape) {
  return absl::StrCat(
      "(",
      absl::StrJoin(shape.list->items, ", ",
                    [](std::string* out, const ConfigValue& dim) {
                      absl::StrAppend(out, ConfigValueToPython(dim));
                    }),
      shape.list->items.size() == 1 ? ",)" : ")");
}

// What a Sequential makes of its first layer. An Embedding always makes one,
// Keras 2.2.4 keras/layers/embeddings.py.
std::string InputText(const Config& config) {
  const ConfigValue* shape = config.Find(kInputShape);
  std::string text;
  if (shape != nullptr && shape->type == ConfigValue::Type::kList) {
    text = ShapeText(*shape);
  } else if (config.kind->text == "Embedding") {
    const ConfigValue* length = config.Find("input_length");
    if (length == nullptr || length->type == ConfigValue::Type::kNone) {
      text = "(None, None)";
    } else if (length->type == ConfigValue::Type::kList) {
      const std::string rest = ShapeText(*length);
      text = absl::StrCat("(None, ", rest.substr(1));
    } else {
      text = absl::StrCat("(None, ", ConfigValueToPython(*length), ")");
    }
  } else {
    return "";
  }
  const ConfigValue* dtype = config.Find("dtype");
  return absl::StrCat(
      "Input(batch_shape=", text,
      dtype == nullptr || dtype->type == ConfigValue::Type::kNone
          ? ""
          : absl::StrCat(", dtype=", ConfigValueToPython(*dtype)),
      ")");
}

}  // namespace

PythonLayer LayerInDialect(const LayerKind& kind, const Config& config,
                           PythonDialect dialect, Pool& pool) {
  const bool as_it_is = dialect == PythonDialect::kKeras2;
  LayerKind::Python parts =
      kind.ToPython(as_it_is ? config : *InDialect(config, dialect, pool));
  PythonLayer python;
  python.constructor = std::move(parts.constructor);
  python.definitions = std::move(parts.definitions);
  const absl::string_view name = kind.class_name();
  // An opaque layer, of a class that is not known here.
  const ConfigValue* calls = config.Find("calls");
  if (!as_it_is && name == "Opaque" && calls != nullptr &&
      calls->type != ConfigValue::Type::kNone) {
    python.problem =
        "what its calls were given besides tensors is not kept in place; "
        "build it by hand";
  }
  if (dialect != PythonDialect::kKeras3) return python;
  if (Has(kGone, name)) {
    python.problem =
        "there is no such class any more; print it for keras-2 or tf-keras";
  }
  python.takes_trainable = !Has(kTakesNoTrainable, name);
  python.states_by_keyword = Has(kTakesStates, name);
  if (name != "InputLayer") python.input = InputText(config);
  if (absl::StrContains(python.constructor, kHardSigmoid)) {
    python.constructor = absl::StrReplaceAll(python.constructor,
                                             {{kHardSigmoid, kOldHardSigmoid}});
    python.definitions.emplace_back(kOldHardSigmoidText);
  }
  return python;
}

}  // namespace clonecheck
