#include "core/search/layer_domain.h"

#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

bool IsRecurrent(const LayerKind* kind) {
  return kind == &SimpleRNNKind() || kind == &GRUKind() ||
         kind == &LSTMKind() || kind == &RNNKind();
}

bool HasToDoWithMasks(const LayerKind* kind) {
  return kind == &MaskingKind() || kind == &EmbeddingKind() ||
         kind == &MaskProducerKind() || kind == &MultiOutMaskedKind() ||
         kind == &LambdaKind() || kind == &GlobalAveragePooling1DKind() ||
         kind == &DenseKind() || kind == &AddKind() ||
         kind == &ConcatenateKind() || IsRecurrent(kind);
}

}  // namespace

void LayerDomain::TakeOnly(const Vocabulary& vocabulary) {
  fallback_ = vocabulary.layers[0];
  for (const LayerKind* kind : AllLayerKinds()) {
    Kind domain;
    domain.weight = kind->weight();
    for (const LayerSpec* spec : vocabulary.layers) {
      if (&spec->kind() == kind) domain.specs.push_back(spec);
    }
    if (!domain.specs.empty()) kinds_.push_back(std::move(domain));
  }
}

LayerDomain::LayerDomain(Catalogue& catalogue, const Vocabulary* only)
    : catalogue_(catalogue) {
  if (only != nullptr) {
    TakeOnly(*only);
    return;
  }
  Pool& pool = catalogue.pool();
  // In families, kinds are equally frequent, whatever the number of configs.
  constexpr uint32_t kFamilyShare = 60;
  const auto add_to_family = [](const std::vector<const LayerSpec*>& specs,
                                std::vector<const LayerSpec*>* family) {
    for (uint32_t i = 0; i < kFamilyShare; ++i) {
      family->push_back(specs[i * specs.size() / kFamilyShare]);
    }
  };
  for (const LayerKind* kind : AllLayerKinds()) {
    Kind domain;
    for (const DomainEntry& entry : kind->Domain(pool)) {
      const LayerSpec* spec = catalogue.Resolve(entry.config).value();
      domain.specs.insert(domain.specs.end(), entry.weight, spec);
    }
    domain.weight = kind->weight();
    if (domain.specs.empty()) continue;
    if (IsRecurrent(kind)) {
      recurrent_.insert(recurrent_.end(), domain.specs.begin(),
                        domain.specs.end());
    }
    if (kind == &EmbeddingKind()) embeddings_ = domain.specs;
    if (HasToDoWithMasks(kind)) add_to_family(domain.specs, &mask_layers_);
    if (kind == &MaskingKind() || kind == &MaskProducerKind()) {
      add_to_family(domain.specs, &mask_makers_);
    }
    if (IsRecurrent(kind)) add_to_family(domain.specs, &mask_takers_);
    if (kind == &GlobalAveragePooling1DKind()) {
      // Twice: of sequences, it takes those of known length.
      add_to_family(domain.specs, &mask_takers_);
      add_to_family(domain.specs, &mask_takers_);
    }
    if (kind == &LambdaKind()) {
      std::vector<const LayerSpec*> functions;
      std::vector<const LayerSpec*> takers;
      for (const LayerSpec* spec : domain.specs) {
        if (spec->config()->Find("mask") != nullptr) functions.push_back(spec);
        const absl::string_view function =
            spec->config()->Find("function")->string->text;
        if (function == "mask_scale") takers.push_back(spec);
      }
      add_to_family(functions, &mask_functions_);
      add_to_family(takers, &mask_takers_);
    }
    if (kind == &MultiOutKind() || kind == &SwapKind()) {
      add_to_family(domain.specs, &several_outputs_);
    }
    kinds_.push_back(std::move(domain));
  }
  const auto config = [&](const LayerKind& kind,
                          std::vector<ConfigEntry> entries) {
    return pool.InternConfig(pool.InternName(kind.class_name()),
                             std::move(entries));
  };
  const auto text = [&](absl::string_view value) {
    return ConfigValue::String(pool.InternName(value));
  };
  fallback_ =
      catalogue
          .Resolve(config(ActivationKind(),
                          {{pool.InternName("activation"), text("relu")}}))
          .value();
  const Name* merge_mode = pool.InternName("merge_mode");
  for (absl::string_view mode : {"concat", "sum", "mul", "ave"}) {
    bidirectional_configs_.push_back(
        config(BidirectionalKind(), {{merge_mode, text(mode)}}));
  }
  bidirectional_configs_.push_back(
      config(BidirectionalKind(), {{merge_mode, ConfigValue::None()}}));
  time_distributed_config_ = config(TimeDistributedKind(), {});
  model_ = catalogue.Resolve(config(ModelKind(), {})).value();
  sequential_ = catalogue.Resolve(config(SequentialKind(), {})).value();
  const LayerSpec* input_layer =
      catalogue.Resolve(config(InputLayerKind(), {})).value();
  for (const std::vector<int32_t>& dims :
       {std::vector<int32_t>{kUnknownDim, 4}, {kUnknownDim, 3, 4}}) {
    input_layers_.push_back(
        &FirstOfSequential(*input_layer, pool.InternShape(dims)));
  }
}

const LayerSpec& LayerDomain::TimeDistributedModel() {
  return Wrap(time_distributed_config_, *model_);
}

const LayerSpec& LayerDomain::TimeDistributedSequential() {
  return Wrap(time_distributed_config_, *sequential_);
}

const LayerSpec& LayerDomain::DrawEmbedding(ChoiceSource& choices,
                                            const Shape* batch_shape) {
  const LayerSpec* spec = &Draw(embeddings_, choices);
  const TensorInfo info{batch_shape, DType::kInt32, false};
  if (!spec->Accepts({}, info)) spec = embeddings_[0];
  const bool tells_length = spec->config()->Find("input_length") != nullptr &&
                            batch_shape->dim[0] == kUnknownDim;
  return tells_length ? *spec : FirstOfSequential(*spec, batch_shape);
}

const LayerSpec& LayerDomain::DrawBidirectional(ChoiceSource& choices) {
  const Config* config = bidirectional_configs_[choices.Below(
      static_cast<uint32_t>(bidirectional_configs_.size()))];
  return Wrap(config, DrawRecurrent(choices));
}

const LayerSpec& LayerDomain::TimeDistributed(const LayerSpec& inner) {
  return Wrap(time_distributed_config_, inner);
}

const LayerSpec& LayerDomain::Wrap(const Config* config,
                                   const LayerSpec& inner) {
  const LayerSpec*& spec = wrappers_[{config, &inner}];
  if (spec == nullptr) {
    const LayerSpec* children[] = {&inner};
    spec = catalogue_.Resolve(config, children).value();
  }
  return *spec;
}

const LayerSpec& LayerDomain::FirstOfSequential(const LayerSpec& spec,
                                                const Shape* batch_shape) {
  const LayerSpec*& first = firsts_[{&spec, batch_shape}];
  if (first == nullptr) {
    Pool& pool = catalogue_.pool();
    std::vector<ConfigValue> dims;
    for (int32_t dim : batch_shape->dims()) {
      dims.push_back(dim == kUnknownDim ? ConfigValue::None()
                                        : ConfigValue::Int(dim));
    }
    std::vector<ConfigEntry> entries = spec.config()->entries;
    entries.push_back({pool.InternName("batch_input_shape"),
                       ConfigValue::List(pool.InternList(std::move(dims)))});
    first =
        catalogue_
            .Resolve(pool.InternConfig(spec.config()->kind, std::move(entries)))
            .value();
  }
  return *first;
}

}  // namespace clonecheck
