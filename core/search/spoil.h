// Spoil: changes a valid Graph in one place, so that Keras may refuse it: what
// generators never do, since they make what is accepted. For holding refusals,
// their types and texts, against a real Keras. Some spoiled Graphs are accepted
// all the same; nothing here knows which.
#ifndef CLONECHECK_CORE_SEARCH_SPOIL_H_
#define CLONECHECK_CORE_SEARCH_SPOIL_H_

#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/search/choice_source.h"

namespace clonecheck {

// One of: an input of a call redirected, dropped or added; a bare input given
// as a list of one; a keyword that nobody knows, or that another class takes;
// an input of the model repeated, dropped, or replaced by the output of a call;
// two layers of one name. The same choices give the same Graph. It is valid
// (Validate), but calls may have more or fewer inputs than their class takes.
// REQUIRES: `graph` is valid and has a call; its Pool is `pool`.
Graph Spoil(const Graph& graph, Pool& pool, ChoiceSource& choices);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SPOIL_H_
