// The passes of Shrink. Each tries simpler Graphs of one sort and is true as
// soon as one was taken. A new pass is a function, a line here, and a line at
// its place in the table of shrink_passes.cc. Private to Shrink.
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

// From the coarse to the fine.
absl::Span<const ShrinkPass> AllShrinkPasses();
// What is tried where those come to an end: every layer by itself as any other
// one, and with any one other. These ask about many Graphs and seldom help, so
// what they ask counts as a part of the proof that nothing simpler fails.
absl::Span<const ShrinkPass> FinalShrinkPasses();

// shrink_cut.cc
bool IsolateCall(Shrinker& s);
bool KeepOneOutput(Shrinker& s);
bool DropUnused(Shrinker& s);
bool DropDeadCalls(Shrinker& s);
bool CutBelowCall(Shrinker& s);
bool CutAboveCall(Shrinker& s);
bool DropOutputs(Shrinker& s);
bool CutToInputs(Shrinker& s);
// shrink_calls.cc
bool BypassCalls(Shrinker& s);
bool MergeInputs(Shrinker& s);
bool DropCallInputs(Shrinker& s);
bool DropKwargs(Shrinker& s);
bool StatesToInputs(Shrinker& s);
bool MasksToKeywords(Shrinker& s);
// shrink_containers.cc
bool InlineModels(Shrinker& s);
bool Unwrap(Shrinker& s);
bool DropChildren(Shrinker& s);
bool ReplaceModelLayer(Shrinker& s);
bool UnstackModelLayer(Shrinker& s);
bool ModelsToSequentials(Shrinker& s);
bool SimplifyWrappers(Shrinker& s);
// shrink_models.cc
bool DropModelOutputs(Shrinker& s);
bool DropModelInputs(Shrinker& s);
bool OrderModelInputs(Shrinker& s);
bool OrderModelOutputs(Shrinker& s);
bool SpreadModelOutputs(Shrinker& s);
bool RepeatModelOutputs(Shrinker& s);
bool CutInsideModels(Shrinker& s);
// shrink_layers.cc
bool SimplifyLayers(Shrinker& s);
bool RetypeLayers(Shrinker& s);
bool RewireLayers(Shrinker& s);
bool SimplifyInputLayers(Shrinker& s);
// shrink_merge.cc
bool RetypeEqualLayers(Shrinker& s);
bool MergeLayers(Shrinker& s);
bool MergeIntoOne(Shrinker& s);
// shrink_final.cc
bool BypassReshaped(Shrinker& s);
bool RetypeAndFeed(Shrinker& s);
bool DropChildrenRetyped(Shrinker& s);
// shrink_patterns.cc
bool PairLayers(Shrinker& s);
bool RepeatLayers(Shrinker& s);
bool TripleCalls(Shrinker& s);
// shrink_wrappers.cc
bool DoubleChildren(Shrinker& s);
bool OneWrapper(Shrinker& s);
bool EmptyModels(Shrinker& s);
// shrink_values.cc
bool MakePlain(Shrinker& s);
bool SimplifyInputs(Shrinker& s);
bool LowerDimensions(Shrinker& s);
bool SpreadShapes(Shrinker& s);
bool SwapInputs(Shrinker& s);
bool LowerNumbers(Shrinker& s);
// shrink_refs.cc
bool LowerRefs(Shrinker& s);
bool LowerRefsOnly(Shrinker& s);
bool OrderRefs(Shrinker& s);
bool OrderCalls(Shrinker& s);
bool ChainOutputs(Shrinker& s);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_PASSES_H_
