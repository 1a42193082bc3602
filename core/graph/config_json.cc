#include "core/graph/config_json.h"

#include <cmath>
#include <string>

#include "absl/strings/match.h"

namespace clonecheck {

using nlohmann::ordered_json;

ordered_json JsonObject(size_t keys) {
  ordered_json object = ordered_json::object();
  object.get_ref<ordered_json::object_t&>().reserve(keys);
  return object;
}

ordered_json ConfigValueToJson(const ConfigValue& value, JsonKeys keys) {
  switch (value.type) {
    case ConfigValue::Type::kNone:
      return nullptr;
    case ConfigValue::Type::kBool:
      return value.boolean;
    case ConfigValue::Type::kInt:
      return value.integer;
    case ConfigValue::Type::kDouble:
      if (std::isnan(value.number)) return {{"$float", "nan"}};
      if (std::isinf(value.number)) {
        return {{"$float", value.number > 0 ? "inf" : "-inf"}};
      }
      return value.number;
    case ConfigValue::Type::kString:
      return std::string(value.string->text);
    case ConfigValue::Type::kList: {
      ordered_json list = ordered_json::array();
      for (const ConfigValue& item : value.list->items) {
        list.push_back(ConfigValueToJson(item, keys));
      }
      return list;
    }
    case ConfigValue::Type::kDict:
      return ConfigToJson(*value.dict, keys);
  }
  return nullptr;
}

ordered_json ConfigToJson(const Config& config, JsonKeys keys) {
  ordered_json object = JsonObject(config.entries.size());
  for (const ConfigEntry& entry : config.entries) {
    std::string key(entry.key->text);
    if (keys == JsonKeys::kEscaped && absl::StartsWith(key, "$")) {
      key.insert(0, "$");
    }
    object[key] = ConfigValueToJson(entry.value, keys);
  }
  return object;
}

ordered_json ShapeToJson(const Shape& shape) {
  ordered_json list = ordered_json::array();
  for (int32_t dim : shape.dims()) {
    list.push_back(dim == kUnknownDim ? ordered_json() : ordered_json(dim));
  }
  return list;
}

}  // namespace clonecheck
