// The Keras shapes in a Model that is called: which of its tensors have one,
// and the Model's own compute_output_shape. Keras 2.2.4,
// keras/engine/network.py.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "core/engine/errors.h"
#include "core/engine/model.h"

namespace clonecheck {

bool Model::HaveKerasShapes(Tensors tensors) {
  for (const Tensor* tensor : tensors) {
    if (tensor->keras_shape == Symbol::KerasShape::kNone) return false;
  }
  return true;
}

bool Model::AreOfLayers(Tensors tensors) {
  for (const Tensor* tensor : tensors) {
    if (tensor->keras_shape != Symbol::KerasShape::kOfLayer) return false;
  }
  return true;
}

OrRefusal<Model::Shapes> Model::AskForShapes(Session& session, Layer& layer,
                                             Shapes input_shapes) {
  ShapeContext context(session.context());
  context.host = &session;
  context.inner = layer.inner_;
  context.layer_name = layer.name_;
  context.input_shapes = input_shapes;
  if (Refusal refusal = layer.OutputShapesImpl(session, context)) {
    return refusal;
  }
  return Shapes(context.output_shapes.data(), context.output_shapes.size());
}

// compute_output_shape: the shapes of a run on inputs of these shapes; after
// runs without Keras shapes, layer by layer.
Refusal Model::OutputShapesImpl(Session& session, ShapeContext& context) {
  const Shapes input_shapes = context.input_shapes;
  if (input_shapes.size() != inputs_.size()) {
    return session.Refuse(errors::kInvalidInputShape,
                          ErrorArg::Of(input_shapes),
                          ErrorArg::Of(static_cast<int64_t>(inputs_.size())));
  }
  for (const CacheEntry& entry : cache_) {
    if (!entry.has_shapes) continue;
    bool same = entry.input_count == input_shapes.size();
    for (size_t i = 0; i < entry.input_count && same; ++i) {
      same = entry.inputs[i]->shape == input_shapes[i];
    }
    if (!same) continue;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      context.output_shapes.push_back(context.arena, entry.outputs[i]->shape);
    }
    return nullptr;
  }
  return WalkOutputShapes(session, context);
}

Refusal Model::WalkOutputShapes(Session& session, ShapeContext& context) const {
  Arena& arena = session.arena();
  // By layer and the number of its node, since a tensor may be returned again.
  using Place = std::pair<const Layer*, int32_t>;
  absl::flat_hash_map<Place, Shapes> shapes;
  shapes.reserve(inputs_.size() + nodes_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    shapes[{input_layers_[i], 0}] = context.input_shapes.subspan(i, 1);
  }
  const auto at = [&shapes](const Layer* layer, int32_t node,
                            int32_t tensor) -> const Shape* {
    const auto found = shapes.find({layer, node});
    return found == shapes.end() ||
                   static_cast<size_t>(tensor) >= found->second.size()
               ? nullptr
               : found->second[static_cast<size_t>(tensor)];
  };
  for (const Node* node : nodes_) {
    Layer* layer = node->outbound_layer();
    if (std::find(input_layers_.begin(), input_layers_.end(), layer) !=
        input_layers_.end()) {
      continue;
    }
    const size_t n = node->inputs().size();
    const Shape** input_shapes = arena.NewArray<const Shape*>(n);
    for (size_t i = 0; i < n; ++i) {
      const Node::Inbound& input = node->inputs()[i];
      input_shapes[i] = at(input.layer, input.node_index, input.tensor_index);
      if (input_shapes[i] == nullptr) return session.Refuse(errors::kListIndex);
    }
    OrRefusal<Shapes> outputs =
        AskForShapes(session, *layer, Shapes(input_shapes, n));
    if (!outputs.ok()) return outputs.refusal;
    int32_t index = 0;
    while (layer->inbound_nodes()[static_cast<size_t>(index)] != node) ++index;
    shapes[{layer, index}] = outputs.value;
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const Coordinates& place = coordinates_[i];
    const Shape* shape = at(place.layer, place.node_index, place.tensor_index);
    if (shape == nullptr) return session.Refuse(errors::kListIndex);
    context.output_shapes.push_back(context.arena, shape);
  }
  return nullptr;
}

}  // namespace clonecheck
