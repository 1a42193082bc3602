// `keras-2.2.4`: the reference, with keras#12202 in it.
#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream.h"

namespace clonecheck {
namespace {

OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  return CloneUpstream(session, model, input_tensors,
                       ReplayMasks::kFromComputeMask);
}

}  // namespace

Cloner Keras224() {
  return {"keras-2.2.4",
          "the reference: Keras 2.2.4, which loses outputs (keras#12202)",
          {"2.2.4"},
          &Clone};
}

}  // namespace clonecheck
