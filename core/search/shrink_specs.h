// Which layers the last passes of Shrink try, and how they call them. Private
// to Shrink.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/search/shrinker.h"

namespace clonecheck {

// Of each kind, the simplest layer that `fits`, simplest first.
std::vector<const LayerSpec*> FirstOfEachKind(
    const Shrinker& s, absl::FunctionRef<bool(const LayerSpec&)> fits);
// The same, of one input.
std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s);
// The simplest layer of each kind, of one input and of several, of one output
// and of several: of the kinds that best() has, or of all.
std::vector<const LayerSpec*> Simplest(const Shrinker& s, bool of_best);
// Every layer of the kinds that best() has, at most so many: 24.
std::vector<const LayerSpec*> AllOfBest(const Shrinker& s);
// Does best() have a layer of this kind?
bool HasKind(const Shrinker& s, const LayerKind& kind);
// (None, 1), (None, None, 1) and (None, 1, 1), of s.shapes().
std::array<const Shape*, 3> UnitShapes(const Shrinker& s);
// The config of a Model that best() has, or null.
const Config* OwnModel(const Shrinker& s);
// An InputLayer of this shape, which is called.
const Config* InputLayerOn(Shrinker& s, const Shape* shape);
// A config that has a batch_input_shape, with this one.
const Config* WithBatchInputShape(Shrinker& s, const Config& config,
                                  const Shape* shape);
// Adds a call of `layer` on as many tensors as `spec` takes at least: `last`,
// and before it `others`.
TensorRef CallOn(const LayerSpec& spec, uint32_t layer, TensorRef others,
                 TensorRef last, GraphBuilder* builder);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_
