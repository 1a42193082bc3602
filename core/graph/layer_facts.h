// LayerFacts: what this room asks about layer classes, of which it knows none:
// how many outputs a call has, how the class is written in Python, how complex
// it is. The layer catalogue answers; a test may give answers of its own.
#ifndef CLONECHECK_CORE_GRAPH_LAYER_FACTS_H_
#define CLONECHECK_CORE_GRAPH_LAYER_FACTS_H_

#include <string>
#include <vector>

#include "core/graph/config.h"
#include "core/graph/graph.h"
#include "core/graph/python_dialect.h"

namespace clonecheck {

// A layer's construction in Python.
struct PythonLayer {
  // The constructor's call, `Dense(units=3)`, without `name` and `trainable`; a
  // wrapper's without the layer that it wraps:
  // `Bidirectional(merge_mode='sum')`.
  std::string constructor;
  // Functions and classes that it needs, each a whole top-level definition
  // without imports. They may use `K`, `np`, and `Layer` as a base class. Two
  // layers that need the same definition give the same text.
  std::vector<std::string> definitions;
  // The constructor takes `trainable`.
  bool takes_trainable = true;
  // Inputs after the first are states, given as `initial_state=`.
  bool states_by_keyword = false;
  // A step that is this value in all features may be masked by the layer.
  double masked_value = 0;
  // The input that a Sequential makes of this layer where it is the first one,
  // `Input(batch_shape=(None, 4))`. Empty: none, or the constructor says it.
  std::string input;
  // Why the dialect cannot say this layer, and what to do; empty: it can.
  std::string problem;
};

class LayerFacts {
 public:
  virtual ~LayerFacts() = default;

  // How many tensors a call of this layer returns; -1 if that is not known.
  // Never asked about Models and Sequentials (see NumOutputs below).
  virtual int NumOutputs(const Graph& graph, const LayerDecl& layer) const = 0;

  // Never asked about Models and Sequentials.
  virtual PythonLayer ToPython(const Config& config,
                               PythonDialect dialect) const = 0;

  // A rank of layer classes and configs: of two Graphs that are equal in size,
  // the one with lower ranks is the simpler one. Depends on the content of the
  // config only, never on an address or an id.
  virtual int Complexity(const Config& config) const = 0;
};

// How many tensors a call of `layer` returns; -1 if that is not known. `facts`
// may be null. REQUIRES: layers' children are valid (see validate.h).
int NumOutputs(const Graph& graph, const LayerDecl& layer,
               const LayerFacts* facts);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_LAYER_FACTS_H_
