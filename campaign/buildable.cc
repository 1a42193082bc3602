#include "campaign/buildable.h"

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/engine/build.h"
#include "core/layers/opaque_reading.h"
#include "core/text.h"

namespace clonecheck {

absl::Status CheckBuildable(Workbench& workbench, const std::string& file,
                            const Graph& graph, const ClonerOnEngine& cloner) {
  const absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": ", built.status().message()));
  }
  if (built->refusal == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": Keras ", cloner.engine->version, " refuses ",
      DescribePlace(graph, *built), ": ", built->refusal->ToString(),
      "\nMend the model there; clonecheck judges clones of models that can be "
      "built."));
}

absl::Status CheckTransparent(const std::string& file, const Graph& graph) {
  const std::optional<uint32_t> opaque = FirstOpaqueLayer(graph);
  if (!opaque.has_value()) return absl::OkStatus();
  const LayerDecl& layer = graph.layers()[*opaque];
  const ConfigValue* class_name = layer.config->Find("class_name");
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": layer ",
      layer.name == nullptr ? absl::StrCat(*opaque)
                            : QuoteForMessage(layer.name->text),
      class_name == nullptr
          ? ", a Lambda, has a function"
          : absl::StrCat(" is of the class ",
                         QuoteForMessage(class_name->string->text)),
      " that clonecheck does not know; leave out --strict to judge the model ",
      "with any such layer for an unknown function"));
}

}  // namespace clonecheck
