#include "core/layers/layer_kind.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {

std::vector<DomainEntry> LayerKind::Domain(Pool&) const { return {}; }

uint32_t LayerKind::ShareIn(LayerFamily, const LayerSpec&) const { return 0; }

LayerKind::Python LayerKind::ToPython(const Config& config) const {
  Python python;
  absl::StrAppend(&python.constructor, class_name(), "(");
  bool first = true;
  for (const ConfigEntry& entry : config.entries) {
    absl::StrAppend(&python.constructor, first ? "" : ", ", entry.key->text,
                    "=", ConfigValueToPython(entry.value));
    first = false;
  }
  absl::StrAppend(&python.constructor, ")");
  return python;
}

DomainEntry LayerKind::Entry(
    Pool& pool,
    const std::vector<std::pair<absl::string_view, ConfigValue>>& args,
    int weight) const {
  std::vector<ConfigEntry> entries;
  for (const auto& [key, value] : args) {
    entries.push_back(ConfigEntry{pool.InternName(key), value});
  }
  return DomainEntry{
      pool.InternConfig(pool.InternName(class_name()), std::move(entries)),
      weight};
}

}  // namespace clonecheck
