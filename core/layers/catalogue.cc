#include "core/layers/catalogue.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/layers/config_reader.h"

namespace clonecheck {

Catalogue::Catalogue(Pool& pool) : pool_(pool) {
  const std::vector<const LayerKind*>& kinds = AllLayerKinds();
  auto_names_.resize(kinds.size());
  for (size_t i = 0; i < kinds.size(); ++i) {
    indices_.emplace(kinds[i], i);
    kinds_.emplace(pool.InternName(kinds[i]->class_name()), kinds[i]);
  }
}

const LayerKind* Catalogue::FindKind(const Name* class_name) const {
  auto it = kinds_.find(class_name);
  return it == kinds_.end() ? nullptr : it->second;
}

absl::StatusOr<const LayerSpec*> Catalogue::Resolve(const Config* config) {
  if (const LayerSpec* spec = Find(config)) return spec;
  const LayerKind* kind =
      config->kind == nullptr ? nullptr : FindKind(config->kind);
  if (kind == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("There is no layer class '",
                     config->kind == nullptr ? "" : config->kind->text,
                     "'; see `clonecheck list layers`."));
  }
  ConfigReader reader(*config, pool_);
  std::unique_ptr<LayerSpec> parsed = kind->Parse(reader);
  absl::StatusOr<ConfigReader::Result> result = reader.Finish();
  if (!result.ok()) return result.status();

  // Equal layers, one spec: a config with defaults written out shares the spec
  // of the config without.
  const LayerSpec* spec = Find(result->canonical);
  if (spec == nullptr) {
    parsed->Bind(result->canonical, IndexOf(*kind));
    spec = parsed.get();
    LayerSpec* bound = parsed.get();
    specs_.push_back(std::move(parsed));
    Remember(result->canonical, spec);
    full_configs_.resize(specs_by_config_.size());
    full_configs_[result->canonical->id] = std::move(result->full);
    if (result->saved != result->canonical) {
      absl::StatusOr<const LayerSpec*> saved = Resolve(result->saved);
      if (!saved.ok()) return saved.status();
      bound->BindSaved(*saved);
    }
  }
  Remember(config, spec);
  return spec;
}

void Catalogue::Remember(const Config* config, const LayerSpec* spec) {
  if (specs_by_config_.size() <= config->id) {
    specs_by_config_.resize(config->id + 1, nullptr);
  }
  specs_by_config_[config->id] = spec;
}

const Name* Catalogue::AutoName(size_t index, uint32_t number) {
  std::vector<const Name*>& names = auto_names_[index];
  while (names.size() <= number) {
    names.push_back(pool_.InternName(absl::StrCat(
        AllLayerKinds()[index]->name_prefix(), "_", names.size())));
  }
  return names[number];
}

}  // namespace clonecheck
