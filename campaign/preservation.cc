#include "campaign/preservation.h"

namespace clonecheck {

std::vector<const Obligation*> PreservedObligations() {
  return FindObligations(
             "outputs,masks,sharing,clone_as_layer,names,"
             "roundtrip,config,node_order,calls")
      .value();
}

CaseVerdict JudgePreservation(Workbench& workbench, const Graph& graph,
                              const ClonerOnEngine& reference,
                              const ClonerOnEngine& cloner, Details* details) {
  static const auto& obligations =
      *new std::vector<const Obligation*>(PreservedObligations());
  CaseVerdict unjudged;
  unjudged.verdict = Verdict::kUnjudged;
  absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok() || built->refusal != nullptr) return unjudged;
  Session& session = workbench.session(*cloner.engine);
  // First the one under test, while the original is untouched.
  const OrRefusal<Model*> clone =
      cloner.cloner->clone(session, *built->model, nullptr);
  if (!clone.ok()) return unjudged;
  const OrRefusal<Model*> expected =
      reference.cloner->clone(session, *built->model, nullptr);
  if (!expected.ok()) return unjudged;
  built->model = expected.value;
  const Cloner made{cloner.cloner->name,
                    cloner.cloner->summary,
                    {},
                    [&](Session&, Model&, const Tensors*) { return clone; }};
  return workbench.JudgeBuilt(*built,
                              ClonerOnEngine{&made, cloner.engine, cloner.name},
                              obligations, details);
}

}  // namespace clonecheck
