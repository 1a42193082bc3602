#include "core/layers/opaque_reading.h"

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kOpaque = "Opaque";
constexpr absl::string_view kPassesMasks = "passes_masks";

}  // namespace

std::optional<uint32_t> FirstOpaqueLayer(const Graph& graph) {
  for (uint32_t i = 0; i < graph.layers().size(); ++i) {
    const LayerDecl& layer = graph.layers()[i];
    if (KindName(layer) == kOpaque ||
        (KindName(layer) == "Lambda" &&
         layer.config->Find("bytecode") != nullptr)) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<Graph> AsPassingMasks(const Graph& graph, Catalogue& catalogue) {
  Pool& pool = catalogue.pool();
  GraphBuilder builder(graph);
  bool changed = false;
  for (uint32_t i = 0; i < graph.layers().size(); ++i) {
    const LayerDecl& layer = graph.layers()[i];
    if (KindName(layer) != kOpaque ||
        layer.config->Find(kPassesMasks) != nullptr) {
      continue;
    }
    std::vector<ConfigEntry> entries = layer.config->entries;
    entries.push_back({pool.InternName(kPassesMasks), ConfigValue::Bool(true)});
    const Config* config =
        pool.InternConfig(layer.config->kind, std::move(entries));
    builder.SetLayerConfig(i, catalogue.Resolve(config).value()->config());
    changed = true;
  }
  if (!changed) return std::nullopt;
  builder.SetModelPosition(graph.model().position);
  return std::move(builder).Build();
}

}  // namespace clonecheck
