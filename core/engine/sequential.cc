#include "core/engine/sequential.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "core/engine/errors.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

const Name* InputNameOf(Session& session, const Name* name) {
  return session.pool().InternName(absl::StrCat(name->text, "_input"));
}

// What the first layer knows of its input (`batch_input_shape`, `dtype`).
struct FirstInput {
  const Shape* batch_shape = nullptr;  // null: not known
  std::optional<DType> dtype = DType::kFloat32;
};

FirstInput InputOf(Session& session, const Layer& layer) {
  FirstInput result;
  if (layer.is_input_layer()) {
    result.batch_shape = layer.batch_input_shape();
    result.dtype = layer.dtype();
    return result;
  }
  // In full: an Embedding that is given no shape makes one up.
  for (const ConfigEntry& entry :
       session.catalogue().FullConfig(layer.spec())) {
    if (entry.key->text == "batch_input_shape") {
      result.batch_shape = ShapeFromConfig(session.pool(), entry.value);
    } else if (entry.key->text == "dtype" &&
               entry.value.type == ConfigValue::Type::kString) {
      result.dtype = ParseDType(entry.value.string->text);
    }
  }
  return result;
}

// The tensors at the start of what `tensor` was made from, each once, in order
// (keras/engine/network.py, get_source_inputs).
void AppendSources(Tensor* tensor, std::vector<Tensor*>* sources) {
  const auto add = [&](Tensor* source) {
    for (const Tensor* known : *sources) {
      if (known == source) return;
    }
    sources->push_back(source);
  };
  if (tensor->layer == nullptr) return add(tensor);
  const Node& node = *tensor->layer->inbound_nodes()[tensor->node_index];
  for (const Node::Inbound& input : node.inputs()) {
    if (node.has_inbound_layers()) {
      AppendSources(input.tensor, sources);
    } else {
      add(input.tensor);
    }
  }
}

}  // namespace

const Shape* ShapeFromConfig(Pool& pool, const ConfigValue& value) {
  if (value.type != ConfigValue::Type::kList ||
      value.list->items.size() > static_cast<size_t>(kMaxRank)) {
    return nullptr;
  }
  std::vector<int32_t> dims;
  for (const ConfigValue& dim : value.list->items) {
    dims.push_back(dim.type == ConfigValue::Type::kInt
                       ? static_cast<int32_t>(dim.integer)
                       : kUnknownDim);
  }
  return pool.InternShape(dims);
}

std::optional<DType> DTypeFromConfig(const Config& config) {
  const ConfigValue* dtype = config.Find("dtype");
  if (dtype == nullptr || dtype->type != ConfigValue::Type::kString) {
    return DType::kFloat32;
  }
  return ParseDType(dtype->string->text);
}

Sequential* Model::as_sequential() {
  return is_sequential_ ? static_cast<Sequential*>(this) : nullptr;
}

OrRefusal<Sequential*> Sequential::Make(Session& session,
                                        absl::Span<Layer* const> layers,
                                        const Name* name) {
  Sequential* model = session.arena().New<Sequential>();
  session.Register(model, *session.sequential_spec_, name);
  model->class_ = Class::kModel;
  model->is_sequential_ = true;
  for (Layer* layer : layers) {
    if (Refusal refusal = model->Add(session, layer)) return refusal;
  }
  return model;
}

Refusal Sequential::AddFirst(Session& session, Layer* layer, Tensor** output) {
  if (!layer->is_input_layer()) {
    const Layer* first = layer;
    while (Model* model = const_cast<Layer*>(first)->as_model()) {
      if (model->layers().empty()) {
        return first == layer ? session.Refuse(errors::kEmptyModelInSequential)
                              : session.Refuse(errors::kListIndex);
      }
      first = model->layers()[0];
    }
    const FirstInput input = InputOf(session, *first);
    if (input.batch_shape == nullptr) return nullptr;
    if (!input.dtype.has_value()) {
      return session.Refuse(errors::kBackend,
                            ErrorArg::Of("a dtype that is not known"));
    }
    Tensor* x =
        session.NewInput(input.batch_shape, *input.dtype,
                         /*sparse=*/false, InputNameOf(session, layer->name()));
    OrRefusal<Tensors> called =
        layer->Call(session, absl::MakeConstSpan(&x, 1));
    if (!called.ok()) return called.refusal;
  }
  const Tensors outputs =
      layer->inbound_nodes()[layer->inbound_nodes().size() - 1]
          ->output_tensors();
  if (outputs.size() != 1) {
    return layer->is_input_layer()
               ? session.Refuse(errors::kInputNotFirstNode)
               : session.Refuse(errors::kFirstOfSequentialHasManyOutputs);
  }
  *output = outputs[0];
  return nullptr;
}

