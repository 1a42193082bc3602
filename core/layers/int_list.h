// Arguments that are lists of whole numbers: dimensions, axes.
#ifndef CLONECHECK_CORE_LAYERS_INT_LIST_H_
#define CLONECHECK_CORE_LAYERS_INT_LIST_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"
#include "core/layers/config_reader.h"

namespace clonecheck {

// The items, if `value` is a list of whole numbers of 32 bits.
std::optional<std::vector<int32_t>> ToIntList(const ConfigValue& value);

// A list of at most `max_size` whole numbers, each at least `min`; required.
std::vector<int32_t> RequiredIntList(ConfigReader& reader,
                                     absl::string_view key, int32_t min,
                                     size_t max_size);

// A list as a config holds it.
ConfigValue IntList(Pool& pool, std::initializer_list<int> items);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_INT_LIST_H_
