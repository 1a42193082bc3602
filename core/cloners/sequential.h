// Upstream's way to clone a Sequential: a copy of each of its `layers`, stacked
// anew. What `layers` does not show is lost: a leading InputLayer, that a layer
// was added twice, the shape that the model was built on.
// Source of the rules: Keras 2.2.4 and 2.3.1, keras/models.py,
// _clone_sequential_model.
#ifndef CLONECHECK_CORE_CLONERS_SEQUENTIAL_H_
#define CLONECHECK_CORE_CLONERS_SEQUENTIAL_H_

#include "core/engine/cloner.h"

namespace clonecheck {

// Refuses a Model that is no Sequential.
OrRefusal<Model*> CloneSequential(Session& session, Model& model,
                                  const Tensors* input_tensors);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_SEQUENTIAL_H_
