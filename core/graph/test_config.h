// Configs for tests, in the fewest words:
//   ConfigOf(pool, "Dense", {{"units", 3}, {"use_bias", false}})
#ifndef CLONECHECK_CORE_GRAPH_TEST_CONFIG_H_
#define CLONECHECK_CORE_GRAPH_TEST_CONFIG_H_

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"

namespace clonecheck {

// A constructor argument.
struct TestArgument {
  absl::string_view key;
  // Numbers: a list. Null: None.
  std::variant<bool, int, double, const char*, std::vector<int>, std::nullptr_t,
               ConfigValue>
      value;
};

inline ConfigValue ListOf(Pool& pool, const std::vector<int>& numbers) {
  std::vector<ConfigValue> items;
  for (int number : numbers) items.push_back(ConfigValue::Int(number));
  return ConfigValue::List(pool.InternList(std::move(items)));
}

inline const Config* ConfigOf(Pool& pool, absl::string_view kind,
                              const std::vector<TestArgument>& arguments) {
  std::vector<ConfigEntry> entries;
  for (const TestArgument& argument : arguments) {
    ConfigValue value;
    if (const bool* b = std::get_if<bool>(&argument.value)) {
      value = ConfigValue::Bool(*b);
    } else if (const int* i = std::get_if<int>(&argument.value)) {
      value = ConfigValue::Int(*i);
    } else if (const double* d = std::get_if<double>(&argument.value)) {
      value = ConfigValue::Double(*d);
    } else if (const auto* text = std::get_if<const char*>(&argument.value)) {
      value = ConfigValue::String(pool.InternName(*text));
    } else if (const auto* list =
                   std::get_if<std::vector<int>>(&argument.value)) {
      value = ListOf(pool, *list);
    } else if (const auto* given = std::get_if<ConfigValue>(&argument.value)) {
      value = *given;
    }
    entries.push_back(ConfigEntry{pool.InternName(argument.key), value});
  }
  return pool.InternConfig(pool.InternName(kind), std::move(entries));
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_TEST_CONFIG_H_
