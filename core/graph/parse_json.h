// ParseJson: JSON text to a value, for text that may be hostile: too long, too
// deep, cut off, or saying the same thing twice. Nothing recurses while it is
// read. Knows nothing of Graphs: json.h reads those from the value.
#ifndef CLONECHECK_CORE_GRAPH_PARSE_JSON_H_
#define CLONECHECK_CORE_GRAPH_PARSE_JSON_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/limits.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

struct JsonLimits {
  size_t max_bytes = kMaxJsonBytes;
  size_t max_depth = kMaxJsonDepth;
  size_t max_values = kMaxJsonValues;
};

// The value, or an InvalidArgument error that begins with the place, `line 3,
// column 14 (byte 52): `, and ends with what to do. Refused are, beside what is
// no JSON: a key that occurs twice in an object, a whole number that does not
// fit into 64 bits with sign, a number past the range of double, text that is
// not UTF-8, and whatever passes the limits.
absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text,
                                         const JsonLimits& limits = {});

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PARSE_JSON_H_
