// Which layers the last passes of Shrink try. Private to Shrink.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_

#include <vector>

#include "core/search/shrinker.h"

namespace clonecheck {

// Of each kind, the simplest layer of one input, simplest first.
std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s);
// Does best() have a layer of this kind?
bool HasKind(const Shrinker& s, const LayerKind& kind);
// An InputLayer of this shape, which is called.
const Config* InputLayerOn(Shrinker& s, const Shape* shape);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_SPECS_H_
