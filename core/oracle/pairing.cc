#include "core/oracle/pairing.h"

#include <algorithm>

#include "core/engine/sequential.h"

namespace clonecheck {

void Pairing::Start(Session& session, Model& original, Model& clone) {
  nodes_.clear();
  layers_.clear();
  levels_.clear();
  found_misfit_ = false;
  extra_input_layer_ = nullptr;
  Arena& arena = session.arena();
  positions_ = arena.New<NodeMap<uint32_t>>(session);
  partner_ = arena.New<NodeMap<Node*>>(session);
  clone_of_ = arena.New<LayerMap<Layer*>>(session);
  original_of_ = arena.New<LayerMap<Layer*>>(session);
  container_of_ = arena.New<LayerMap<const Layer*>>(session);
  fewer_layers_ = clone.layers().size() < original.layers().size();
  uint32_t position = 0;
  for (Node* node : original.nodes()) (*positions_)[node] = position++;

  levels_.push_back(Level{&original, &clone, nullptr, 0});
  // Levels are added at the end while the walk goes on.
  for (size_t i = 0; i < levels_.size(); ++i) PairModels(levels_[i]);
}

void Pairing::PairModels(Level level) {
  Model& a = *level.original;
  Model& b = *level.clone;
  if (a.inputs().empty() || b.inputs().empty()) {
    // A Sequential that has not been built: layers, but no calls yet.
    if (a.layers().size() != b.layers().size() ||
        a.inputs().empty() != b.inputs().empty()) {
      return Report("number-of-layers", &a, &b, level.position);
    }
    for (size_t i = 0; i < a.layers().size(); ++i) {
      PairLayers(a.layers()[i], b.layers()[i], level);
    }
    return;
  }
  const size_t first = nodes_.size();
  const size_t inputs = std::min(a.inputs().size(), b.inputs().size());
  for (size_t i = 0; i < inputs; ++i) {
    PairEnds(Ends{a.input_layers()[i], 0, 0}, Ends{b.input_layers()[i], 0, 0},
             level);
  }
  const auto outputs_a = a.output_coordinates();
  const auto outputs_b = b.output_coordinates();
  const size_t outputs = std::min(outputs_a.size(), outputs_b.size());
  for (size_t i = 0; i < outputs; ++i) {
    const Model::Coordinates& x = outputs_a[i];
    const Model::Coordinates& y = outputs_b[i];
    PairEnds(Ends{x.layer, x.node_index, x.tensor_index},
             Ends{y.layer, y.node_index, y.tensor_index}, level);
  }
  for (size_t i = first; i < nodes_.size(); ++i) {
    const Node& x = *nodes_[i].original;
    const Node& y = *nodes_[i].clone;
    if (!x.has_inbound_layers() || !y.has_inbound_layers()) continue;
    if (x.inputs().size() != y.inputs().size()) {
      Report("number-of-inputs", x.outbound_layer(), y.outbound_layer(),
             nodes_[i].position);
    }
    const size_t count = std::min(x.inputs().size(), y.inputs().size());
    for (size_t k = 0; k < count; ++k) {
      const Node::Inbound& in = x.inputs()[k];
      const Node::Inbound& of = y.inputs()[k];
      if (in.layer == nullptr || of.layer == nullptr) {
        if (in.layer == of.layer) continue;
        Report("no-counterpart",
               in.layer == nullptr ? level.container : Blamed(in.layer, level),
               of.layer, nodes_[i].position);
        continue;
      }
      PairEnds(Ends{in.layer, in.node_index, in.tensor_index},
               Ends{of.layer, of.node_index, of.tensor_index}, level);
    }
    PairArguments(x, y, level);
  }
  if (a.inputs().size() != b.inputs().size() ||
      outputs_a.size() != outputs_b.size()) {
    Report("number-of-inputs-or-outputs", &a, &b, level.position);
  }
}

void Pairing::PairArguments(const Node& x, const Node& y, const Level& level) {
  if (x.arguments() == nullptr || y.arguments() == nullptr) return;
  const auto pair = [&](const Tensor* a, const Tensor* b) {
    if (a == nullptr || b == nullptr) return;
    // No layer: a mask that was computed; see the obligation `masks`.
    if (a->layer == nullptr || b->layer == nullptr) return;
    PairEnds(Ends{a->layer, a->node_index, a->tensor_index},
             Ends{b->layer, b->node_index, b->tensor_index}, level);
  };
  for (const Dict::Entry& entry : x.arguments()->entries()) {
    const Value* value = y.arguments()->Find(entry.key);
    if (value == nullptr || value->type != entry.value.type) continue;
    if (value->type == Value::Type::kTensor) {
      pair(entry.value.tensor, value->tensor);
    } else if (value->type == Value::Type::kTensorList) {
      const size_t size = std::min(entry.value.size, value->size);
      for (size_t i = 0; i < size; ++i) {
        pair(entry.value.items[i], value->items[i]);
      }
    }
  }
}

void Pairing::PairEnds(const Ends& a, const Ends& b, const Level& level) {
  Node* x = a.layer->inbound_nodes()[a.node_index];
  Node* y = b.layer->inbound_nodes()[b.node_index];
  if (!x->has_inbound_layers() && y->has_inbound_layers() &&
      a.layer->is_input_layer() && b.layer->is_input_layer()) {
    extra_input_layer_ = b.layer;
    const Node::Inbound& in = y->inputs()[0];
    if (in.layer == nullptr) return;
    return PairEnds(a, Ends{in.layer, in.node_index, in.tensor_index}, level);
  }
  // Within a container, the place is that of the container.
  Level here = level;
  if (level.container == nullptr) here.position = (*positions_)[x];
  if (a.tensor_index != b.tensor_index) {
    Report("other-output", a.layer, b.layer, here.position);
  }
  Node*& partner = (*partner_)[x];
  if (partner != nullptr) {
    // Of two equal calls either may stand for either, but the layer is one.
    if (partner->outbound_layer() != y->outbound_layer()) {
      Report(
          (*original_of_)[b.layer] == nullptr ? "layer-split" : "other-layer",
          Blamed(a.layer, level), b.layer, here.position);
    }
    return;
  }
  partner = y;
  // Beyond a misfit nothing stands for anything.
  if (!PairLayers(a.layer, b.layer, here)) return;
  nodes_.push_back(NodePair{x, y, level.container == nullptr, here.position});
}

bool Pairing::PairLayers(Layer* a, Layer* b, const Level& level) {
  Layer*& clone = (*clone_of_)[a];
  Layer*& original = (*original_of_)[b];
  if (clone == b) return true;
  if (clone != nullptr) {
    // The copy of another layer is no second copy of this one.
    Report(original == nullptr ? "layer-split" : "other-layer",
           Blamed(a, level), b, level.position);
    return false;
  }
  if (original != nullptr) {
    Report(fewer_layers_ ? "layers-merged" : "other-layer", Blamed(a, level), b,
           level.position);
    return false;
  }
  clone = b;
  original = a;
  if (level.container != nullptr) (*container_of_)[a] = level.container;
  if (&a->spec().kind() != &b->spec().kind()) {
    Report("no-counterpart", Blamed(a, level), b, level.position);
    return false;
  }
  const Layer* container = level.container == nullptr ? a : level.container;
  layers_.push_back(LayerPair{a, b});
  Model* x = a->as_model();
  Model* y = b->as_model();
  if (x != nullptr && y != nullptr) {
    levels_.push_back(Level{x, y, container, level.position});
  }
  if (a->inner() != nullptr && b->inner() != nullptr) {
    PairLayers(a->inner(), b->inner(),
               Level{nullptr, nullptr, container, level.position});
  }
  return true;
}

const Layer* Pairing::Blamed(const Layer* layer, const Level& level) const {
  if (level.container != nullptr) return level.container;
  const Layer* container = (*container_of_)[layer];
  return container == nullptr ? layer : container;
}

void Pairing::Report(const char* symptom, const Layer* where,
                     const Layer* counterpart, size_t position) {
  if (found_misfit_ && misfit_position_ <= position) return;
  found_misfit_ = true;
  misfit_position_ = position;
  misfit_ = Misfit{symptom, where, counterpart};
}

}  // namespace clonecheck
