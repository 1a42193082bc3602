// What calls are given once their layer has become another one. Private to
// Shrink.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_ADAPT_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_ADAPT_H_

#include <cstddef>

#include "core/layers/layer_spec.h"
#include "core/search/draft.h"

namespace clonecheck {

// Leaves out inputs of calls of `layer` that `spec` does not take, and with
// `drop_keywords` also keywords; those of wrappers of it, too. False if it
// wants more inputs, or does not take a keyword.
bool AdaptCalls(size_t layer, const LayerSpec& spec, bool drop_keywords,
                Draft* draft);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_ADAPT_H_
