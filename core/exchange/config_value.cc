#include "core/exchange/config_value.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/graph/describe_json.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;

template <typename... Args>
absl::Status Error(const JsonPath& path, const Args&... args) {
  return absl::InvalidArgumentError(
      absl::StrCat(path.ToString(), ": ", args...));
}

absl::StatusOr<ConfigValue> ReadList(const JsonPath& path, const json& value,
                                     Pool& pool) {
  std::vector<ConfigValue> items;
  items.reserve(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    absl::StatusOr<ConfigValue> item =
        ReadConfigValue(JsonPath(path, i), value[i], pool);
    if (!item.ok()) return item.status();
    items.push_back(*item);
  }
  return ConfigValue::List(pool.InternList(std::move(items)));
}

absl::StatusOr<ConfigValue> ReadDict(const JsonPath& path, const json& value,
                                     Pool& pool) {
  std::vector<ConfigEntry> entries;
  entries.reserve(value.size());
  for (const auto& [key, item] : value.items()) {
    if (key.size() > kMaxNameBytes) {
      return Error(path, "the key ", QuoteForMessage(key), " has ", key.size(),
                   " bytes; use at most ", kMaxNameBytes);
    }
    absl::StatusOr<ConfigValue> read =
        ReadConfigValue(JsonPath(path, key), item, pool);
    if (!read.ok()) return read.status();
    entries.push_back(ConfigEntry{pool.InternName(key), *read});
  }
  return ConfigValue::Dict(pool.InternConfig(nullptr, std::move(entries)));
}

}  // namespace

absl::StatusOr<ConfigValue> ReadConfigValue(const JsonPath& path,
                                            const json& value, Pool& pool) {
  switch (value.type()) {
    case json::value_t::null:
      return ConfigValue::None();
    case json::value_t::boolean:
      return ConfigValue::Bool(value.get<bool>());
    case json::value_t::number_unsigned:
    case json::value_t::number_integer:
      return ConfigValue::Int(value.get<int64_t>());
    case json::value_t::number_float:
      return ConfigValue::Double(value.get<double>());
    case json::value_t::string:
      return ConfigValue::String(
          pool.InternName(value.get_ref<const std::string&>()));
    case json::value_t::array:
      return ReadList(path, value, pool);
    case json::value_t::object:
      return ReadDict(path, value, pool);
    case json::value_t::binary:
    case json::value_t::discarded:
      break;
  }
  return Error(path, "found ", DescribeJson(value), "; expected a JSON value");
}

}  // namespace clonecheck
