#include "core/graph/places.h"

#include "absl/strings/str_cat.h"
#include "core/graph/model_kinds.h"
#include "core/text.h"

namespace clonecheck {

std::string LayerText(const Graph& graph, uint32_t index) {
  const LayerDecl& layer = graph.layers()[index];
  if (layer.name != nullptr) {
    return absl::StrCat("layer ", QuoteForMessage(layer.name->text));
  }
  if (KindName(layer).empty()) return absl::StrCat("layer ", index);
  return absl::StrCat("layer ", index, ", ", KindName(layer));
}

std::string PlaceText(const Graph& graph, Place place) {
  switch (place.kind) {
    case Place::Kind::kInput:
      return absl::StrCat("input ", place.index);
    case Place::Kind::kLayer: {
      const LayerDecl& layer = graph.layers()[place.index];
      return absl::StrCat(
          "layer ", place.index, " (", KindName(layer),
          layer.name == nullptr
              ? ""
              : absl::StrCat(" ", QuoteForMessage(layer.name->text)),
          ")");
    }
    case Place::Kind::kCall: {
      const uint32_t layer = graph.calls()[place.index].layer;
      if (layer >= graph.layers().size()) {
        return absl::StrCat("call ", place.index);
      }
      return absl::StrCat("call ", place.index, " (", LayerText(graph, layer),
                          ")");
    }
    case Place::Kind::kModel:
      return "the model";
  }
  return "";
}

}  // namespace clonecheck
