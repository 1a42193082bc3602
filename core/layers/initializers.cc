#include "core/layers/initializers.h"

#include <utility>
#include <vector>

namespace clonecheck {
namespace {

using Entries = std::vector<std::pair<absl::string_view, ConfigValue>>;

ConfigValue Dict(Pool& pool, const Entries& entries) {
  std::vector<ConfigEntry> interned;
  for (const auto& [key, value] : entries) {
    interned.push_back(ConfigEntry{pool.InternName(key), value});
  }
  return ConfigValue::Dict(pool.InternConfig(nullptr, std::move(interned)));
}

// What serialize_keras_object gives (keras/initializers.py).
ConfigValue Serialized(Pool& pool, absl::string_view class_name,
                       const Entries& config) {
  return Dict(pool,
              {{"class_name", ConfigValue::String(pool.InternName(class_name))},
               {"config", Dict(pool, config)}});
}

ConfigValue Full(Pool& pool, Initializer initializer) {
  const auto text = [&pool](absl::string_view value) {
    return ConfigValue::String(pool.InternName(value));
  };
  switch (initializer) {
    case Initializer::kGlorotUniform:
      return Serialized(pool, "VarianceScaling",
                        {{"scale", ConfigValue::Double(1.0)},
                         {"mode", text("fan_avg")},
                         {"distribution", text("uniform")},
                         {"seed", ConfigValue::None()}});
    case Initializer::kZeros:
      return Serialized(pool, "Zeros", {});
    case Initializer::kOnes:
      return Serialized(pool, "Ones", {});
    case Initializer::kRandomUniform:
      return Serialized(pool, "RandomUniform",
                        {{"minval", ConfigValue::Double(-0.05)},
                         {"maxval", ConfigValue::Double(0.05)},
                         {"seed", ConfigValue::None()}});
    case Initializer::kOrthogonal:
      return Serialized(
          pool, "Orthogonal",
          {{"gain", ConfigValue::Double(1.0)}, {"seed", ConfigValue::None()}});
  }
  return ConfigValue::None();
}

absl::string_view NameOf(Initializer initializer) {
  switch (initializer) {
    case Initializer::kGlorotUniform:
      return "glorot_uniform";
    case Initializer::kZeros:
      return "zeros";
    case Initializer::kOnes:
      return "ones";
    case Initializer::kRandomUniform:
      return "uniform";
    case Initializer::kOrthogonal:
      return "orthogonal";
  }
  return "";
}

}  // namespace

void ReadInitializer(ConfigReader& reader, absl::string_view key,
                     Initializer fallback) {
  Pool& pool = reader.pool();
  const ConfigValue defaults[] = {
      ConfigValue::String(pool.InternName(NameOf(fallback))),
      Full(pool, fallback)};
  reader.Any(key, defaults);
}

void ReadNones(ConfigReader& reader,
               std::initializer_list<absl::string_view> keys) {
  for (absl::string_view key : keys) reader.Any(key, ConfigValue::None());
}

}  // namespace clonecheck
