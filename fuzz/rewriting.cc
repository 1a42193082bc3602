#include "fuzz/rewriting.h"

#include <algorithm>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/cloners/cloners.h"
#include "core/engine/build.h"
#include "core/engine/rules.h"
#include "core/exchange/keras_json_write.h"
#include "core/exchange/load_case.h"
#include "core/oracle/obligation.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

// Not an exception of Keras: our own reader refuses what our own writer wrote.
constexpr ErrorTemplate kNotReadAgain{ErrorType::kValueError, "not-read-again",
                                      "is not read again"};

std::string TextOf(Session& session, Model& model) {
  return KerasModelDocument(session, model)
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// A layer of a later Keras that this one has with other options; as it stands
// it may be refused.
bool HasOpaqueLayer(const Graph& graph) {
  return std::any_of(graph.layers().begin(), graph.layers().end(),
                     [](const LayerDecl& layer) {
                       return layer.config->kind->text == "Opaque";
                     });
}

// A Lambda in bytecode has as many outputs as the file uses, and a call that
// the model does not need, which may use the last of them, is not written.
bool MayLoseOutputs(const Graph& graph) {
  return std::any_of(graph.layers().begin(), graph.layers().end(),
                     [](const LayerDecl& layer) {
                       return layer.config->Find("bytecode") != nullptr &&
                              layer.config->Find("outputs") != nullptr;
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

// What is read again, in the place of a clone.
Cloner WrittenAndRead(Workbench& bench) {
  return {"written-and-read",
          "",
          {"2.3.1"},
          [&bench](Session& session, Model& model,
                   const Tensors*) -> OrRefusal<Model*> {
            const absl::StatusOr<Graph> graph =
                LoadGraph(TextOf(session, model), bench.catalogue());
            if (!graph.ok()) return session.Refuse(kNotReadAgain);
            const absl::StatusOr<Built> built = BuildGraph(session, *graph);
            if (!built.ok()) return session.Refuse(kNotReadAgain);
            if (built->refusal != nullptr) return built->refusal;
            return built->model;
          }};
}

// What is written and read again is another model than what from_config makes
// of the config, which may be another model than the first for reasons of
// Keras' own.
std::string ReadingFault(Workbench& bench, const Graph& graph) {
  static const auto* const obligations = new std::vector<const Obligation*>{
      &kCompletes, &kOutputs, &kMasks, &kSharing, &kNames};
  static const auto* const reloaded =
      new ClonerOnEngine(FindCloner("roundtrip-2.2.5@2.3.1").value());
  const Cloner cloner = WrittenAndRead(bench);
  const EngineRules& engine = *reloaded->engine;
  const absl::StatusOr<Built> built = bench.Build(graph, engine);
  if (!built.ok()) return "";
  const Signature read = bench.FirstFailure(
      *built, {&cloner, &engine, std::string(cloner.name)}, *obligations);
  if (read.obligation == nullptr ||
      bench.FirstFailure(*built, *reloaded, *obligations).obligation !=
          nullptr) {
    return "";
  }
  return absl::StrCat("written and read again it is another: ",
                      read.ToString(cloner.name));
}

}  // namespace

std::string WrittenByKeras(Workbench& bench, const Graph& graph) {
  const EngineRules& engine = *FindEngineRules("2.3.1");
  const absl::StatusOr<Built> built = bench.Build(graph, engine);
  if (!built.ok() || built->model == nullptr) return "";
  return TextOf(bench.session(engine), *built->model);
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
    if (i == 0 && !HasOpaqueLayer(graph) && !MayLoseOutputs(graph)) {
      const std::string fault = ReadingFault(bench, graph);
      if (!fault.empty()) return fault;
    }
    twice = WrittenByKeras(bench, *again);
    if (twice == once) return "";
    if (i == 0) std::swap(once, twice);
  }
  return once.empty() ? "" : PlaceText(once, twice);
}

}  // namespace clonecheck
