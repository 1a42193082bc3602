// LayerScratch: what a layer is given to work with by those who only ask it
// what it builds and returns, and who know no Terms. Not for calls, which the
// engine makes.
//
// Example:
//   LayerScratch scratch;
//   ShapeContext shapes(scratch.Context(pool));
//   shapes.input_shapes = given;
//   if (spec.OutputShapes(shapes) == nullptr) …
#ifndef CLONECHECK_CORE_LAYERS_SCRATCH_H_
#define CLONECHECK_CORE_LAYERS_SCRATCH_H_

#include "core/graph/pool.h"
#include "core/layers/layer_spec.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class LayerScratch {
 public:
  // Valid as long as the scratch and the pool are.
  LayerContext Context(Pool& pool) { return {arena_, pool, terms_}; }

  // Frees what was answered so far.
  void Clear() { arena_.Clear(); }

 private:
  Arena arena_;
  TermArena terms_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SCRATCH_H_
