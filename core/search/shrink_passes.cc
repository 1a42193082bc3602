#include "core/search/shrink_passes.h"

namespace clonecheck {

absl::Span<const ShrinkPass> AllShrinkPasses() {
  static constexpr ShrinkPass kPasses[] = {
#define PASS(name, function) {name, &(function)},
#define FINAL_PASS(name, function)
#include "core/search/all_shrink_passes.inc"
#undef PASS
#undef FINAL_PASS
  };
  return kPasses;
}

absl::Span<const ShrinkPass> FinalShrinkPasses() {
  static constexpr ShrinkPass kPasses[] = {
#define PASS(name, function)
#define FINAL_PASS(name, function) {name, &(function)},
#include "core/search/all_shrink_passes.inc"
#undef PASS
#undef FINAL_PASS
  };
  return kPasses;
}

}  // namespace clonecheck
