#include "core/search/layer_domain.h"

#include <algorithm>

#include "core/layers/kinds.h"
#include "core/search/batch_input_shape.h"

namespace clonecheck {
namespace {

// In these, kinds are as frequent as their share says, whatever the number of
// configs; in others, configs are as frequent as within their kind.
bool GoesByKinds(LayerFamily family) {
  return family != LayerFamily::kRecurrent &&
         family != LayerFamily::kEmbeddings;
}

// What `kind` adds to `family`.
void AddToFamily(LayerFamily family, const LayerKind& kind,
                 const std::vector<const LayerSpec*>& domain,
                 std::vector<const LayerSpec*>& members) {
  std::vector<const LayerSpec*> specs;
  uint32_t share = 0;
  for (const LayerSpec* spec : domain) {
    const uint32_t of_spec = kind.ShareIn(family, *spec);
    if (of_spec > 0) specs.push_back(spec);
    share = std::max(share, of_spec);
  }
  if (!GoesByKinds(family)) {
    members.insert(members.end(), specs.begin(), specs.end());
    return;
  }
  constexpr uint32_t kUsualShare = 60;
  for (uint32_t i = 0; i < share * kUsualShare; ++i) {
    members.push_back(specs[i % kUsualShare * specs.size() / kUsualShare]);
  }
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
  for (const LayerKind* kind : AllLayerKinds()) {
    Kind domain;
    for (const DomainEntry& entry : kind->Domain(pool)) {
      const LayerSpec* spec = catalogue.Resolve(entry.config).value();
      domain.specs.insert(domain.specs.end(), entry.weight, spec);
    }
    domain.weight = kind->weight();
    if (domain.specs.empty()) continue;
    for (int i = 0; i < kFamilies; ++i) {
      AddToFamily(LayerFamily(i), *kind, domain.specs, families_[i]);
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
  const LayerSpec* spec = &DrawOf(LayerFamily::kEmbeddings, choices);
  const TensorInfo info{batch_shape, DType::kInt32, false};
  if (!spec->Accepts({}, info)) spec = members(LayerFamily::kEmbeddings)[0];
  const bool tells_length = spec->config()->Find("input_length") != nullptr &&
                            batch_shape->dim[0] == kUnknownDim;
  return tells_length ? *spec : FirstOfSequential(*spec, batch_shape);
}

const LayerSpec& LayerDomain::DrawBidirectional(ChoiceSource& choices) {
  const Config* config = bidirectional_configs_[choices.Below(
      static_cast<uint32_t>(bidirectional_configs_.size()))];
  return Wrap(config, DrawOf(LayerFamily::kRecurrent, choices));
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
    std::vector<ConfigEntry> entries = spec.config()->entries;
    entries.push_back(
        {pool.InternName(kBatchInputShape), ShapeValue(pool, *batch_shape)});
    first =
        catalogue_
            .Resolve(pool.InternConfig(spec.config()->kind, std::move(entries)))
            .value();
  }
  return *first;
}

}  // namespace clonecheck
