// A layer is called: Layer.__call__ of the imitated Keras, with the node that
// records it.
#include <algorithm>
#include <iterator>

#include "core/engine/errors.h"
#include "core/engine/layer.h"
#include "core/engine/session.h"
#include "core/engine/symbols.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

// TensorFlow's names of the identities that one call makes.
const char* IdentityName(size_t number) {
  constexpr const char* kNames[] = {"Identity",   "Identity_1", "Identity_2",
                                    "Identity_3", "Identity_4", "Identity_5"};
  return kNames[std::min(number, std::size(kNames) - 1)];
}

}  // namespace

const CallKeywords* Layer::ReadKeywords(Session& session,
                                        const Dict& kwargs) const {
  CallKeywords* keywords = nullptr;
  for (const Dict::Entry& entry : kwargs.entries()) {
    const bool is_training =
        entry.key == session.kTraining && spec_->traits().takes_training;
    const bool is_states =
        entry.key == session.kInitialState && spec_->traits().num_states > 0;
    if (!is_training && !is_states) continue;
    if (keywords == nullptr) keywords = session.arena().New<CallKeywords>();
    if (is_training) {
      const ConfigValue& value = entry.value.literal;
      if (value.type != ConfigValue::Type::kNone) {
        keywords->training = value.bits() != 0 ? CallKeywords::Training::kTrue
                                               : CallKeywords::Training::kFalse;
      }
    } else {
      const MaskValue states = entry.value.AsMask();
      keywords->has_initial_state = !states.is_none();
      if (!states.is_list && states.single != nullptr) {
        Symbol** single = session.arena().NewArray<Symbol*>(1);
        single[0] = states.single;
        keywords->initial_state = absl::MakeConstSpan(single, 1);
      } else {
        keywords->initial_state =
            absl::MakeConstSpan(states.items, states.size);
      }
    }
  }
  return keywords;
}

OrRefusal<MaskValue> Layer::ComputeMask(Session& session, Tensors inputs,
                                        MaskValue masks) {
  MaskContext context(session.context(), session);
  context.inner = inner_;
  context.layer_name = name_;
  context.inputs = AsSymbols(inputs);
  context.masks = masks;
  const Name* scope = session.scope_;
  session.scope_ = name_;
  Refusal refusal = ComputeMaskImpl(session, context);
  session.scope_ = scope;
  if (refusal != nullptr) return Blame(refusal);
  return context.result;
}

