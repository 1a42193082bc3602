#include "core/cloners/mutants.h"

#include <algorithm>
#include <bitset>
#include <functional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/cloners/copier.h"
#include "core/engine/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

class MutantCopier : public Copier {
 public:
  using Set = std::bitset<128>;

  MutantCopier(Session& session, Model& model, Set set)
      : Copier(session),
        model_(model),
        set_(set),
        calls_(session),
        from_config_(session) {}

  OrRefusal<Model*> CopyMutated(const Tensors* given) {
    if (Has(Mutation::kThawOriginal)) {
      for (Layer* layer : model_.layers()) {
        layer->set_trainable(session_, true);
      }
    }
    if (Has(Mutation::kIgnoreGiven)) given = nullptr;
    given_ = given != nullptr;
    if (Has(Mutation::kCallOriginal)) return CallOriginal(given);
    return Copy(model_, given);
  }

 protected:
  bool Has(Mutation mutation) const {
    return set_[static_cast<size_t>(mutation)];
  }
  absl::Span<Tensor*> Writable(Tensors tensors) {
    Tensor** copy = session_.arena().NewUnset<Tensor*>(tensors.size());
    std::copy(tensors.begin(), tensors.end(), copy);
    return absl::MakeSpan(copy, tensors.size());
  }
  Tensors Reversed(Tensors tensors) {
    absl::Span<Tensor*> copy = Writable(tensors);
    std::reverse(copy.begin(), copy.end());
    return copy;
  }

  // ---- Order and the original ----

  void Order(absl::Span<Node*> nodes) override {
    Copier::Order(nodes);
    if (Has(Mutation::kDepthFirst)) return OrderDepthFirst(nodes);
    if (!Has(Mutation::kByDepth) && !Has(Mutation::kReverseFirstCalls)) return;
    // Distance from the inputs.
    NodeMap<int64_t> height(session_);
    for (Node* node : nodes) {
      for (const Node* needed : Needed(*node)) {
        height[node] = std::max(height[node], height[needed] + 1);
      }
    }
    const auto key = [&](Node* node) {
      const int64_t id = node->id();
      if (Has(Mutation::kByDepth)) return std::make_pair(height[node], id);
      return height[node] == 1
                 ? std::make_pair(int64_t{1}, -id)
                 : std::make_pair(height[node] == 0 ? int64_t{0} : 2, id);
    };
    std::sort(nodes.begin(), nodes.end(),
              [&](Node* a, Node* b) { return key(a) < key(b); });
  }

  void OrderDepthFirst(absl::Span<Node*> nodes) {
    NodeMap<uint8_t> done(session_);
    NodeMap<uint8_t> wanted(session_);
    for (const Node* node : nodes) wanted[node] = 1;
    std::vector<Node*> order;
    const std::function<void(Node*)> visit = [&](Node* node) {
      if (done[node] != 0) return;
      done[node] = 1;
      const std::vector<Node*> needed = Needed(*node);
      for (size_t i = needed.size(); i-- > 0;) visit(needed[i]);
      if (wanted[node] != 0) order.push_back(node);
    };
    for (size_t i = nodes.size(); i-- > 0;) visit(nodes[i]);
    std::copy(order.begin(), order.end(), nodes.begin());
  }

