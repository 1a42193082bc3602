// Pairing: which call, and which layer, of a clone stands for which of the
// original. Walks both models from their outputs side by side along the
// histories, then the graphs of the Models that they meet, and what wrappers
// wrap.
#ifndef CLONECHECK_CORE_ORACLE_PAIRING_H_
#define CLONECHECK_CORE_ORACLE_PAIRING_H_

#include <vector>

#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

class Pairing {
 public:
  struct NodePair {
    Node* original;
    Node* clone;
    // Of the models themselves, not of a Model within them.
    bool outermost;
    // In the original's topological order, of the outermost call.
    uint32_t position;
  };
  struct LayerPair {
    Layer* original;
    Layer* clone;
  };
  // Where the walk cannot go on, or the layers do not correspond.
  struct Misfit {
    const char* symptom;       // a constant
    const Layer* where;        // of the original; may be null
    const Layer* counterpart;  // of the clone; may be null
  };

  // Valid until the session is rolled back to before.
  void Start(Session& session, Model& original, Model& clone);

  // In the order of the walk, each call of the original at most once.
  const std::vector<NodePair>& nodes() const { return nodes_; }
  // Each layer of the original once; the models themselves are not among them.
  const std::vector<LayerPair>& layers() const { return layers_; }
  // Of the clone: an InputLayer that is called on what stands for an input of
  // the original, and hands it on; null: none. The walk goes through it.
  const Layer* extra_input_layer() const { return extra_input_layer_; }
  // The misfit that comes first in the original's topological order; null if
  // all is paired, one to one.
  const Misfit* misfit() const { return found_misfit_ ? &misfit_ : nullptr; }

 private:
  struct Ends {
    Layer* layer;
    int32_t node_index;
    int32_t tensor_index;
  };
  struct Level {
    Model* original;
    Model* clone;
    // The layer of the models themselves in which this is; null: none.
    const Layer* container;
    uint32_t position;  // of the call that led here
  };

  void PairModels(Level level);
  void PairEnds(const Ends& a, const Ends& b, const Level& level);
  // False if they do not correspond.
  bool PairLayers(Layer* a, Layer* b, const Level& level);
  void PairArguments(const Node& x, const Node& y, const Level& level);
  // The container that is to blame for what became of `layer`, now in `level`:
  // where a container was rebuilt, whatever it holds. None: the layer.
  const Layer* Blamed(const Layer* layer, const Level& level) const;
  void Report(const char* symptom, const Layer* where, const Layer* counterpart,
              size_t position);

  std::vector<NodePair> nodes_;
  std::vector<LayerPair> layers_;
  std::vector<Level> levels_;  // still to walk
  // Dense maps of this walk, in the session's arena.
  NodeMap<uint32_t>* positions_ = nullptr;
  NodeMap<Node*>* partner_ = nullptr;
  LayerMap<Layer*>* clone_of_ = nullptr;
  LayerMap<Layer*>* original_of_ = nullptr;
  // A layer of the original → the container in which it was paired; null: none.
  LayerMap<const Layer*>* container_of_ = nullptr;
  const Layer* extra_input_layer_ = nullptr;
  bool fewer_layers_ = false;  // than the original has
  bool found_misfit_ = false;
  size_t misfit_position_ = 0;
  Misfit misfit_ = {};
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_PAIRING_H_
