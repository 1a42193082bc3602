#include "core/layers/serialized_object.h"

namespace clonecheck {

ConfigValue SerializedObject(Pool& pool, const Name* class_name,
                             std::vector<ConfigEntry> config) {
  return ConfigValue::Dict(pool.InternConfig(
      nullptr,
      {{pool.InternName("class_name"), ConfigValue::String(class_name)},
       {pool.InternName("config"),
        ConfigValue::Dict(pool.InternConfig(nullptr, std::move(config)))}}));
}

ConfigValue SerializedObject(
    Pool& pool, absl::string_view class_name,
    const std::vector<std::pair<absl::string_view, ConfigValue>>& config) {
  std::vector<ConfigEntry> entries;
  for (const auto& [key, value] : config) {
    entries.push_back(ConfigEntry{pool.InternName(key), value});
  }
  return SerializedObject(pool, pool.InternName(class_name),
                          std::move(entries));
}

}  // namespace clonecheck
