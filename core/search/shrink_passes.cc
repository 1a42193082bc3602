#include "core/search/shrink_passes.h"

namespace clonecheck {

absl::Span<const ShrinkPass> AllShrinkPasses() {
  static constexpr ShrinkPass kPasses[] = {
      {"isolate-call", &IsolateCall},
      {"replace-model-layer", &ReplaceModelLayer},
      {"keep-one-output", &KeepOneOutput},
      {"inline-models", &InlineModels},
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
      {"cut-to-inputs", &CutToInputs},
      {"make-plain", &MakePlain},
      {"simplify-layers", &SimplifyLayers},
      {"simplify-input-layers", &SimplifyInputLayers},
      {"simplify-inputs", &SimplifyInputs},
      {"lower-refs", &LowerRefs},
      {"order-refs", &OrderRefs},
      {"order-calls", &OrderCalls},
      {"lower-refs-only", &LowerRefsOnly},
      {"chain-outputs", &ChainOutputs},
  };
  return kPasses;
}

}  // namespace clonecheck
