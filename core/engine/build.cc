#include "core/engine/build.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/engine/sequential.h"
#include "core/layers/kinds.h"
#include "core/layers/resolve_graph.h"

namespace clonecheck {
namespace {

class Builder {
 public:
  Builder(Session& session, const Graph& graph)
      : session_(session),
        graph_(graph),
        inputs_(session.arena().NewArray<Tensor*>(graph.inputs().size())),
        layers_(session.arena().NewArray<Layer*>(graph.layers().size())),
        results_(
            session.arena().NewArray<Tensor* const*>(graph.calls().size())),
        result_sizes_(
            session.arena().NewArray<uint32_t>(graph.calls().size())) {}

  absl::StatusOr<Built> Run() {
    built_.layers = absl::MakeConstSpan(layers_, graph_.layers().size());
    size_t i = 0;
    for (const InputDecl& input : graph_.inputs()) {
      inputs_[i++] = session_.NewInput(input.batch_shape, input.dtype,
                                       input.sparse, input.name);
    }
    SortLayers();
    const size_t calls = graph_.calls().size();
    for (size_t call = 0; call <= calls; ++call) {
      if (next_layer_ < graph_.layers().size() &&
          graph_.layers()[layer_order_[next_layer_]].position <= call) {
        if (absl::Status status = MakeLayers(call); !status.ok()) return status;
        if (built_.refusal != nullptr) return built_;
      }
      if (graph_.model().position == call) {
        if (absl::Status status = MakeModel(); !status.ok()) return status;
        if (built_.refusal != nullptr) return built_;
      }
      if (call == calls) break;
      if (absl::Status status = MakeCall(call); !status.ok()) return status;
      if (built_.refusal != nullptr) return built_;
    }
    return built_;
  }

 private:
  // A reference that a valid Graph holds but the program does not have: an
  // output index past what the call returned.
  absl::Status Dangling(TensorRef ref) {
    return absl::InvalidArgumentError(absl::StrCat(
        "c", ref.producer, ".", ref.index, " does not exist: call ",
        ref.producer, " returns ", result_sizes_[ref.producer],
        " tensor(s); use an output index below that."));
  }

  // The tensors that `range` of the graph refers to. False if one does not
  // exist; `dangling_` then says which.
  bool Find(Range range, Tensors* found) {
    absl::Span<const TensorRef> refs = graph_.tensors(range);
    Tensor** tensors = session_.arena().NewUnset<Tensor*>(refs.size());
    *found = Tensors(tensors, refs.size());
    for (const TensorRef ref : refs) {
      if (ref.is_input()) {
        *tensors++ = inputs_[ref.input()];
        continue;
      }
      if (static_cast<uint32_t>(ref.index) >= result_sizes_[ref.producer]) {
        dangling_ = Dangling(ref);
        return false;
      }
      *tensors++ = results_[ref.producer][ref.index];
    }
    return true;
  }

  // Layers by position; of one position, as declared.
  void SortLayers() {
    const size_t layers = graph_.layers().size();
    layer_order_ = session_.arena().NewUnset<uint32_t>(layers);
    bool sorted = true;
    for (size_t i = 0; i < layers; ++i) {
      layer_order_[i] = static_cast<uint32_t>(i);
      sorted &= i == 0 ||
                graph_.layers()[i - 1].position <= graph_.layers()[i].position;
    }
    if (sorted) return;
    std::sort(layer_order_, layer_order_ + layers, [&](uint32_t a, uint32_t b) {
      return std::make_pair(graph_.layers()[a].position, a) <
             std::make_pair(graph_.layers()[b].position, b);
    });
  }

