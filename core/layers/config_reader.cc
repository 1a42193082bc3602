#include "core/layers/config_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace clonecheck {

ConfigReader::ConfigReader(const Config& config, Pool& pool)
    : config_(config), pool_(pool), taken_(config.entries.size(), false) {
  // Every Keras layer takes these two (base_layer.py, Layer.__init__).
  Any("batch_input_shape", ConfigValue::None());
  Any("dtype", ConfigValue::String(pool.InternName("float32")));
}

const ConfigValue* ConfigReader::Take(absl::string_view key) {
  for (size_t i = 0; i < config_.entries.size(); ++i) {
    if (config_.entries[i].key->text != key) continue;
    taken_[i] = true;
    return &config_.entries[i].value;
  }
  return nullptr;
}

void ConfigReader::Keep(absl::string_view key, ConfigValue value) {
  kept_.push_back(ConfigEntry{pool_.InternName(key), value});
}

void ConfigReader::Fail(absl::string_view key, absl::string_view expected) {
  if (!status_.ok()) return;
  const ConfigValue* value = config_.Find(key);
  status_ = absl::InvalidArgumentError(absl::StrCat(
      config_.kind->text, ": the argument '", key, "' must be ", expected,
      value == nullptr ? ", but is missing"
                       : absl::StrCat(", but is ", ConfigValueToPython(*value)),
      "; correct it in the config."));
}

void ConfigReader::FailWithin(absl::string_view key,
                              const absl::Status& status) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(config_.kind->text, ": in the ", "argument '", key,
                   "': ", status.message()));
}

void ConfigReader::FailChildren(absl::string_view expected,
                                absl::string_view found) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(config_.kind->text, ": the layer that it wraps must be ",
                   expected, ", but is ", found, "; wrap another one."));
}

int64_t ConfigReader::RequiredInt(absl::string_view key, int64_t min,
                                  int64_t max) {
  const ConfigValue* value = Take(key);
  if (value == nullptr || value->type != ConfigValue::Type::kInt ||
      value->integer < min || value->integer > max) {
    Fail(key, absl::StrCat("a whole number from ", min, " to ", max));
    return std::max<int64_t>(min, 0);
  }
  WriteAs(key, *value);
  Keep(key, *value);
  return value->integer;
}

int64_t ConfigReader::Int(absl::string_view key, int64_t fallback, int64_t min,
                          int64_t max) {
  const ConfigValue* value = Take(key);
  WriteAs(key, value == nullptr ? ConfigValue::Int(fallback) : *value);
  if (value == nullptr) return fallback;
  if (value->type != ConfigValue::Type::kInt || value->integer < min ||
      value->integer > max) {
    Fail(key, absl::StrCat("a whole number from ", min, " to ", max));
    return fallback;
  }
  if (value->integer != fallback) Keep(key, *value);
  return value->integer;
}

bool ConfigReader::Bool(absl::string_view key, bool fallback) {
  const ConfigValue* value = Take(key);
  WriteAs(key, value == nullptr ? ConfigValue::Bool(fallback) : *value);
  if (value == nullptr) return fallback;
  if (value->type != ConfigValue::Type::kBool) {
    Fail(key, "True or False");
    return fallback;
  }
  if (value->boolean != fallback) Keep(key, *value);
  return value->boolean;
}

double ConfigReader::Double(absl::string_view key, double fallback) {
  const ConfigValue* value = Take(key);
  WriteAs(key, value == nullptr ? ConfigValue::Double(fallback) : *value);
  if (value == nullptr) return fallback;
  double number = fallback;
  if (value->type == ConfigValue::Type::kDouble) {
    number = value->number;
  } else if (value->type == ConfigValue::Type::kInt) {
    number = static_cast<double>(value->integer);
  } else {
    Fail(key, "a number");
    return fallback;
  }
  if (number != fallback) Keep(key, ConfigValue::Double(number));
  return number;
}

double ConfigReader::RequiredDouble(absl::string_view key, double min,
                                    double max) {
  const ConfigValue* value = Take(key);
  if (value == nullptr || (value->type != ConfigValue::Type::kDouble &&
                           value->type != ConfigValue::Type::kInt)) {
    Fail(key, "a number");
    return min;
  }
  const double number = std::clamp(value->type == ConfigValue::Type::kDouble
                                       ? value->number
                                       : static_cast<double>(value->integer),
                                   min, max);
  WriteAs(key, ConfigValue::Double(number));
  Keep(key, ConfigValue::Double(number));
  return number;
}

double ConfigReader::Float32(absl::string_view key, double fallback) {
  const ConfigValue* value = Take(key);
  const double rounded_fallback = static_cast<float>(fallback);
  if (value == nullptr) {
    WriteAs(key, ConfigValue::Double(rounded_fallback));
    return rounded_fallback;
  }
  if (value->type != ConfigValue::Type::kDouble &&
      value->type != ConfigValue::Type::kInt) {
    Fail(key, "a number");
    return rounded_fallback;
  }
  const double number = value->type == ConfigValue::Type::kDouble
                            ? static_cast<float>(value->number)
                            : static_cast<float>(value->integer);
  WriteAs(key, ConfigValue::Double(number));
  if (number != rounded_fallback) Keep(key, ConfigValue::Double(number));
  return number;
}

double ConfigReader::Float32OrNone(absl::string_view key, double none) {
  const ConfigValue* value = config_.Find(key);
  if (value == nullptr || value->type == ConfigValue::Type::kNone) {
    Take(key);
    WriteAs(key, ConfigValue::None());
    return none;
  }
  return Float32(key, none);
}

