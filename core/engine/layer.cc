#include "core/engine/layer.h"

#include <algorithm>

#include "core/engine/errors.h"
#include "core/engine/model.h"
#include "core/engine/model_config.h"
#include "core/engine/sequential.h"
#include "core/engine/session.h"
#include "core/engine/symbols.h"
#include "core/layers/errors.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {

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
                          ForPrinting(session.arena(), inputs));
  }
  if (is_model) return nullptr;
  const Shape* shape = inputs[0]->shape;
  if (!shape->known_rank()) return nullptr;
  // K.ndim is TensorFlow's, K.int_shape Keras': another call may have written
  // one of another rank on the tensor.
  const int rank = inputs[0]->ndim();
  const InputSpec& spec = input_spec_;
  const auto refuse = [&](const ErrorTemplate& form, int64_t expected) {
    return session.Refuse(form, ErrorArg::Of(int64_t{0}), ErrorArg::Of(name_),
                          ErrorArg::Of(expected),
                          ErrorArg::Of(static_cast<int64_t>(rank)));
  };
  if (spec.ndim >= 0 && rank != spec.ndim) {
    return refuse(errors::kInputNdim, spec.ndim);
  }
  if (spec.max_ndim >= 0 && rank > spec.max_ndim) {
    return refuse(errors::kInputMaxNdim, spec.max_ndim);
  }
  if (spec.min_ndim >= 0 && rank < spec.min_ndim) {
    return refuse(errors::kInputMinNdim, spec.min_ndim);
  }
  if (spec.axis_dim >= 0) {
    const int axis = spec.axis < 0 ? shape->rank + spec.axis : spec.axis;
    if (axis < 0 || axis >= shape->rank) {
      return session.Refuse(errors::kTupleIndex);
    }
    const int32_t dim = shape->dim[axis];
    if (dim != kUnknownDim && dim != spec.axis_dim) {
      return session.Refuse(errors::kInputAxis, ErrorArg::Of(name_),
                            ErrorArg::Of(static_cast<int64_t>(spec.axis)),
                            ErrorArg::Of(static_cast<int64_t>(spec.axis_dim)),
                            ErrorArg::Of(shape));
    }
  }
  if (spec.shape != nullptr && spec.shape != shape) {
    for (int i = 0; i < std::min(spec.shape->rank, shape->rank); ++i) {
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
  return Build(session, ShapesOf(session.arena(), inputs));
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
  if (spec_->traits().forgets_build) {
    const Shape** shapes =
        session.arena().NewUnset<const Shape*>(input_shapes.size());
    std::copy(input_shapes.begin(), input_shapes.end(), shapes);
    session.Save(ChangeKind::kWeights, id_, &built_on_);
    built_on_ = absl::MakeConstSpan(shapes, input_shapes.size());
  }
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
      // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it asks for one
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