  // Makes the layers up to `position`.
  absl::Status MakeLayers(size_t position) {
    for (; next_layer_ < graph_.layers().size(); ++next_layer_) {
      const size_t i = layer_order_[next_layer_];
      const LayerDecl& decl = graph_.layers()[i];
      if (decl.position > position) break;
      const LayerSpec* spec = session_.catalogue().FindLayer(graph_, decl);
      if (spec == nullptr) {
        return absl::InvalidArgumentError(
            absl::StrCat("layer ", i,
                         " has a config that nobody has resolved; "
                         "run ResolveGraph first."));
      }
      if (&spec->kind() == &ModelKind()) {
        Tensors inputs;
        if (!Find(decl.model_inputs, &inputs)) return dangling_;
        Tensors outputs;
        if (!Find(decl.model_outputs, &outputs)) return dangling_;
        OrRefusal<Model*> model =
            Model::Make(session_, inputs, outputs, decl.name);
        if (!model.ok()) {
          built_.refusal = model.refusal;
          built_.refused_at = Built::kAtLayer;
          return absl::OkStatus();
        }
        layers_[i] = model.value;
        layers_[i]->set_trainable(session_, decl.trainable);
      } else if (&spec->kind() == &SequentialKind()) {
        if (absl::Status s = CheckFirst(decl); !s.ok()) return s;
        std::vector<Layer*> stack;
        for (uint32_t child : graph_.children(decl)) {
          stack.push_back(layers_[child]);
        }
        OrRefusal<Sequential*> model =
            Sequential::Make(session_, stack, decl.name);
        if (!model.ok()) {
          built_.refusal = model.refusal;
          built_.refused_at = Built::kAtLayer;
          return absl::OkStatus();
        }
        layers_[i] = model.value;
        if (Refusal refusal = BuildOnShape(decl, *model.value)) {
          layers_[i] = nullptr;
          built_.refusal = refusal;
          built_.refused_at = Built::kAtLayer;
          return absl::OkStatus();
        }
        layers_[i]->set_trainable(session_, decl.trainable);
      } else if (&spec->kind() == &InputLayerKind()) {
        if (absl::Status s = MakeInputLayer(i); !s.ok()) return s;
      } else {
        Layer* inner = decl.children.size == 0
                           ? nullptr
                           : layers_[graph_.children(decl)[0]];
        layers_[i] = session_.NewLayer(*spec, decl.name, decl.trainable, inner);
      }
    }
    return absl::OkStatus();
  }

  // `model.build(shape)`, where the config has one and no layer has told.
  Refusal BuildOnShape(const LayerDecl& decl, Sequential& model) {
    const ConfigValue* value = decl.config->Find("build_input_shape");
    if (value == nullptr || !model.inputs().empty()) return nullptr;
    const Shape* shape = ShapeFromConfig(session_.pool(), *value);
    if (shape == nullptr) return nullptr;
    return model.Build(session_, absl::MakeConstSpan(&shape, 1));
  }

  // An InputLayer as a layer, to stand first in a Sequential.
  absl::Status MakeInputLayer(size_t i) {
    const LayerDecl& decl = graph_.layers()[i];
    const ConfigValue* shape = decl.config->Find("batch_input_shape");
    const std::optional<DType> dtype = DTypeFromConfig(*decl.config);
    const ConfigValue* sparse = decl.config->Find("sparse");
    const Shape* batch_shape =
        shape == nullptr ? nullptr : ShapeFromConfig(session_.pool(), *shape);
    if (batch_shape == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("layer ", i,
                       " (InputLayer) has no batch_input_shape; "
                       "give it a list of sizes, the batch size first."));
    }
    if (!dtype.has_value()) return UnknownDType(i);
    layers_[i] =
        session_
            .NewInput(batch_shape, *dtype,
                      sparse != nullptr && sparse->bits() != 0, decl.name)
            ->layer;
    return absl::OkStatus();
  }

  // The first layer of a Sequential makes an input by its own config.
  absl::Status CheckFirst(const LayerDecl& sequential) {
    if (sequential.children.size == 0) return absl::OkStatus();
    const uint32_t first = graph_.children(sequential)[0];
    const Config& config = *graph_.layers()[first].config;
    return config.Find("batch_input_shape") == nullptr ||
                   DTypeFromConfig(config).has_value()
               ? absl::OkStatus()
               : UnknownDType(first);
  }

