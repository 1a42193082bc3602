#include "core/engine/session.h"

#include <algorithm>
#include <cstring>

#include "core/engine/model.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

const LayerSpec* MarkerSpec(Catalogue& catalogue, const LayerKind& kind) {
  Pool& pool = catalogue.pool();
  return catalogue
      .Resolve(pool.InternConfig(pool.InternName(kind.class_name()), {}))
      .value();
}

}  // namespace

Session::Session(Catalogue& catalogue, const EngineRules& rules)
    : kMask(catalogue.pool().InternName("mask")),
      kTraining(catalogue.pool().InternName("training")),
      kInitialState(catalogue.pool().InternName("initial_state")),
      catalogue_(catalogue),
      rules_(rules),
      input_layer_spec_(MarkerSpec(catalogue, InputLayerKind())),
      model_spec_(MarkerSpec(catalogue, ModelKind())),
      sequential_spec_(MarkerSpec(catalogue, SequentialKind())) {
  name_counters_.assign(catalogue.num_kinds(), 0);
}

void Session::Clear() {
  // Long before the numbers run out; nothing that holds one is left then.
  constexpr uint32_t kManyVisits = 1u << 31;
  if (visit_ > kManyVisits) {
    visit_ = 0;
    name_visits_.clear();
  }
  if (listener_ != nullptr) listener_->OnForgotten(0, 0);
  arena_.Clear();
  terms_.Clear();
  layers_ = ArenaVector<Layer*>();
  std::fill(name_counters_.begin(), name_counters_.end(), 0);
  num_objects_ = 1;
  num_tensors_ = 0;
  num_variables_ = 0;
  trial_mark_ = 0;
  trial_tensor_mark_ = 0;
  journal_.clear();
  scope_ = nullptr;
}

const Name* Session::TakeName(const LayerSpec& spec, const Name* name) {
  if (name != nullptr) return name;
  const size_t kind = spec.kind_index();
  return catalogue_.AutoName(kind, ++name_counters_[kind]);
}

void Session::Register(Layer* layer, const LayerSpec& spec, const Name* name) {
  layer->id_ = num_objects_++;
  layer->spec_ = &spec;
  layer->name_ = TakeName(spec, name);
  layer->input_spec_ = spec.traits().input_spec;
  layer->has_input_spec_ = spec.traits().has_input_spec;
  layers_.push_back(arena_, layer);
}

Layer* Session::NewLayer(const LayerSpec& spec, const Name* name,
                         bool trainable, Layer* inner) {
  Layer* layer = arena_.New<Layer>();
  Register(layer, spec, name);
  layer->trainable_ = trainable;
  if (inner != nullptr) {
    layer->inner_ = inner;
    // keras/layers/wrappers.py, Wrapper: the flag is the inner layer's, and the
    // base constructor sets it. A Bidirectional has a flag of its own.
    if (spec.traits().runs_inner) inner->set_trainable(*this, trainable);
  }
  return layer;
}

Dict* Session::NewDict() {
  Dict* dict = arena_.New<Dict>();
  dict->id_ = num_objects_++;
  return dict;
}

Tensor* Session::NewTensor(TermId term, const Shape* shape, DType dtype,
                           const Name* scope, const char* op) {
  Tensor* tensor = arena_.New<Tensor>();
  tensor->term = term;
  tensor->SetStaticShape(shape);
  tensor->dtype = dtype;
  tensor->scope = scope;
  tensor->op = op;
  tensor->id = num_tensors_++;
  return tensor;
}

Symbol* Session::NewSymbol(TermId term, const Shape* shape, DType dtype,
                           const char* op) {
  return NewTensor(term, shape, dtype, scope_, op);
}

Variable* Session::NewVariable(const WeightDecl& decl) {
  Variable* variable = arena_.New<Variable>();
  variable->id = num_variables_++;
  variable->term = terms_.NewLeaf(TermKind::kVariable);
  variable->role = decl.role;
  variable->shape = decl.shape;
  variable->trainable = decl.trainable;
  variable->positive = decl.positive;
  return variable;
}

Tensor* Session::NewInput(const Shape* batch_shape, DType dtype, bool sparse,
                          const Name* name) {
  return MakeInputLayer(name, batch_shape, dtype, sparse, nullptr);
}

Tensor* Session::NewInputOn(Tensor* tensor, const Name* name) {
  return MakeInputLayer(name, tensor->shape, DType::kFloat32, /*sparse=*/false,
                        tensor);
}

// keras/engine/input_layer.py: the layer's first node has its own output as
// input, and no inbound layers.
Tensor* Session::MakeInputLayer(const Name* name, const Shape* batch_shape,
                                DType dtype, bool sparse, Tensor* tensor) {
  Layer* layer = arena_.New<Layer>();
  Register(layer, *input_layer_spec_, name);
  layer->class_ = Layer::Class::kInputLayer;
  layer->trainable_ = false;
  layer->built_ = true;
  layer->batch_input_shape_ = batch_shape;
  layer->dtype_ = dtype;
  layer->sparse_ = sparse;
  layer->is_placeholder_ = tensor == nullptr;
  if (tensor == nullptr) {
    tensor = NewTensor(terms_.NewLeaf(TermKind::kPlaceholder), batch_shape,
                       dtype, layer->name_, nullptr);
  }
  SetHistory(tensor, layer, 0, 0, batch_shape);
  Node* node = arena_.New<Node>();
  node->id_ = num_objects_++;
  node->layer_ = layer;
  node->has_inbound_layers_ = false;
  node->inputs_ = arena_.New<Node::Inbound>();
  node->inputs_->tensor = tensor;
  node->num_inputs_ = 1;
  node->outputs_ = arena_.NewArray<Tensor*>(1);
  node->outputs_[0] = tensor;
  node->num_outputs_ = 1;
  node->num_output_masks_ = 1;
  layer->inbound_nodes_.push_back(arena_, node);
  return tensor;
}

