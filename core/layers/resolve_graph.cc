#include "core/layers/resolve_graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/graph/model_kinds.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/layer_spec.h"
#include "core/text.h"

namespace clonecheck {
namespace {

// `exactly 2 inputs`, `2 or more inputs`, `1 to 3 inputs`.
std::string InputCountText(const LayerSpec::Traits& traits) {
  if (traits.min_inputs == traits.max_inputs) {
    return traits.min_inputs == 1
               ? "exactly one input"
               : absl::StrCat("exactly ", traits.min_inputs, " inputs");
  }
  if (traits.max_inputs >= LayerSpec::kManyInputs) {
    return absl::StrCat(traits.min_inputs, " or more inputs");
  }
  return absl::StrCat(traits.min_inputs, " to ", traits.max_inputs, " inputs");
}

absl::Status CheckInputCounts(const Graph& graph, const Catalogue& catalogue) {
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    const Call& call = graph.calls()[i];
    const LayerSpec::Traits& traits =
        catalogue.FindLayer(graph, graph.layers()[call.layer])->traits();
    const auto count = static_cast<int64_t>(call.inputs.size);
    if (count >= traits.min_inputs &&
        (count <= traits.max_inputs ||
         traits.max_inputs >= LayerSpec::kManyInputs)) {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        graph.layers()[call.layer].name == nullptr ? absl::StrCat("call ", i)
                                                   : std::string("a call"),
        " of ", DescribeLayer(graph, call.layer), " has ",
        count == 1 ? "one input" : absl::StrCat(count, " inputs"),
        ", but the class takes ", InputCountText(traits), "; give it as many"));
  }
  return absl::OkStatus();
}

// The Graph, with the layers' configs made canonical.
absl::StatusOr<Graph> WithCanonicalConfigs(Graph graph, Catalogue& catalogue) {
  const uint32_t position = graph.model().position;
  GraphBuilder builder(std::move(graph));
  builder.SetModelPosition(position);
  for (uint32_t i = 0; i < builder.graph().layers().size(); ++i) {
    absl::StatusOr<const LayerSpec*> spec =
        catalogue.ResolveLayer(builder.graph(), builder.graph().layers()[i]);
    if (!spec.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          DescribeLayer(builder.graph(), i), ": ", spec.status().message()));
    }
    builder.SetLayerConfig(i, (*spec)->config());
  }
  return std::move(builder).Build();
}

}  // namespace

std::string DescribeLayer(const Graph& graph, uint32_t index) {
  const LayerDecl& layer = graph.layers()[index];
  return absl::StrCat("layer ",
                      layer.name == nullptr ? absl::StrCat(index)
                                            : QuoteForMessage(layer.name->text),
                      " (", KindName(layer), ")");
}

absl::StatusOr<Graph> ResolveGraph(Graph graph, Catalogue& catalogue) {
  for (const LayerDecl& layer : graph.layers()) {
    if (layer.children.size == 0) continue;
    // Children that cannot be followed are to be found before they are.
    if (absl::Status status = Validate(graph); !status.ok()) return status;
    break;
  }
  absl::StatusOr<Graph> resolved =
      WithCanonicalConfigs(std::move(graph), catalogue);
  if (!resolved.ok()) return resolved.status();
  if (absl::Status status = CheckInputCounts(*resolved, catalogue);
      !status.ok()) {
    return status;
  }
  const CatalogueFacts facts(catalogue);
  if (absl::Status status = Validate(*resolved, &facts); !status.ok()) {
    return status;
  }
  return resolved;
}

}  // namespace clonecheck
