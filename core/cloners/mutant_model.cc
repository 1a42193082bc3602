// A faulty clone of the model itself: its inputs, its outputs, what is given.
#include <algorithm>
#include <vector>

#include "core/cloners/mutant_copier.h"

namespace clonecheck {

MutantCopier::MutantCopier(Session& session, Model& model, Set set)
    : Copier(session),
      model_(model),
      set_(set),
      calls_(session),
      from_config_(session) {}

OrRefusal<Model*> MutantCopier::CopyMutated(const Tensors* given) {
  if (Has(PlantedFault::kThawOriginal)) {
    for (Layer* layer : model_.layers()) {
      layer->set_trainable(session_, true);
    }
  }
  if (Has(PlantedFault::kIgnoreGiven)) given = nullptr;
  given_ = given != nullptr;
  if (Has(PlantedFault::kCallOriginal)) return CallOriginal(given);
  return Copy(model_, given);
}

absl::Span<Tensor*> MutantCopier::Writable(Tensors tensors) {
  Tensor** copy = session_.arena().NewUnset<Tensor*>(tensors.size());
  std::copy(tensors.begin(), tensors.end(), copy);
  return absl::MakeSpan(copy, tensors.size());
}

Tensors MutantCopier::Reversed(Tensors tensors) {
  absl::Span<Tensor*> copy = Writable(tensors);
  std::reverse(copy.begin(), copy.end());
  return copy;
}

OrRefusal<Model*> MutantCopier::CallOriginal(const Tensors* given) {
  ArenaVector<Tensor*> inputs;
  for (size_t i = 0; i < model_.inputs().size(); ++i) {
    const Layer& layer = *model_.input_layers()[i];
    inputs.push_back(
        session_.arena(),
        given != nullptr && i < given->size()
            ? (*given)[i]
            : session_.NewInput(layer.batch_input_shape(), layer.dtype(),
                                layer.sparse(), layer.name()));
  }
  const Tensors made = absl::MakeConstSpan(inputs.data(), inputs.size());
  OrRefusal<Tensors> outputs = model_.Call(session_, made);
  if (!outputs.ok()) return outputs.refusal;
  return Model::Make(session_, made, outputs.value, model_.name());
}

void MutantCopier::Give(Model& model, Tensors given) {
  if (Has(PlantedFault::kReverseGiven)) given = Reversed(given);
  if (Has(PlantedFault::kWrapGiven)) {
    absl::Span<Tensor*> wrapped = Writable(given);
    for (Tensor*& tensor : wrapped) {
      tensor = session_.NewInput(tensor->shape, tensor->dtype,
                                 /*sparse=*/false, nullptr);
    }
    given = wrapped;
  }
  Copier::Give(model, given);
  if (!Has(PlantedFault::kCallInputLayer)) return;
  for (size_t i = 0; i < model.inputs().size(); ++i) {
    Tensor* input = tensors_[model.inputs()[i]];
    Layer* layer =
        session_
            .NewInput(input->shape, input->dtype,
                      /*sparse=*/false, model.input_layers()[i]->name())
            ->layer;
    OrRefusal<Tensors> called = layer->Call(session_, Tensors(&input, 1));
    if (!called.ok()) continue;
    called_[input] = called.value[0];
  }
}

Refusal MutantCopier::MakeInput(Node* node) {
  Layer* layer = node->outbound_layer();
  const Shape* shape = layer->batch_input_shape();
  if (Has(PlantedFault::kAnyBatch) && shape->rank > 0) {
    std::vector<int32_t> dims(shape->dims().begin(), shape->dims().end());
    dims[0] = kUnknownDim;
    shape = session_.pool().InternShape(dims);
  }
  Tensor* input = session_.NewInput(
      shape, Has(PlantedFault::kFloatInputs) ? DType::kFloat32 : layer->dtype(),
      layer->sparse() != Has(PlantedFault::kSparseInputs),
      Has(PlantedFault::kUnnamedInputs) ? nullptr : layer->name());
  layers_[layer] = input->layer;
  tensors_[node->output_tensors()[0]] = input;
  return nullptr;
}

OrRefusal<Model*> MutantCopier::MakeModel(Model& original, Tensors inputs,
                                          Tensors outputs) {
  if (&original != &model_) {
    return Copier::MakeModel(original, inputs, outputs);
  }
  if (Has(PlantedFault::kLatestOutput)) {
    absl::Span<Tensor*> latest = Writable(outputs);
    for (Tensor*& tensor : latest) {
      const Node& last = *tensor->layer->inbound_nodes().back();
      const size_t k = static_cast<size_t>(tensor->tensor_index);
      if (k < last.output_tensors().size()) tensor = last.output_tensors()[k];
    }
    outputs = latest;
  }
  if (Has(PlantedFault::kReverseInputs)) inputs = Reversed(inputs);
  if (Has(PlantedFault::kReverseOutputs)) outputs = Reversed(outputs);
  if (Has(PlantedFault::kDropLastOutput) && outputs.size() > 1) {
    outputs = outputs.subspan(0, outputs.size() - 1);
  }
  if (Has(PlantedFault::kMergeOutputs)) {
    ArenaVector<Tensor*> distinct;
    for (Tensor* output : outputs) {
      if (std::find(distinct.begin(), distinct.end(), output) ==
          distinct.end()) {
        distinct.push_back(session_.arena(), output);
      }
    }
    outputs = absl::MakeConstSpan(distinct.data(), distinct.size());
  }
  if (Has(PlantedFault::kDropUnusedInputs)) inputs = Used(inputs, outputs);
  return Model::Make(
      session_, inputs, outputs,
      Has(PlantedFault::kUnnamedModel) ? nullptr : original.name());
}

Tensors MutantCopier::Used(Tensors inputs, Tensors outputs) {
  ArenaVector<Tensor*> used;
  for (Tensor* input : inputs) {
    if (!input->layer->outbound_nodes().empty() ||
        std::find(outputs.begin(), outputs.end(), input) != outputs.end()) {
      used.push_back(session_.arena(), input);
    }
  }
  return absl::MakeConstSpan(used.data(), used.size());
}

}  // namespace clonecheck
