#include "core/engine/layer.h"

#include <algorithm>
#include <iterator>

#include "core/engine/errors.h"
#include "core/engine/model.h"
#include "core/engine/model_config.h"
#include "core/engine/sequential.h"
#include "core/engine/session.h"
#include "core/engine/symbols.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

absl::Span<const Symbol* const> ForPrinting(Session& session, Tensors tensors) {
  const Symbol** copy = session.arena().NewArray<const Symbol*>(tensors.size());
  std::copy(tensors.begin(), tensors.end(), copy);
  return absl::MakeConstSpan(copy, tensors.size());
}

// TensorFlow's names of the identities that one call makes.
const char* IdentityName(size_t number) {
  constexpr const char* kNames[] = {"Identity",   "Identity_1", "Identity_2",
                                    "Identity_3", "Identity_4", "Identity_5"};
  return kNames[std::min(number, std::size(kNames) - 1)];
}

absl::Span<const Shape* const> ShapesOf(Session& session, Tensors tensors) {
  const Shape** shapes = session.arena().NewUnset<const Shape*>(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) shapes[i] = tensors[i]->shape;
  return absl::MakeConstSpan(shapes, tensors.size());
}

}  // namespace

Model* Layer::as_model() {
  return class_ == Class::kModel ? static_cast<Model*>(this) : nullptr;
}

void Layer::set_trainable(Session& session, bool trainable) {
  if (inner_ != nullptr && spec_->traits().runs_inner) {
    inner_->set_trainable(session, trainable);
  }
  if (trainable == trainable_) return;
  session.Save(ChangeKind::kTrainable, id_, &trainable_);
  trainable_ = trainable;
}

void Layer::set_name(Session& session, const Name* name) {
  if (name == name_) return;
  session.Save(ChangeKind::kName, id_, &name_);
  name_ = name;
}

// keras/engine/base_layer.py, assert_input_compatibility.
Refusal Layer::CheckInputSpec(Session& session, Tensors inputs) const {
  // A Model's spec is a list of None, one an input: only the count is checked.
  const bool is_model = class_ == Class::kModel;
  const size_t expected_count =
      is_model ? static_cast<const Model*>(this)->inputs().size()
               : 1 + num_state_specs_;
  if (inputs.size() != expected_count) {
    return session.Refuse(errors::kInputCount, ErrorArg::Of(name_),
                          ErrorArg::Of(static_cast<int64_t>(expected_count)),
                          ErrorArg::Of(static_cast<int64_t>(inputs.size())),
                          ErrorArg::Of(ForPrinting(session, inputs)));
  }
  if (is_model) return nullptr;
  const Shape* shape = inputs[0]->shape;
  if (!shape->known_rank()) return nullptr;
  const InputSpec& spec = input_spec_;
  const ErrorTemplate* form = nullptr;
  int expected = 0;
  if (spec.ndim >= 0 && shape->rank != spec.ndim) {
    form = &errors::kInputNdim;
    expected = spec.ndim;
  } else if (spec.max_ndim >= 0 && shape->rank > spec.max_ndim) {
    form = &errors::kInputMaxNdim;
    expected = spec.max_ndim;
  } else if (spec.min_ndim >= 0 && shape->rank < spec.min_ndim) {
    form = &errors::kInputMinNdim;
    expected = spec.min_ndim;
  }
  if (form != nullptr) {
    return session.Refuse(*form, ErrorArg::Of(int64_t{0}), ErrorArg::Of(name_),
                          ErrorArg::Of(static_cast<int64_t>(expected)),
                          ErrorArg::Of(static_cast<int64_t>(shape->rank)));
  }
  if (spec.axis_dim >= 0) {
    const int axis = spec.axis < 0 ? shape->rank + spec.axis : spec.axis;
    const int32_t dim = shape->dim[axis];
    if (dim != kUnknownDim && dim != spec.axis_dim) {
      return session.Refuse(errors::kInputAxis, ErrorArg::Of(name_),
                            ErrorArg::Of(static_cast<int64_t>(spec.axis)),
                            ErrorArg::Of(static_cast<int64_t>(spec.axis_dim)),
                            ErrorArg::Of(shape));
    }
  }
  if (spec.shape != nullptr && spec.shape != shape) {
    for (int i = 0; i < spec.shape->rank; ++i) {
      const int32_t want = spec.shape->dim[i];
      if (want == kUnknownDim || shape->dim[i] == kUnknownDim ||
          want == shape->dim[i]) {
        continue;
      }
      if (spec.axis == InputSpec::kEveryAxis) {
        return session.Refuse(errors::kInputAxis, ErrorArg::Of(name_),
                              ErrorArg::Of(static_cast<int64_t>(i)),
                              ErrorArg::Of(static_cast<int64_t>(want)),
                              ErrorArg::Of(shape));
      }
      return session.Refuse(errors::kInputShape, ErrorArg::Of(int64_t{0}),
                            ErrorArg::Of(name_), ErrorArg::Of(spec.shape),
                            ErrorArg::Of(shape));
    }
  }
  return nullptr;
}

Refusal Layer::EnsureBuilt(Session& session, Tensors inputs) {
  if (built_) return nullptr;
  if (has_input_spec_) {
    if (Refusal refusal = CheckInputSpec(session, inputs)) return refusal;
  }
  if (!spec_->traits().builds) {
    session.Save(ChangeKind::kWeights, id_, &built_);
    built_ = true;
    return nullptr;
  }
  return Build(session, ShapesOf(session, inputs));
}

