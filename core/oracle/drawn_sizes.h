// How much is drawn where a model says neither how much nor how large, by us
// and by the workers of live targets (docs/targets.md). What is drawn is not
// said here.
#ifndef CLONECHECK_CORE_ORACLE_DRAWN_SIZES_H_
#define CLONECHECK_CORE_ORACLE_DRAWN_SIZES_H_

#include <cstdint>

#include "core/engine/layer.h"

namespace clonecheck {

// Sizes that stand for None: three samples (one of them all filled), four
// steps.
inline constexpr int32_t kAnyBatch = 3;
inline constexpr int32_t kAnySteps = 4;

// Whole numbers are 0, 1 or 2: they are row numbers of an Embedding, and three
// rows are always there.
inline constexpr uint64_t kDrawnIntegers = 3;

// The batch size that stands for None: that of an input which fixes it, since
// other inputs may meet it in a merge.
int32_t DrawnBatch(Tensors inputs);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_DRAWN_SIZES_H_
