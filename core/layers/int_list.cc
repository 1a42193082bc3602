#include "core/layers/int_list.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

namespace clonecheck {

std::optional<std::vector<int32_t>> ToIntList(const ConfigValue& value) {
  if (value.type != ConfigValue::Type::kList) return std::nullopt;
  std::vector<int32_t> items;
  for (const ConfigValue& item : value.list->items) {
    if (item.type != ConfigValue::Type::kInt ||
        item.integer > std::numeric_limits<int32_t>::max() ||
        item.integer < std::numeric_limits<int32_t>::min()) {
      return std::nullopt;
    }
    items.push_back(static_cast<int32_t>(item.integer));
  }
  return items;
}

std::vector<int32_t> RequiredIntList(ConfigReader& reader,
                                     absl::string_view key, int32_t min,
                                     size_t max_size) {
  std::optional<std::vector<int32_t>> items =
      ToIntList(reader.Any(key, ConfigValue::None()));
  if (!items.has_value() || items->size() > max_size ||
      std::any_of(items->begin(), items->end(),
                  [&](int32_t item) { return item < min; })) {
    reader.Fail(key, absl::StrCat("a list of at most ", max_size,
                                  " whole numbers from ", min));
    return {};
  }
  return *std::move(items);
}

ConfigValue IntList(Pool& pool, std::initializer_list<int> items) {
  std::vector<ConfigValue> values;
  for (int item : items) values.push_back(ConfigValue::Int(item));
  return ConfigValue::List(pool.InternList(std::move(values)));
}

}  // namespace clonecheck