Refusal Layer::Build(Session& session,
                     absl::Span<const Shape* const> input_shapes) {
  BuildContext context(session.context());
  context.host = &session;
  context.inner = inner_;
  context.layer_name = name_;
  context.input_shapes = input_shapes;
  if (Refusal refusal = spec_->Build(context)) return refusal;
  session.Save(ChangeKind::kWeights, id_, &built_);
  session.Save(ChangeKind::kWeights, id_, &build_memo_);
  auto weights =
      absl::MakeConstSpan(context.weights.data(), context.weights.size());
  if (shares_cell()) {
    inner_->TakeWeights(session, weights.first(weights.size() / 2));
    weights.remove_prefix(weights.size() / 2);
    // The list of input specs is one, too.
    session.Save(ChangeKind::kWeights, inner_->id_, &inner_->input_spec_);
    inner_->input_spec_ = context.input_spec;
  }
  TakeWeights(session, weights);
  if (context.has_input_spec) {
    static_assert(sizeof(InputSpec) <= sizeof(Session::Change::old_bytes));
    session.Save(ChangeKind::kWeights, id_, &has_input_spec_);
    session.Save(ChangeKind::kWeights, id_, &input_spec_);
    input_spec_ = context.input_spec;
    has_input_spec_ = true;
  }
  build_memo_ = context.memo;
  built_ = true;
  return nullptr;
}

void Layer::TakeWeights(Session& session,
                        absl::Span<const WeightDecl> weights) {
  session.Save(ChangeKind::kWeights, id_, &variables_);
  session.Save(ChangeKind::kWeights, id_, &weight_terms_);
  weight_terms_ = {};
  for (const WeightDecl& decl : weights) {
    Variable* variable = session.NewVariable(decl);
    variables_.push_back(session.arena(), variable);
    weight_terms_.push_back(session.arena(), variable->term);
  }
}

absl::Span<const TermId> Layer::WeightsOfBoth(Session& session) const {
  const auto own =
      absl::MakeConstSpan(weight_terms_.data(), weight_terms_.size());
  const ArenaVector<TermId>& forward = inner_->weight_terms_;
  TermId* both = session.arena().NewUnset<TermId>(forward.size() + own.size());
  std::copy_n(forward.data(), forward.size(), both);
  std::copy(own.begin(), own.end(), both + forward.size());
  return absl::MakeConstSpan(both, forward.size() + own.size());
}

Refusal Layer::CallImpl(Session&, CallContext& context) {
  return spec_->Call(context);
}

Refusal Layer::ComputeMaskImpl(Session&, MaskContext& context) {
  return spec_->ComputeMask(context);
}

Refusal Layer::OutputShapesImpl(Session&, ShapeContext& context) {
  return spec_->OutputShapes(context);
}

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
  shapes.memo = build_memo_;
  if (n == 1) {
    shapes.input_shapes = absl::MakeConstSpan(&inputs[0]->shape, 1);
  } else {
    shapes.input_shapes = ShapesOf(session, inputs);
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

LayerConfig Layer::GetConfig(Session& session) {
  LayerConfig config;
  config.spec = &spec_->saved();
  config.name = name_;
  config.trainable = trainable();
  config.batch_input_shape = batch_input_shape_;
  config.dtype = dtype_;
  config.sparse = sparse_;
  if (Model* model = as_model()) {
    if (Sequential* sequential = model->as_sequential()) {
      config.sequential = GetSequentialConfig(session, *sequential);
    } else {
      config.model = GetModelConfig(session, *model);
    }
  }
  if (inner_ != nullptr) {
    LayerConfig* inner = session.arena().New<LayerConfig>();
    *inner = inner_->GetConfig(session);
    config.inner = inner;
  }
  return config;
}

OrRefusal<Layer*> Layer::FromConfig(Session& session,
                                    const LayerConfig& config) {
  if (config.model != nullptr) {
    OrRefusal<Model*> model = ModelFromConfig(session, *config.model);
    if (!model.ok()) return model.refusal;
    return static_cast<Layer*>(model.value);
  }
  if (config.sequential != nullptr) {
    OrRefusal<Sequential*> model =
        Sequential::FromConfig(session, *config.sequential);
    if (!model.ok()) return model.refusal;
    return static_cast<Layer*>(model.value);
  }
  if (config.batch_input_shape != nullptr) {
    return session
        .NewInput(config.batch_input_shape, config.dtype, config.sparse,
                  config.name)
        ->layer;
  }
  Layer* inner = nullptr;
  if (config.inner != nullptr) {
    OrRefusal<Layer*> made = FromConfig(session, *config.inner);
    if (!made.ok()) return made.refusal;
    inner = made.value;
  }
  return session.NewLayer(*config.spec, config.name, config.trainable, inner);
}

void Layer::AppendWeightsIf(Arena& arena, bool trainable,
                            ArenaVector<Variable*>* out) const {
  if (class_ == Class::kModel) {
    if (trainable && !trainable_) return;
    for (const bool declared : {true, false}) {
      if (trainable_ && declared != trainable) continue;
      for (const Layer* layer : static_cast<const Model*>(this)->layers()) {
        layer->AppendWeightsIf(arena, declared, out);
      }
    }
    return;
  }
  if (inner_ != nullptr && spec_->traits().runs_inner) {
    inner_->AppendWeightsIf(arena, trainable, out);
    return;
  }
  // What is trainable, as declared, comes first, whether it counts as such or
  // not.
  for (const bool declared : {true, false}) {
    if ((declared && trainable_) != trainable) continue;
    if (shares_cell()) {
      for (Variable* variable : inner_->variables_) {
        if (variable->trainable == declared) out->push_back(arena, variable);
      }
    }
    for (Variable* variable : variables_) {
      if (variable->trainable == declared) out->push_back(arena, variable);
    }
  }
}

}  // namespace clonecheck
