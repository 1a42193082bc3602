#include "reports/witness_view.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "campaign/finding.h"
#include "core/cloners/cloners.h"
#include "core/exchange/keras_json_write.h"
#include "core/exchange/load_case.h"
#include "core/graph/model_kinds.h"
#include "core/graph/print_dot.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/obligation.h"
#include "reports/drawing.h"
#include "reports/finding_script.h"

namespace clonecheck {
namespace {

// Of `cloner/obligation/symptom/layer kind`.
std::string KindOfSignature(const std::string& signature) {
  const std::vector<std::string> parts = absl::StrSplit(signature, '/');
  return parts.size() < 4 ? std::string() : parts.back();
}

// Every tensor that a call of this kind of layer gives.
std::vector<TensorRef> TensorsOf(const Graph& graph, absl::string_view kind,
                                 const LayerFacts& facts) {
  std::vector<TensorRef> tensors;
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    const LayerDecl& layer = graph.layers()[graph.calls()[i].layer];
    if (KindName(layer) != kind) continue;
    const int outputs = NumOutputs(graph, layer, &facts);
    for (int32_t k = 0; k < outputs; ++k) {
      tensors.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
    }
  }
  return tensors;
}

std::string Drawn(const Graph& graph, absl::string_view kind,
                  const LayerFacts& facts, Drawer& drawer,
                  std::string* problem) {
  const absl::StatusOr<std::string> svg = drawer.ToSvg(
      GraphToDot(graph, &facts, {"", TensorsOf(graph, kind, facts)}));
  if (svg.ok()) return *svg;
  *problem = std::string(svg.status().message());
  return "";
}

// The clone is a live model; what Keras would write of it is read again, and
// drawn.
void DrawClone(const Graph& graph, const ClonerOnEngine& cloner,
               absl::string_view kind, Workbench& workbench, Drawer& drawer,
               WitnessView* view) {
  const absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok()) {
    view->clone_problem = std::string(built.status().message());
    return;
  }
  if (built->model == nullptr) {
    view->clone_problem =
        absl::StrCat("Keras refuses the graph: ", built->refusal->ToString());
    return;
  }
  Session& session = workbench.session(*cloner.engine);
  const OrRefusal<Model*> clone =
      cloner.cloner->clone(session, *built->model, nullptr);
  if (!clone.ok()) {
    view->clone_problem = "The cloner raises.";
    return;
  }
  const absl::StatusOr<Graph> loaded =
      LoadGraph(ModelToKerasJson(session, *clone.value), workbench.catalogue());
  if (!loaded.ok()) {
    view->clone_problem = absl::StrCat("The clone's config does not load: ",
                                       loaded.status().message());
    return;
  }
  view->clone_svg = Drawn(*loaded, kind, CatalogueFacts(workbench.catalogue()),
                          drawer, &view->clone_problem);
}

void ViewGraph(const Graph& graph, const RunFinding& finding,
               Workbench& workbench, Drawer& drawer, WitnessView* view) {
  const CatalogueFacts facts(workbench.catalogue());
  const std::string kind = KindOfSignature(finding.signature);
  view->text = GraphToText(graph, &facts);
  const auto script = [&](const Numbers* numbers) {
    const auto obligations = FindObligations(finding.obligation);
    return GraphToPython(
        graph, facts,
        FindingScript(finding.signature, finding.replay,
                      obligations.ok() ? obligations->front() : nullptr,
                      numbers));
  };
  view->python = script(nullptr);
  if (!TensorsOf(graph, kind, facts).empty()) view->marked = kind;
  view->original_svg = Drawn(graph, kind, facts, drawer, &view->problem);
  const absl::StatusOr<ClonerOnEngine> cloner = FindCloner(finding.cloner);
  if (!cloner.ok()) {
    view->clone_problem = std::string(cloner.status().message());
    return;
  }
  const Explanation explanation =
      Explain(workbench, graph, *cloner, AllObligations());
  // Of this very failure, not of one that hides it.
  if (explanation.verdict.failed() &&
      explanation.verdict.signature.ToString(finding.cloner) ==
          finding.signature) {
    view->what = explanation.details.what;
    view->original = explanation.details.original;
    view->clone = explanation.details.clone;
    if (explanation.details.numbers.has_value()) {
      view->python = script(&*explanation.details.numbers);
    }
  }
  DrawClone(graph, *cloner, kind, workbench, drawer, view);
}

}  // namespace

WitnessView ViewWitness(const RunFinding& finding, Workbench& workbench,
                        Drawer& drawer) {
  WitnessView view;
  const absl::StatusOr<Graph> graph =
      LoadGraph(finding.witness.dump(), workbench.catalogue());
  if (!graph.ok()) {
    view.problem = absl::StrCat("This program cannot read the witness: ",
                                graph.status().message());
    return view;
  }
  ViewGraph(*graph, finding, workbench, drawer, &view);
  return view;
}

}  // namespace clonecheck
