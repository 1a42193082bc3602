#include "core/graph/shape.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

std::string Print(const Shape& shape, const char* unknown) {
  if (!shape.known_rank()) return "<unknown>";
  std::string text = "(";
  for (int i = 0; i < shape.rank; ++i) {
    if (i > 0) text += ", ";
    if (shape.dim[i] == kUnknownDim) {
      text += unknown;
    } else {
      absl::StrAppend(&text, shape.dim[i]);
    }
  }
  // A Python tuple of one keeps its comma.
  if (shape.rank == 1) text += ",";
  return text + ")";
}

}  // namespace

std::string Shape::ToString() const { return Print(*this, "None"); }
std::string Shape::ToTensorFlowString() const { return Print(*this, "?"); }

}  // namespace clonecheck
