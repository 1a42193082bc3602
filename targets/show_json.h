// ShowJson: a value of an answer as a person reads it, cut if it is long.
#ifndef CLONECHECK_TARGETS_SHOW_JSON_H_
#define CLONECHECK_TARGETS_SHOW_JSON_H_

#include <cstddef>
#include <string>

#include "core/text.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// At most `most` bytes of its JSON, as Readable cuts it.
inline std::string ShowJson(const nlohmann::json& value, size_t most) {
  return Readable(
      value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
      most);
}

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_SHOW_JSON_H_
