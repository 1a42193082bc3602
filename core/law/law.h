// Law: an exact statement of when a cloner fails an obligation, as a predicate
// over the Graph alone. Runs no engine and no cloner, so that the two can be
// held against each other, graph by graph: `clonecheck enumerate --law`.
//
// A law says "if and only if": a graph on which the predicate and the judge
// disagree, in either direction, is an exception, and breaks the law. A law is
// claimed for the grammars that it names, and for no others.
//
// A new law is a line in registry.cc, over predicates of this room.
#ifndef CLONECHECK_CORE_LAW_LAW_H_
#define CLONECHECK_CORE_LAW_LAW_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

struct Law {
  absl::string_view cloner;      // `keras-2.2.4`, on its default engine
  absl::string_view obligation;  // which fails if and only if
  absl::string_view statement;   // this holds, in one sentence
  // The law is about terms: the obligation fails, or holds only on samples of
  // numbers while the terms differ (x - x and y - y).
  bool of_terms = false;
  // The grammars that it is claimed for.
  std::vector<absl::string_view> grammars;
  // REQUIRES: the Graph is of one of these grammars, its configs resolved by
  // `catalogue`.
  bool (*fails)(const Graph& graph, const Catalogue& catalogue);
};

// All of them, by cloner, then in the order of the obligations.
const std::vector<Law>& AllLaws();

// The law on this cloner, obligation and grammar; null: there is none.
const Law* FindLaw(absl::string_view cloner, absl::string_view obligation,
                   absl::string_view grammar);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAW_LAW_H_
