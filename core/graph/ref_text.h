// How a TensorRef is written in files and messages: `i0` is input 0, `c2` the
// first output of call 2, `c2.1` its second.
#ifndef CLONECHECK_CORE_GRAPH_REF_TEXT_H_
#define CLONECHECK_CORE_GRAPH_REF_TEXT_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"

namespace clonecheck {

std::string RefToText(TensorRef ref);

// Nothing if `text` is no reference, or one past any limit. `c2.0` is read as
// `c2`. Says nothing of whether the tensor exists: that is Validate's.
std::optional<TensorRef> RefFromText(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_REF_TEXT_H_
