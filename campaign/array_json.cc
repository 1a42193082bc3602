#include "campaign/array_json.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

Json Nested(const Array& array, size_t axis, size_t* next) {
  if (axis == array.dims.size()) return NumberToJson(array.values[(*next)++]);
  Json list = Json::array();
  for (int32_t i = 0; i < array.dims[axis]; ++i) {
    list.push_back(Nested(array, axis + 1, next));
  }
  return list;
}

}  // namespace

Json NumberToJson(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

double NumberFromJson(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  const double infinity = std::numeric_limits<double>::infinity();
  if (value == "inf") return infinity;
  if (value == "-inf") return -infinity;
  return std::numeric_limits<double>::quiet_NaN();
}

Json ArrayToJson(const Array& array) {
  if (array.is_none()) return nullptr;
  size_t next = 0;
  return Nested(array, 0, &next);
}

Json ArraysToJson(const std::vector<Array>& arrays) {
  Json list = Json::array();
  for (const Array& array : arrays) list.push_back(ArrayToJson(array));
  return list;
}

}  // namespace clonecheck