  absl::Status UnknownDType(size_t i) {
    const Config& config = *graph_.layers()[i].config;
    return absl::InvalidArgumentError(absl::StrCat(
        "layer ", i, " (", config.kind->text, ") has an input of dtype ",
        ConfigValueToPython(*config.Find("dtype")),
        ", which is not known; use ", absl::StrJoin(kDTypeNames, ", "), "."));
  }

  absl::Status MakeModel() {
    if (graph_.model().is_layer()) {
      built_.model = layers_[graph_.model().layer]->as_model();
      return absl::OkStatus();
    }
    Tensors inputs;
    if (!Find(graph_.model().inputs, &inputs)) return dangling_;
    Tensors outputs;
    if (!Find(graph_.model().outputs, &outputs)) return dangling_;
    OrRefusal<Model*> model =
        Model::Make(session_, inputs, outputs, graph_.model().name);
    if (model.ok()) {
      built_.model = model.value;
    } else {
      built_.refusal = model.refusal;
      built_.refused_at = Built::kAtModel;
    }
    return absl::OkStatus();
  }

  absl::Status MakeCall(size_t index) {
    const Call& call = graph_.calls()[index];
    Tensors inputs;
    if (!Find(call.inputs, &inputs)) return dangling_;
    Dict* kwargs = nullptr;
    for (const Kwarg& kwarg : graph_.kwargs(call)) {
      if (kwargs == nullptr) kwargs = session_.NewDict();
      if (kwarg.form == Kwarg::Form::kLiteral) {
        kwargs->Set(session_, kwarg.key, Value::Literal(kwarg.literal));
        continue;
      }
      Tensors tensors;
      if (!Find(kwarg.tensors, &tensors)) return dangling_;
      kwargs->Set(session_, kwarg.key,
                  kwarg.form == Kwarg::Form::kTensor ? Value::Of(tensors[0])
                                                     : Value::List(tensors));
    }
    OrRefusal<Tensors> outputs = layers_[call.layer]->Call(
        session_, inputs, call.as_list || inputs.size() != 1, kwargs);
    if (!outputs.ok()) {
      built_.refusal = outputs.refusal;
      built_.refused_at = static_cast<int>(index);
      return absl::OkStatus();
    }
    results_[index] = outputs.value.data();
    result_sizes_[index] = static_cast<uint32_t>(outputs.value.size());
    return absl::OkStatus();
  }

  Session& session_;
  const Graph& graph_;
  Tensor** inputs_;
  Layer** layers_;
  Tensor* const** results_;
  uint32_t* result_sizes_;
  uint32_t* layer_order_ = nullptr;
  size_t next_layer_ = 0;  // in layer_order_
  absl::Status dangling_;
  Built built_;
};

}  // namespace

absl::StatusOr<Built> BuildGraph(Session& session, const Graph& graph) {
  return Builder(session, graph).Run();
}

namespace {

// The layer at which building ended: the first that was not made.
uint32_t RefusedLayer(const Graph& graph, const Built& built) {
  std::optional<uint32_t> first;
  for (uint32_t i = 0; i < graph.layers().size(); ++i) {
    if (built.layers[i] != nullptr) continue;
    if (!first.has_value() ||
        graph.layers()[i].position < graph.layers()[*first].position) {
      first = i;
    }
  }
  return first.value_or(0);
}

}  // namespace

std::string DescribePlace(const Graph& graph, const Built& built) {
  if (built.refused_at == Built::kAtModel) return "the model";
  if (built.refused_at == Built::kAtLayer) {
    return DescribeLayer(graph, RefusedLayer(graph, built));
  }
  const size_t at = static_cast<size_t>(built.refused_at);
  const uint32_t layer = graph.calls()[at].layer;
  std::string text = DescribeLayer(graph, layer);
  if (graph.layers()[layer].name == nullptr) {
    return absl::StrCat("call ", at, " of ", text);
  }
  size_t before = 0;
  size_t calls = 0;
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    if (graph.calls()[i].layer != layer) continue;
    ++calls;
    before += i < at ? 1 : 0;
  }
  if (calls == 1) return text;
  return absl::StrCat("call ", before + 1, " of ", calls, " of ", text);
}

}  // namespace clonecheck
