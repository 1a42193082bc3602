// WitnessParts: what a Graph is made of, and how much of each: what simpler
// Graphs are put together from (simpler_graphs.h).
#ifndef CLONECHECK_CORE_SEARCH_WITNESS_PARTS_H_
#define CLONECHECK_CORE_SEARCH_WITNESS_PARTS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/search/draft.h"

namespace clonecheck {

struct WitnessParts {
  struct InputType {
    const Shape* shape;
    DType dtype;
    bool sparse;
  };

  // `further_shapes`: of inputs, float32, besides those of the witness.
  // REQUIRES: `witness` is valid.
  WitnessParts(const Graph& witness,
               absl::Span<const Shape* const> further_shapes);

  std::vector<InputType> types;         // distinct
  std::vector<const Config*> wrappers;  // distinct configs
  const Config* model_config = nullptr;
  const Config* sequential_config = nullptr;
  std::vector<Draft::Keyword> keywords;  // distinct keys and forms
  size_t max_models = 0;
  size_t max_containers = 0;  // wrappers and Sequentials
  size_t max_children = 0;
  size_t max_inner_inputs = 0;  // of a Model
  size_t max_inner_outputs = 0;
  size_t max_call_inputs = 0;
  bool any_list_of_one = false;
  bool any_frozen = false;
  bool model_is_layer = false;
  bool model_before_end = false;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_WITNESS_PARTS_H_
