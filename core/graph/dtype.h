// DType: the element types that a tensor can have, with Keras' names.
#ifndef CLONECHECK_CORE_GRAPH_DTYPE_H_
#define CLONECHECK_CORE_GRAPH_DTYPE_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace clonecheck {

enum class DType : uint8_t {
  kFloat32,
  kFloat64,
  kFloat16,
  kInt32,
  kInt64,
  kBool
};

constexpr absl::string_view kDTypeNames[] = {"float32", "float64", "float16",
                                             "int32",   "int64",   "bool"};

constexpr absl::string_view DTypeName(DType dtype) {
  return kDTypeNames[static_cast<int>(dtype)];
}

constexpr bool IsFloat(DType dtype) { return dtype <= DType::kFloat16; }

inline std::optional<DType> ParseDType(absl::string_view name) {
  for (int i = 0; i < 6; ++i) {
    if (kDTypeNames[i] == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_DTYPE_H_
