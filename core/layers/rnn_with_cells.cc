// RNN: the recurrent class that is given its cell, or several that work on top
// of each other. What it does stands in rnn_layer.h.
//
// Not here: `constants`, which none of Keras' own cells takes; cells that are
// held by two layers; and that a cell which drops keeps the random choice of
// its first call.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/layers/cell_config.h"
#include "core/layers/kinds.h"
#include "core/layers/rnn_layer.h"
#include "core/layers/serialized_object.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kCell = "cell";

using Args = std::vector<std::pair<absl::string_view, ConfigValue>>;

ConfigValue Text(Pool& pool, absl::string_view text) {
  return ConfigValue::String(pool.InternName(text));
}

ConfigValue Cell(Pool& pool, absl::string_view class_name,
                 absl::string_view name, int64_t units, Args args = {}) {
  args.emplace_back("name", Text(pool, name));
  args.emplace_back("units", ConfigValue::Int(units));
  return SerializedObject(pool, class_name, args);
}

ConfigValue Stack(Pool& pool, std::vector<ConfigValue> cells, Args args = {}) {
  args.emplace_back("name", Text(pool, "cells"));
  args.emplace_back("cells",
                    ConfigValue::List(pool.InternList(std::move(cells))));
  return SerializedObject(pool, "StackedRNNCells", args);
}

class RnnWithCellsClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "RNN"; }
  absl::string_view name_prefix() const override { return "rnn"; }
  uint32_t weight() const override { return kSmallWeight; }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kRecurrent ||
           family == LayerFamily::kMaskLayers ||
           family == LayerFamily::kMaskTakers;
  }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    RnnConfig config;
    const ConfigValue* given = reader.Peek(kCell);
    absl::StatusOr<CellConfig> cell = ReadCellConfig(
        given == nullptr ? ConfigValue::None() : *given, reader.pool());
    if (cell.ok()) config = cell->rnn;
    ReadRnnFlags(reader, config);
    if (!cell.ok()) {
      reader.FailWithin(kCell, cell.status());
      // Dropped by the caller.
      config.parts.emplace_back();
      config.Arrange(/*reverse_states=*/false, /*stack_trainable=*/true);
      return std::make_unique<RnnLayer>(*this, config);
    }
    reader.Normalized(
        kCell, std::nullopt,
        [&cell](const ConfigValue&) {
          return std::make_optional(cell->canonical);
        },
        "a cell");
    reader.WriteAs(kCell, cell->full);
    reader.SaveAs(kCell, cell->saved);
    return std::make_unique<RnnLayer>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const ConfigValue yes = ConfigValue::Bool(true);
    // Simpler ones first. In a stack of 2.2.4 a masked step outputs the first
    // state, which is possible only where that is as large as an output. States
    // in reversed order have one size, so that a clone, which has them in the
    // other order, differs in values and not in shapes.
    const ConfigValue cells[] = {
        Cell(pool, "SimpleRNNCell", "cell", 2),
        Cell(pool, "GRUCell", "cell", 3, {{"reset_after", yes}}),
        Cell(pool, "LSTMCell", "cell", 2),
        Stack(pool, {Cell(pool, "SimpleRNNCell", "cell_1", 2),
                     Cell(pool, "GRUCell", "cell_2", 2)}),
        Stack(pool, {Cell(pool, "SimpleRNNCell", "cell_1", 2),
                     Cell(pool, "SimpleRNNCell", "cell_2", 3),
                     Cell(pool, "SimpleRNNCell", "cell_3", 2)}),
        Stack(pool, {Cell(pool, "LSTMCell", "cell_1", 2),
                     Cell(pool, "SimpleRNNCell", "cell_2", 2)}),
        Stack(pool,
              {Cell(pool, "SimpleRNNCell", "cell_1", 2,
                    {{"trainable", ConfigValue::Bool(false)}}),
               Cell(pool, "GRUCell", "cell_2", 2)},
              {{"reverse_state_order", yes}}),
    };
    const Args variants[] = {{}, {{"go_backwards", yes}}, {{"unroll", yes}}};
    std::vector<DomainEntry> domain;
    for (bool sequences : {false, true}) {
      for (bool state : {false, true}) {
        for (const ConfigValue& cell : cells) {
          for (const Args& variant : variants) {
            Args args = variant;
            args.emplace_back(kCell, cell);
            args.emplace_back("return_sequences", ConfigValue::Bool(sequences));
            args.emplace_back("return_state", ConfigValue::Bool(state));
            domain.push_back(Entry(pool, args, variant.empty() ? 2 : 1));
          }
        }
      }
    }
    return domain;
  }

  Python ToPython(const Config& config) const override {
    Python python;
    absl::StrAppend(&python.constructor, class_name(), "(");
    const char* separator = "";
    for (const ConfigEntry& entry : config.entries) {
      absl::StrAppend(&python.constructor, separator, entry.key->text, "=",
                      entry.key->text == kCell
                          ? CellToPython(entry.value)
                          : ConfigValueToPython(entry.value));
      separator = ", ";
    }
    absl::StrAppend(&python.constructor, ")");
    return python;
  }
};

}  // namespace

const LayerKind& RNNKind() {
  static const RnnWithCellsClass kind;
  return kind;
}

}  // namespace clonecheck
