#include "core/search/shrink_passes.h"

namespace clonecheck {

absl::Span<const ShrinkPass> AllShrinkPasses() {
  static constexpr ShrinkPass kPasses[] = {
      {"isolate-call", &IsolateCall},
      {"replace-model-layer", &ReplaceModelLayer},
      {"unstack-model-layer", &UnstackModelLayer},
      {"keep-one-output", &KeepOneOutput},
      {"inline-models", &InlineModels},
      {"models-to-sequentials", &ModelsToSequentials},
      {"drop-unused", &DropUnused},
      {"cut-below-call", &CutBelowCall},
      {"cut-above-call", &CutAboveCall},
      {"drop-outputs", &DropOutputs},
      {"bypass-calls", &BypassCalls},
      {"drop-dead-calls", &DropDeadCalls},
      {"merge-inputs", &MergeInputs},
      {"drop-call-inputs", &DropCallInputs},
      {"unwrap", &Unwrap},
      {"drop-children", &DropChildren},
      {"drop-kwargs", &DropKwargs},
      {"states-to-inputs", &StatesToInputs},
      {"drop-model-outputs", &DropModelOutputs},
      {"drop-model-inputs", &DropModelInputs},
      {"spread-model-outputs", &SpreadModelOutputs},
      {"cut-to-inputs", &CutToInputs},
      {"make-plain", &MakePlain},
      {"simplify-layers", &SimplifyLayers},
      {"simplify-wrappers", &SimplifyWrappers},
      {"lower-numbers", &LowerNumbers},
      {"simplify-input-layers", &SimplifyInputLayers},
      {"simplify-inputs", &SimplifyInputs},
      {"lower-dimensions", &LowerDimensions},
      {"swap-inputs", &SwapInputs},
      {"lower-refs", &LowerRefs},
      {"order-refs", &OrderRefs},
      {"order-model-inputs", &OrderModelInputs},
      {"order-model-outputs", &OrderModelOutputs},
      {"order-calls", &OrderCalls},
      {"lower-refs-only", &LowerRefsOnly},
      {"chain-outputs", &ChainOutputs},
  };
  return kPasses;
}

absl::Span<const ShrinkPass> FinalShrinkPasses() {
  static constexpr ShrinkPass kPasses[] = {
      {"merge-layers", &MergeLayers},
      {"merge-into-one", &MergeIntoOne},
      {"spread-shapes", &SpreadShapes},
      {"masks-to-keywords", &MasksToKeywords},
      {"retype-layers", &RetypeLayers},
      {"retype-equal-layers", &RetypeEqualLayers},
      {"rewire-layers", &RewireLayers},
      {"bypass-reshaped", &BypassReshaped},
      {"drop-children-retyped", &DropChildrenRetyped},
      {"empty-models", &EmptyModels},
      {"one-wrapper", &OneWrapper},
      {"double-children", &DoubleChildren},
      {"pair-layers", &PairLayers},
      {"repeat-layers", &RepeatLayers},
      {"triple-calls", &TripleCalls},
      {"cut-inside-models", &CutInsideModels},
      {"repeat-model-outputs", &RepeatModelOutputs},
      {"retype-and-feed", &RetypeAndFeed},
  };
  return kPasses;
}

}  // namespace clonecheck
