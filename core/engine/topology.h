// Topology: which nodes and layers a Model consists of, and in which order.
// Rules: Keras 2.2.4, keras/engine/network.py, _map_graph_network.
#ifndef CLONECHECK_CORE_ENGINE_TOPOLOGY_H_
#define CLONECHECK_CORE_ENGINE_TOPOLOGY_H_

#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

class Topology {
 public:
  // Fills nodes, depths and layers of `model` from its inputs and outputs.
  // Refuses a cycle, an input without history below the outputs, a graph that
  // hangs on a tensor which is no input, and a name that occurs twice.
  static Refusal Map(Session& session, Model& model);

 private:
  Topology(Session& session, Model& model)
      : session_(session), model_(model), visit_(session.NextVisit()) {}

  Refusal Traverse();
  Refusal Enter(Node* node, Tensor* tensor, Layer* layer);
  void SetDepths();
  void SortByDepth();
  Refusal CheckConnected();
  Refusal CheckNames();

  Session& session_;
  Model& model_;
  const uint32_t visit_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_TOPOLOGY_H_
