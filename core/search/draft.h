// Draft: a Graph taken apart, for edits that a value in flat arrays makes
// awkward: dropping a call, redirecting a tensor. Taken from a Graph, edited,
// and made into a Graph again. Statements that nothing refers to any more are
// dropped on the way out where the caller asks for it.
#ifndef CLONECHECK_CORE_SEARCH_DRAFT_H_
#define CLONECHECK_CORE_SEARCH_DRAFT_H_

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace clonecheck {

struct Draft {
  struct Keyword {
    const Name* key;
    Kwarg::Form form;
    ConfigValue literal;
    std::vector<TensorRef> tensors;
  };
  struct DraftCall {
    uint32_t layer;
    std::vector<TensorRef> inputs;
    std::vector<Keyword> kwargs;
    bool as_list;
    bool dropped = false;
  };
  struct DraftLayer {
    LayerDecl decl;  // its ranges mean nothing; see below
    std::vector<uint32_t> children;
    std::vector<TensorRef> model_inputs;
    std::vector<TensorRef> model_outputs;
  };

  std::vector<InputDecl> inputs;
  std::vector<DraftLayer> layers;
  std::vector<DraftCall> calls;
  std::vector<TensorRef> model_inputs;
  std::vector<TensorRef> model_outputs;
  const Name* model_name = nullptr;
  uint32_t model_position = 0;

  static Draft From(const Graph& graph);

  // Redirects every use of `from` to `to`.
  void Replace(TensorRef from, TensorRef to);

  // Marks calls that neither the model's outputs, nor a nested Model, nor a
  // keyword needs as dropped.
  void DropUnusedCalls();

  // The Graph, without dropped calls, without layers that nobody calls, nests
  // or wraps, and, with `drop_inputs`, without inputs that nobody uses.
  // REQUIRES: nothing kept refers to a dropped call.
  Graph ToGraph(bool drop_inputs) const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_DRAFT_H_
