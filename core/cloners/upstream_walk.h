// UpstreamWalk: the tables that upstream's walk over a model fills, and the
// steps that candidates have taken over from it word for word. What a walk does
// at a node, and which copy it calls there, is its own.
// Source of the rules: Keras 2.2.4, keras/models.py, _clone_functional_model.
#ifndef CLONECHECK_CORE_CLONERS_UPSTREAM_WALK_H_
#define CLONECHECK_CORE_CLONERS_UPSTREAM_WALK_H_

#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

class UpstreamWalk {
 public:
  UpstreamWalk(Session& session, Model& model)
      : session_(session), model_(model), copies_(session), map_(session) {}

  // New inputs of the same kind and name, or the given ones. In the second case
  // no original InputLayer has a copy.
  Refusal TakeInputs(const Tensors* input_tensors);

  // The copy of a layer; null: there is none yet.
  Layer*& Copy(Layer* original) { return copies_[original]; }
  // From the layer's config.
  OrRefusal<Layer*> NewCopy(Layer* original) {
    return Layer::FromConfig(session_, original->GetConfig(session_));
  }

  // What the inputs of a node have become.
  struct Given {
    Tensors tensors;
    absl::Span<Symbol* const> masks;  // null: None
  };
  // False: one of them is lost, and the node is skipped without a word.
  bool Collect(const Node& node, Given* given);

  // What the outputs of a node have become: without masks, or up to the shorter
  // list, where outputs are lost.
  void Map(const Node& node, Tensors outputs) {
    Map(node, outputs, MaskValue::None(), outputs.size());
  }
  void Map(const Node& node, Tensors outputs, MaskValue masks) {
    Map(node, outputs, masks, masks.list_size());
  }

  Tensors inputs() const { return inputs_; }
  // What the model's outputs have become; null: lost.
  Tensors Outputs();
  // The clone, or a refusal of the first output that is lost.
  OrRefusal<Model*> Finish();

 private:
  // What the tensor map holds for an original tensor.
  struct Computed {
    Tensor* tensor;
    Tensor* mask;
  };

  void Map(const Node& node, Tensors outputs, MaskValue masks,
           size_t num_masks);

  Session& session_;
  Model& model_;
  LayerMap<Layer*> copies_;
  TensorMap<Computed> map_;
  Tensors inputs_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_UPSTREAM_WALK_H_
