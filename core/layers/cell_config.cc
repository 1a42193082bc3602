#include "core/layers/cell_config.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/layers/config_reader.h"
#include "core/layers/rnn_cell_arguments.h"
#include "core/layers/serialized_object.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kStack = "StackedRNNCells";
constexpr absl::string_view kCells = "cells";
constexpr absl::string_view kClassName = "class_name";
constexpr absl::string_view kConfig = "config";

struct CellClass {
  absl::string_view name;
  RnnCell::Type type;
};
constexpr CellClass kCellClasses[] = {
    {"SimpleRNNCell", RnnCell::Type::kSimple},
    {"GRUCell", RnnCell::Type::kGru},
    {"LSTMCell", RnnCell::Type::kLstm},
};

const CellClass* FindCellClass(absl::string_view name) {
  for (const CellClass& cell : kCellClasses) {
    if (cell.name == name) return &cell;
  }
  return nullptr;
}

// `{"class_name": …, "config": …}`, taken apart.
struct Serialized {
  const Name* class_name = nullptr;
  Config config;  // not interned; its kind is the class
};

absl::StatusOr<Serialized> TakeApart(const ConfigValue& value) {
  if (value.type == ConfigValue::Type::kDict &&
      value.dict->entries.size() == 2) {
    const ConfigValue* name = value.dict->Find(kClassName);
    const ConfigValue* config = value.dict->Find(kConfig);
    if (name != nullptr && name->type == ConfigValue::Type::kString &&
        config != nullptr && config->type == ConfigValue::Type::kDict) {
      Serialized result;
      result.class_name = name->string;
      result.config.kind = name->string;
      result.config.entries = config->dict->entries;
      return result;
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("a cell must be {'class_name': …, 'config': …}, but is ",
                   ConfigValueToPython(value), "; correct it in the config."));
}

// What every cell and every stack has; whether it is trainable.
bool ReadNameAndTrainable(ConfigReader& reader) {
  if (reader.OptionalString("name") == nullptr) {
    reader.Fail("name", "a text: a cell is named here, not numbered");
  }
  return reader.Bool("trainable", true);
}

// What is left to do once the arguments were read.
absl::Status Finish(ConfigReader& reader, const Name* class_name, Pool& pool,
                    CellConfig* cell) {
  absl::StatusOr<ConfigReader::Result> result = reader.Finish();
  if (!result.ok()) return result.status();
  cell->canonical =
      SerializedObject(pool, class_name, result->canonical->entries);
  cell->saved = SerializedObject(pool, class_name, result->saved->entries);
  std::vector<ConfigEntry> full;
  for (const ConfigEntry& entry : result->full) {
    // Written only where it is given.
    if (entry.key->text != "batch_input_shape" ||
        entry.value.type != ConfigValue::Type::kNone) {
      full.push_back(entry);
    }
  }
  cell->full = SerializedObject(pool, class_name, std::move(full));
  return absl::OkStatus();
}

absl::Status ReadOne(const Serialized& given, Pool& pool, CellConfig* cell) {
  const CellClass* known = FindCellClass(given.class_name->text);
  if (known == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no cell class '", given.class_name->text, "'; take one of ",
        absl::StrJoin(kCellClasses, ", ",
                      [](std::string* out, const CellClass& c) {
                        absl::StrAppend(out, c.name);
                      }),
        "."));
  }
  ConfigReader reader(given.config, pool);
  RnnConfig::Part part;
  part.trainable = ReadNameAndTrainable(reader);
  const CellArguments arguments =
      ReadCellArguments(reader, known->type, /*is_layer=*/false);
  part.cell = arguments.cell;
  cell->rnn.parts = {part};
  cell->rnn.drops = arguments.drops;
  return Finish(reader, given.class_name, pool, cell);
}

absl::Status ReadStack(const Serialized& given, Pool& pool, CellConfig* stack) {
  const ConfigValue* cells = given.config.Find(kCells);
  if (cells == nullptr || cells->type != ConfigValue::Type::kList ||
      cells->list->items.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        kStack, ": the argument 'cells' must be a list of at least one cell; ",
        "correct it in the config."));
  }
  std::vector<ConfigValue> canonical;
  std::vector<ConfigValue> full;
  for (const ConfigValue& item : cells->list->items) {
    absl::StatusOr<Serialized> inner = TakeApart(item);
    if (!inner.ok()) return inner.status();
    CellConfig cell;
    if (absl::Status s = ReadOne(*inner, pool, &cell); !s.ok()) return s;
    canonical.push_back(cell.canonical);
    full.push_back(cell.full);
    stack->rnn.parts.push_back(cell.rnn.parts[0]);
  }
  const auto list = [&pool](std::vector<ConfigValue>& items) {
    return ConfigValue::List(pool.InternList(std::move(items)));
  };
  ConfigReader reader(given.config, pool);
  const bool trainable = ReadNameAndTrainable(reader);
  const ConfigValue normal = list(canonical);
  reader.Normalized(
      kCells, std::nullopt,
      [&normal](const ConfigValue&) { return std::make_optional(normal); },
      "a list of cells");
  reader.WriteAs(kCells, list(full));
  // get_config forgets it.
  const bool reverse = reader.Bool("reverse_state_order", false);
  reader.LoseOnSave("reverse_state_order");
  // `training` is not handed on to the cells, so none of them drops.
  stack->rnn.is_stack = true;
  stack->rnn.Arrange(reverse, trainable);
  return Finish(reader, given.class_name, pool, stack);
}

}  // namespace

absl::StatusOr<CellConfig> ReadCellConfig(const ConfigValue& value,
                                          Pool& pool) {
  absl::StatusOr<Serialized> given = TakeApart(value);
  if (!given.ok()) return given.status();
  CellConfig cell;
  if (given->class_name->text == kStack) {
    if (absl::Status s = ReadStack(*given, pool, &cell); !s.ok()) return s;
    return cell;
  }
  if (absl::Status s = ReadOne(*given, pool, &cell); !s.ok()) return s;
  cell.rnn.Arrange(/*reverse_states=*/false, /*stack_trainable=*/true);
  return cell;
}

std::string CellToPython(const ConfigValue& value) {
  std::string text =
      absl::StrCat(value.dict->Find(kClassName)->string->text, "(");
  const char* separator = "";
  for (const ConfigEntry& entry : value.dict->Find(kConfig)->dict->entries) {
    absl::StrAppend(&text, separator, entry.key->text, "=");
    separator = ", ";
    if (entry.key->text != kCells) {
      absl::StrAppend(&text, ConfigValueToPython(entry.value));
      continue;
    }
    absl::StrAppend(
        &text, "[",
        absl::StrJoin(entry.value.list->items, ", ",
                      [](std::string* out, const ConfigValue& cell) {
                        absl::StrAppend(out, CellToPython(cell));
                      }),
        "]");
  }
  return absl::StrCat(text, ")");
}

}  // namespace clonecheck
