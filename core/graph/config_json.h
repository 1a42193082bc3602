// A config's values and shapes as JSON, for cases and for Keras' own documents.
#ifndef CLONECHECK_CORE_GRAPH_CONFIG_JSON_H_
#define CLONECHECK_CORE_GRAPH_CONFIG_JSON_H_

#include <cstddef>
#include <cstdint>

#include "core/graph/config.h"
#include "core/graph/shape.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

enum class JsonKeys : uint8_t {
  kPlain,    // as they are
  kEscaped,  // one that begins with `$` gets another `$`, as in cases
};

// An empty object with room for so many keys: it keeps its entries in a row,
// and copies them whenever that grows. (So objects are filled key by key: a
// braced list is copied whole.)
nlohmann::ordered_json JsonObject(size_t keys);

// What JSON has no word for is {"$float": "nan"}, "inf" or "-inf".
nlohmann::ordered_json ConfigValueToJson(const ConfigValue& value,
                                         JsonKeys keys = JsonKeys::kPlain);

// The arguments of a config, without its class.
nlohmann::ordered_json ConfigToJson(const Config& config,
                                    JsonKeys keys = JsonKeys::kPlain);

// `[null, 4]`: null for a size that is not known. REQUIRES: a known rank.
nlohmann::ordered_json ShapeToJson(const Shape& shape);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_CONFIG_JSON_H_
