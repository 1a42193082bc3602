// Arrays as JSON: what Numbers hold, as run files and workers are told it.
#ifndef CLONECHECK_CAMPAIGN_ARRAY_JSON_H_
#define CLONECHECK_CAMPAIGN_ARRAY_JSON_H_

#include <vector>

#include "core/oracle/numbers.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// JSON has no NaN and no infinities: `"nan"`, `"inf"`, `"-inf"`.
nlohmann::ordered_json NumberToJson(double number);
// What is neither a number nor an infinity is NaN.
double NumberFromJson(const nlohmann::json& value);

// As nested lists; null for the array that is none. An axis of length 0 cannot
// be read back from that.
nlohmann::ordered_json ArrayToJson(const Array& array);
nlohmann::ordered_json ArraysToJson(const std::vector<Array>& arrays);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_ARRAY_JSON_H_
