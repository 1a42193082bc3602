#include "core/graph/describe_json.h"

#include "core/text.h"

namespace clonecheck {

using nlohmann::json;

std::string DescribeJson(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) {
    return QuoteForMessage(value.get_ref<const std::string&>());
  }
  return value.dump();
}

}  // namespace clonecheck
