// Model: a closed graph of nodes between input tensors and output tensors;
// itself a layer. Rules: Keras 2.2.4, keras/engine/network.py.
#ifndef CLONECHECK_CORE_ENGINE_MODEL_H_
#define CLONECHECK_CORE_ENGINE_MODEL_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/session.h"

namespace clonecheck {

class Sequential;

class Model : public Layer {
 public:
  // `Model(inputs, outputs, name=name)`. Refusals: semantics of the Model
  // constructor, in Keras' order of checks.
  static OrRefusal<Model*> Make(Session& session, Tensors inputs,
                                Tensors outputs, const Name* name);

  Tensors inputs() const { return View(inputs_); }
  Tensors outputs() const { return View(outputs_); }
  // `_input_layers`, in the order of inputs.
  absl::Span<Layer* const> input_layers() const { return View(input_layers_); }
  // `layers`: those reached from the outputs, by depth descending, then in
  // order of traversal. A Sequential's: those that were added, without a
  // leading InputLayer.
  absl::Span<Layer* const> layers() const {
    return View(layers_).subspan(skips_input_layer_ ? 1 : 0);
  }
  // This as a Sequential, or null.
  Sequential* as_sequential();
  // `_nodes_by_depth`, flattened: depth descending, then list order.
  absl::Span<Node* const> nodes() const { return View(nodes_); }
  // The depth of nodes()[i].
  absl::Span<const int32_t> node_depths() const {
    return absl::MakeConstSpan(depths_.data(), depths_.size());
  }

  // `_output_coordinates`: for each output its history when the model was made,
  // which a later call may overwrite in the tensor.
  struct Coordinates {
    Layer* layer;
    int32_t node_index;
    int32_t tensor_index;
  };
  absl::Span<const Coordinates> output_coordinates() const {
    return absl::MakeConstSpan(coordinates_, outputs_.size());
  }

  // `weights` in the order of get_weights: of each layer of layers(), in order;
  // a nested Model counts as one layer.
  void AppendModelWeights(Arena& arena, ArenaVector<Variable*>* out) const;

  // An answer that call and compute_mask give again for the same inputs and
  // masks, by identity.
  struct CacheEntry {
    Tensor* const* inputs;   // input_count of them
    Tensor* const* masks;    // mask_count of them; null: all None
    Tensor* const* outputs;  // one an output of the model; null: not cached
    Tensor* const* output_masks;  // one an output; null: all None
    uint32_t input_count;
    uint32_t mask_count;  // as many as inputs, unless a caller gave others
    bool has_shapes;      // the Keras shapes of the outputs are kept, too
  };
  absl::Span<const CacheEntry> cached_answers() const {
    return absl::MakeConstSpan(cache_.data(), cache_.size());
  }

 protected:
  friend class Layer;
  friend class Topology;

  // The constructor's checks 1 to 3: inputs are distinct, inputs and outputs
  // have histories.
  static Refusal CheckTensors(Session& session, Tensors inputs,
                              Tensors outputs);
  // The rest of the constructor, from check 4 on (`_init_graph_network`), after
  // the name is taken. REQUIRES: CheckTensors accepts.
  Refusal InitGraph(Session& session, Tensors inputs, Tensors outputs);

  template <typename T>
  static absl::Span<T* const> View(const ArenaVector<T*>& v) {
    return absl::MakeConstSpan(v.data(), v.size());
  }

  Refusal CallImpl(Session& session, CallContext& context) override;
  Refusal ComputeMaskImpl(Session& session, MaskContext& context) override;
  Refusal OutputShapesImpl(Session& session, ShapeContext& context) override;

  using Shapes = absl::Span<const Shape* const>;
  static bool HaveKerasShapes(Tensors tensors);
  // They have `_uses_learning_phase`, too.
  static bool AreOfLayers(Tensors tensors);
  // compute_output_shape of a layer in the graph.
  static OrRefusal<Shapes> AskForShapes(Session& session, Layer& layer,
                                        Shapes input_shapes);
  Refusal WalkOutputShapes(Session& session, ShapeContext& context) const;

  // run_internal_graph: executes the nodes on other tensors. `key`: inputs and
  // masks; the rest is set here.
  OrRefusal<const CacheEntry*> RunInternalGraph(Session& session,
                                                const CacheEntry& key);
  OrRefusal<const CacheEntry*> RunCached(Session& session, Tensors inputs,
                                         const MaskValue& masks,
                                         bool need_outputs);

  ArenaVector<Tensor*> inputs_;
  ArenaVector<Tensor*> outputs_;
  ArenaVector<Layer*> input_layers_;
  ArenaVector<Layer*> layers_;
  ArenaVector<Node*> nodes_;
  ArenaVector<int32_t> depths_;
  Coordinates* coordinates_ = nullptr;
  ArenaVector<CacheEntry> cache_;
  // No first input in cache_ has a larger id, so a younger tensor needs no
  // search. May be too large after a trial, which costs that search only.
  uint32_t youngest_input_ = 0;
  bool is_sequential_ = false;
  bool skips_input_layer_ = false;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_MODEL_H_
