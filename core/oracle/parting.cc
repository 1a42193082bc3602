#include "core/oracle/parting.h"

#include <algorithm>

#include "core/oracle/meaning.h"

namespace clonecheck {
namespace {

Node* NodeOf(const Tensor* tensor) {
  if (tensor->layer == nullptr) return nullptr;
  return tensor->layer->inbound_nodes()[tensor->node_index];
}

bool SameMasks(const Node& original, const Node& clone, TermMatch& match) {
  for (size_t k = 0; k < original.output_tensors().size(); ++k) {
    if (match.Translate(MaskTerm(clone, k)) != MaskTerm(original, k)) {
      return false;
    }
  }
  return true;
}

}  // namespace

const Layer* Parting::OfOutputs(Session& session, Model& original, Model& clone,
                                TermMatch& match, const Pairing* pairing) {
  // What the tensors of a list mean in the original, in any order.
  auto meanings = [&](auto&& tensors) {
    std::vector<TermId> terms;
    terms.reserve(tensors.size());
    for (const Tensor* tensor : tensors) terms.push_back(tensor->term);
    std::sort(terms.begin(), terms.end());
    return terms;
  };
  auto translated = [&](auto&& tensors) {
    std::vector<TermId> terms;
    terms.reserve(tensors.size());
    for (const Tensor* tensor : tensors) {
      terms.push_back(match.Translate(tensor->term));
    }
    std::sort(terms.begin(), terms.end());
    return terms;
  };
  auto inputs_of = [](const Node& node) {
    std::vector<Tensor*> tensors;
    tensors.reserve(node.inputs().size());
    for (const Node::Inbound& input : node.inputs()) {
      tensors.push_back(input.tensor);
    }
    return tensors;
  };

  TensorMap<Tensor*> partner(session);
  std::vector<Tensor*> work;
  auto pair = [&](Tensor* a, Tensor* b) {
    if (partner[a] != nullptr || match.Translate(b->term) == a->term) return;
    partner[a] = b;
    work.push_back(a);
  };
  const auto in_order = [&match](const Tensor* a, const Tensor* b) {
    return a->term == match.Translate(b->term);
  };
  if (std::equal(original.outputs().begin(), original.outputs().end(),
                 clone.outputs().begin(), clone.outputs().end(), in_order) ||
      meanings(original.outputs()) == translated(clone.outputs())) {
    return nullptr;
  }
  const size_t outputs =
      std::min(original.outputs().size(), clone.outputs().size());
  for (size_t i = 0; i < outputs; ++i) {
    pair(original.outputs()[i], clone.outputs()[i]);
  }
  NodeMap<uint8_t> parts(session);
  while (!work.empty()) {
    Tensor* a = work.back();
    work.pop_back();
    const Tensor* b = partner[a];
    Node* x = NodeOf(a);
    const Node* y = NodeOf(b);
    const bool alike = y != nullptr && a->tensor_index == b->tensor_index &&
                       &a->layer->spec().kind() == &b->layer->spec().kind() &&
                       x->inputs().size() == y->inputs().size() &&
                       x->has_inbound_layers() && y->has_inbound_layers();
    // The same inputs in another order are this call's doing, not theirs.
    if (!alike || meanings(inputs_of(*x)) == translated(inputs_of(*y))) {
      parts[x] = 1;
      continue;
    }
    for (size_t i = 0; i < x->inputs().size(); ++i) {
      pair(x->inputs()[i].tensor, y->inputs()[i].tensor);
    }
  }
  const absl::Span<const Pairing::NodePair> pairs =
      pairing == nullptr ? absl::Span<const Pairing::NodePair>()
                         : absl::MakeConstSpan(pairing->nodes());
  for (const Pairing::NodePair& pair : pairs) {
    if (pair.outermost && !SameMasks(*pair.original, *pair.clone, match)) {
      parts[pair.original] = 1;
    }
  }
  for (Node* node : original.nodes()) {
    if (parts[node] != 0) return node->outbound_layer();
  }
  return nullptr;
}

const Layer* Parting::OfLoss(Session& session, size_t first_new_layer,
                             Model& original, Tensor* lost,
                             const IsLost& is_lost) {
  // The copies of a layer are the new layers of its name. There may be several
  // (a Sequential that is rebuilt makes layers that others have copied, too).
  for (const Name* name : used_names_) by_name_[name->id] = kNoLayer;
  used_names_.clear();
  const absl::Span<Layer* const> layers =
      session.layers().subspan(first_new_layer);
  next_of_name_.assign(layers.size(), kNoLayer);
  for (size_t i = layers.size(); i-- > 0;) {
    const Name* name = layers[i]->name();
    if (name->id >= by_name_.size()) by_name_.resize(name->id + 64, kNoLayer);
    next_of_name_[i] = by_name_[name->id];
    if (next_of_name_[i] == kNoLayer) used_names_.push_back(name);
    by_name_[name->id] = static_cast<uint32_t>(i);
  }

  TensorMap<Tensor*> partner(session);
  TensorMap<uint8_t> consumed(session);
  NodeMap<uint8_t> taken(session);
  NodeMap<uint8_t> paired(session);
  auto same_inputs = [&](const Node& node, const Node& candidate,
                         auto same_tensor) {
    const size_t n = node.inputs().size();
    if (candidate.inputs().size() != n ||
        candidate.has_inbound_layers() != node.has_inbound_layers()) {
      return false;
    }
    for (size_t i = 0; i < n && node.has_inbound_layers(); ++i) {
      const Tensor* b = partner[node.inputs()[i].tensor];
      if (b == nullptr || !same_tensor(b, candidate.inputs()[i].tensor)) {
        return false;
      }
    }
    return true;
  };
  auto pair_nodes = [&](auto same_tensor) {
    for (Node* node : original.nodes()) {
      const uint32_t name = node->outbound_layer()->name()->id;
      uint32_t copy = name < by_name_.size() ? by_name_[name] : kNoLayer;
      for (; copy != kNoLayer && paired[node] == 0;
           copy = next_of_name_[copy]) {
        for (const Node* candidate : layers[copy]->inbound_nodes()) {
          if (taken[candidate] != 0 ||
              !same_inputs(*node, *candidate, same_tensor)) {
            continue;
          }
          taken[candidate] = 1;
          paired[node] = 1;
          const size_t outputs = std::min(node->output_tensors().size(),
                                          candidate->output_tensors().size());
          for (size_t k = 0; k < outputs; ++k) {
            partner[node->output_tensors()[k]] = candidate->output_tensors()[k];
          }
          for (const Node::Inbound& input : node->inputs()) {
            if (node->has_inbound_layers()) consumed[input.tensor] = 1;
          }
          break;
        }
      }
    }
  };
  pair_nodes([](const Tensor* a, const Tensor* b) { return a == b; });
  // Of two calls of a layer on one tensor either may stand for either, and what
  // is below them was paired with neither.
  pair_nodes(
      [](const Tensor* a, const Tensor* b) { return a->term == b->term; });

  for (Node* node : original.nodes()) {
    if (paired[node] != 0) continue;
    Tensor* suspect = nullptr;
    bool several = false;
    for (const Node::Inbound& input : node->inputs()) {
      if (consumed[input.tensor] != 0 || input.tensor == suspect) continue;
      several |= suspect != nullptr;
      if (suspect == nullptr) suspect = input.tensor;
    }
    if (several) {
      for (const Node::Inbound& input : node->inputs()) {
        if (consumed[input.tensor] == 0 && is_lost(input.tensor)) {
          return input.tensor->layer;
        }
      }
    }
    // A call of an InputLayer may be left out for its own sake; other calls
    // only for want of an input.
    if (suspect == nullptr ||
        (node->outbound_layer()->is_input_layer() &&
         node->has_inbound_layers() && !is_lost(suspect))) {
      return node->outbound_layer();
    }
    return suspect->layer;
  }
  return lost->layer;
}

const Layer* Parting::OfError(Model& original, const KerasError& error) {
  for (Layer* layer : original.layers()) {
    if (layer->name() == error.layer) return layer;
  }
  // In a layer within one of these.
  for (Layer* layer : original.layers()) {
    const Layer* inner = layer->inner();
    if (inner != nullptr && inner->name() == error.layer) return layer;
    Model* nested = layer->as_model();
    if (nested != nullptr && OfError(*nested, error) != nullptr) return layer;
  }
  return nullptr;
}

}  // namespace clonecheck
