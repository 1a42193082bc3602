#include "core/engine/model.h"

#include <algorithm>

#include "core/engine/errors.h"
#include "core/engine/symbols.h"
#include "core/engine/topology.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

template <typename T>
void Append(Arena& arena, ArenaVector<T*>* out, absl::Span<T* const> items) {
  if (!items.empty()) {
    std::copy(items.begin(), items.end(), out->extend(arena, items.size()));
  }
}

// Whether an answer belongs to these inputs and masks.
bool IsFor(const Model::CacheEntry& entry, const Model::CacheEntry& key) {
  if (entry.input_count != key.input_count ||
      entry.mask_count != key.mask_count ||
      !std::equal(entry.inputs, entry.inputs + entry.input_count, key.inputs)) {
    return false;
  }
  for (uint32_t i = 0; i < key.mask_count; ++i) {
    if ((entry.masks == nullptr ? nullptr : entry.masks[i]) !=
        (key.masks == nullptr ? nullptr : key.masks[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

// keras/engine/network.py, _init_graph_network. The numbers are the order of
// checks in the semantics.
OrRefusal<Model*> Model::Make(Session& session, Tensors inputs, Tensors outputs,
                              const Name* name) {
  if (Refusal refusal = CheckTensors(session, inputs, outputs)) return refusal;
  // 4. The name is taken, whatever comes.
  Model* model = session.arena().New<Model>();
  session.Register(model, *session.model_spec_, name);
  model->class_ = Class::kModel;
  if (Refusal refusal = model->InitGraph(session, inputs, outputs)) {
    return refusal;
  }
  return model;
}

Refusal Model::CheckTensors(Session& session, Tensors inputs, Tensors outputs) {
  // 1. Inputs are distinct.
  const uint32_t visit = session.NextVisit();
  for (Tensor* input : inputs) {
    if (input->visit == visit) {
      return session.Refuse(errors::kRedundantInputs,
                            ForPrinting(session.arena(), inputs));
    }
    input->visit = visit;
  }
  // 2., 3. Inputs and outputs have a history.
  for (Tensor* input : inputs) {
    if (input->layer == nullptr) {
      return session.Refuse(errors::kInputWithoutHistory,
                            ErrorArg::Of(static_cast<Symbol*>(input)));
    }
  }
  for (Tensor* output : outputs) {
    if (output->layer == nullptr) {
      return session.Refuse(errors::kOutputWithoutHistory,
                            ErrorArg::Of(static_cast<Symbol*>(output)));
    }
  }
  return nullptr;
}

Refusal Model::InitGraph(Session& session, Tensors inputs, Tensors outputs) {
  Arena& arena = session.arena();
  built_ = true;
  has_input_spec_ = inputs.size() > 1;
  Append(arena, &inputs_, inputs);
  Append(arena, &outputs_, outputs);
  coordinates_ = arena.NewUnset<Coordinates>(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    coordinates_[i] = {outputs[i]->layer, outputs[i]->node_index,
                       outputs[i]->tensor_index};
  }
  // 5. Inputs are the first output of the first call of their layer.
  for (Tensor* input : inputs) {
    if (input->node_index != 0 || input->tensor_index != 0) {
      return session.Refuse(errors::kInputNotFirstNode);
    }
    input_layers_.push_back(arena, input->layer);
  }
  // 6. The graph.
  if (Refusal refusal = Topology::Map(session, *this)) return refusal;

  // 7. The model's own first node.
  Node* node = arena.New<Node>();
  node->id_ = session.num_objects_++;
  node->layer_ = this;
  node->has_inbound_layers_ = false;
  node->inputs_ = arena.NewUnset<Node::Inbound>(inputs.size());
  node->num_inputs_ = static_cast<uint32_t>(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    node->inputs_[i] = Node::Inbound{inputs[i]};
  }
  node->outputs_ = outputs_.data();
  node->num_outputs_ = static_cast<uint32_t>(outputs.size());
  node->num_output_masks_ = node->num_outputs_;
  inbound_nodes_.push_back(arena, node);

  // 8. compute_mask's cache knows the own inputs.
  CacheEntry entry{};
  entry.inputs = inputs_.data();
  entry.input_count = static_cast<uint32_t>(inputs.size());
  entry.mask_count = entry.input_count;
  Tensor** masks = nullptr;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor* output = outputs[i];
    const Node& source = *output->layer->inbound_nodes_[output->node_index];
    if (static_cast<size_t>(output->tensor_index) >=
        source.num_output_masks()) {
      return session.Refuse(errors::kListIndex);
    }
    Tensor* mask = source.output_mask(output->tensor_index);
    if (mask != nullptr) {
      if (masks == nullptr) masks = arena.NewArray<Tensor*>(outputs.size());
      masks[i] = mask;
    }
  }
  entry.output_masks = masks;
  cache_.push_back(arena, entry);
  if (!inputs.empty()) youngest_input_ = inputs[0]->id;

  // 9. Inputs come from InputLayers, 10. that were called once.
  for (size_t i = 0; i < inputs.size(); ++i) {
    Layer* layer = input_layers_[i];
    if (!layer->is_input_layer()) {
      return session.Refuse(errors::kInputNotFromInputLayer,
                            ForPrinting(session.arena(), inputs),
                            ErrorArg::Of(static_cast<int64_t>(i)),
                            ErrorArg::Of(layer->spec().kind().class_name()));
    }
  }
  for (Layer* layer : input_layers_) {
    if (layer->is_placeholder() && layer->inbound_nodes().size() > 1) {
      return session.Refuse(errors::kManyInboundNodes,
                            ErrorArg::Of(layer->name()));
    }
  }
  return nullptr;
}

void Model::AppendModelWeights(Arena& arena,
                               ArenaVector<Variable*>* out) const {
  for (const Layer* layer : layers_) layer->AppendWeights(arena, out);
}

// keras/engine/network.py, Network.call, compute_mask: an answer is kept by the
// identities of inputs and masks, and given again as the same objects.
OrRefusal<const Model::CacheEntry*> Model::RunCached(Session& session,
                                                     Tensors inputs,
                                                     const MaskValue& masks,
                                                     bool need_outputs) {
  CacheEntry key{};
  key.inputs = inputs.data();
  key.input_count = static_cast<uint32_t>(inputs.size());
  // A mask of None stands for a list of None; other masks are listified.
  key.mask_count = masks.is_none() ? key.input_count
                                   : static_cast<uint32_t>(masks.list_size());
  if (!masks.all_none()) {
    Tensor** list = session.arena().NewArray<Tensor*>(key.mask_count);
    for (size_t i = 0; i < key.mask_count; ++i) {
      list[i] = static_cast<Tensor*>(masks.item(i));
    }
    key.masks = list;
  }
  // compute_mask asks about the call just made: youngest first.
  const bool searched = inputs.empty() || inputs[0]->id <= youngest_input_;
  for (size_t i = searched ? cache_.size() : 0; i-- > 0;) {
    const CacheEntry& entry = cache_[i];
    if (need_outputs && entry.outputs == nullptr && !outputs_.empty()) continue;
    if (IsFor(entry, key)) return &entry;
  }
  Tensor** copy = session.arena().NewArray<Tensor*>(inputs.size());
  std::copy(inputs.begin(), inputs.end(), copy);
  key.inputs = copy;
  return RunInternalGraph(session, key);
}

Refusal Model::CallImpl(Session& session, CallContext& context) {
  OrRefusal<const CacheEntry*> run = RunCached(
      session, AsTensors(context.inputs), context.mask, /*need_outputs=*/true);
  if (!run.ok()) return run.refusal;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    context.outputs.push_back(context.arena, run.value->outputs[i]);
  }
  return nullptr;
}

Refusal Model::ComputeMaskImpl(Session& session, MaskContext& context) {
  OrRefusal<const CacheEntry*> run =
      RunCached(session, AsTensors(context.inputs), context.masks,
                /*need_outputs=*/false);
  if (!run.ok()) return run.refusal;
  Tensor* const* masks = run.value->output_masks;
  if (outputs_.size() == 1) {
    context.result =
        masks == nullptr ? MaskValue::None() : MaskValue::Single(masks[0]);
    return nullptr;
  }
  if (masks == nullptr) {
    masks = session.arena().NewArray<Tensor*>(outputs_.size());
  }
  context.result =
      MaskValue::List(absl::MakeConstSpan(AsSymbols(masks), outputs_.size()));
  return nullptr;
}

// keras/engine/network.py, run_internal_graph. The slots are the tensors of the
// internal graph, numbered at the first run.
OrRefusal<const Model::CacheEntry*> Model::RunInternalGraph(
    Session& session, const CacheEntry& key) {
  Arena& arena = session.arena();
  struct Slot {
    Tensor* tensor;
    Tensor* mask;
  };
  // Number the tensors.
  const uint32_t visit = session.NextVisit();
  uint32_t num_slots = 0;
  auto slot_of = [&](Tensor* tensor) {
    if (tensor->visit != visit) {
      tensor->visit = visit;
      tensor->slot = num_slots++;
    }
    return tensor->slot;
  };
  // The numbers in Tensor::slot hold until something else numbers tensors, and
  // an inner Model does: they are noted in the order in which they are needed.
  size_t total = outputs_.size();
  for (const Node* node : nodes_) {
    total += node->inputs().size() + node->output_tensors().size();
  }
  uint32_t* const numbers = arena.NewUnset<uint32_t>(total);
  uint32_t* next_number = numbers;
  for (Tensor* input : inputs_) slot_of(input);
  for (Node* node : nodes_) {
    for (const Node::Inbound& input : node->inputs()) {
      *next_number++ = slot_of(input.tensor);
    }
    for (Tensor* output : node->output_tensors()) {
      *next_number++ = slot_of(output);
    }
  }
  for (Tensor* output : outputs_) *next_number++ = slot_of(output);
  Slot* slots = arena.NewArray<Slot>(num_slots);

  // Up to the shortest of the three lists.
  const size_t tuples =
      std::min<size_t>({inputs_.size(), key.input_count, key.mask_count});
  for (size_t i = 0; i < tuples; ++i) {
    slots[i] =
        Slot{key.inputs[i], key.masks == nullptr ? nullptr : key.masks[i]};
  }

  size_t at = 0;
  for (Node* node : nodes_) {
    Layer* layer = node->outbound_layer();
    const size_t n = node->inputs().size();
    const uint32_t* in = numbers + at;
    const uint32_t* out = in + n;
    at += n + node->output_tensors().size();

    Tensor** computed = arena.NewUnset<Tensor*>(n);
    Symbol** computed_masks = arena.NewUnset<Symbol*>(n);
    bool complete = true;
    for (size_t i = 0; i < n; ++i) {
      computed[i] = slots[in[i]].tensor;
      computed_masks[i] = slots[in[i]].mask;
      complete &= computed[i] != nullptr;
    }
    if (!complete) continue;

    // The node's own arguments, if there are any: what is written there stays.
    Dict* kwargs = node->arguments();
    if (kwargs == nullptr || kwargs->empty()) kwargs = session.NewDict();
    const MaskValue replay =
        n == 1 ? MaskValue::Single(computed_masks[0])
               : MaskValue::List(absl::MakeConstSpan(computed_masks, n));
    MaskValue mask = MaskValue::None();
    if (layer->takes_mask()) {
      if (kwargs->Find(session.kMask) == nullptr) {
        kwargs->Set(session, session.kMask, Value::OfMask(replay));
      }
      mask = kwargs->Find(session.kMask)->AsMask();
    }
    const Tensors tensors(computed, n);
    const Name* scope = session.scope_;
    session.scope_ = layer->name_;
    CallContext call(session.context(), session);
    call.inner = layer->inner_;
    call.layer_name = layer->name_;
    call.memo = layer->build_memo_;
    call.inputs = AsSymbols(tensors);
    call.inputs_are_list = n != 1;
    call.weights = layer->CallWeights(session);
    call.mask = mask;
    if (!kwargs->empty()) call.keywords = layer->ReadKeywords(session, *kwargs);
    Refusal refusal = layer->CallImpl(session, call);
    session.scope_ = scope;
    if (refusal != nullptr) return refusal;
    OrRefusal<MaskValue> output_masks =
        layer->ComputeMask(session, tensors, replay);
    if (!output_masks.ok()) return output_masks.refusal;

    const size_t outputs = call.outputs.size();
    const bool no_masks = output_masks.value.is_none();
    if (!no_masks && output_masks.value.list_size() != outputs) {
      return session.Refuse(
          errors::kUnequalMasks, ErrorArg::Of(layer->name()),
          ErrorArg::Of(static_cast<int64_t>(outputs)),
          ErrorArg::Of(static_cast<int64_t>(output_masks.value.list_size())));
    }
    // Outputs of inputs without a Keras shape have what the call gave them.
    Shapes shapes;
    if (HaveKerasShapes(tensors)) {
      OrRefusal<Shapes> asked =
          AskForShapes(session, *layer, ShapesOf(arena, tensors));
      if (!asked.ok()) return asked.refusal;
      if (!AreOfLayers(tensors)) {
        return session.Refuse(errors::kNotReturnedByLayer,
                              ErrorArg::Of("_uses_learning_phase"));
      }
      shapes = asked.value;
    }
    for (size_t k = 0; k < outputs && k < node->output_tensors().size(); ++k) {
      Tensor* tensor = static_cast<Tensor*>(call.outputs[k]);
      if (k < shapes.size() &&
          (tensor->keras_shape != Symbol::KerasShape::kOfLayer ||
           tensor->shape != shapes[k])) {
        session.SetHistory(tensor, tensor->layer, tensor->node_index,
                           tensor->tensor_index, shapes[k]);
      }
      slots[out[k]] = Slot{
          tensor, no_masks ? nullptr
                           : static_cast<Tensor*>(output_masks.value.item(k))};
    }
  }

  CacheEntry entry = key;
  Tensor** outputs = arena.NewArray<Tensor*>(outputs_.size());
  Tensor** output_masks = arena.NewArray<Tensor*>(outputs_.size());
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const Slot& slot = slots[numbers[at + i]];
    if (slot.tensor == nullptr) {
      return session.Refuse(errors::kCouldNotComputeOutput,
                            ErrorArg::Of(static_cast<Symbol*>(outputs_[i])));
    }
    outputs[i] = slot.tensor;
    output_masks[i] = slot.mask;
  }
  entry.outputs = outputs;
  entry.has_shapes = HaveKerasShapes(Tensors(outputs, outputs_.size()));
  if (entry.has_shapes &&
      !HaveKerasShapes(Tensors(key.inputs, key.input_count))) {
    return session.Refuse(errors::kNotReturnedByLayer,
                          ErrorArg::Of("_keras_shape"));
  }
  entry.output_masks = output_masks;
  session.Save(ChangeKind::kCache, id_, &cache_);
  if (key.input_count > 0) {
    youngest_input_ = std::max(youngest_input_, key.inputs[0]->id);
  }
  // The entry that holds masks only, of the own inputs, is the first, and is
  // replaced: Keras overwrites both caches.
  if (!cache_.empty() && cache_[0].outputs == nullptr &&
      IsFor(cache_[0], entry)) {
    ArenaVector<CacheEntry> copy;
    for (const CacheEntry& e : cache_) copy.push_back(arena, e);
    copy[0] = entry;
    cache_ = copy;
    return &cache_[0];
  }
  cache_.push_back(arena, entry);
  return &cache_[cache_.size() - 1];
}

}  // namespace clonecheck
