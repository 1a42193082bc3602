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

// Not an exception of Keras: what our own reader made is no program.
constexpr ErrorTemplate kNoProgram{ErrorType::kValueError, "no-program",
                                   "what is read again is no program"};

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

// `again` takes the place of a clone: what was written and read again.
Cloner WrittenAndRead(const Graph& again) {
  return {
      "written-and-read",
      "",
      {"2.3.1"},
      [&again](Session& session, Model&, const Tensors*) -> OrRefusal<Model*> {
        const absl::StatusOr<Built> built = BuildGraph(session, again);
        if (!built.ok()) return session.Refuse(kNoProgram);
        if (built->refusal != nullptr) return built->refusal;
        return built->model;
      }};
}

// What is written and read again is another model than what from_config makes
// of the config, which may be another model than the first for reasons of
// Keras' own.
std::string ReadingFault(Workbench& bench, const Built& built,
                         const Graph& again) {
  static const auto* const obligations = new std::vector<const Obligation*>{
      &kCompletes, &kOutputs, &kMasks, &kSharing, &kNames};
  static const auto* const reloaded =
      new ClonerOnEngine(FindCloner("roundtrip-2.2.5@2.3.1").value());
  const Cloner cloner = WrittenAndRead(again);
  const Signature read = bench.FirstFailure(
      built, {&cloner, reloaded->engine, std::string(cloner.name)},
      *obligations);
  if (read.obligation == nullptr ||
      bench.FirstFailure(built, *reloaded, *obligations).obligation !=
          nullptr) {
    return "";
  }
  return absl::StrCat("written and read again it is another: ",
                      read.ToString(cloner.name));
}

// Keras 2.3.1.
const EngineRules& TheEngine() { return *FindEngineRules("2.3.1"); }

}  // namespace

std::string WrittenByKeras(Workbench& bench, const Graph& graph) {
  const absl::StatusOr<Built> built = bench.Build(graph, TheEngine());
  if (!built.ok() || built->model == nullptr) return "";
  return TextOf(bench.session(TheEngine()), *built->model);
}

std::string RewritingFault(Workbench& bench, absl::string_view text,
                           const Graph& graph) {
  const absl::StatusOr<Built> built = bench.Build(graph, TheEngine());
  if (!built.ok() || built->model == nullptr) return "";
  const std::string once = TextOf(bench.session(TheEngine()), *built->model);
  // Reading the same text again would give the same.
  if (once == text) return "";
  absl::StatusOr<Graph> again = LoadGraph(once, bench.catalogue());
  if (!again.ok()) {
    return HasOpaqueLayer(graph) ? "" : std::string(again.status().message());
  }
  if (!HasOpaqueLayer(graph) && !MayLoseOutputs(graph)) {
    const std::string fault = ReadingFault(bench, *built, *again);
    if (!fault.empty()) return fault;
  }
  const std::string twice = WrittenByKeras(bench, *again);
  if (twice.empty() || twice == once) return "";
  // A model of a later Keras loses something when it is first written as one
  // of Keras 2; what Keras 2 wrote does not.
  again = LoadGraph(twice, bench.catalogue());
  if (!again.ok()) return std::string(again.status().message());
  const std::string thrice = WrittenByKeras(bench, *again);
  return thrice == twice ? "" : PlaceText(twice, thrice);
}

}  // namespace clonecheck
