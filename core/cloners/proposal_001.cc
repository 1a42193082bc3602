// `proposal-001`: copies all layers first and would then make the calls. It
// never gets there: it takes the depths, which are numbers, for nodes.
// `proposal-001-repaired` takes the nodes of the depths; then it asks the model
// for an attribute that no Keras has.
#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream_walk.h"

namespace clonecheck {
namespace {

constexpr ErrorTemplate kDepthIsNoNode{
    ErrorType::kAttributeError, "depth-is-no-node",
    "'int' object has no attribute 'outbound_layer'"};
constexpr ErrorTemplate kNoNodesAttribute{
    ErrorType::kAttributeError, "model-has-no-nodes",
    "'Model' object has no attribute '_nodes'"};

template <bool kTakesNodesOfDepths>
OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  UpstreamWalk walk(session, model);
  if (Refusal refusal = walk.TakeInputs(input_tensors)) return refusal;
  for (Layer* layer : model.layers()) {
    Layer*& copy = walk.Copy(layer);
    if (copy != nullptr) continue;
    OrRefusal<Layer*> made = walk.NewCopy(layer);
    if (!made.ok()) return made.refusal;
    copy = made.value;
  }
  // The layer of every node is among the layers: a pass over the nodes copies
  // nothing more.
  if (!kTakesNodesOfDepths && !model.nodes().empty()) {
    return session.Refuse(kDepthIsNoNode);
  }
  return session.Refuse(kNoNodesAttribute);
}

}  // namespace

Cloner Proposal001() {
  return {"proposal-001",
          "candidate 001: takes depths for nodes, raises for every functional "
          "model",
          {"2.2.4"},
          &Clone<false>};
}

Cloner Proposal001Repaired() {
  return {"proposal-001-repaired",
          "candidate 001 on nodes: asks for `_nodes`, raises for every "
          "functional model",
          {"2.2.4"},
          &Clone<true>};
}

}  // namespace clonecheck
