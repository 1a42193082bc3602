// SimpleRNN, GRU and LSTM: the recurrent classes that make their cell. What
// they do stands in rnn_layer.h.
#include <memory>
#include <utility>
#include <vector>

#include "core/layers/kinds.h"
#include "core/layers/rnn_cell_arguments.h"
#include "core/layers/rnn_layer.h"

namespace clonecheck {
namespace {

class RnnClass final : public LayerKind {
 public:
  RnnClass(absl::string_view class_name, absl::string_view name_prefix,
           RnnCell::Type type)
      : class_name_(class_name), name_prefix_(name_prefix), type_(type) {}
  absl::string_view class_name() const override { return class_name_; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    RnnConfig config;
    ReadRnnFlags(reader, config);
    const CellArguments arguments =
        ReadCellArguments(reader, type_, /*is_layer=*/true);
    config.drops = arguments.drops;
    config.parts.push_back({arguments.cell});
    config.Arrange(/*reverse_states=*/false, /*stack_trainable=*/true);
    return std::make_unique<RnnLayer>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const auto text = [&](absl::string_view value) {
      return ConfigValue::String(pool.InternName(value));
    };
    using Args = std::vector<std::pair<absl::string_view, ConfigValue>>;
    std::vector<Args> variants = {{},
                                  {{"go_backwards", ConfigValue::Bool(true)}},
                                  {{"unroll", ConfigValue::Bool(true)}},
                                  {{"use_bias", ConfigValue::Bool(false)}},
                                  {{"activation", text("relu")}}};
    if (type_ != RnnCell::Type::kSimple) {
      variants.push_back({{"recurrent_activation", text("sigmoid")},
                          {"implementation", ConfigValue::Int(2)}});
    }
    if (type_ == RnnCell::Type::kGru) {
      variants.push_back({{"reset_after", ConfigValue::Bool(true)}});
    }
    std::vector<DomainEntry> domain;
    for (int64_t units : {2, 3}) {
      for (bool sequences : {false, true}) {
        for (bool state : {false, true}) {
          for (const Args& variant : variants) {
            Args args = variant;
            args.emplace_back("units", ConfigValue::Int(units));
            args.emplace_back("return_sequences", ConfigValue::Bool(sequences));
            args.emplace_back("return_state", ConfigValue::Bool(state));
            domain.push_back(Entry(pool, args, variant.empty() ? 4 : 1));
          }
        }
      }
    }
    return domain;
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kRecurrent ||
           family == LayerFamily::kMaskLayers ||
           family == LayerFamily::kMaskTakers;
  }

 private:
  absl::string_view class_name_;
  absl::string_view name_prefix_;
  RnnCell::Type type_;
};

}  // namespace

const LayerKind& SimpleRNNKind() {
  static const RnnClass kind("SimpleRNN", "simple_rnn", RnnCell::Type::kSimple);
  return kind;
}

const LayerKind& GRUKind() {
  static const RnnClass kind("GRU", "gru", RnnCell::Type::kGru);
  return kind;
}

const LayerKind& LSTMKind() {
  static const RnnClass kind("LSTM", "lstm", RnnCell::Type::kLstm);
  return kind;
}

}  // namespace clonecheck
