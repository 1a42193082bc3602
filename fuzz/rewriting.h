// A model that some Keras wrote, read, written as Keras 2 does, and read again.
#ifndef CLONECHECK_FUZZ_REWRITING_H_
#define CLONECHECK_FUZZ_REWRITING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"

namespace clonecheck {

// `graph` as Keras 2.3.1 writes it, in one line; empty where it refuses to make
// it.
std::string WrittenByKeras(Workbench& bench, const Graph& graph);

// What is wrong with how `graph`, which loaded from `text` and can be built, is
// written; empty: nothing. What is read again computes the same, as far as
// Keras' own from_config keeps that, and from the second time on it is written
// alike.
std::string RewritingFault(Workbench& bench, absl::string_view text,
                           const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_REWRITING_H_
