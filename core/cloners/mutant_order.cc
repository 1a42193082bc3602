// In which order a faulty clone makes the calls again.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/cloners/mutant_copier.h"

namespace clonecheck {

void MutantCopier::Order(absl::Span<Node*> nodes) {
  Copier::Order(nodes);
  if (Has(PlantedFault::kDepthFirst)) return OrderDepthFirst(nodes);
  if (!Has(PlantedFault::kByDepth) && !Has(PlantedFault::kReverseFirstCalls))
    return;
  // Distance from the inputs.
  NodeMap<int64_t> height(session_);
  for (Node* node : nodes) {
    for (const Node* needed : Needed(*node)) {
      height[node] = std::max(height[node], height[needed] + 1);
    }
  }
  const auto key = [&](Node* node) {
    const int64_t id = node->id();
    if (Has(PlantedFault::kByDepth)) return std::make_pair(height[node], id);
    return height[node] == 1
               ? std::make_pair(int64_t{1}, -id)
               : std::make_pair(height[node] == 0 ? int64_t{0} : 2, id);
  };
  std::sort(nodes.begin(), nodes.end(),
            [&](Node* a, Node* b) { return key(a) < key(b); });
}

void MutantCopier::OrderDepthFirst(absl::Span<Node*> nodes) {
  NodeMap<uint8_t> done(session_);
  NodeMap<uint8_t> wanted(session_);
  for (const Node* node : nodes) wanted[node] = 1;
  std::vector<Node*> order;
  const std::function<void(Node*)> visit = [&](Node* node) {
    if (done[node] != 0) return;
    done[node] = 1;
    const std::vector<Node*> needed = Needed(*node);
    for (size_t i = needed.size(); i-- > 0;) visit(needed[i]);
    if (wanted[node] != 0) order.push_back(node);
  };
  for (size_t i = nodes.size(); i-- > 0;) visit(nodes[i]);
  std::copy(order.begin(), order.end(), nodes.begin());
}

std::vector<Node*> MutantCopier::Needed(const Node& node) {
  std::vector<Node*> needed;
  const auto add = [&](const Tensor* tensor) {
    if (tensor != nullptr && tensor->layer != nullptr) {
      needed.push_back(Source(*tensor));
    }
  };
  Layer* layer = node.outbound_layer();
  if (!node.has_inbound_layers()) {
    Model* model = layer->as_model();
    if (model == nullptr) return needed;
    if (model->as_sequential() != nullptr) {
      AddConstruction(*layer, &needed);
    } else {
      for (Layer* input : model->input_layers()) {
        needed.push_back(input->inbound_nodes()[0]);
      }
      for (Node* inner : model->nodes()) needed.push_back(inner);
    }
    needed.erase(std::remove(needed.begin(), needed.end(), &node),
                 needed.end());
    return needed;
  }
  for (const Node::Inbound& input : node.inputs()) {
    if (input.layer == nullptr) continue;
    needed.push_back(input.layer->inbound_nodes()[input.node_index]);
  }
  for (const Dict::Entry& entry : node.arguments()->entries()) {
    add(entry.value.tensor);
    if (entry.value.type != Value::Type::kTensorList) continue;
    for (const Tensor* tensor : entry.value.list()) add(tensor);
  }
  AddConstruction(*layer, &needed);
  return needed;
}

void MutantCopier::AddConstruction(Layer& layer, std::vector<Node*>* needed) {
  if (layer.inner() != nullptr) AddConstruction(*layer.inner(), needed);
  Model* model = layer.as_model();
  if (model == nullptr) return;
  if (model->as_sequential() == nullptr) {
    needed->push_back(OwnNode(layer));
    return;
  }
  for (Layer* child : model->layers()) AddConstruction(*child, needed);
  if (!layer.inbound_nodes().empty()) needed->push_back(OwnNode(layer));
}

}  // namespace clonecheck
