#include "core/engine/topology.h"

#include <algorithm>

#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// Marks in Node::depth_ while the traversal runs and no depth is known yet.
constexpr int32_t kInProgress = -2;
constexpr int32_t kFinished = -1;  // and no depth yet

}  // namespace

Refusal Topology::Map(Session& session, Model& model) {
  Topology topology(session, model);
  if (Refusal refusal = topology.Traverse()) return refusal;
  topology.SetDepths();
  topology.SortByDepth();
  if (Refusal refusal = topology.CheckConnected()) return refusal;
  return topology.CheckNames();
}

Refusal Topology::Enter(Node* node, Tensor* tensor, Layer* layer) {
  if (node->visit_ == visit_) {
    if (node->depth_ != kInProgress) return nullptr;
    return session_.Refuse(errors::kCycle,
                           ErrorArg::Of(static_cast<Symbol*>(tensor)),
                           ErrorArg::Of(layer->name()));
  }
  node->visit_ = visit_;
  node->depth_ = kInProgress;
  if (layer->visit_ != visit_) {
    layer->visit_ = visit_;
    layer->depth_ = 0;
    session_.found_layers_.push_back(layer);  // in order of traversal index
  }
  session_.stack_.push_back(Session::Frame{node, 0});
  return nullptr;
}

// Depth first from each output in order, without recursion.
Refusal Topology::Traverse() {
  std::vector<Session::Frame>& stack = session_.stack_;
  stack.clear();
  session_.finished_.clear();
  session_.found_layers_.clear();
  for (Tensor* output : model_.outputs()) {
    Layer* layer = output->layer;
    if (Refusal refusal =
            Enter(layer->inbound_nodes()[output->node_index], output, layer)) {
      return refusal;
    }
    while (!stack.empty()) {
      Session::Frame& frame = stack.back();
      Node* node = frame.node;
      if (!node->has_inbound_layers() ||
          frame.next_input == node->inputs().size()) {
        node->depth_ = kFinished;
        session_.finished_.push_back(node);
        stack.pop_back();
        continue;
      }
      const Node::Inbound& input = node->inputs()[frame.next_input++];
      if (input.layer == nullptr) {
        return session_.Refuse(errors::kNoneHasNoNodes);
      }
      if (Refusal refusal =
              Enter(input.layer->inbound_nodes()[input.node_index],
                    input.tensor, input.layer)) {
        return refusal;
      }
    }
  }
  return nullptr;
}

void Topology::SetDepths() {
  std::vector<Node*>& order = session_.depth_order_;
  order.clear();
  for (auto it = session_.finished_.rbegin(); it != session_.finished_.rend();
       ++it) {
    Node* node = *it;
    if (node->depth_ == kFinished) order.push_back(node);
    Layer* layer = node->layer_;
    const int32_t depth = std::max({node->depth_, layer->depth_, 0});
    node->depth_ = depth;
    layer->depth_ = depth;
    if (!node->has_inbound_layers()) continue;
    for (const Node::Inbound& input : node->inputs()) {
      Node* inbound = input.layer->inbound_nodes()[input.node_index];
      if (inbound->depth_ == kFinished) order.push_back(inbound);
      inbound->depth_ = std::max(depth + 1, inbound->depth_);
    }
  }
}

// Depth descending; within a depth nodes keep the order in which they first got
// any depth, layers the order of traversal. A counting sort, for both.
void Topology::SortByDepth() {
  Arena& arena = session_.arena();
  const std::vector<Node*>& order = session_.depth_order_;
  int32_t deepest = 0;
  for (const Node* node : order) deepest = std::max(deepest, node->depth_);
  for (const Layer* layer : session_.found_layers_) {
    deepest = std::max(deepest, layer->depth_);
  }
  // begins[deepest - d]: where depth d begins.
  std::vector<uint32_t>& begins = session_.counts_;
  auto count_from = [&](auto&& items, auto&& depth_of) {
    begins.assign(deepest + 2, 0);
    for (auto* item : items) ++begins[deepest - depth_of(item) + 1];
    for (int32_t i = 0; i <= deepest; ++i) begins[i + 1] += begins[i];
  };

  auto node_depth = [](const Node* node) { return node->depth_; };
  count_from(order, node_depth);
  Node** nodes = model_.nodes_.extend(arena, order.size());
  for (Node* node : order) nodes[begins[deepest - node->depth_]++] = node;
  int32_t* depths = model_.depths_.extend(arena, order.size());
  for (size_t i = 0; i < order.size(); ++i) depths[i] = nodes[i]->depth_;

  auto layer_depth = [](const Layer* layer) { return layer->depth_; };
  count_from(session_.found_layers_, layer_depth);
  Layer** layers = model_.layers_.extend(arena, session_.found_layers_.size());
  for (Layer* layer : session_.found_layers_) {
    layers[begins[deepest - layer->depth_]++] = layer;
  }
}

Refusal Topology::CheckConnected() {
  for (Tensor* input : model_.inputs()) input->visit = visit_;
  for (size_t i = 0; i < model_.nodes().size(); ++i) {
    const Node* node = model_.nodes()[i];
    for (const Node::Inbound& input : node->inputs()) {
      if (input.tensor->visit == visit_) continue;
      const Name** names = session_.arena().NewArray<const Name*>(i);
      for (size_t j = 0; j < i; ++j) {
        names[j] = model_.nodes()[j]->outbound_layer()->name();
      }
      return session_.Refuse(errors::kGraphDisconnected,
                             ErrorArg::Of(static_cast<Symbol*>(input.tensor)),
                             ErrorArg::Of(node->outbound_layer()->name()),
                             ErrorArg::Of(absl::MakeConstSpan(names, i)));
    }
    for (Tensor* output : node->output_tensors()) output->visit = visit_;
  }
  return nullptr;
}

Refusal Topology::CheckNames() {
  std::vector<uint32_t>& seen = session_.name_visits_;
  for (const Layer* layer : model_.layers()) {
    const uint32_t name = layer->name()->id;
    if (name >= seen.size()) seen.resize(name + 64, 0);
    if (seen[name] != visit_) {
      seen[name] = visit_;
      continue;
    }
    // The first layer, in order, whose name occurs more than once.
    for (const Layer* first : model_.layers()) {
      int64_t count = 0;
      for (const Layer* other : model_.layers()) {
        if (other->name() == first->name()) ++count;
      }
      if (count > 1) {
        return session_.Refuse(errors::kNameNotUnique,
                               ErrorArg::Of(first->name()),
                               ErrorArg::Of(count));
      }
    }
  }
  return nullptr;
}

}  // namespace clonecheck
