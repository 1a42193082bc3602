// EnumerationFile: an enumeration as JSON: the state that an interrupted one
// goes on from, the part of a run file that shards are merged by.
#ifndef CLONECHECK_REPORTS_ENUMERATION_FILE_H_
#define CLONECHECK_REPORTS_ENUMERATION_FILE_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/status/statusor.h"
#include "campaign/enumeration.h"

namespace clonecheck {

// Everything that decides what an enumeration does, and what it has done.
// Threads and times apart, the same enumeration gives the same JSON.
nlohmann::ordered_json EnumerationJson(const EnumerationOptions& options,
                                       const EnumerationResult& result);

// Reads what EnumerationJson wrote. Errors: InvalidArgument that says what is
// wrong with it.
absl::StatusOr<EnumerationOptions> ParseEnumerationOptions(
    const nlohmann::json& json);
// REQUIRES: `options` are those of the same JSON.
absl::StatusOr<EnumerationResult> ParseEnumerationResult(
    const nlohmann::json& json, const EnumerationOptions& options);

// OK if both enumerate and judge the same; shards and threads may differ.
// Otherwise an error that names the first difference.
absl::Status SameEnumeration(const EnumerationOptions& a,
                             const EnumerationOptions& b);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_ENUMERATION_FILE_H_
