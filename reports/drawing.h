// Drawing: lays a drawing in Graphviz' language out as SVG.
#ifndef CLONECHECK_REPORTS_DRAWING_H_
#define CLONECHECK_REPORTS_DRAWING_H_

#include <string>

#include "absl/status/statusor.h"

namespace clonecheck {

// Bytes of a drawing's text. A layout takes time that grows faster than the
// drawing: one of this size, some 1,500 calls, takes seconds.
inline constexpr size_t kMaxDotBytes = 512 * 1024;

// The element `<svg>` alone, without XML declaration, in UTF-8. Errors:
// InvalidArgument if `dot` is no drawing or too large. Not thread-safe, since
// Graphviz is not.
absl::StatusOr<std::string> DotToSvg(const std::string& dot);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_DRAWING_H_
