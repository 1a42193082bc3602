// Topology: which nodes and layers a Model consists of, and in which order.
// Rules: Keras 2.2.4, keras/engine/network.py, _map_graph_network.
#ifndef CLONECHECK_CORE_ENGINE_TOPOLOGY_H_
#define CLONECHECK_CORE_ENGINE_TOPOLOGY_H_

#include <cstddef>
#include <cstdint>

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
  Topology(Session& session, Model& model);

  Refusal Traverse();
  void SetDepths();
  void SortByDepth();
  Refusal CheckConnected();
  Refusal CheckNames();

  Session& session_;
  Model& model_;
  const uint32_t visit_;
  // Lists in the session's working memory.
  Session::Frame* const stack_;
  Node** const finished_;  // in the order in which the traversal left them
  Layer** const found_layers_;
  Node** order_ = nullptr;        // in which they first got a depth
  uint32_t* nodes_at_ = nullptr;  // by depth
  uint32_t* layers_at_ = nullptr;
  size_t num_nodes_ = 0;
  size_t num_layers_ = 0;
  int32_t deepest_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_TOPOLOGY_H_
