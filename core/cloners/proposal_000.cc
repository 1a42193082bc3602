// `proposal-000`: the reference with another end: outputs are collected, and
// then an `else` that belongs to the loop raises, whatever was found. The
// proposal leaves the walk out and says that it stays as it is. That is read in
// two ways: `proposal-000` puts the reference's walk there, as its author must
// have meant it; `proposal-000-literal` takes the text as it stands, where
// nothing has made a tensor map.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

constexpr ErrorTemplate kNoTensorMap{ErrorType::kNameError,
                                     "tensor-map-not-defined",
                                     "name 'tensor_map' is not defined"};
// Python 3.11 and later.
constexpr ErrorTemplate kLoopVariableUnbound{
    ErrorType::kUnboundLocalError, "loop-variable-unbound",
    "cannot access local variable 'x' where it is not associated with a value"};
// Upstream's text; upstream raises an AssertionError. $0: an original tensor.
constexpr ErrorTemplate kCouldNotCompute{ErrorType::kValueError,
                                         "could-not-compute-output",
                                         "Could not compute output $0"};

Refusal CouldNotCompute(Session& session, Tensor* tensor) {
  return session.Refuse(kCouldNotCompute,
                        ErrorArg::Of(static_cast<Symbol*>(tensor)));
}

OrRefusal<Model*> CloneLiteral(Session& session, Model& model,
                               const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  return session.Refuse(model.outputs().empty() ? kLoopVariableUnbound
                                                : kNoTensorMap);
}

OrRefusal<Model*> CloneSpliced(Session& session, Model& model,
                               const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  UpstreamWalk walk(session, model);
  if (Refusal refusal = ReplayUpstream(session, model, input_tensors,
                                       ReplayMasks::kFromComputeMask, &walk)) {
    return refusal;
  }
  // The text names what the loop variable stands for last: the last output, or
  // without outputs what a loop over the inputs has left in it.
  if (!model.outputs().empty()) {
    return CouldNotCompute(session, model.outputs().back());
  }
  const size_t pairs = std::min(model.inputs().size(), walk.inputs().size());
  if (pairs == 0) return session.Refuse(kLoopVariableUnbound);
  return CouldNotCompute(session, model.inputs()[pairs - 1]);
}

// The `else` belongs to the `if`.
OrRefusal<Model*> CloneRepaired(Session& session, Model& model,
                                const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  UpstreamWalk walk(session, model);
  if (Refusal refusal = ReplayUpstream(session, model, input_tensors,
                                       ReplayMasks::kFromComputeMask, &walk)) {
    return refusal;
  }
  const Tensors outputs = walk.Outputs();
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] == nullptr) {
      return CouldNotCompute(session, model.outputs()[i]);
    }
  }
  return Model::Make(session, walk.inputs(), outputs, model.name());
}

}  // namespace

Cloner Proposal000() {
  return {
      "proposal-000",
      "candidate 000 with the reference's walk: raises for every functional "
      "model",
      {"2.2.4"},
      &CloneSpliced};
}

Cloner Proposal000Literal() {
  return {"proposal-000-literal",
          "candidate 000 as it stands, without a walk: raises for every "
          "functional model",
          {"2.2.4"},
          &CloneLiteral};
}

Cloner Proposal000Repaired() {
  return {"proposal-000-repaired",
          "candidate 000, raising only for lost outputs: keras#12202 is there",
          {"2.2.4"},
          &CloneRepaired};
}

}  // namespace clonecheck
