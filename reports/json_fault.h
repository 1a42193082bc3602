// What is wrong with the members of a JSON file, in words for its user.
#ifndef CLONECHECK_REPORTS_JSON_FAULT_H_
#define CLONECHECK_REPORTS_JSON_FAULT_H_

#include <nlohmann/json.hpp>
#include <string>

namespace clonecheck {

// `it has no "seed"`, or what the library says without its number of the error:
// `type must be number, but is string`. Of what `at`, `get` and `get_to` throw.
std::string JsonFault(const nlohmann::json::exception& error);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_JSON_FAULT_H_
