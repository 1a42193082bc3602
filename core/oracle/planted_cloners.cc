#include "core/oracle/planted_cloners.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

// Makes the calls of a model again, in their order, with one fault.
template <Fault kFault>
class Copier {
 public:
  explicit Copier(Session& session) : session_(session) {}

  OrRefusal<Model*> Copy(Model& model) {
    std::vector<Tensor*> inputs;
    for (size_t i = 0; i < model.inputs().size(); ++i) {
      const Layer& layer = *model.input_layers()[i];
      inputs.push_back(session_.NewInput(layer.batch_input_shape(),
                                         layer.dtype(), layer.sparse(),
                                         Rename(layer.name())));
      copies_[model.inputs()[i]] = inputs.back();
    }
    if (kFault == Fault::kReversesInputs) {
      std::reverse(inputs.begin(), inputs.end());
    }
    std::vector<Node*> nodes(model.nodes().begin(), model.nodes().end());
    std::sort(nodes.begin(), nodes.end(),
              [](const Node* a, const Node* b) { return a->id() < b->id(); });
    for (Node* node : nodes) {
      if (!node->has_inbound_layers()) continue;
      if (Refusal refusal = Repeat(*node)) return refusal;
    }
    std::vector<Tensor*> outputs;
    for (const Tensor* output : model.outputs()) {
      outputs.push_back(copies_.at(output));
    }
    if (kFault == Fault::kReversesOutputs) {
      std::reverse(outputs.begin(), outputs.end());
    }
    if (kFault == Fault::kDropsLastOutput && outputs.size() > 1) {
      outputs.pop_back();
    }
    return Model::Make(session_, inputs, outputs, model.name());
  }

 private:
  const Name* Rename(const Name* name) {
    if (kFault != Fault::kRenamesLayers) return name;
    return session_.pool().InternName(absl::StrCat("copy_of_", name->text));
  }

  Dict* MaskKeyword(const Value& value) {
    Dict* dict = session_.NewDict();
    dict->Set(session_, session_.kMask, value);
    return dict;
  }

  OrRefusal<Layer*> CopyLayer(Layer& layer) {
    if (kFault == Fault::kKeepsOriginalLayers) return &layer;
    const std::pair<const void*, int> key =
        kFault == Fault::kUnsharesLayers
            ? std::make_pair(static_cast<const void*>(&layer), calls_++)
        : kFault == Fault::kSharesEqualLayers
            ? std::make_pair(static_cast<const void*>(&layer.spec()), 0)
            : std::make_pair(static_cast<const void*>(&layer), 0);
    Layer*& copy = layers_[key];
    if (copy != nullptr) return copy;
    const Name* name = Rename(layer.name());
    if (kFault == Fault::kUnsharesLayers && key.second > 0) {
      name =
          session_.pool().InternName(absl::StrCat(name->text, "_", key.second));
    }
    copy = session_.NewLayer(layer.spec(), name, layer.trainable());
    return copy;
  }

  Refusal Repeat(Node& node) {
    Layer& layer = *node.outbound_layer();
    const LayerKind& kind = layer.spec().kind();
    std::vector<Tensor*> inputs;
    for (const Node::Inbound& input : node.inputs()) {
      inputs.push_back(copies_.at(input.tensor));
    }
    if (kFault == Fault::kSkipsActivations && &kind == &ActivationKind()) {
      copies_[node.output_tensors()[0]] = inputs[0];
      return nullptr;
    }
    if (kFault == Fault::kSwapsInputsOfSubtract && &kind == &SubtractKind()) {
      std::swap(inputs[0], inputs[1]);
    }
    if (kFault == Fault::kRaisesAtDense && &kind == &DenseKind()) {
      Refusal refusal =
          session_.Refuse(errors::kBackend, ErrorArg::Of("a planted fault"));
      refusal->layer = layer.name();
      return refusal;
    }
    const Dict* kwargs = node.arguments();
    if (kFault == Fault::kForgetsMasks && layer.takes_mask()) {
      kwargs = MaskKeyword(Value::Literal(ConfigValue::None()));
    }
    if (kFault == Fault::kKeepsOriginalMasks && layer.takes_mask() &&
        kwargs->empty() && node.inputs()[0].mask != nullptr) {
      kwargs = MaskKeyword(Value::Of(node.inputs()[0].mask));
    }
    OrRefusal<Layer*> copy = CopyLayer(layer);
    if (!copy.ok()) return copy.refusal;
    OrRefusal<Tensors> outputs = copy.value->Call(session_, inputs, kwargs);
    if (!outputs.ok()) return outputs.refusal;
    for (size_t k = 0; k < outputs.value.size(); ++k) {
      copies_[node.output_tensors()[k]] =
          outputs.value[kFault == Fault::kTakesFirstOutputs ? 0 : k];
    }
    return nullptr;
  }

  Session& session_;
  int calls_ = 0;
  std::map<const Tensor*, Tensor*> copies_;
  // No order of addresses shows: entries are only looked up.
  std::map<std::pair<const void*, int>, Layer*> layers_;
};

template <Fault kFault>
OrRefusal<Model*> Clone(Session& session, Model& model, const Tensors*) {
  return Copier<kFault>(session).Copy(model);
}

}  // namespace

const std::vector<PlantedCloner>& PlantedCloners() {
  static const auto* const kAll = new std::vector<PlantedCloner>{
      {"none", Fault::kNone, &Clone<Fault::kNone>},
      {"reverses_outputs", Fault::kReversesOutputs,
       &Clone<Fault::kReversesOutputs>},
      {"drops_last_output", Fault::kDropsLastOutput,
       &Clone<Fault::kDropsLastOutput>},
      {"reverses_inputs", Fault::kReversesInputs,
       &Clone<Fault::kReversesInputs>},
      {"swaps_inputs_of_subtract", Fault::kSwapsInputsOfSubtract,
       &Clone<Fault::kSwapsInputsOfSubtract>},
      {"takes_first_outputs", Fault::kTakesFirstOutputs,
       &Clone<Fault::kTakesFirstOutputs>},
      {"unshares_layers", Fault::kUnsharesLayers,
       &Clone<Fault::kUnsharesLayers>},
      {"shares_equal_layers", Fault::kSharesEqualLayers,
       &Clone<Fault::kSharesEqualLayers>},
      {"keeps_original_layers", Fault::kKeepsOriginalLayers,
       &Clone<Fault::kKeepsOriginalLayers>},
      {"skips_activations", Fault::kSkipsActivations,
       &Clone<Fault::kSkipsActivations>},
      {"forgets_masks", Fault::kForgetsMasks, &Clone<Fault::kForgetsMasks>},
      {"keeps_original_masks", Fault::kKeepsOriginalMasks,
       &Clone<Fault::kKeepsOriginalMasks>},
      {"renames_layers", Fault::kRenamesLayers, &Clone<Fault::kRenamesLayers>},
      {"raises_at_dense", Fault::kRaisesAtDense, &Clone<Fault::kRaisesAtDense>},
  };
  return *kAll;
}

CloneFunction Planted(Fault fault) {
  for (const PlantedCloner& cloner : PlantedCloners()) {
    if (cloner.fault == fault) return cloner.clone;
  }
  return nullptr;
}

}  // namespace clonecheck