Refusal Sequential::Add(Session& session, Layer* layer) {
  built_ = false;
  Tensor* output = nullptr;
  std::vector<Tensor*> sources(inputs_.begin(), inputs_.end());
  if (layers_.empty()) {
    if (Refusal refusal = AddFirst(session, layer, &output)) return refusal;
    if (output != nullptr) AppendSources(output, &sources);
  } else if (!outputs_.empty()) {
    Tensor* const before = outputs_[0];
    OrRefusal<Tensors> called =
        layer->Call(session, absl::MakeConstSpan(&before, 1));
    if (!called.ok()) return called.refusal;
    if (called.value.size() != 1) {
      return session.Refuse(errors::kLaterOfSequentialHasManyOutputs);
    }
    output = called.value[0];
  }
  if (sources.empty()) {
    layers_.push_back(session.arena(), layer);
    return nullptr;
  }
  return InitGraphAgain(session, sources, output);
}

Refusal Sequential::Build(Session& session,
                          absl::Span<const Shape* const> input_shapes) {
  if (input_shapes.size() != 1) {
    return session.Refuse(errors::kBackend,
                          ErrorArg::Of("a Sequential built on several inputs"));
  }
  Tensor* const input =
      session.NewInput(input_shapes[0], DType::kFloat32, /*sparse=*/false,
                       InputNameOf(session, name_));
  Tensor* x = input;
  for (Layer* layer : layers_) {
    OrRefusal<Tensors> called =
        layer->Call(session, absl::MakeConstSpan(&x, 1));
    if (!called.ok()) return called.refusal;
    if (called.value.size() != 1) {
      return session.Refuse(
          errors::kBackend,
          ErrorArg::Of("a layer with several outputs in a Sequential"));
    }
    x = called.value[0];
  }
  session.Save(ChangeKind::kWeights, id_, &build_input_shape_);
  build_input_shape_ = input_shapes[0];
  return InitGraphAgain(session, absl::MakeConstSpan(&input, 1), x);
}

Refusal Sequential::InitGraphAgain(Session& session, Tensors inputs,
                                   Tensor* output) {
  const Tensors outputs = absl::MakeConstSpan(&output, 1);
  if (Refusal refusal = CheckTensors(session, inputs, outputs)) return refusal;
  const auto forget = [&](auto* list) {
    session.Save(ChangeKind::kWeights, id_, list);
    *list = {};
  };
  forget(&inputs_);
  forget(&outputs_);
  forget(&input_layers_);
  forget(&layers_);
  forget(&nodes_);
  forget(&depths_);
  forget(&cache_);
  forget(&inbound_nodes_);
  forget(&outbound_nodes_);
  session.Save(ChangeKind::kWeights, id_, &coordinates_);
  session.Save(ChangeKind::kTrainable, id_, &trainable_);
  session.Save(ChangeKind::kWeights, id_, &skips_input_layer_);
  session.Save(ChangeKind::kWeights, id_, &built_);
  trainable_ = true;
  skips_input_layer_ = false;
  Refusal refusal = InitGraph(session, inputs, outputs);
  skips_input_layer_ = !layers_.empty() && layers_[0]->is_input_layer();
  return refusal;
}

OrRefusal<Sequential*> Sequential::FromConfig(Session& session,
                                              const SequentialConfig& config) {
  OrRefusal<Sequential*> model = Make(session, {}, config.name);
  if (!model.ok()) return model;
  for (const LayerConfig& layer_config : config.layers) {
    OrRefusal<Layer*> layer = Layer::FromConfig(session, layer_config);
    if (!layer.ok()) return layer.refusal;
    if (Refusal refusal = model.value->Add(session, layer.value)) {
      return refusal;
    }
  }
  if (model.value->inputs().empty() && config.build_input_shape != nullptr) {
    if (Refusal refusal = model.value->Build(
            session, absl::MakeConstSpan(&config.build_input_shape, 1))) {
      return refusal;
    }
  }
  return model;
}

const SequentialConfig* GetSequentialConfig(Session& session,
                                            Sequential& model) {
  SequentialConfig* config = session.arena().New<SequentialConfig>();
  config->name = model.name();
  LayerConfig* layers =
      session.arena().NewArray<LayerConfig>(model.layers().size());
  for (size_t i = 0; i < model.layers().size(); ++i) {
    layers[i] = model.layers()[i]->GetConfig(session);
  }
  config->layers = absl::MakeConstSpan(layers, model.layers().size());
  config->build_input_shape = model.build_input_shape();
  return config;
}

}  // namespace clonecheck
