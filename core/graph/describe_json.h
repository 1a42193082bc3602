// What a value of a JSON document is called in messages.
#ifndef CLONECHECK_CORE_GRAPH_DESCRIBE_JSON_H_
#define CLONECHECK_CORE_GRAPH_DESCRIBE_JSON_H_

#include <string>

#include "nlohmann/json.hpp"

namespace clonecheck {

// `2`, `"x"`, `a list`: what was found.
std::string DescribeJson(const nlohmann::json& value);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_DESCRIBE_JSON_H_
