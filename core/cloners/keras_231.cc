// `keras-2.3.1`: upstream's fix of keras#12202 (first released in 2.2.5).
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
                       ReplayMasks::kNoneUnlessSupported);
}

}  // namespace

Cloner Keras231() {
  return {"keras-2.3.1",
          "Keras 2.3.1, with upstream's fix of keras#12202; keras-2.2.5 is "
          "the same on that engine",
          {"2.3.1", "2.2.5", "2.2.4"},
          &Clone};
}

}  // namespace clonecheck
