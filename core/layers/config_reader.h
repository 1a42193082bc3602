// ConfigReader: reads the constructor arguments of a layer with their defaults,
// and reports what is missing, unknown or of the wrong type. It also collects
// the canonical config: the same arguments without those that equal their
// default, so that equal layers have one config, and the full one: all of them,
// in the order of reading, which is the order of Keras' get_config.
//
// Example:
//   int units = reader.RequiredInt("units", 1);
//   bool use_bias = reader.Bool("use_bias", true);
#ifndef CLONECHECK_CORE_LAYERS_CONFIG_READER_H_
#define CLONECHECK_CORE_LAYERS_CONFIG_READER_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"

namespace clonecheck {

class LayerSpec;

class ConfigReader {
 public:
  // Reads what every class takes, `batch_input_shape` and `dtype`.
  // REQUIRES: both outlive the reader; config.kind is set.
  ConfigReader(const Config& config, Pool& pool);

  Pool& pool() { return pool_; }

  // For wrappers: the specs of the layers inside, and the spec of any config.
  using Resolver =
      std::function<absl::StatusOr<const LayerSpec*>(const Config*)>;
  void SetChildren(absl::Span<const LayerSpec* const> children,
                   Resolver resolve) {
    children_ = children;
    resolve_ = std::move(resolve);
  }
  absl::Span<const LayerSpec* const> children() const { return children_; }
  // REQUIRES: SetChildren; `config` is right.
  const LayerSpec& Resolve(const Config* config) const {
    return *resolve_(config).value();
  }

  // Whole numbers become dimensions and counts, which have 32 bits.
  static constexpr int64_t kMaxInt = std::numeric_limits<int32_t>::max();

  // A whole number from `min` to `max`; required.
  int64_t RequiredInt(absl::string_view key, int64_t min,
                      int64_t max = kMaxInt);
  int64_t Int(absl::string_view key, int64_t fallback, int64_t min,
              int64_t max = kMaxInt);
  bool Bool(absl::string_view key, bool fallback);
  double Double(absl::string_view key, double fallback);
  // A number; required. One below `min` or above `max` is moved there.
  double RequiredDouble(absl::string_view key, double min, double max);
  // A number that Keras keeps in 32 bits, as get_config shows.
  double Float32(absl::string_view key, double fallback);
  // The same, None by default; `none` stands for None.
  double Float32OrNone(absl::string_view key, double none);
  // One of `allowed`; returns its position. Required if `fallback` is negative.
  int Choice(absl::string_view key, absl::Span<const absl::string_view> allowed,
             int fallback);
  // The same for an argument where None stands for choice number `none`.
  int ChoiceOrNone(absl::string_view key,
                   absl::Span<const absl::string_view> allowed, int fallback,
                   int none);
  // Text, or null where it is missing; then get_config does not write it.
  const Name* OptionalString(absl::string_view key);
  // Any value, kept as it is; dropped from the canonical config where it equals
  // `fallback`. For arguments that change neither values nor shapes.
  ConfigValue Any(absl::string_view key, ConfigValue fallback);
  // The same with several ways to write the default; gives the first of them.
  // REQUIRES: `fallbacks` is not empty.
  ConfigValue Any(absl::string_view key,
                  absl::Span<const ConfigValue> fallbacks);
  // A value that may be written in several ways, such as one size for all axes.
  // `normalize` gives the one way in which get_config writes it, or nothing
  // where the value is wrong; `expected` follows "must be". Required if there
  // is no `fallback`, which must be normal itself.
  ConfigValue Normalized(
      absl::string_view key, std::optional<ConfigValue> fallback,
      absl::FunctionRef<std::optional<ConfigValue>(const ConfigValue&)>
          normalize,
      absl::string_view expected);
  // The argument as it is written, for a default that depends on it; null where
  // it is missing. Does not count as reading.
  const ConfigValue* Peek(absl::string_view key) const {
    return config_.Find(key);
  }
  // The class takes this argument, but its get_config forgets it.
  void LoseOnSave(absl::string_view key);
  // get_config forgets a part of this argument: a layer made from it has
  // `value` there. REQUIRES: the argument was read.
  void SaveAs(absl::string_view key, ConfigValue value);
  // get_config writes `value` for this argument, which was read or not: for
  // what a constructor turns into something else (3 into (3,), the name of an
  // initializer into its config).
  void WriteAs(absl::string_view key, ConfigValue value);
  // Whether the argument is given, if only as its default.
  bool Has(absl::string_view key) const { return config_.Find(key) != nullptr; }
  // Says that the argument is wrong, for what cannot be seen from it alone.
  // `expected` follows "must be".
  void Fail(absl::string_view key, absl::string_view expected);
  // Says that something is wrong within the argument.
  void FailWithin(absl::string_view key, const absl::Status& status);
  // Says that a wrapper cannot wrap a layer of the class `found`; `expected`
  // follows "must be".
  void FailChildren(absl::string_view expected, absl::string_view found);
  // Keeps every argument that nobody has read; for opaque layers.
  void KeepRest();

  // The arguments that nobody has read.
  std::vector<const Name*> Unread() const;

  struct Result {
    const Config* canonical = nullptr;
    // What get_config gives; differs only where LoseOnSave or SaveAs was used.
    const Config* saved = nullptr;
    // All that get_config gives of the arguments, defaults included, in the
    // order of reading. The first two are `batch_input_shape` and `dtype`, as
    // given or by default.
    std::vector<ConfigEntry> full;
  };
  // The canonical config, or the first thing that was wrong. Arguments that
  // nobody has read are an error.
  absl::StatusOr<Result> Finish();

 private:
  const ConfigValue* Take(absl::string_view key);
  void Keep(absl::string_view key, ConfigValue value);
  bool IsLost(const Name* key) const;

  const Config& config_;
  Pool& pool_;
  std::vector<bool> taken_;
  std::vector<ConfigEntry> kept_;
  std::vector<ConfigEntry> full_;
  std::vector<const Name*> lost_;
  std::vector<ConfigEntry> saved_as_;
  absl::Status status_;
  absl::Span<const LayerSpec* const> children_;
  Resolver resolve_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CONFIG_READER_H_
