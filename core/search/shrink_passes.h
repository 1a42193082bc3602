// The passes of Shrink. Each tries simpler Graphs of one sort and is true as
// soon as one was taken. A new pass is a function, and a line at its place in
// all_shrink_passes.inc. Private to Shrink.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_PASSES_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_PASSES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/search/shrinker.h"

namespace clonecheck {

struct ShrinkPass {
  absl::string_view name;
  bool (*run)(Shrinker& shrinker);
};

// Those of PASS, and those of FINAL_PASS.
absl::Span<const ShrinkPass> AllShrinkPasses();
absl::Span<const ShrinkPass> FinalShrinkPasses();

// bool IsolateCall(Shrinker& s); and so on.
#define PASS(name, function) bool function(Shrinker& s);
#define FINAL_PASS(name, function) bool function(Shrinker& s);
#include "core/search/all_shrink_passes.inc"
#undef PASS
#undef FINAL_PASS

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_PASSES_H_
