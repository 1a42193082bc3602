#include "core/oracle/parting.h"

#include <algorithm>

namespace clonecheck {
namespace {

Node* NodeOf(const Tensor* tensor) {
  if (tensor->layer == nullptr) return nullptr;
  return tensor->layer->inbound_nodes()[tensor->node_index];
}

}  // namespace

const Layer* Parting::OfOutputs(Session& session, Model& original, Model& clone,
                                TermMatch& match) {
  TensorMap<Tensor*> partner(session);
  std::vector<Tensor*> work;
  auto pair = [&](Tensor* a, Tensor* b) {
    if (partner[a] != nullptr) return;
    partner[a] = b;
    work.push_back(a);
  };
  const size_t outputs =
      std::min(original.outputs().size(), clone.outputs().size());
  for (size_t i = 0; i < outputs; ++i) {
    pair(original.outputs()[i], clone.outputs()[i]);
  }
  while (!work.empty()) {
    Tensor* a = work.back();
    work.pop_back();
    const Node* x = NodeOf(a);
    const Node* y = NodeOf(partner[a]);
    if (x == nullptr || y == nullptr) continue;
    if (!x->has_inbound_layers() || !y->has_inbound_layers()) continue;
    const size_t n = std::min(x->inputs().size(), y->inputs().size());
    for (size_t i = 0; i < n; ++i) {
      pair(x->inputs()[i].tensor, y->inputs()[i].tensor);
    }
  }
  for (Node* node : original.nodes()) {
    for (Tensor* output : node->output_tensors()) {
      Tensor* b = partner[output];
      if (b != nullptr && match.Translate(b->term) != output->term) {
        return node->outbound_layer();
      }
    }
  }
  return original.outputs().empty() ? nullptr : original.outputs()[0]->layer;
}

const Layer* Parting::OfRaise(Session& session, size_t first_new_layer,
                              Model& original, const Tensor* lost) {
  // The first new layer of each name is the copy.
  for (const Name* name : used_names_) by_name_[name->id] = nullptr;
  used_names_.clear();
  for (Layer* layer : session.layers().subspan(first_new_layer)) {
    const Name* name = layer->name();
    if (name->id >= by_name_.size()) by_name_.resize(name->id + 64, nullptr);
    if (by_name_[name->id] != nullptr) continue;
    by_name_[name->id] = layer;
    used_names_.push_back(name);
  }
  auto copy_of = [&](const Layer* layer) -> Layer* {
    const uint32_t id = layer->name()->id;
    return id < by_name_.size() ? by_name_[id] : nullptr;
  };

  TensorMap<Tensor*> partner(session);
  TensorMap<uint8_t> consumed(session);
  const Node* missing = nullptr;  // the first one
  bool later_nodes = false;
  for (Node* node : original.nodes()) {
    const Layer* copy = copy_of(node->outbound_layer());
    const Node* found = nullptr;
    if (copy != nullptr) {
      for (const Node* candidate : copy->inbound_nodes()) {
        if (candidate->inputs().size() != node->inputs().size()) continue;
        bool same = true;
        if (node->has_inbound_layers()) {
          for (size_t i = 0; i < node->inputs().size() && same; ++i) {
            Tensor* b = partner[node->inputs()[i].tensor];
            same = b != nullptr && candidate->inputs()[i].tensor == b;
          }
        }
        if (same) {
          found = candidate;
          break;
        }
      }
    }
    if (found == nullptr) {
      if (missing == nullptr) missing = node;
      continue;
    }
    if (missing != nullptr) later_nodes = true;
    const size_t outputs = std::min(node->output_tensors().size(),
                                    found->output_tensors().size());
    for (size_t k = 0; k < outputs; ++k) {
      partner[node->output_tensors()[k]] = found->output_tensors()[k];
    }
    if (node->has_inbound_layers()) {
      for (const Node::Inbound& input : node->inputs()) {
        consumed[input.tensor] = 1;
      }
    }
  }
  if (missing == nullptr) return lost == nullptr ? nullptr : lost->layer;
  // Raised after the walk (an error that names an output): nodes were skipped.
  if (!later_nodes && lost == nullptr) return missing->outbound_layer();
  // The first input that no call of the clone uses; of several, the first that
  // is not the first output of its call.
  const Tensor* unused = nullptr;
  for (const Node::Inbound& input : missing->inputs()) {
    if (consumed[input.tensor] != 0) continue;
    if (unused == nullptr ||
        (unused->tensor_index == 0 && input.tensor->tensor_index > 0)) {
      unused = input.tensor;
    }
  }
  if (unused == nullptr || unused->layer == nullptr) {
    return missing->outbound_layer();
  }
  return unused->layer;
}

}  // namespace clonecheck
