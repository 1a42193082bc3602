#include "core/exchange/keras_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/config_value.h"
#include "core/exchange/json_reader.h"
#include "core/exchange/keras_document.h"
#include "core/exchange/keras_layers.h"
#include "core/exchange/keras_order.h"
#include "core/exchange/keras_upgrade.h"
#include "core/graph/model_kinds.h"
#include "core/graph/validate.h"
#include "core/layers/layer_spec.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using Refs = std::vector<TensorRef>;

// Writes a Keras model as statements of a program.
class ProgramWriter {
 public:
  explicit ProgramWriter(Catalogue& catalogue)
      : catalogue_(catalogue), pool_(catalogue.pool()) {}

  absl::StatusOr<Graph> Write(const KerasModel& model) {
    if (model.is_sequential) {
      absl::StatusOr<uint32_t> number =
          AddLayerOf(model.layers[0], JsonPath(), 1);
      if (!number.ok()) return number.status();
      builder_.SetModelLayer(*number);
    } else {
      absl::StatusOr<Ends> ends = AddModel(model);
      if (!ends.ok()) return ends.status();
      builder_.SetModel(ends->inputs, ends->outputs, NameOf(model));
    }
    Graph graph = std::move(builder_).Build();
    if (absl::Status status = Validate(graph); !status.ok()) return status;
    return graph;
  }

 private:
  struct Ends {
    Refs inputs;
    Refs outputs;
  };
  // What became of a Keras layer.
  struct Made {
    uint32_t number = 0;  // of the layer in the Graph; not for inputs
    int num_outputs = 1;  // of each call; -1 if that is not known
    // The tensors of node 0, where no call makes it.
    Refs own;
    // The numbers of the calls, in the order of the file's nodes.
    std::vector<int32_t> calls;
  };

  const Name* NameOf(const KerasModel& model) {
    return model.name.empty() ? nullptr : pool_.InternName(model.name);
  }

  // Adds all that `model` is made of. Recurses into nested models, as deep as
  // the reader of the document allows.
  absl::StatusOr<Ends> AddModel(const KerasModel& model) {
    absl::StatusOr<std::vector<KerasCall>> order = OrderKerasCalls(model);
    if (!order.ok()) return order.status();
    const std::vector<int> used = UsedOutputs(model);
    std::vector<Made> made(model.layers.size());
    for (size_t i = 0; i < model.layers.size(); ++i) {
      if (absl::Status s = AddLayer(model, i, used[i], &made[i]); !s.ok()) {
        return s;
      }
    }
    for (const KerasCall& call : *order) {
      if (absl::Status s = AddCall(model, call, &made); !s.ok()) return s;
    }
    Ends ends;
    absl::Status status = FindAll(
        model, [&] { return absl::StrCat(model.path, "/input_layers/"); },
        model.inputs, made, &ends.inputs);
    if (status.ok()) {
      status = FindAll(
          model, [&] { return absl::StrCat(model.path, "/output_layers/"); },
          model.outputs, made, &ends.outputs);
    }
    if (!status.ok()) return status;
    return ends;
  }

  // How many outputs of each layer the model uses, as far as it shows.
  static std::vector<int> UsedOutputs(const KerasModel& model) {
    std::vector<int> used(model.layers.size(), 1);
    const auto use = [&](const std::vector<KerasTensor>& tensors) {
      for (const KerasTensor& tensor : tensors) {
        used[tensor.layer] =
            std::max(used[tensor.layer], static_cast<int>(tensor.tensor) + 1);
      }
    };
    for (const KerasLayer& layer : model.layers) {
      for (const KerasNode& node : layer.nodes) {
        use(node.inputs);
        for (const KerasTensorKwarg& kwarg : node.tensor_kwargs) {
          use(kwarg.tensors);
        }
      }
    }
    use(model.inputs);
    use(model.outputs);
    return used;
  }

  absl::Status AddLayer(const KerasModel& model, size_t index, int used_outputs,
                        Made* made) {
    const KerasLayer& layer = model.layers[index];
    made->calls.assign(layer.nodes.size(), -1);
    if (layer.model != nullptr) return AddNested(*layer.model, made);
    const auto text = [&] { return model.LayerPlace(index); };
    const JsonPath place(text);
    if (layer.is_input()) {
      absl::StatusOr<InputDecl> input = ReadKerasInput(layer, place, pool_);
      if (!input.ok()) return input.status();
      made->own = {builder_.AddInput(input->batch_shape, input->dtype,
                                     input->name, input->sparse)};
      return absl::OkStatus();
    }
    absl::StatusOr<uint32_t> number = AddLayerOf(layer, place, used_outputs);
    if (!number.ok()) return number.status();
    made->number = *number;
    made->num_outputs = layer.is_sequential()
                            ? 1
                            : catalogue_
                                  .FindLayer(builder_.graph(),
                                             builder_.graph().layers()[*number])
                                  ->traits()
                                  .num_outputs;
    return absl::OkStatus();
  }

