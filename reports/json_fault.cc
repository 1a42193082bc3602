#include "reports/json_fault.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace clonecheck {

std::string JsonFault(const nlohmann::json::exception& error) {
  // `[json.exception.out_of_range.403] key 'seed' not found`.
  absl::string_view said = error.what();
  if (const size_t end = said.find("] "); end != absl::string_view::npos) {
    said.remove_prefix(end + 2);
  }
  if (absl::ConsumePrefix(&said, "key '") &&
      absl::ConsumeSuffix(&said, "' not found")) {
    return absl::StrCat("it has no \"", said, "\"");
  }
  return std::string(said);
}

}  // namespace clonecheck