  // What has to be there before `node` can be made again.
  std::vector<Node*> Needed(const Node& node) {
    std::vector<Node*> needed;
    const auto add = [&](const Tensor* tensor) {
      if (tensor != nullptr && tensor->layer != nullptr) {
        needed.push_back(Source(*tensor));
      }
    };
    Layer* layer = node.outbound_layer();
    if (!node.has_inbound_layers()) {
      Model* model = layer->as_model();
      if (model == nullptr) return needed;
      if (model->as_sequential() != nullptr) {
        AddConstruction(*layer, &needed);
      } else {
        for (Layer* input : model->input_layers()) {
          needed.push_back(input->inbound_nodes()[0]);
        }
        for (Node* inner : model->nodes()) needed.push_back(inner);
      }
      needed.erase(std::remove(needed.begin(), needed.end(), &node),
                   needed.end());
      return needed;
    }
    for (const Node::Inbound& input : node.inputs()) {
      if (input.layer == nullptr) continue;
      needed.push_back(input.layer->inbound_nodes()[input.node_index]);
    }
    for (const Dict::Entry& entry : node.arguments()->entries()) {
      add(entry.value.tensor);
      if (entry.value.type != Value::Type::kTensorList) continue;
      for (const Tensor* tensor : entry.value.list()) add(tensor);
    }
    AddConstruction(*layer, &needed);
    return needed;
  }
  // The nodes that stand for the construction of Models in `layer`.
  static void AddConstruction(Layer& layer, std::vector<Node*>* needed) {
    if (layer.inner() != nullptr) AddConstruction(*layer.inner(), needed);
    Model* model = layer.as_model();
    if (model == nullptr) return;
    if (model->as_sequential() == nullptr) {
      needed->push_back(OwnNode(layer));
      return;
    }
    for (Layer* child : model->layers()) AddConstruction(*child, needed);
    if (!layer.inbound_nodes().empty()) needed->push_back(OwnNode(layer));
  }

