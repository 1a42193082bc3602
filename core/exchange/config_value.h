// JSON of a foreign format as a config holds it.
#ifndef CLONECHECK_CORE_EXCHANGE_CONFIG_VALUE_H_
#define CLONECHECK_CORE_EXCHANGE_CONFIG_VALUE_H_

#include "absl/status/statusor.h"
#include "core/exchange/json_reader.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The same value; or an InvalidArgument error that begins with the path.
// Recurses as deep as `value` is nested, so this must be what ParseJson gave.
absl::StatusOr<ConfigValue> ReadConfigValue(const JsonPath& path,
                                            const nlohmann::json& value,
                                            Pool& pool);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_CONFIG_VALUE_H_