// keras/engine/base_layer.py, Layer.__call__ and _add_inbound_node. The numbers
// are the order of events.
OrRefusal<Tensors> Layer::CallAndRecord(Session& session, Tensors inputs,
                                        bool is_list, const Dict* kwargs) {
  Arena& arena = session.arena();
  const size_t n = inputs.size();
  // The node is the home of the copied input list (1.), of the previous masks
  // (4.) and of the copied keyword arguments (5.); it counts only from 12. on.
  struct Home {
    Node node;
    Dict arguments;
  };
  Home* home = arena.New<Home>();
  Node* node = &home->node;
  node->inputs_ = arena.NewUnset<Node::Inbound>(n);
  node->num_inputs_ = static_cast<uint32_t>(n);

  // 2. Build, 3. check again: build may have sharpened the checks.
  if (!built_) {
    if (Refusal refusal = EnsureBuilt(session, inputs)) return refusal;
  }
  if (has_input_spec_) {
    if (Refusal refusal = CheckInputSpec(session, inputs)) return refusal;
  }

  // 4. Previous mask: per input the node mask at its history.
  bool any_mask = false;
  for (size_t i = 0; i < n; ++i) {
    Tensor* tensor = inputs[i];
    Tensor* mask = nullptr;
    if (tensor->layer != nullptr) {
      const Node& source = *tensor->layer->inbound_nodes_[tensor->node_index];
      if (static_cast<size_t>(tensor->tensor_index) >=
          source.num_output_masks()) {
        return session.Refuse(errors::kListIndex);
      }
      mask = source.output_mask(tensor->tensor_index);
    }
    node->inputs_[i] = Node::Inbound{tensor, tensor->layer, tensor->node_index,
                                     tensor->tensor_index, mask};
    any_mask |= mask != nullptr;
  }
  MaskValue previous = MaskValue::None();
  if (n == 1) {
    previous = MaskValue::Single(node->inputs_[0].mask);
  } else {
    Symbol** masks = arena.NewArray<Symbol*>(n);
    if (any_mask) {
      for (size_t i = 0; i < n; ++i) masks[i] = node->inputs_[i].mask;
    }
    previous = MaskValue::List(absl::MakeConstSpan(masks, n));
  }

  // 5. The copy of the keyword arguments becomes the node's arguments.
  node->arguments_ = &home->arguments;
  node->arguments_->id_ = session.num_objects_++;
  MaskValue mask = MaskValue::None();
  bool mask_given = false;
  if (kwargs != nullptr && !kwargs->empty()) {
    for (const Dict::Entry& entry : kwargs->entries()) {
      node->arguments_->entries_.push_back(arena, entry);
      if (entry.key == session.kMask && takes_mask()) {
        mask = entry.value.AsMask();
        mask_given = true;
      } else if (!(entry.key == session.kTraining &&
                   spec_->traits().takes_training) &&
                 !(entry.key == session.kInitialState &&
                   spec_->traits().num_states > 0) &&
                 !is_input_layer()) {  // the base class' call takes anything
        return session.Refuse(errors::kUnexpectedKeyword,
                              ErrorArg::Of(spec_->kind().call_owner()),
                              ErrorArg::Of(entry.key));
      }
    }
  }
  // 6. Injection, which leaves no trace in the arguments.
  if (any_mask && takes_mask() && !mask_given) mask = previous;

  // 7. call.
  const Name* scope = session.scope_;
  session.scope_ = name_;
  CallContext call(session.context(), session);
  call.inner = inner_;
  call.layer_name = name_;
  call.memo = build_memo_;
  call.inputs = AsSymbols(inputs);
  call.inputs_are_list = is_list;
  call.weights = CallWeights(session);
  call.mask = mask;
  if (!node->arguments_->empty()) {
    call.keywords = ReadKeywords(session, *node->arguments_);
  }
  // Most layers are no Models: straight to their class.
  const bool is_model = class_ == Class::kModel;
  Refusal refusal = is_model ? CallImpl(session, call) : spec_->Call(call);
  // 8. compute_mask, always on the previous mask.
  MaskContext masks(session.context(), session);
  masks.inner = inner_;
  masks.layer_name = name_;
  masks.inputs = AsSymbols(inputs);
  masks.masks = previous;
  if (refusal == nullptr) {
    refusal =
        is_model ? ComputeMaskImpl(session, masks) : spec_->ComputeMask(masks);
  }
  session.scope_ = scope;
  if (refusal != nullptr) return refusal;

  // 9. Identity wrapping: an output that is an input becomes a new tensor.
  const size_t outputs = call.outputs.size();
  node->num_outputs_ = static_cast<uint32_t>(outputs);
  node->outputs_ = const_cast<Tensor**>(AsTensors(call.outputs.data()));
  size_t wrapped = 0;
  for (size_t k = 0; k < outputs; ++k) {
    for (const Tensor* input : inputs) {
      if (node->outputs_[k] != input) continue;
      node->outputs_[k] =
          session.NewTensor(input->term, input->static_shape, input->dtype,
                            name_, IdentityName(wrapped++));
      break;
    }
  }

  // 10. Output shapes.
  ShapeContext shapes(session.context());
  shapes.host = &session;
  shapes.inner = inner_;
  shapes.layer_name = name_;
  if (n == 1) {
    shapes.input_shapes = absl::MakeConstSpan(&inputs[0]->shape, 1);
  } else {
    shapes.input_shapes = ShapesOf(arena, inputs);
  }
  if (Refusal r = is_model ? OutputShapesImpl(session, shapes)
                           : spec_->OutputShapes(shapes)) {
    return r;
  }

  // 11. One mask for several outputs is repeated; a list is taken as it is.
  const MaskValue& result = masks.result;
  if (result.is_list) {
    node->num_output_masks_ = result.size;
    node->output_masks_ = const_cast<Tensor**>(AsTensors(result.items));
  } else {
    node->num_output_masks_ =
        static_cast<uint32_t>(std::max<size_t>(outputs, 1));
    if (result.single != nullptr) {
      node->output_masks_ = arena.NewArray<Tensor*>(node->num_output_masks_);
      std::fill(node->output_masks_,
                node->output_masks_ + node->num_output_masks_,
                static_cast<Tensor*>(result.single));
    }
  }

  // 12. The node.
  node->id_ = session.num_objects_++;
  node->layer_ = this;
  for (size_t i = 0; i < n; ++i) {
    Layer* inbound = node->inputs_[i].layer;
    if (inbound == nullptr) continue;
    session.Save(ChangeKind::kOutboundNodes, inbound->id_,
                 &inbound->outbound_nodes_);
    inbound->outbound_nodes_.push_back(arena, node);
  }
  session.Save(ChangeKind::kInboundNodes, id_, &inbound_nodes_);
  const int32_t index = static_cast<int32_t>(inbound_nodes_.size());
  inbound_nodes_.push_back(arena, node);
  for (size_t k = 0; k < outputs; ++k) {
    if (k >= shapes.output_shapes.size()) {
      return session.Refuse(errors::kListIndex);
    }
    session.SetHistory(node->outputs_[k], this, index, static_cast<int32_t>(k),
                       shapes.output_shapes[k]);
  }
  return Tensors(node->outputs_, outputs);
}

OrRefusal<Tensors> Layer::Call(Session& session, Tensors inputs, bool is_list,
                               const Dict* kwargs) {
  OrRefusal<Tensors> result =
      spec_->traits().num_states == 0
          ? CallAndRecord(session, inputs, is_list, kwargs)
          : CallWithStates(session, inputs, is_list, kwargs);
  if (!result.ok()) Blame(result.refusal);
  return result;
}

}  // namespace clonecheck
