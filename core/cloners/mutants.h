// Mutants: planted faults. Each is our own correct clone with one step gone
// wrong; a harness that is worth its name finds them. What each does stands in
// mutants.cc; a new one is a line in that table and a line in its step
// (mutant_copier.h).
#ifndef CLONECHECK_CORE_CLONERS_MUTANTS_H_
#define CLONECHECK_CORE_CLONERS_MUTANTS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"

namespace clonecheck {

enum class PlantedFault : uint8_t {
  // Outputs of a call.
  kFirstOutput,
  kSwapOutputs,
  kLoseOutputs,
  kLoseLastOutput,
  kFirstCall,
  // Inputs of a call.
  kSwapInputs,
  kRepeatFirstInput,
  kDropLastInput,
  kBareInput,
  // Masks.
  kDropMasks,
  kOriginalMasks,
  kMaskNone,
  kForgetMaskKeyword,
  kForgetMaskNone,
  kForgetMaskFunction,
  kForgetUnusedMask,
  // Keyword arguments.
  kForgetArguments,
  kForgetTraining,
  kFlipTraining,
  kForgetStates,
  kSwapStates,
  kStatesTwice,
  kOriginalTensors,
  kWriteArguments,
  // Layers.
  kUnshareLayers,
  kUnshareStateless,
  kShareEqualLayers,
  kOriginalLayers,
  kOriginalStateless,
  kReuseNamesakes,
  kAdoptCopies,
  kSkipIdentities,
  kSkipActivations,
  kAutomaticNames,
  kPrefixNames,
  kAllTrainable,
  kFreeze,
  kDefaultConfig,
  kCallTwice,
  // Inputs and outputs of the model.
  kFloatInputs,
  kAnyBatch,
  kUnnamedInputs,
  kSparseInputs,
  kReverseInputs,
  kDropUnusedInputs,
  kReverseOutputs,
  kDropLastOutput,
  kMergeOutputs,
  kLatestOutput,
  kUnnamedModel,
  // Given inputs.
  kIgnoreGiven,
  kWrapGiven,
  kReverseGiven,
  kCallInputLayer,
  // Nesting.
  kNestedFromConfig,
  kNestedAnew,
  kNestedOriginal,
  kInlineNested,
  kSequentialFromConfig,
  kUnshareInSequentials,
  kWrapperFromConfig,
  kOriginalInner,
  // Order and the original.
  kByDepth,
  kReverseFirstCalls,
  kDepthFirst,
  kCallOriginal,
  kThawOriginal,
};

struct PlantedFaultInfo {
  PlantedFault fault;
  absl::string_view name;     // `first-output`
  absl::string_view summary;  // one line of help
  // Why it shows as several pairs of obligation and symptom; empty: it shows as
  // one, of severity error.
  absl::string_view why_several = "";
};

// All of them, in the order of the enumeration.
const std::vector<PlantedFaultInfo>& AllPlantedFaults();

// Our own clone with these faults, together.
CloneFunction CloneWith(const std::vector<PlantedFault>& faults);

// One cloner a fault, `mutant-NAME`; they run on every engine.
const std::vector<Cloner>& AllMutants();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_MUTANTS_H_
