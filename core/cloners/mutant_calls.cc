// Faulty calls: other inputs, outputs, Models; masks and keyword arguments.
#include <algorithm>
#include <utility>

#include "core/cloners/mutant_copier.h"

namespace clonecheck {

Refusal MutantCopier::Repeat(Node* node) {
  Layer* layer = node->outbound_layer();
  const LayerSpec& spec = layer->spec();
  if (node->has_inbound_layers() && node->inputs().size() == 1 &&
      node->output_tensors().size() == 1) {
    const bool skipped =
        (Has(PlantedFault::kSkipIdentities) && spec.traits().is_identity) ||
        (Has(PlantedFault::kSkipActivations) &&
         spec.kind().class_name() == "Activation");
    if (skipped) {
      tensors_[node->output_tensors()[0]] = MapTensor(node->inputs()[0].tensor);
      return nullptr;
    }
  }
  return Copier::Repeat(node);
}

OrRefusal<Tensors> MutantCopier::CallCopy(Node& node, Layer& layer,
                                          Tensors inputs, const Dict* kwargs) {
  absl::Span<Tensor*> edited = Writable(inputs);
  for (Tensor*& tensor : edited) {
    const auto called = called_.find(tensor);
    if (called != called_.end()) tensor = called->second;
  }
  kwargs = EditMasks(node, layer, kwargs);
  if (Has(PlantedFault::kWriteArguments) && layer.takes_mask() &&
      node.arguments()->Find(session_.kMask) == nullptr) {
    node.arguments()->Set(session_, session_.kMask,
                          Value::Literal(ConfigValue::None()));
  }
  bool is_list = inputs.size() != 1;
  const bool has_states = node.outbound_layer()->spec().traits().num_states > 0;
  if (!has_states) {
    if (Has(PlantedFault::kSwapInputs) && edited.size() > 1) {
      std::swap(edited[0], edited[1]);
    }
    if (Has(PlantedFault::kRepeatFirstInput)) {
      std::fill(edited.begin(), edited.end(), edited[0]);
    }
    if (Has(PlantedFault::kDropLastInput) && edited.size() > 2) {
      edited = edited.subspan(0, edited.size() - 1);
    }
    if (Has(PlantedFault::kBareInput) && edited.size() > 1) {
      edited = edited.subspan(0, 1);
      is_list = false;
    }
  } else if (Has(PlantedFault::kForgetStates)) {
    edited = edited.subspan(0, 1);
    is_list = false;
  } else if (Has(PlantedFault::kSwapStates) && edited.size() > 2) {
    std::swap(edited[1], edited[2]);
  }
  if (Model* nested = node.outbound_layer()->as_model()) {
    if (Has(PlantedFault::kNestedOriginal)) {
      return nested->Call(session_, edited, is_list, kwargs);
    }
    const bool anew = Has(PlantedFault::kNestedAnew) && calls_[nested]++ > 0;
    if (Has(PlantedFault::kNestedFromConfig) || anew) {
      Layer*& known = layers_[nested];
      if (anew || known == nullptr || from_config_[nested] == 0) {
        OrRefusal<Layer*> made =
            Layer::FromConfig(session_, nested->GetConfig(session_));
        if (!made.ok()) return made.refusal;
        from_config_[nested] = 1;
        known = made.value;
      }
      return known->Call(session_, edited, is_list, kwargs);
    }
    if (Has(PlantedFault::kInlineNested) &&
        nested->as_sequential() == nullptr &&
        nested->layers().size() == nested->input_layers().size() + 1 &&
        nested->outputs().size() == 1 &&
        nested->inputs().size() == edited.size()) {
      return Inline(*nested, edited);
    }
  }
  if (Has(PlantedFault::kCallTwice)) {
    OrRefusal<Tensors> first = layer.Call(session_, edited, is_list, kwargs);
    if (!first.ok()) return first;
  }
  return layer.Call(session_, edited, is_list, kwargs);
}

OrRefusal<Tensors> MutantCopier::Inline(Model& nested, Tensors inputs) {
  for (Node* inner : nested.nodes()) {
    if (!inner->has_inbound_layers()) continue;
    ArenaVector<Tensor*> mapped;
    for (const Node::Inbound& input : inner->inputs()) {
      for (size_t i = 0; i < nested.inputs().size(); ++i) {
        if (nested.inputs()[i] != input.tensor) continue;
        mapped.push_back(session_.arena(), inputs[i]);
      }
    }
    OrRefusal<Layer*> copy = CopyLayer(inner->outbound_layer());
    if (!copy.ok()) return copy.refusal;
    return copy.value->Call(session_,
                            absl::MakeConstSpan(mapped.data(), mapped.size()));
  }
  return inputs;
}

void MutantCopier::MapOutputs(const Node& node, Tensors outputs) {
  const Tensors originals = node.output_tensors();
  for (size_t k = 0; k < outputs.size() && k < originals.size(); ++k) {
    size_t from = k;
    if (Has(PlantedFault::kFirstOutput)) from = 0;
    if (Has(PlantedFault::kSwapOutputs) && outputs.size() > 1 && k < 2) {
      from = 1 - k;
    }
    if (Has(PlantedFault::kLoseOutputs) && k > 0) continue;
    if (Has(PlantedFault::kLoseLastOutput) && k > 0 &&
        k + 1 == outputs.size()) {
      continue;
    }
    Tensor* output = outputs[from];
    if (Has(PlantedFault::kFirstCall)) {
      const Node& first = *output->layer->inbound_nodes()[0];
      const size_t index = static_cast<size_t>(output->tensor_index);
      if (first.has_inbound_layers() && index < first.output_tensors().size()) {
        output = first.output_tensors()[index];
      }
    }
    tensors_[originals[k]] = output;
  }
}

}  // namespace clonecheck
