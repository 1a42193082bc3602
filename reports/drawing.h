// Drawer: lays a drawing in Graphviz' language out as SVG.
#ifndef CLONECHECK_REPORTS_DRAWING_H_
#define CLONECHECK_REPORTS_DRAWING_H_

#include <string>

#include "absl/status/statusor.h"

struct GVC_s;  // of Graphviz

namespace clonecheck {

// The same drawing gives the same bytes on every machine with the same
// Graphviz: texts are measured without the machine's fonts. Make one for all
// drawings of a report. Not thread-safe, and only one at a time, since Graphviz
// is so.
class Drawer {
 public:
  Drawer();
  ~Drawer();
  Drawer(const Drawer&) = delete;
  Drawer& operator=(const Drawer&) = delete;

  // The element `<svg>` alone, without XML declaration, in UTF-8. Errors:
  // InvalidArgument if `dot` is no drawing, or larger than kMaxDotBytes.
  absl::StatusOr<std::string> ToSvg(const std::string& dot);

 private:
  GVC_s* context_;  // owned
};

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_DRAWING_H_
