// Name: an interned string. Equal names have one address within a Pool.
#ifndef CLONECHECK_CORE_GRAPH_NAME_H_
#define CLONECHECK_CORE_GRAPH_NAME_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace clonecheck {

struct Name {
  uint32_t id;             // dense within the Pool
  absl::string_view text;  // owned by the Pool
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_NAME_H_
