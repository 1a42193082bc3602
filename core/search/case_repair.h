// RepairCase: makes a Graph that builds out of one that need not. Private to
// CaseBytes.
#ifndef CLONECHECK_CORE_SEARCH_CASE_REPAIR_H_
#define CLONECHECK_CORE_SEARCH_CASE_REPAIR_H_

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/builds.h"
#include "core/search/draft.h"

namespace clonecheck {

// First makes it valid: what refers to nothing refers to something else, and a
// layer that nobody knows is an Activation. Then goes through the calls in
// their order. One that cannot be made is tried on other tensors, without
// keywords, and then left out; what needed it gets its first input. The model
// is what is left of it; if that does not build, all that the last call is on;
// and an input alone if nothing else. REQUIRES: there is an input; shapes of
// inputs are valid; calls refer to layers and earlier calls that exist,
// children are layers of lower numbers.
Graph RepairCase(Draft draft, Catalogue& catalogue, const Builds& builds);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CASE_REPAIR_H_
