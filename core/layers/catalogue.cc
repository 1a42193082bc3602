#include "core/layers/catalogue.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/model_kinds.h"
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
  return Resolve(config, {});
}

absl::StatusOr<const LayerSpec*> Catalogue::Resolve(
    const Config* config, absl::Span<const LayerSpec* const> children) {
  const LayerKind* kind =
      config->kind == nullptr ? nullptr : FindKind(config->kind);
  if (kind == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("There is no layer class '",
                     config->kind == nullptr ? "" : config->kind->text,
                     "'; see `clonecheck list layers`."));
  }
  const auto num_children = static_cast<int>(children.size());
  if (kind->num_children() >= 0 && num_children != kind->num_children()) {
    return absl::InvalidArgumentError(
        absl::StrCat(kind->class_name(),
                     kind->num_children() == 0
                         ? " wraps no layer; take its children away."
                         : " wraps exactly one layer; give it one child."));
  }
  ConfigReader reader(*config, pool_);
  reader.SetChildren(children, [this](const Config* c) { return Resolve(c); });
  std::unique_ptr<LayerSpec> parsed = kind->Parse(reader);
  absl::StatusOr<ConfigReader::Result> result = reader.Finish();
  if (!result.ok()) return result.status();

  if (kind->num_children() > 0) {
    const LayerSpec*& spec = wrappers_[WrapperKey(
        result->canonical,
        std::vector<const LayerSpec*>(children.begin(), children.end()))];
    if (spec == nullptr) {
      parsed->Bind(result->canonical, IndexOf(*kind));
      parsed->BindChildren(children);
      LayerSpec* bound = parsed.get();
      spec = bound;
      specs_.push_back(std::move(parsed));
      KeepFullConfig(*result->canonical, std::move(result->full));
      // What the wrapped layer forgets is forgotten within the wrapper, too.
      std::vector<const LayerSpec*> saved;
      for (const LayerSpec* child : children) saved.push_back(&child->saved());
      if (!std::equal(saved.begin(), saved.end(), children.begin())) {
        absl::StatusOr<const LayerSpec*> rebuilt =
            Resolve(result->canonical, saved);
        if (!rebuilt.ok()) return rebuilt.status();
        bound->BindSaved(*rebuilt);
        return bound;
      }
    }
    return spec;
  }
  // Equal layers, one spec: a config with defaults written out shares the spec
  // of the config without.
  const LayerSpec* spec = Find(result->canonical);
  if (spec == nullptr) {
    parsed->Bind(result->canonical, IndexOf(*kind));
    spec = parsed.get();
    LayerSpec* bound = parsed.get();
    specs_.push_back(std::move(parsed));
    Remember(result->canonical, spec);
    KeepFullConfig(*result->canonical, std::move(result->full));
    if (result->saved != result->canonical) {
      absl::StatusOr<const LayerSpec*> saved = Resolve(result->saved);
      if (!saved.ok()) return saved.status();
      bound->BindSaved(*saved);
    }
  }
  Remember(config, spec);
  return spec;
}

std::vector<const Name*> Catalogue::UnknownArguments(
    const Config* config, absl::Span<const LayerSpec* const> children) {
  ConfigReader reader(*config, pool_);
  reader.SetChildren(children, [this](const Config* c) { return Resolve(c); });
  FindKind(config->kind)->Parse(reader);
  return reader.Unread();
}

absl::StatusOr<const LayerSpec*> Catalogue::ResolveLayer(
    const Graph& graph, const LayerDecl& layer) {
  if (layer.children.size == 0 || IsSequential(layer)) {
    return Resolve(layer.config);
  }
  std::vector<const LayerSpec*> children;
  for (uint32_t child : graph.children(layer)) {
    absl::StatusOr<const LayerSpec*> spec =
        ResolveLayer(graph, graph.layers()[child]);
    if (!spec.ok()) return spec.status();
    children.push_back(*spec);
  }
  return Resolve(layer.config, children);
}

const LayerSpec* Catalogue::FindWrapper(const Graph& graph,
                                        const LayerDecl& layer) const {
  if (IsSequential(layer)) return Find(layer.config);
  WrapperKey key(layer.config, {});
  for (uint32_t child : graph.children(layer)) {
    const LayerSpec* spec = FindLayer(graph, graph.layers()[child]);
    if (spec == nullptr) return nullptr;
    key.second.push_back(spec);
  }
  auto it = wrappers_.find(key);
  return it == wrappers_.end() ? nullptr : it->second;
}

void Catalogue::Remember(const Config* config, const LayerSpec* spec) {
  if (specs_by_config_.size() <= config->id) {
    specs_by_config_.resize(config->id + 1, nullptr);
  }
  specs_by_config_[config->id] = spec;
}

void Catalogue::KeepFullConfig(const Config& canonical,
                               std::vector<ConfigEntry> full) {
  if (full_configs_.size() <= canonical.id) {
    full_configs_.resize(canonical.id + 1);
  }
  full_configs_[canonical.id] = std::move(full);
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