int ConfigReader::Choice(absl::string_view key,
                         absl::Span<const absl::string_view> allowed,
                         int fallback) {
  const ConfigValue* value = Take(key);
  if (value == nullptr && fallback >= 0) {
    WriteAs(key, ConfigValue::String(pool_.InternName(allowed[fallback])));
    return fallback;
  }
  if (value != nullptr) WriteAs(key, *value);
  if (value != nullptr && value->type == ConfigValue::Type::kString) {
    for (size_t i = 0; i < allowed.size(); ++i) {
      if (allowed[i] != value->string->text) continue;
      if (static_cast<int>(i) != fallback) Keep(key, *value);
      return static_cast<int>(i);
    }
  }
  Fail(key, absl::StrCat("one of '", absl::StrJoin(allowed, "', '"), "'"));
  return std::max(fallback, 0);
}

int ConfigReader::ChoiceOrNone(absl::string_view key,
                               absl::Span<const absl::string_view> allowed,
                               int fallback, int none) {
  const ConfigValue* value = config_.Find(key);
  if (value == nullptr || value->type != ConfigValue::Type::kNone) {
    return Choice(key, allowed, fallback);
  }
  Take(key);
  const ConfigValue text = ConfigValue::String(pool_.InternName(allowed[none]));
  WriteAs(key, text);
  if (none != fallback) Keep(key, text);
  return none;
}

const Name* ConfigReader::OptionalString(absl::string_view key) {
  const ConfigValue* value = Take(key);
  if (value == nullptr || value->type == ConfigValue::Type::kNone) {
    return nullptr;
  }
  if (value->type != ConfigValue::Type::kString) {
    Fail(key, "text");
    return nullptr;
  }
  WriteAs(key, *value);
  Keep(key, *value);
  return value->string;
}

ConfigValue ConfigReader::Any(absl::string_view key, ConfigValue fallback) {
  const ConfigValue* value = Take(key);
  WriteAs(key, value == nullptr ? fallback : *value);
  if (value == nullptr) return fallback;
  if (!(*value == fallback)) Keep(key, *value);
  return *value;
}

ConfigValue ConfigReader::Any(absl::string_view key,
                              absl::Span<const ConfigValue> fallbacks) {
  const ConfigValue* value = Take(key);
  WriteAs(key, value == nullptr ? fallbacks[0] : *value);
  if (value == nullptr) return fallbacks[0];
  for (const ConfigValue& fallback : fallbacks) {
    if (*value == fallback) return fallbacks[0];
  }
  Keep(key, *value);
  return *value;
}

ConfigValue ConfigReader::Normalized(
    absl::string_view key, std::optional<ConfigValue> fallback,
    absl::FunctionRef<std::optional<ConfigValue>(const ConfigValue&)> normalize,
    absl::string_view expected) {
  const ConfigValue* value = Take(key);
  if (value == nullptr && fallback.has_value()) {
    WriteAs(key, *fallback);
    return *fallback;
  }
  const std::optional<ConfigValue> normal =
      value == nullptr ? std::nullopt : normalize(*value);
  if (!normal.has_value()) {
    Fail(key, expected);
    return fallback.value_or(ConfigValue::None());
  }
  WriteAs(key, *normal);
  if (!fallback.has_value() || !(*normal == *fallback)) Keep(key, *normal);
  return *normal;
}

void ConfigReader::LoseOnSave(absl::string_view key) {
  lost_.push_back(pool_.InternName(key));
}

void ConfigReader::SaveAs(absl::string_view key, ConfigValue value) {
  saved_as_.push_back(ConfigEntry{pool_.InternName(key), value});
}

bool ConfigReader::IsLost(const Name* key) const {
  return std::find(lost_.begin(), lost_.end(), key) != lost_.end();
}

void ConfigReader::WriteAs(absl::string_view key, ConfigValue value) {
  const Name* name = pool_.InternName(key);
  for (ConfigEntry& entry : full_) {
    if (entry.key != name) continue;
    entry.value = value;
    return;
  }
  full_.push_back(ConfigEntry{name, value});
}

void ConfigReader::KeepRest() {
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i]) continue;
    taken_[i] = true;
    kept_.push_back(config_.entries[i]);
    full_.push_back(config_.entries[i]);
  }
}

std::vector<const Name*> ConfigReader::Unread() const {
  std::vector<const Name*> names;
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i]) names.push_back(config_.entries[i].key);
  }
  return names;
}

absl::StatusOr<ConfigReader::Result> ConfigReader::Finish() {
  if (!status_.ok()) return status_;
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i]) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        config_.kind->text, ": there is no argument '",
        config_.entries[i].key->text, "'; take it out of the config."));
  }
  Result result;
  result.canonical = pool_.InternConfig(config_.kind, kept_);
  result.saved = result.canonical;
  if (!lost_.empty() || !saved_as_.empty()) {
    std::vector<ConfigEntry> saved;
    for (const ConfigEntry& entry : kept_) {
      if (!IsLost(entry.key)) saved.push_back(entry);
    }
    for (ConfigEntry& entry : saved) {
      for (const ConfigEntry& other : saved_as_) {
        if (other.key == entry.key) entry.value = other.value;
      }
    }
    result.saved = pool_.InternConfig(config_.kind, std::move(saved));
  }
  for (const ConfigEntry& entry : full_) {
    if (!IsLost(entry.key)) result.full.push_back(entry);
  }
  return result;
}

}  // namespace clonecheck
