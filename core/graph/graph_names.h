// GraphNames: what the tensors and layers of a Graph are called in texts and
// drawings: `c0.1`, `Dense(units=3, name='a')`.
#ifndef CLONECHECK_CORE_GRAPH_GRAPH_NAMES_H_
#define CLONECHECK_CORE_GRAPH_GRAPH_NAMES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"

namespace clonecheck {

class GraphNames {
 public:
  // `facts` tells numbers of outputs and may be null: then `c0.0` is written
  // where some other output of the call is used, and `c0` elsewhere. `graph`
  // must outlive this. REQUIRES: `graph` is valid (Validate).
  GraphNames(const Graph& graph, const LayerFacts* facts);
  GraphNames(const GraphNames&) = delete;
  GraphNames& operator=(const GraphNames&) = delete;

  // `i0`, `c0`, or `c0.1` where the call has several outputs.
  std::string Ref(TensorRef ref) const;
  // The same, for the printers of Python syntax.
  const std::function<std::string(TensorRef)>& ref() const { return ref_; }
  // How many outputs the call has; -1 if that is not known.
  int outputs(size_t call) const { return outputs_[call]; }

  // A layer's construction: class, config, name, what it wraps or is made of.
  std::string Construction(const LayerDecl& layer) const;

 private:
  // Notes that these outputs exist, whatever is known otherwise.
  void Use(Range range);

  const Graph& graph_;
  std::vector<int> outputs_;  // by call; -1: not known
  std::vector<int> used_;     // by call: at least so many outputs
  const std::function<std::string(TensorRef)> ref_ = [this](TensorRef ref) {
    return Ref(ref);
  };
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_GRAPH_NAMES_H_
