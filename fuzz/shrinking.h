// What shrinking owes: it ends within its budget, asks about valid Graphs only,
// and keeps failure and order.
#ifndef CLONECHECK_FUZZ_SHRINKING_H_
#define CLONECHECK_FUZZ_SHRINKING_H_

#include <string>

#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"

namespace clonecheck {

// What goes wrong when `start` is shrunk, in at most `evaluations`; empty:
// nothing, or the cloner does not fail on it.
std::string ShrinkingFault(Workbench& bench, const Graph& start,
                           const ClonerOnEngine& cloner, int evaluations);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_SHRINKING_H_