  // Model(inputs, original(inputs)).
  OrRefusal<Model*> CallOriginal(const Tensors* given) {
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

  // ---- Inputs of the model ----

  void Give(Model& model, Tensors given) override {
    if (Has(Mutation::kReverseGiven)) given = Reversed(given);
    if (Has(Mutation::kWrapGiven)) {
      absl::Span<Tensor*> wrapped = Writable(given);
      for (Tensor*& tensor : wrapped) {
        tensor = session_.NewInput(tensor->shape, tensor->dtype,
                                   /*sparse=*/false, nullptr);
      }
      given = wrapped;
    }
    Copier::Give(model, given);
    if (!Has(Mutation::kCallInputLayer)) return;
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

  Refusal MakeInput(Node* node) override {
    Layer* layer = node->outbound_layer();
    const Shape* shape = layer->batch_input_shape();
    if (Has(Mutation::kAnyBatch) && shape->rank > 0) {
      std::vector<int32_t> dims(shape->dims().begin(), shape->dims().end());
      dims[0] = kUnknownDim;
      shape = session_.pool().InternShape(dims);
    }
    Tensor* input = session_.NewInput(
        shape, Has(Mutation::kFloatInputs) ? DType::kFloat32 : layer->dtype(),
        layer->sparse() != Has(Mutation::kSparseInputs),
        Has(Mutation::kUnnamedInputs) ? nullptr : layer->name());
    layers_[layer] = input->layer;
    tensors_[node->output_tensors()[0]] = input;
    return nullptr;
  }

  OrRefusal<Model*> MakeModel(Model& original, Tensors inputs,
                              Tensors outputs) override {
    if (&original != &model_) {
      return Copier::MakeModel(original, inputs, outputs);
    }
    if (Has(Mutation::kLatestOutput)) {
      absl::Span<Tensor*> latest = Writable(outputs);
      for (Tensor*& tensor : latest) {
        const Node& last = *tensor->layer->inbound_nodes().back();
        const size_t k = static_cast<size_t>(tensor->tensor_index);
        if (k < last.output_tensors().size()) tensor = last.output_tensors()[k];
      }
      outputs = latest;
    }
    if (Has(Mutation::kReverseInputs)) inputs = Reversed(inputs);
    if (Has(Mutation::kReverseOutputs)) outputs = Reversed(outputs);
    if (Has(Mutation::kDropLastOutput) && outputs.size() > 1) {
      outputs = outputs.subspan(0, outputs.size() - 1);
    }
    if (Has(Mutation::kMergeOutputs)) {
      ArenaVector<Tensor*> distinct;
      for (Tensor* output : outputs) {
        if (std::find(distinct.begin(), distinct.end(), output) ==
            distinct.end()) {
          distinct.push_back(session_.arena(), output);
        }
      }
      outputs = absl::MakeConstSpan(distinct.data(), distinct.size());
    }
    if (Has(Mutation::kDropUnusedInputs)) inputs = Used(inputs, outputs);
    return Model::Make(
        session_, inputs, outputs,
        Has(Mutation::kUnnamedModel) ? nullptr : original.name());
  }
  // Of `inputs` those whose layers some call uses or that are outputs.
  Tensors Used(Tensors inputs, Tensors outputs) {
    ArenaVector<Tensor*> used;
    for (Tensor* input : inputs) {
      if (!input->layer->outbound_nodes().empty() ||
          std::find(outputs.begin(), outputs.end(), input) != outputs.end()) {
        used.push_back(session_.arena(), input);
      }
    }
    return absl::MakeConstSpan(used.data(), used.size());
  }

  // ---- Layers ----

  bool IsStateless(const Layer& layer) {
    ArenaVector<Variable*> weights;
    layer.AppendWeights(session_.arena(), &weights);
    return layer.built() && weights.empty();
  }
  bool Unshares(Layer& layer) {
    if (layer.as_model() != nullptr || layer.inner() != nullptr ||
        layer.is_input_layer()) {
      return false;
    }
    return Has(Mutation::kUnshareLayers) ||
           (Has(Mutation::kUnshareStateless) && IsStateless(layer));
  }
  // Whether an older Model has its name.
  bool IsCopy(const Model& model) const {
    for (Layer* layer : session_.layers()) {
      if (layer == &model) return false;
      if (layer->name() == model.name() && layer->as_model() != nullptr) {
        return true;
      }
    }
    return false;
  }
  // Whether its outputs go to Lambdas only that look at no mask.
  bool IsMaskUnused(const Layer& layer) const {
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
      if (&next.kind() != &LambdaKind() || next.traits().supports_masking ||
          function == nullptr ||
          absl::StartsWith(function->string->text, "mask_")) {
        return false;
      }
    }
    return true;
  }

  OrRefusal<Layer*> CopyLayer(Layer* layer) override {
    const bool is_model = layer->as_model() != nullptr;
    const bool unshares = Unshares(*layer);
    if (layers_[layer] != nullptr && !unshares) return layers_[layer];
    if (is_model || layer->inner() != nullptr) return Copier::CopyLayer(layer);
    if (Has(Mutation::kOriginalLayers)) return layer;
    if (Has(Mutation::kOriginalStateless) && IsStateless(*layer)) return layer;
    if (Has(Mutation::kAdoptCopies) && IsCopy(model_)) return layer;
    if (Has(Mutation::kShareEqualLayers)) {
      for (const auto& [original, copy] : made_) {
        if (&original->spec() == &layer->spec()) return copy;
      }
    }
    if (Has(Mutation::kReuseNamesakes) && !given_) {
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
    if (Has(Mutation::kAutomaticNames)) config.name = nullptr;
    if (Has(Mutation::kPrefixNames)) {
      config.name = session_.pool().InternName(
          absl::StrCat("copy_of_", config.name->text));
    }
    if (unshares && layers_[layer] != nullptr) {
      config.name = session_.pool().InternName(
          absl::StrCat(config.name->text, "_", ++copies_));
    }
    if (Has(Mutation::kAllTrainable)) config.trainable = true;
    if (Has(Mutation::kFreeze)) config.trainable = false;
    bool defaults = false;
    if (Has(Mutation::kDefaultConfig)) {
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
        Has(Mutation::kForgetMaskFunction) ||
        (Has(Mutation::kForgetUnusedMask) && IsMaskUnused(*layer));
    if (!forgets && !defaults) {
      made.value->CopyUnsavedAttributes(*layer);
    }
    layers_[layer] = made.value;
    made_.emplace_back(layer, made.value);
    return made;
  }

  OrRefusal<Layer*> FromConfig(Layer* layer) {
    OrRefusal<Layer*> made =
        Layer::FromConfig(session_, layer->GetConfig(session_));
    if (made.ok()) layers_[layer] = made.value;
    return made;
  }

  OrRefusal<Layer*> CopySequential(Sequential& original) override {
    if (Has(Mutation::kSequentialFromConfig) && &original != &model_) {
      return FromConfig(&original);
    }
    if (Has(Mutation::kUnshareInSequentials) && &original != &model_) {
      std::vector<Layer*> known;
      for (Layer* child : original.layers()) {
        known.push_back(std::exchange(layers_[child], nullptr));
      }
      OrRefusal<Layer*> copy = Copier::CopySequential(original);
      for (size_t i = 0; i < known.size(); ++i) {
        layers_[original.layers()[i]] = known[i];
      }
      return copy;
    }
    return Copier::CopySequential(original);
  }

  OrRefusal<Layer*> CopyWrapper(const Layer& layer) override {
    if (Has(Mutation::kWrapperFromConfig)) {
      return FromConfig(const_cast<Layer*>(&layer));
    }
    if (Has(Mutation::kOriginalInner)) {
      return session_.NewLayer(layer.spec(), layer.name(), layer.trainable(),
                               layer.inner());
    }
    return Copier::CopyWrapper(layer);
  }

  // ---- Calls ----

  Refusal Repeat(Node* node) override {
    Layer* layer = node->outbound_layer();
    const LayerSpec& spec = layer->spec();
    if (node->has_inbound_layers() && node->inputs().size() == 1 &&
        node->output_tensors().size() == 1) {
      const bool skipped =
          (Has(Mutation::kSkipIdentities) && spec.traits().is_identity) ||
          (Has(Mutation::kSkipActivations) &&
           &spec.kind() == &ActivationKind());
      if (skipped) {
        tensors_[node->output_tensors()[0]] =
            MapTensor(node->inputs()[0].tensor);
        return nullptr;
      }
    }
    return Copier::Repeat(node);
  }

  OrRefusal<Tensors> CallCopy(Node& node, Layer& layer, Tensors inputs,
                              const Dict* kwargs) override {
    absl::Span<Tensor*> edited = Writable(inputs);
    for (Tensor*& tensor : edited) {
      const auto called = called_.find(tensor);
      if (called != called_.end()) tensor = called->second;
    }
    kwargs = EditMasks(node, layer, kwargs);
    if (Has(Mutation::kWriteArguments) && layer.takes_mask() &&
        node.arguments()->Find(session_.kMask) == nullptr) {
      node.arguments()->Set(session_, session_.kMask,
                            Value::Literal(ConfigValue::None()));
    }
    bool is_list = inputs.size() != 1;
    const bool has_states =
        node.outbound_layer()->spec().traits().num_states > 0;
    if (!has_states) {
      if (Has(Mutation::kSwapInputs) && edited.size() > 1) {
        std::swap(edited[0], edited[1]);
      }
      if (Has(Mutation::kRepeatFirstInput)) {
        std::fill(edited.begin(), edited.end(), edited[0]);
      }
      if (Has(Mutation::kDropLastInput) && edited.size() > 2) {
        edited = edited.subspan(0, edited.size() - 1);
      }
      if (Has(Mutation::kBareInput) && edited.size() > 1) {
        edited = edited.subspan(0, 1);
        is_list = false;
      }
    } else if (Has(Mutation::kForgetStates)) {
      edited = edited.subspan(0, 1);
      is_list = false;
    } else if (Has(Mutation::kSwapStates) && edited.size() > 2) {
      std::swap(edited[1], edited[2]);
    }
    if (Model* nested = node.outbound_layer()->as_model()) {
      if (Has(Mutation::kNestedOriginal)) {
        return nested->Call(session_, edited, is_list, kwargs);
      }
      const bool anew = Has(Mutation::kNestedAnew) && calls_[nested]++ > 0;
      if (Has(Mutation::kNestedFromConfig) || anew) {
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
      if (Has(Mutation::kInlineNested) && nested->as_sequential() == nullptr &&
          nested->layers().size() == nested->input_layers().size() + 1 &&
          nested->outputs().size() == 1 &&
          nested->inputs().size() == edited.size()) {
        return Inline(*nested, edited);
      }
    }
    if (Has(Mutation::kCallTwice)) {
      OrRefusal<Tensors> first = layer.Call(session_, edited, is_list, kwargs);
      if (!first.ok()) return first;
    }
    return layer.Call(session_, edited, is_list, kwargs);
  }
  // The one call of a Model with one layer.
  OrRefusal<Tensors> Inline(Model& nested, Tensors inputs) {
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
      return copy.value->Call(
          session_, absl::MakeConstSpan(mapped.data(), mapped.size()));
    }
    return inputs;
  }

  void MapOutputs(const Node& node, Tensors outputs) override {
    const Tensors originals = node.output_tensors();
    for (size_t k = 0; k < outputs.size() && k < originals.size(); ++k) {
      size_t from = k;
      if (Has(Mutation::kFirstOutput)) from = 0;
      if (Has(Mutation::kSwapOutputs) && outputs.size() > 1 && k < 2) {
        from = 1 - k;
      }
      if (Has(Mutation::kLoseOutputs) && k > 0) continue;
      if (Has(Mutation::kLoseLastOutput) && k > 0 && k + 1 == outputs.size()) {
        continue;
      }
      Tensor* output = outputs[from];
      if (Has(Mutation::kFirstCall)) {
        const Node& first = *output->layer->inbound_nodes()[0];
        const size_t index = static_cast<size_t>(output->tensor_index);
        if (first.has_inbound_layers() &&
            index < first.output_tensors().size()) {
          output = first.output_tensors()[index];
        }
      }
      tensors_[originals[k]] = output;
    }
  }

  // ---- Keyword arguments ----

  // The keyword arguments with another `mask`.
  const Dict* EditMasks(const Node& node, const Layer& layer,
                        const Dict* kwargs) {
    if (!layer.takes_mask()) return kwargs;
    const bool is_model = node.outbound_layer()->as_model() != nullptr;
    const bool given =
        kwargs != nullptr && kwargs->Find(session_.kMask) != nullptr;
    const auto with = [&](const Value& mask) {
      Dict* dict = session_.NewDict();
      if (kwargs != nullptr) {
        for (const Dict::Entry& entry : kwargs->entries()) {
          dict->Set(session_, entry.key, entry.value);
        }
      }
      dict->Set(session_, session_.kMask, mask);
      return dict;
    };
    const Value none = Value::Literal(ConfigValue::None());
    const bool masked =
        std::any_of(node.inputs().begin(), node.inputs().end(),
                    [](const Node::Inbound& i) { return i.mask != nullptr; });
    if (Has(Mutation::kDropMasks)) return with(none);
    if (given) return kwargs;
    if (Has(Mutation::kMaskNone) && !masked && !is_model) return with(none);
    if (Has(Mutation::kOriginalMasks) && masked && node.inputs().size() == 1) {
      return with(Value::Of(node.inputs()[0].mask));
    }
    return kwargs;
  }

  const Dict* MapArguments(const Node& node) override {
    if (Has(Mutation::kForgetArguments)) return nullptr;
    const Dict* mapped = Copier::MapArguments(node);
    Dict* edited = session_.NewDict();
    for (const Dict::Entry& entry : mapped->entries()) {
      const Value* original = node.arguments()->Find(entry.key);
      Value value = entry.value;
      if (entry.key == session_.kMask) {
        const bool is_none = value.type == Value::Type::kLiteral;
        if (Has(Mutation::kForgetMaskKeyword) && !is_none) continue;
        if (Has(Mutation::kForgetMaskNone) && is_none) continue;
      }
      if (entry.key == session_.kTraining) {
        if (Has(Mutation::kForgetTraining)) continue;
        if (Has(Mutation::kFlipTraining) &&
            value.literal.type == ConfigValue::Type::kBool) {
          value = Value::Literal(ConfigValue::Bool(!value.literal.boolean));
        }
      }
      if (entry.key == session_.kInitialState) {
        if (Has(Mutation::kForgetStates)) continue;
        if (Has(Mutation::kSwapStates) &&
            value.type == Value::Type::kTensorList) {
          value = Value::List(Reversed(value.list()));
        }
      }
      if (Has(Mutation::kOriginalTensors) && original != nullptr) {
        value = *original;
      }
      edited->Set(session_, entry.key, value);
    }
    if (Has(Mutation::kStatesTwice)) {
      const Value* states = node.arguments()->Find(session_.kInitialState);
      if (states != nullptr) {
        edited->Set(session_, session_.kInitialState, *states);
      }
    }
    return edited;
  }

 private:
  Model& model_;
  const Set set_;
  LayerMap<uint32_t> calls_;
  LayerMap<uint8_t> from_config_;
  int copies_ = 0;
  bool given_ = false;
  // A given input → what an InputLayer makes of it. Only looked up.
  absl::flat_hash_map<Tensor*, Tensor*> called_;
  // Of this clone, in order: originals and their copies.
  std::vector<std::pair<Layer*, Layer*>> made_;
};

}  // namespace

const std::vector<MutationInfo>& AllMutations() {
  using M = Mutation;
  static const auto* const kAll = new std::vector<MutationInfo>{
      {M::kFirstOutput, "first-output", "output 0 of a call for each"},
      {M::kSwapOutputs, "swap-outputs", "outputs 0 and 1 exchanged"},
      {M::kLoseOutputs, "lose-outputs", "outputs but the first stay the old"},
      {M::kLoseLastOutput, "lose-last-output", "the last output stays the old"},
      {M::kFirstCall, "first-call", "a layer's first call for each"},
      {M::kSwapInputs, "swap-inputs", "inputs 0 and 1 exchanged"},
      {M::kRepeatFirstInput, "repeat-first-input", "input 0 for each"},
      {M::kDropLastInput, "drop-last-input",
       "of three or more the last left out"},
      {M::kBareInput, "bare-input", "input 0 alone for a list"},
      {M::kDropMasks, "drop-masks", "mask=None wherever a mask is taken"},
      {M::kOriginalMasks, "original-masks", "the old masks as keywords"},
      {M::kMaskNone, "mask-none", "mask=None where nothing is masked"},
      {M::kForgetMaskKeyword, "forget-mask-keyword", "mask=tensor left out"},
      {M::kForgetMaskNone, "forget-mask-none", "mask=None left out"},
      {M::kForgetMaskFunction, "forget-mask-function",
       "what get_config forgets stays forgotten"},
      {M::kForgetUnusedMask, "forget-unused-mask",
       "forgets mask functions whose masks nobody uses"},
      {M::kForgetArguments, "forget-arguments", "all keywords left out"},
      {M::kForgetTraining, "forget-training", "training=… left out"},
      {M::kFlipTraining, "flip-training", "training=… negated"},
      {M::kForgetStates, "forget-states", "initial states left out"},
      {M::kSwapStates, "swap-states", "initial states exchanged"},
      {M::kStatesTwice, "states-twice", "states as inputs and as keyword"},
      {M::kOriginalTensors, "original-tensors", "old tensors in keywords"},
      {M::kWriteArguments, "write-arguments", "writes masks into old keywords"},
      {M::kUnshareLayers, "unshare-layers", "a copy for each call"},
      {M::kUnshareStateless, "unshare-stateless",
       "a copy for each call of a layer without weights"},
      {M::kShareEqualLayers, "share-equal-layers",
       "one copy for equal configs"},
      {M::kOriginalLayers, "original-layers", "calls the old layers"},
      {M::kOriginalStateless, "original-stateless",
       "calls the old layers that have no weights"},
      {M::kReuseNamesakes, "reuse-namesakes",
       "takes layers of equal name that are there"},
      {M::kAdoptCopies, "adopt-copies",
       "takes the layers of a clone for copies already made"},
      {M::kSkipIdentities, "skip-identities", "leaves identities out"},
      {M::kSkipActivations, "skip-activations", "leaves Activations out"},
      {M::kAutomaticNames, "automatic-names", "layers get new names"},
      {M::kPrefixNames, "prefix-names", "layers get a prefix"},
      {M::kAllTrainable, "all-trainable", "every layer is trainable"},
      {M::kFreeze, "freeze", "no layer is trainable"},
      {M::kDefaultConfig, "default-config",
       "constructor defaults where possible"},
      {M::kCallTwice, "call-twice", "calls each layer once more"},
      {M::kFloatInputs, "float-inputs", "inputs are float32"},
      {M::kAnyBatch, "any-batch", "forgets the batch size"},
      {M::kUnnamedInputs, "unnamed-inputs", "inputs get new names"},
      {M::kSparseInputs, "sparse-inputs", "dense for sparse and back"},
      {M::kReverseInputs, "reverse-inputs", "the model's inputs reversed"},
      {M::kDropUnusedInputs, "drop-unused-inputs", "unused inputs left out"},
      {M::kReverseOutputs, "reverse-outputs", "the model's outputs reversed"},
      {M::kDropLastOutput, "drop-last-output",
       "the model's last output left out"},
      {M::kMergeOutputs, "merge-outputs", "repeated outputs once"},
      {M::kLatestOutput, "latest-output", "outputs of a layer's last call"},
      {M::kUnnamedModel, "unnamed-model", "the model gets a new name"},
      {M::kIgnoreGiven, "ignore-given", "input_tensors is ignored"},
      {M::kWrapGiven, "wrap-given", "new inputs for given ones"},
      {M::kReverseGiven, "reverse-given", "given inputs reversed"},
      {M::kCallInputLayer, "call-input-layer",
       "calls a new InputLayer on each given input"},
      {M::kNestedFromConfig, "nested-from-config",
       "nested Models are made from their config"},
      {M::kNestedAnew, "nested-anew", "a nested Model anew for each call"},
      {M::kNestedOriginal, "nested-original", "calls the old nested Models"},
      {M::kInlineNested, "inline-nested", "nested Models of one call inlined"},
      {M::kSequentialFromConfig, "sequential-from-config",
       "nested Sequentials are made from their config"},
      {M::kUnshareInSequentials, "unshare-in-sequentials",
       "layers in nested Sequentials are copies of their own"},
      {M::kWrapperFromConfig, "wrapper-from-config",
       "wrappers are made from their config"},
      {M::kOriginalInner, "original-inner", "wraps the old layer"},
      {M::kByDepth, "by-depth", "calls in the order of their height"},
      {M::kReverseFirstCalls, "reverse-first-calls",
       "calls on inputs of the model in reverse order, before all others"},
      {M::kDepthFirst, "depth-first",
       "calls in the order in which a search from the outputs meets them"},
      {M::kCallOriginal, "call-original", "a new Model around the old one"},
      {M::kThawOriginal, "thaw-original", "makes the old layers trainable"},
  };
  return *kAll;
}

CloneFunction CloneWith(std::vector<Mutation> mutations) {
  MutantCopier::Set set;
  for (const Mutation mutation : mutations) {
    set.set(static_cast<size_t>(mutation));
  }
  return [set](Session& session, Model& model, const Tensors* given) {
    return MutantCopier(session, model, set).CopyMutated(given);
  };
}

const std::vector<Cloner>& AllMutants() {
  // Cloner::name is a view; the names live here.
  static const auto* const kNames = [] {
    auto* const names = new std::vector<std::string>;
    for (const MutationInfo& info : AllMutations()) {
      names->push_back(absl::StrCat("mutant-", info.name));
    }
    return names;
  }();
  static const auto* const kAll = [] {
    auto* const mutants = new std::vector<Cloner>;
    for (size_t i = 0; i < kNames->size(); ++i) {
      const MutationInfo& info = AllMutations()[i];
      mutants->push_back({(*kNames)[i],
                          info.summary,
                          {"2.2.4", "2.2.5", "2.3.1"},
                          CloneWith({info.mutation})});
    }
    return mutants;
  }();
  return *kAll;
}

}  // namespace clonecheck
