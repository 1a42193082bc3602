#include "core/engine/topology.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// Marks in Node::depth_ while the traversal runs and no depth is known yet.
constexpr int32_t kInProgress = -2;
constexpr int32_t kFinished = -1;  // and no depth yet

// The first `count` elements of working memory, which is never made smaller.
template <typename T>
T* Room(std::vector<T>& memory, size_t count) {
  if (memory.size() < count) memory.resize(count);
  return memory.data();
}

}  // namespace

// No list is longer than there are objects.
Topology::Topology(Session& session, Model& model)
    : session_(session),
      model_(model),
      visit_(session.NextVisit()),
      stack_(Room(session.stack_, session.num_objects())),
      finished_(Room(session.finished_, session.num_objects())),
      found_layers_(Room(session.found_layers_, session.num_objects())) {}

Refusal Topology::Map(Session& session, Model& model) {
  Topology topology(session, model);
  if (Refusal refusal = topology.Traverse()) return refusal;
  topology.SetDepths();
  topology.SortByDepth();
  if (Refusal refusal = topology.CheckConnected()) return refusal;
  return topology.CheckNames();
}

// Depth first from each output in order, without recursion.
Refusal Topology::Traverse() {
  Session::Frame* top = stack_;  // one past the last
  auto enter = [&](Node* node, Layer* layer) {
    node->visit_ = visit_;
    node->depth_ = kInProgress;
    if (layer->visit_ != visit_) {
      layer->visit_ = visit_;
      layer->depth_ = 0;
      found_layers_[num_layers_++] = layer;  // in order of traversal index
    }
    // Where nothing is inbound, all inputs count as seen.
    *top++ = Session::Frame{node,
                            node->has_inbound_layers() ? 0 : node->num_inputs_};
  };
  for (Tensor* output : model_.outputs()) {
    Node* last = output->layer->inbound_nodes_[output->node_index];
    if (last->visit_ != visit_) enter(last, output->layer);
    while (top > stack_) {
      Session::Frame& frame = top[-1];
      Node* node = frame.node;
      if (frame.next_input == node->num_inputs_) {
        node->depth_ = kFinished;
        finished_[num_nodes_++] = node;
        --top;
        continue;
      }
      const Node::Inbound& input = node->inputs_[frame.next_input++];
      if (input.layer == nullptr) {
        return session_.Refuse(errors::kNoneHasNoNodes);
      }
      Node* inbound = input.layer->inbound_nodes_[input.node_index];
      if (inbound->visit_ != visit_) {
        enter(inbound, input.layer);
      } else if (inbound->depth_ == kInProgress) {
        return session_.Refuse(errors::kCycle,
                               ErrorArg::Of(static_cast<Symbol*>(input.tensor)),
                               ErrorArg::Of(input.layer->name()));
      }
    }
  }
  return nullptr;
}

void Topology::SetDepths() {
  order_ = Room(session_.depth_order_, num_nodes_);
  // A node is at most one deeper than one before it, so there are no more
  // depths than nodes. (Without outputs there are none.)
  nodes_at_ = Room(session_.counts_, 2 * num_nodes_ + 2);
  std::fill_n(nodes_at_, 2 * num_nodes_ + 2, 0);
  layers_at_ = nodes_at_ + num_nodes_ + 1;
  // Not the members: they might be among what the loop writes.
  uint32_t* const nodes_at = nodes_at_;
  Node** ordered = order_;
  int32_t deepest = 0;
  for (size_t i = num_nodes_; i-- > 0;) {
    Node* node = finished_[i];
    if (node->depth_ == kFinished) *ordered++ = node;
    Layer* layer = node->layer_;
    const int32_t depth = std::max(std::max(node->depth_, layer->depth_), 0);
    node->depth_ = depth;
    layer->depth_ = depth;
    deepest = std::max(deepest, depth);
    ++nodes_at[depth];
    if (!node->has_inbound_layers()) continue;
    for (const Node::Inbound& input : node->inputs()) {
      Node* inbound = input.layer->inbound_nodes_[input.node_index];
      if (inbound->depth_ == kFinished) *ordered++ = inbound;
      inbound->depth_ = std::max(depth + 1, inbound->depth_);
    }
  }
  deepest_ = deepest;
  uint32_t* const layers_at = layers_at_;
  for (size_t i = 0; i < num_layers_; ++i) {
    ++layers_at[found_layers_[i]->depth_];
  }
}

// Depth descending; within a depth nodes keep the order in which they first got
// any depth, layers the order of traversal. A counting sort, for both.
void Topology::SortByDepth() {
  // From how many there are at a depth to where the first of them goes.
  uint32_t* const nodes_at = nodes_at_;
  uint32_t* const layers_at = layers_at_;
  uint32_t next_node = 0;
  uint32_t next_layer = 0;
  for (int32_t depth = deepest_; depth >= 0; --depth) {
    next_node += std::exchange(nodes_at[depth], next_node);
    next_layer += std::exchange(layers_at[depth], next_layer);
  }
  Arena& arena = session_.arena();
  Node** nodes = model_.nodes_.extend(arena, num_nodes_);
  int32_t* depths = model_.depths_.extend(arena, num_nodes_);
  for (size_t i = 0; i < num_nodes_; ++i) {
    const int32_t depth = order_[i]->depth_;
    const uint32_t at = nodes_at[depth]++;
    nodes[at] = order_[i];
    depths[at] = depth;
  }
  Layer** layers = model_.layers_.extend(arena, num_layers_);
  for (size_t i = 0; i < num_layers_; ++i) {
    Layer* layer = found_layers_[i];
    layers[layers_at[layer->depth_]++] = layer;
  }
}

Refusal Topology::CheckConnected() {
  for (Tensor* input : model_.inputs()) input->visit = visit_;
  const uint32_t visit = visit_;
  Node* const* const nodes = model_.nodes_.data();
  for (size_t i = 0; i < num_nodes_; ++i) {
    const Node* node = nodes[i];
    for (const Node::Inbound& input : node->inputs()) {
      if (input.tensor->visit == visit) continue;
      const Name** names = session_.arena().NewArray<const Name*>(i);
      for (size_t j = 0; j < i; ++j) {
        names[j] = nodes[j]->outbound_layer()->name();
      }
      return session_.Refuse(errors::kGraphDisconnected,
                             ErrorArg::Of(static_cast<Symbol*>(input.tensor)),
                             ErrorArg::Of(node->outbound_layer()->name()),
                             ErrorArg::Of(absl::MakeConstSpan(names, i)));
    }
    for (Tensor* output : node->output_tensors()) output->visit = visit;
  }
  return nullptr;
}

Refusal Topology::CheckNames() {
  std::vector<uint32_t>& memory = session_.name_visits_;
  uint32_t* seen = memory.data();
  size_t size = memory.size();
  const uint32_t visit = visit_;
  for (const Layer* layer : model_.layers()) {
    const uint32_t name = layer->name()->id;
    if (name >= size) {
      memory.resize(name + 64, 0);
      seen = memory.data();
      size = memory.size();
    }
    if (seen[name] != visit) {
      seen[name] = visit;
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
