// Planted cloners: one honest and many wrong ones, each with a single fault
// that an oracle must find. For tests; not to be confused with the mutants
// among the cloners, which users may run.
#ifndef CLONECHECK_CORE_ORACLE_PLANTED_CLONERS_H_
#define CLONECHECK_CORE_ORACLE_PLANTED_CLONERS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"

namespace clonecheck {

enum class Fault {
  kNone,
  kReversesOutputs,        // the outputs in the other order
  kDropsLastOutput,        // of several outputs
  kReversesInputs,         // the model's inputs in the other order
  kSwapsInputsOfSubtract,  // y - x for x - y
  kTakesFirstOutputs,      // output 0 of a call for all its outputs
  kUnsharesLayers,         // a layer of its own for each call
  kSharesEqualLayers,      // one layer for all with one config
  kKeepsOriginalLayers,    // calls the original's layers
  kSkipsActivations,       // an Activation's input for its output
  kForgetsMasks,           // mask=None for every call that takes a mask
  kKeepsOriginalMasks,     // the original's mask tensors as keywords
  kRenamesLayers,          // new names; values stay
  kRaisesAtDense,          // refuses at the first Dense
};

struct PlantedCloner {
  absl::string_view name;
  Fault fault;
  CloneFunction clone;
};

// All of them, the honest one first. They know no nested Models.
const std::vector<PlantedCloner>& PlantedCloners();

CloneFunction Planted(Fault fault);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_PLANTED_CLONERS_H_
