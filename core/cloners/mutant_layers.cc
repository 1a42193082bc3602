// Faulty copies of layers: shared, unshared, renamed, changed, not copied.
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/cloners/mutant_copier.h"

namespace clonecheck {

bool MutantCopier::IsStateless(const Layer& layer) {
  ArenaVector<Variable*> weights;
  layer.AppendWeights(session_.arena(), &weights);
  return layer.built() && weights.empty();
}

bool MutantCopier::Unshares(Layer& layer) {
  if (layer.as_model() != nullptr || layer.inner() != nullptr ||
      layer.is_input_layer()) {
    return false;
  }
  return Has(PlantedFault::kUnshareLayers) ||
         (Has(PlantedFault::kUnshareStateless) && IsStateless(layer));
}

bool MutantCopier::IsCopy(const Model& model) const {
  for (Layer* layer : session_.layers()) {
    if (layer == &model) return false;
    if (layer->name() == model.name() && layer->as_model() != nullptr) {
      return true;
    }
  }
  return false;
}

bool MutantCopier::IsMaskUnused(const Layer& layer) const {
  const ConfigValue* mask = layer.spec().config()->Find("mask");
  if (layer.spec().num_outputs() > 1 || mask == nullptr ||
      mask->string->text != "nonzero") {
    return false;
  }
  for (const Tensor* output : model_.outputs()) {
    if (output->layer == &layer) return false;
  }
  // In a nested Model it may be that one's output.
  for (const Node* node : layer.inbound_nodes()) {
    const auto nodes = model_.nodes();
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
      return false;
    }
  }
  for (const Node* user : layer.outbound_nodes()) {
    const LayerSpec& next = user->outbound_layer()->spec();
    const ConfigValue* function = next.config()->Find("function");
    if (next.kind().class_name() != "Lambda" ||
        next.traits().supports_masking || function == nullptr ||
        absl::StartsWith(function->string->text, "mask_")) {
      return false;
    }
  }
  return true;
}

OrRefusal<Layer*> MutantCopier::CopyLayer(Layer* layer) {
  const bool is_model = layer->as_model() != nullptr;
  const bool unshares = Unshares(*layer);
  if (layers_[layer] != nullptr && !unshares) return layers_[layer];
  if (is_model || layer->inner() != nullptr) return Copier::CopyLayer(layer);
  if (Has(PlantedFault::kOriginalLayers)) return layer;
  if (Has(PlantedFault::kOriginalStateless) && IsStateless(*layer))
    return layer;
  if (Has(PlantedFault::kAdoptCopies) && IsCopy(model_)) return layer;
  if (Has(PlantedFault::kShareEqualLayers)) {
    for (const auto& [original, copy] : made_) {
      if (&original->spec() == &layer->spec()) return copy;
    }
  }
  if (Has(PlantedFault::kReuseNamesakes) && !given_) {
    // As a table of layers by name would, if it outlived a clone.
    const auto layers = session_.layers();
    for (size_t i = layers.size(); i-- > 0;) {
      if (layers[i] == layer || layers[i]->name() != layer->name()) continue;
      if (layers[i]->id() > layer->id() &&
          &layers[i]->spec() == &layer->spec()) {
        return layers[i];
      }
    }
  }
  LayerConfig config = layer->GetConfig(session_);
  if (Has(PlantedFault::kAutomaticNames)) config.name = nullptr;
  if (Has(PlantedFault::kPrefixNames)) {
    config.name =
        session_.pool().InternName(absl::StrCat("copy_of_", config.name->text));
  }
  if (unshares && layers_[layer] != nullptr) {
    config.name = session_.pool().InternName(
        absl::StrCat(config.name->text, "_", ++copies_));
  }
  if (Has(PlantedFault::kAllTrainable)) config.trainable = true;
  if (Has(PlantedFault::kFreeze)) config.trainable = false;
  bool defaults = false;
  if (Has(PlantedFault::kDefaultConfig)) {
    Pool& pool = session_.pool();
    const Config* empty = pool.InternConfig(
        pool.InternName(layer->spec().kind().class_name()), {});
    auto spec = session_.catalogue().Resolve(empty);
    if (spec.ok()) {
      config.spec = *spec;
      defaults = true;
    }
  }
  OrRefusal<Layer*> made = Layer::FromConfig(session_, config);
  if (!made.ok()) return made;
  const bool forgets =
      Has(PlantedFault::kForgetMaskFunction) ||
      (Has(PlantedFault::kForgetUnusedMask) && IsMaskUnused(*layer));
  if (!forgets && !defaults) {
    if (Refusal r = made.value->CopyUnsavedAttributes(session_, *layer)) {
      return r;
    }
  }
  layers_[layer] = made.value;
  made_.emplace_back(layer, made.value);
  return made;
}

OrRefusal<Layer*> MutantCopier::FromConfig(Layer* layer) {
  OrRefusal<Layer*> made =
      Layer::FromConfig(session_, layer->GetConfig(session_));
  if (made.ok()) layers_[layer] = made.value;
  return made;
}

OrRefusal<Layer*> MutantCopier::CopySequential(Sequential& original) {
  if (Has(PlantedFault::kSequentialFromConfig) && &original != &model_) {
    return FromConfig(&original);
  }
  if (Has(PlantedFault::kUnshareInSequentials) && &original != &model_) {
    std::vector<Layer*> known;
    for (Layer* child : original.layers()) {
      // Models have been copied with what is around them, and cannot be again.
      Model* const model = child->as_model();
      const bool stays = model != nullptr && model->as_sequential() == nullptr;
      known.push_back(stays ? layers_[child]
                            : std::exchange(layers_[child], nullptr));
    }
    OrRefusal<Layer*> copy = Copier::CopySequential(original);
    for (size_t i = 0; i < known.size(); ++i) {
      layers_[original.layers()[i]] = known[i];
    }
    return copy;
  }
  return Copier::CopySequential(original);
}

OrRefusal<Layer*> MutantCopier::CopyWrapper(const Layer& layer) {
  if (Has(PlantedFault::kWrapperFromConfig)) {
    return FromConfig(const_cast<Layer*>(&layer));
  }
  if (Has(PlantedFault::kOriginalInner) && layer.spec().traits().runs_inner &&
      layer.inner()->inbound_nodes().empty()) {
    return session_.NewLayer(layer.spec(), layer.name(), layer.trainable(),
                             layer.inner());
  }
  return Copier::CopyWrapper(layer);
}

}  // namespace clonecheck
