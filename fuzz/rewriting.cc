#include "fuzz/rewriting.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/engine/rules.h"
#include "core/exchange/keras_json_write.h"
#include "core/exchange/load_case.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

// A layer of a later Keras that this one has with other options; as it stands
// it may be refused.
bool HasOpaqueLayer(const Graph& graph) {
  return std::any_of(graph.layers().begin(), graph.layers().end(),
                     [](const LayerDecl& layer) {
                       return layer.config->kind->text == "Opaque";
                     });
}

// The texts around the place where they part.
std::string PlaceText(const std::string& once, const std::string& twice) {
  const size_t at = static_cast<size_t>(
      std::mismatch(once.begin(), once.end(), twice.begin(), twice.end())
          .first -
      once.begin());
  const size_t from = at < 200 ? 0 : at - 200;
  return absl::StrCat("written, read and written again it is another:\n",
                      once.substr(from, 400), "\n--- then\n",
                      twice.size() < from ? "" : twice.substr(from, 400));
}

}  // namespace

std::string WrittenByKeras(Workbench& bench, const Graph& graph) {
  const EngineRules& engine = *FindEngineRules("2.3.1");
  const absl::StatusOr<Built> built = bench.Build(graph, engine);
  if (!built.ok() || built->model == nullptr) return "";
  return KerasModelDocument(bench.session(engine), *built->model)
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string RewritingFault(Workbench& bench, absl::string_view text,
                           const Graph& graph) {
  // A model of a later Keras loses something when it is first written as one
  // of Keras 2; what Keras 2 wrote does not.
  std::string once = WrittenByKeras(bench, graph);
  // Reading the same text again would give the same.
  if (once == text) return "";
  std::string twice;
  for (int i = 0; i < 2 && !once.empty(); ++i) {
    const absl::StatusOr<Graph> again = LoadGraph(once, bench.catalogue());
    if (!again.ok()) {
      return i == 0 && HasOpaqueLayer(graph)
                 ? ""
                 : std::string(again.status().message());
    }
    twice = WrittenByKeras(bench, *again);
    if (twice == once) return "";
    if (i == 0) std::swap(once, twice);
  }
  return once.empty() ? "" : PlaceText(once, twice);
}

}  // namespace clonecheck