  // A layer with all that it holds; its number in the Graph. Recurses.
  absl::StatusOr<uint32_t> AddLayerOf(const KerasLayer& layer,
                                      const JsonPath& place, int used_outputs) {
    if (layer.model != nullptr) {
      Made nested;
      if (absl::Status s = AddNested(*layer.model, &nested); !s.ok()) return s;
      return nested.number;
    }
    const JsonPath config(place, "config");
    const JsonPath inside(config, layer.is_sequential() ? "layers" : "layer");
    std::vector<uint32_t> children;
    std::vector<const LayerSpec*> specs;
    uint32_t position = 0;
    for (size_t i = 0; i < layer.children.size(); ++i) {
      absl::StatusOr<uint32_t> child =
          AddLayerOf(layer.children[i],
                     layer.is_sequential() ? JsonPath(inside, i) : inside, 1);
      if (!child.ok()) return child.status();
      const LayerDecl& decl = builder_.graph().layers()[*child];
      absl::StatusOr<const LayerSpec*> spec =
          catalogue_.ResolveLayer(builder_.graph(), decl);
      if (!spec.ok()) return spec.status();
      children.push_back(*child);
      specs.push_back(*spec);
      position = std::max(position, decl.position);
    }
    absl::StatusOr<LayerDecl> decl =
        layer.is_sequential()
            ? ReadKerasSequential(layer, place, catalogue_)
            : ReadKerasLayer(layer, place, used_outputs, specs, catalogue_);
    if (!decl.ok()) return decl.status();
    decl->position = position;
    return builder_.AddLayer(*decl, children, {}, {});
  }

  absl::Status AddNested(const KerasModel& model, Made* made) {
    absl::StatusOr<Ends> ends = AddModel(model);
    if (!ends.ok()) return ends.status();
    absl::StatusOr<const LayerSpec*> spec = catalogue_.Resolve(
        pool_.InternConfig(pool_.InternName(kModelKind), {}));
    if (!spec.ok()) return spec.status();
    LayerDecl decl;
    decl.config = (*spec)->config();
    decl.name = NameOf(model);
    decl.position = static_cast<uint32_t>(builder_.graph().calls().size());
    made->number = builder_.AddLayer(decl, {}, ends->inputs, ends->outputs);
    made->num_outputs = static_cast<int>(ends->outputs.size());
    made->own = std::move(ends->outputs);
    return absl::OkStatus();
  }

  absl::Status AddCall(const KerasModel& model, const KerasCall& call,
                       std::vector<Made>* made) {
    const KerasNode& node = model.layers[call.layer].nodes[call.node];
    Made& layer = (*made)[call.layer];
    const auto place = [&] { return model.NodePlace(call.layer, call.node); };
    Refs inputs;
    if (absl::Status s = FindAll(
            model, [&] { return absl::StrCat(place(), ", input "); },
            node.inputs, *made, &inputs);
        !s.ok()) {
      return s;
    }
    layer.calls[call.node] = builder_.AddCall(layer.number, inputs).producer;
    for (const KerasTensorKwarg& kwarg : node.tensor_kwargs) {
      Refs tensors;
      if (absl::Status s = FindAll(
              model, [&] { return absl::StrCat(place(), "/", kwarg.key, "/"); },
              kwarg.tensors, *made, &tensors);
          !s.ok()) {
        return s;
      }
      const Name* key = pool_.InternName(kwarg.key);
      if (kwarg.is_list || tensors.size() != 1) {
        builder_.AddKwarg(key, tensors);
      } else {
        builder_.AddKwarg(key, tensors[0]);
      }
    }
    if (node.kwargs == nullptr) return absl::OkStatus();
    const JsonPath path(place);
    for (const auto& [key, value] : node.kwargs->items()) {
      if (TensorsOfKwarg(value) != nullptr) continue;
      absl::StatusOr<ConfigValue> literal =
          ReadConfigValue(JsonPath(path, key), value, pool_);
      if (!literal.ok()) return literal.status();
      builder_.AddKwarg(pool_.InternName(key), *literal);
    }
    return absl::OkStatus();
  }

  // The tensors of the program for those of the file. `place` and the number of
  // a tensor tell where it is.
  absl::Status FindAll(const KerasModel& model,
                       absl::FunctionRef<std::string()> place,
                       const std::vector<KerasTensor>& tensors,
                       const std::vector<Made>& made, Refs* refs) {
    refs->reserve(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      const KerasTensor& tensor = tensors[i];
      const Made& layer = made[tensor.layer];
      if (layer.num_outputs >= 0 &&
          tensor.tensor >= static_cast<uint32_t>(layer.num_outputs)) {
        return absl::InvalidArgumentError(absl::StrCat(
            place(), i, ": there is no tensor ", tensor.tensor,
            " of the layer ", QuoteForMessage(model.layers[tensor.layer].name),
            ", which has ",
            layer.num_outputs == 1
                ? "one output"
                : absl::StrCat(layer.num_outputs, " outputs"),
            "; use a tensor index below that, counted from 0"));
      }
      const uint32_t first = model.layers[tensor.layer].first_node();
      if (tensor.node < first && layer.own.empty()) {
        return absl::InvalidArgumentError(absl::StrCat(
            place(), i, ": node 0 of the Sequential ",
            QuoteForMessage(model.layers[tensor.layer].name), " is its own, ",
            "not a call; use one of its calls, which count from 1"));
      }
      refs->push_back(
          tensor.node < first
              ? layer.own[tensor.tensor]
              : TensorRef::Call(layer.calls[tensor.node - first],
                                static_cast<int32_t>(tensor.tensor)));
    }
    return absl::OkStatus();
  }

  Catalogue& catalogue_;
  Pool& pool_;
  GraphBuilder builder_;
};

}  // namespace

absl::StatusOr<Graph> GraphFromKerasJson(json document, Catalogue& catalogue) {
  if (NeedsUpgrade(document, catalogue)) {
    UpgradeKerasDocument(&document, catalogue);
  }
  absl::StatusOr<KerasModel> model = ReadKerasDocument(document);
  if (!model.ok()) return model.status();
  return ProgramWriter(catalogue).Write(*model);
}

}  // namespace clonecheck
