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
    uint32_t layer = 0;
    std::vector<TensorRef> inputs;
    std::vector<Keyword> kwargs;
    bool as_list = false;
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
  uint32_t model_layer = ModelDecl::kNoLayer;

  static Draft From(const Graph& graph);

  // Calls `visit(std::vector<TensorRef>* refs)` on every list of tensors, but
  // not on those of dropped calls.
  template <typename Visit>
  void ForEachRefs(Visit visit) {
    for (DraftLayer& layer : layers) {
      visit(&layer.model_inputs);
      visit(&layer.model_outputs);
    }
    for (DraftCall& call : calls) {
      if (call.dropped) continue;
      visit(&call.inputs);
      for (Keyword& kwarg : call.kwargs) visit(&kwarg.tensors);
    }
    visit(&model_inputs);
    visit(&model_outputs);
  }

  // Redirects every use of `from` to `to`.
  void Replace(TensorRef from, TensorRef to);

  // Marks as dropped the calls that neither the model's outputs, nor a nested
  // Model, nor a call with `kept` true (by number; may be empty) needs.
  void DropUnusedCalls(const std::vector<bool>& kept = {});

  // One more than the highest output that is used of any call of `layer`; 0 if
  // none is. Dropped calls use nothing.
  int NumUsedOutputs(uint32_t layer);

  // The Graph, without dropped calls, without layers that nobody calls, nests
  // or wraps, and, with `drop_inputs`, without inputs that nobody uses; with
  // `keep_model_inputs`, those of the model stay all the same.
  // REQUIRES: nothing kept refers to a dropped call.
  Graph ToGraph(bool drop_inputs, bool keep_model_inputs = false) const;

  // The Graph statement for statement, unused layers and inputs included; it
  // need not be valid. REQUIRES: no call is dropped.
  Graph ToWholeGraph() const;

  // Makes room for `count` calls before call number `at`: later calls, what
  // refers to them, and positions after `at` move up. The model moves, too, if
  // it was made after all calls. The new calls are for the caller to fill in.
  void InsertCalls(size_t at, size_t count);
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_DRAFT_H_
