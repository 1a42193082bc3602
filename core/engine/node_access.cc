#include "core/engine/node_access.h"

#include "core/engine/errors.h"

namespace clonecheck {
namespace {

const char* NameOf(NodeEnd end) {
  return end == NodeEnd::kInput ? "input" : "output";
}

// `_get_node_attribute_at_index`, up to the node. `what`: `input mask`.
OrRefusal<const Node*> NodeAt(Session& session, const Layer& layer,
                              int64_t node_index, NodeEnd end,
                              const char* kind) {
  const auto nodes = layer.inbound_nodes();
  const auto count = static_cast<int64_t>(nodes.size());
  if (nodes.empty()) {
    return session.Refuse(errors::kNeverCalled, ErrorArg::Of(NameOf(end)),
                          ErrorArg::Of(kind));
  }
  if (node_index >= count) {
    return session.Refuse(errors::kNoSuchNode, ErrorArg::Of(NameOf(end)),
                          ErrorArg::Of(kind), ErrorArg::Of(node_index),
                          ErrorArg::Of(count));
  }
  if (node_index < 0) node_index += count;
  if (node_index < 0) return session.Refuse(errors::kListIndex);
  return nodes[static_cast<size_t>(node_index)];
}

Tensors TensorsOf(Session& session, const Node& node, NodeEnd end) {
  if (end == NodeEnd::kOutput) return node.output_tensors();
  Tensor** tensors = session.arena().NewArray<Tensor*>(node.inputs().size());
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    tensors[i] = node.inputs()[i].tensor;
  }
  return Tensors(tensors, node.inputs().size());
}

absl::Span<const Shape* const> ShapesOf(Session& session, const Node& node,
                                        NodeEnd end) {
  return ShapesOf(session.arena(), TensorsOf(session, node, end));
}

}  // namespace

OrRefusal<Tensors> GetTensorsAt(Session& session, const Layer& layer,
                                NodeEnd end, int64_t node_index) {
  OrRefusal<const Node*> node = NodeAt(session, layer, node_index, end, "");
  if (!node.ok()) return node.refusal;
  return TensorsOf(session, *node.value, end);
}

OrRefusal<Tensors> GetMasksAt(Session& session, const Layer& layer, NodeEnd end,
                              int64_t node_index) {
  OrRefusal<const Node*> found =
      NodeAt(session, layer, node_index, end, " mask");
  if (!found.ok()) return found.refusal;
  const Node& node = *found.value;
  const size_t count =
      end == NodeEnd::kInput ? node.inputs().size() : node.num_output_masks();
  Tensor** masks = session.arena().NewArray<Tensor*>(count);
  for (size_t i = 0; i < count; ++i) {
    masks[i] =
        end == NodeEnd::kInput ? node.inputs()[i].mask : node.output_mask(i);
  }
  return Tensors(masks, count);
}

OrRefusal<absl::Span<const Shape* const>> GetShapesAt(Session& session,
                                                      const Layer& layer,
                                                      NodeEnd end,
                                                      int64_t node_index) {
  OrRefusal<const Node*> node =
      NodeAt(session, layer, node_index, end, " shape");
  if (!node.ok()) return node.refusal;
  return ShapesOf(session, *node.value, end);
}

OrRefusal<Tensors> GetTensors(Session& session, const Layer& layer,
                              NodeEnd end) {
  const size_t nodes = layer.inbound_nodes().size();
  if (nodes > 1) {
    return end == NodeEnd::kInput ? session.Refuse(errors::kManyInboundNodes,
                                                   ErrorArg::Of(layer.name()))
                                  : session.Refuse(errors::kManyOutputs,
                                                   ErrorArg::Of(layer.name()));
  }
  if (nodes == 0) {
    return end == NodeEnd::kInput ? session.Refuse(errors::kNotConnected,
                                                   ErrorArg::Of(layer.name()))
                                  : session.Refuse(errors::kNoInboundNodes,
                                                   ErrorArg::Of(layer.name()));
  }
  return GetTensorsAt(session, layer, end, 0);
}

OrRefusal<Tensors> GetMasks(Session& session, const Layer& layer, NodeEnd end) {
  // Keras says so of an uncalled layer, too.
  if (layer.inbound_nodes().size() != 1) {
    return session.Refuse(errors::kManyMasks, ErrorArg::Of(layer.name()),
                          ErrorArg::Of(NameOf(end)));
  }
  return GetMasksAt(session, layer, end, 0);
}

OrRefusal<absl::Span<const Shape* const>> GetShapes(Session& session,
                                                    const Layer& layer,
                                                    NodeEnd end) {
  if (layer.inbound_nodes().empty()) {
    return session.Refuse(errors::kNoShape, ErrorArg::Of(NameOf(end)));
  }
  const auto first = ShapesOf(session, *layer.inbound_nodes()[0], end);
  for (const Node* node : layer.inbound_nodes()) {
    if (ShapesOf(session, *node, end) != first) {
      return session.Refuse(errors::kManyShapes, ErrorArg::Of(layer.name()),
                            ErrorArg::Of(NameOf(end)));
    }
  }
  return first;
}

OrRefusal<Layer*> GetLayer(Session& session, const Model& model,
                           absl::string_view name,
                           std::optional<int64_t> index) {
  const auto layers = model.layers();
  const auto count = static_cast<int64_t>(layers.size());
  if (index.has_value()) {
    if (*index >= count) {
      return session.Refuse(errors::kNoLayerAt, ErrorArg::Of(*index),
                            ErrorArg::Of(count));
    }
    const int64_t at = *index < 0 ? *index + count : *index;
    if (at < 0) return session.Refuse(errors::kListIndex);
    return layers[static_cast<size_t>(at)];
  }
  if (name.empty()) return session.Refuse(errors::kNameOrIndex);
  for (Layer* layer : layers) {
    if (layer->name()->text == name) return layer;
  }
  return session.Refuse(errors::kNoSuchLayer,
                        ErrorArg::Of(session.pool().InternName(name)));
}

}  // namespace clonecheck
