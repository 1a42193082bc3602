// Fuzz target: bytes are a model as some Keras writes it. What loads and can be
// built is written as Keras 2 does and loads again; from then on it is written
// alike.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/engine/rules.h"
#include "core/exchange/keras_json_write.h"
#include "core/exchange/load_case.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

namespace {

// A layer of a later Keras that this one has with other options; as it stands
// it may be refused.
bool HasOpaqueLayer(const Graph& graph) {
  return std::any_of(graph.layers().begin(), graph.layers().end(),
                     [](const LayerDecl& layer) {
                       return layer.config->kind->text == "Opaque";
                     });
}

// Empty where it is no model, or Keras refuses to make it.
std::string Rewritten(Workbench& bench, const EngineRules& engine,
                      const absl::StatusOr<Graph>& graph) {
  if (!graph.ok()) return "";
  const absl::StatusOr<Built> built = bench.Build(*graph, engine);
  if (!built.ok() || built->model == nullptr) return "";
  return ModelToKerasJson(bench.session(engine), *built->model);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A pool keeps all that it ever saw, so each input gets its own.
  Workbench bench;
  const EngineRules& engine = *FindEngineRules("2.3.1");
  const absl::StatusOr<Graph> graph =
      LoadGraph(absl::string_view(reinterpret_cast<const char*>(data), size),
                bench.catalogue());
  // A model of a later Keras loses something when it is first written as one
  // of Keras 2; what Keras 2 wrote does not.
  std::string once = Rewritten(bench, engine, graph);
  std::string twice;
  for (int i = 0; i < 2 && !once.empty(); ++i) {
    const absl::StatusOr<Graph> again = LoadGraph(once, bench.catalogue());
    if (!again.ok() && i == 0 && HasOpaqueLayer(*graph)) return 0;
    if (!again.ok()) Stop(again.status().message(), *graph, "fixed");
    if (i > 0) twice = Rewritten(bench, engine, again);
    if (i == 0) once = Rewritten(bench, engine, again);
  }
  if (twice != once) {
    const size_t at = static_cast<size_t>(
        std::mismatch(once.begin(), once.end(), twice.begin(), twice.end())
            .first -
        once.begin());
    const size_t from = at < 200 ? 0 : at - 200;
    Stop(absl::StrCat("written, read and written again it is another:\n",
                      once.substr(from, 400), "\n--- then\n",
                      twice.size() < from ? "" : twice.substr(from, 400)),
         *graph, "fixed");
  }
  return 0;
}