Refusal Session::BuildInner(InnerLayer& inner, BuildContext& context) {
  Layer& layer = static_cast<Layer&>(inner);
  if (layer.built_) return nullptr;
  Refusal refusal = layer.Build(*this, context.input_shapes);
  return refusal == nullptr ? nullptr : layer.Blame(refusal);
}

Refusal Session::CallInner(InnerLayer& inner, CallContext& context) {
  Layer& layer = static_cast<Layer&>(inner);
  context.inner = layer.inner_;
  context.layer_name = layer.name_;
  context.memo = layer.build_memo_;
  context.weights = layer.CallWeights(*this);
  Refusal refusal = layer.CallImpl(*this, context);
  return refusal == nullptr ? nullptr : layer.Blame(refusal);
}

Refusal Session::InnerMask(InnerLayer& inner, MaskContext& context) {
  Layer& layer = static_cast<Layer&>(inner);
  context.inner = layer.inner_;
  context.layer_name = layer.name_;
  Refusal refusal = layer.ComputeMaskImpl(*this, context);
  return refusal == nullptr ? nullptr : layer.Blame(refusal);
}

Refusal Session::InnerShapes(InnerLayer& inner, ShapeContext& context) {
  Layer& layer = static_cast<Layer&>(inner);
  context.host = this;
  context.inner = layer.inner_;
  context.layer_name = layer.name_;
  Refusal refusal = layer.OutputShapesImpl(*this, context);
  return refusal == nullptr ? nullptr : layer.Blame(refusal);
}

Symbol*& Session::InnerInput(InnerLayer& inner, Symbol& input) {
  Layer& layer = static_cast<Layer&>(inner);
  for (Layer::InnerInput& entry : layer.inner_inputs_) {
    if (entry.input == &input) return entry.step;
  }
  Save(ChangeKind::kCache, layer.id_, &layer.inner_inputs_);
  layer.inner_inputs_.push_back(arena_, Layer::InnerInput{&input, nullptr});
  return layer.inner_inputs_[layer.inner_inputs_.size() - 1].step;
}

void Session::SaveHistory(Tensor* tensor) {
  SaveBytes(ChangeKind::kHistory, tensor->id, &tensor->node_index,
            sizeof(tensor->node_index) + sizeof(tensor->tensor_index));
  SaveBytes(ChangeKind::kHistory, tensor->id, &tensor->layer,
            sizeof(tensor->layer));
  SaveBytes(ChangeKind::kHistory, tensor->id, &tensor->shape,
            sizeof(tensor->shape));
  SaveBytes(ChangeKind::kHistory, tensor->id, &tensor->keras_shape,
            sizeof(tensor->keras_shape));
  SaveBytes(ChangeKind::kHistory, tensor->id, &tensor->reshaped,
            sizeof(tensor->reshaped));
}

void Session::SaveBytes(ChangeKind kind, uint32_t owner, void* field,
                        uint8_t bytes) {
  Change change;
  change.kind = kind;
  change.owner = owner;
  change.bytes = bytes;
  change.address = field;
  std::memcpy(change.old_bytes, field, bytes);
  journal_.push_back(change);
}

Session::Trial::Trial(Session& session)
    : session_(session),
      num_objects_(session.num_objects_),
      num_tensors_(session.num_tensors_),
      num_variables_(session.num_variables_),
      layers_(session.layers_),
      outer_mark_(session.trial_mark_),
      outer_tensor_mark_(session.trial_tensor_mark_),
      journal_size_(session.journal_.size()),
      name_counters_(
          session.arena_.NewArray<uint32_t>(session.name_counters_.size())) {
  std::copy(session.name_counters_.begin(), session.name_counters_.end(),
            name_counters_);
  session.trial_mark_ = session.num_objects_;
  session.trial_tensor_mark_ = session.num_tensors_;
  arena_ = session.arena_.mark();
  terms_ = session.terms_.mark();
}

absl::Span<const Session::Change> Session::Trial::changes() const {
  return absl::MakeConstSpan(session_.journal_).subspan(journal_size_);
}

Session::Trial::~Trial() {
  if (session_.listener_ != nullptr) {
    session_.listener_->OnForgotten(num_objects_, num_tensors_);
  }
  std::vector<Change>& journal = session_.journal_;
  while (journal.size() > journal_size_) {
    const Change& change = journal.back();
    std::memcpy(change.address, change.old_bytes, change.bytes);
    journal.pop_back();
  }
  session_.layers_ = layers_;
  std::copy(name_counters_, name_counters_ + session_.name_counters_.size(),
            session_.name_counters_.begin());
  session_.trial_mark_ = outer_mark_;
  session_.trial_tensor_mark_ = outer_tensor_mark_;
  session_.num_objects_ = num_objects_;
  session_.num_tensors_ = num_tensors_;
  session_.num_variables_ = num_variables_;
  session_.terms_.Rollback(terms_);
  session_.arena_.Rollback(arena_);
}

}  // namespace clonecheck
