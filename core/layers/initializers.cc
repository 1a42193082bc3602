#include "core/layers/initializers.h"

#include "core/layers/serialized_object.h"

namespace clonecheck {
namespace {

ConfigValue Full(Pool& pool, Initializer initializer) {
  const auto text = [&pool](absl::string_view value) {
    return ConfigValue::String(pool.InternName(value));
  };
  switch (initializer) {
    case Initializer::kGlorotUniform:
      return SerializedObject(pool, "VarianceScaling",
                              {{"scale", ConfigValue::Double(1.0)},
                               {"mode", text("fan_avg")},
                               {"distribution", text("uniform")},
                               {"seed", ConfigValue::None()}});
    case Initializer::kZeros:
      return SerializedObject(pool, "Zeros", {});
    case Initializer::kOnes:
      return SerializedObject(pool, "Ones", {});
    case Initializer::kRandomUniform:
      return SerializedObject(pool, "RandomUniform",
                              {{"minval", ConfigValue::Double(-0.05)},
                               {"maxval", ConfigValue::Double(0.05)},
                               {"seed", ConfigValue::None()}});
    case Initializer::kOrthogonal:
      return SerializedObject(
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

// What an initializer that is given by its name is written as; None for a name
// that is not here (keras/initializers.py, aliases).
ConfigValue FullOfName(Pool& pool, absl::string_view name) {
  struct Scaling {
    absl::string_view name;
    double scale;
    const char* mode;
    const char* distribution;
  };
  static constexpr Scaling kScalings[] = {
      {"glorot_uniform", 1, "fan_avg", "uniform"},
      {"glorot_normal", 1, "fan_avg", "normal"},
      {"he_uniform", 2, "fan_in", "uniform"},
      {"he_normal", 2, "fan_in", "normal"},
      {"lecun_uniform", 1, "fan_in", "uniform"},
      {"lecun_normal", 1, "fan_in", "normal"},
  };
  for (const Scaling& scaling : kScalings) {
    if (scaling.name != name) continue;
    return SerializedObject(
        pool, "VarianceScaling",
        {{"scale", ConfigValue::Double(scaling.scale)},
         {"mode", ConfigValue::String(pool.InternName(scaling.mode))},
         {"distribution",
          ConfigValue::String(pool.InternName(scaling.distribution))},
         {"seed", ConfigValue::None()}});
  }
  if (name == "zeros" || name == "zero") {
    return Full(pool, Initializer::kZeros);
  }
  if (name == "ones" || name == "one") return Full(pool, Initializer::kOnes);
  if (name == "uniform" || name == "random_uniform") {
    return Full(pool, Initializer::kRandomUniform);
  }
  if (name == "orthogonal") return Full(pool, Initializer::kOrthogonal);
  if (name == "normal" || name == "random_normal") {
    return SerializedObject(pool, "RandomNormal",
                            {{"mean", ConfigValue::Double(0.0)},
                             {"stddev", ConfigValue::Double(0.05)},
                             {"seed", ConfigValue::None()}});
  }
  return ConfigValue::None();
}

}  // namespace

void ReadInitializer(ConfigReader& reader, absl::string_view key,
                     Initializer fallback) {
  Pool& pool = reader.pool();
  const ConfigValue defaults[] = {
      ConfigValue::String(pool.InternName(NameOf(fallback))),
      Full(pool, fallback)};
  const ConfigValue value = reader.Any(key, defaults);
  if (value.type != ConfigValue::Type::kString) return;
  const ConfigValue full = FullOfName(pool, value.string->text);
  if (full.type != ConfigValue::Type::kNone) reader.WriteAs(key, full);
}

void ReadNones(ConfigReader& reader,
               std::initializer_list<absl::string_view> keys) {
  for (absl::string_view key : keys) reader.Any(key, ConfigValue::None());
}

}  // namespace clonecheck
