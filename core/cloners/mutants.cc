// The table of planted faults, and the cloners made of it.
#include "core/cloners/mutants.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/cloners/mutant_copier.h"

namespace clonecheck {

const std::vector<MutationInfo>& AllMutations() {
  using M = Mutation;
  static const auto* const kAll = new std::vector<MutationInfo>{
      {M::kFirstOutput, "first-output", "output 0 of a call for each"},
      {M::kSwapOutputs, "swap-outputs", "outputs 0 and 1 exchanged"},
      {M::kLoseOutputs, "lose-outputs", "outputs but the first stay the old"},
      {M::kLoseLastOutput, "lose-last-output", "the last output stays the old"},
      {M::kFirstCall, "first-call", "a layer's first call for each"},
      {M::kSwapInputs, "swap-inputs", "inputs 0 and 1 exchanged"},
      {M::kRepeatFirstInput, "repeat-first-input", "input 0 for each"},
      {M::kDropLastInput, "drop-last-input",
       "of three or more the last left out"},
      {M::kBareInput, "bare-input", "input 0 alone for a list"},
      {M::kDropMasks, "drop-masks", "mask=None wherever a mask is taken"},
      {M::kOriginalMasks, "original-masks", "the old masks as keywords"},
      {M::kMaskNone, "mask-none", "mask=None where nothing is masked"},
      {M::kForgetMaskKeyword, "forget-mask-keyword", "mask=tensor left out"},
      {M::kForgetMaskNone, "forget-mask-none", "mask=None left out"},
      {M::kForgetMaskFunction, "forget-mask-function",
       "what get_config forgets stays forgotten"},
      {M::kForgetUnusedMask, "forget-unused-mask",
       "forgets mask functions whose masks nobody uses"},
      {M::kForgetArguments, "forget-arguments", "all keywords left out"},
      {M::kForgetTraining, "forget-training", "training=… left out"},
      {M::kFlipTraining, "flip-training", "training=… negated"},
      {M::kForgetStates, "forget-states", "initial states left out"},
      {M::kSwapStates, "swap-states", "initial states exchanged"},
      {M::kStatesTwice, "states-twice", "states as inputs and as keyword"},
      {M::kOriginalTensors, "original-tensors", "old tensors in keywords"},
      {M::kWriteArguments, "write-arguments", "writes masks into old keywords"},
      {M::kUnshareLayers, "unshare-layers", "a copy for each call"},
      {M::kUnshareStateless, "unshare-stateless",
       "a copy for each call of a layer without weights"},
      {M::kShareEqualLayers, "share-equal-layers",
       "one copy for equal configs"},
      {M::kOriginalLayers, "original-layers", "calls the old layers"},
      {M::kOriginalStateless, "original-stateless",
       "calls the old layers that have no weights"},
      {M::kReuseNamesakes, "reuse-namesakes",
       "takes layers of equal name that are there"},
      {M::kAdoptCopies, "adopt-copies",
       "takes the layers of a clone for copies already made"},
      {M::kSkipIdentities, "skip-identities", "leaves identities out"},
      {M::kSkipActivations, "skip-activations", "leaves Activations out"},
      {M::kAutomaticNames, "automatic-names", "layers get new names"},
      {M::kPrefixNames, "prefix-names", "layers get a prefix"},
      {M::kAllTrainable, "all-trainable", "every layer is trainable"},
      {M::kFreeze, "freeze", "no layer is trainable"},
      {M::kDefaultConfig, "default-config",
       "constructor defaults where possible"},
      {M::kCallTwice, "call-twice", "calls each layer once more"},
      {M::kFloatInputs, "float-inputs", "inputs are float32"},
      {M::kAnyBatch, "any-batch", "forgets the batch size"},
      {M::kUnnamedInputs, "unnamed-inputs", "inputs get new names"},
      {M::kSparseInputs, "sparse-inputs", "dense for sparse and back"},
      {M::kReverseInputs, "reverse-inputs", "the model's inputs reversed"},
      {M::kDropUnusedInputs, "drop-unused-inputs", "unused inputs left out"},
      {M::kReverseOutputs, "reverse-outputs", "the model's outputs reversed"},
      {M::kDropLastOutput, "drop-last-output",
       "the model's last output left out"},
      {M::kMergeOutputs, "merge-outputs", "repeated outputs once"},
      {M::kLatestOutput, "latest-output", "outputs of a layer's last call"},
      {M::kUnnamedModel, "unnamed-model", "the model gets a new name"},
      {M::kIgnoreGiven, "ignore-given", "input_tensors is ignored"},
      {M::kWrapGiven, "wrap-given", "new inputs for given ones"},
      {M::kReverseGiven, "reverse-given", "given inputs reversed"},
      {M::kCallInputLayer, "call-input-layer",
       "calls a new InputLayer on each given input"},
      {M::kNestedFromConfig, "nested-from-config",
       "nested Models are made from their config"},
      {M::kNestedAnew, "nested-anew", "a nested Model anew for each call"},
      {M::kNestedOriginal, "nested-original", "calls the old nested Models"},
      {M::kInlineNested, "inline-nested", "nested Models of one call inlined"},
      {M::kSequentialFromConfig, "sequential-from-config",
       "nested Sequentials are made from their config"},
      {M::kUnshareInSequentials, "unshare-in-sequentials",
       "layers in nested Sequentials are copies of their own"},
      {M::kWrapperFromConfig, "wrapper-from-config",
       "wrappers are made from their config"},
      {M::kOriginalInner, "original-inner", "wraps the old layer"},
      {M::kByDepth, "by-depth", "calls in the order of their height"},
      {M::kReverseFirstCalls, "reverse-first-calls",
       "calls on inputs of the model in reverse order, before all others"},
      {M::kDepthFirst, "depth-first",
       "calls in the order in which a search from the outputs meets them"},
      {M::kCallOriginal, "call-original", "a new Model around the old one"},
      {M::kThawOriginal, "thaw-original", "makes the old layers trainable"},
  };
  return *kAll;
}

CloneFunction CloneWith(std::vector<Mutation> mutations) {
  MutantCopier::Set set;
  for (const Mutation mutation : mutations) {
    set.set(static_cast<size_t>(mutation));
  }
  return [set](Session& session, Model& model, const Tensors* given) {
    return MutantCopier(session, model, set).CopyMutated(given);
  };
}

const std::vector<Cloner>& AllMutants() {
  // Cloner::name is a view; the names live here.
  static const auto* const kNames = [] {
    auto* const names = new std::vector<std::string>;
    for (const MutationInfo& info : AllMutations()) {
      names->push_back(absl::StrCat("mutant-", info.name));
    }
    return names;
  }();
  static const auto* const kAll = [] {
    auto* const mutants = new std::vector<Cloner>;
    for (size_t i = 0; i < kNames->size(); ++i) {
      const MutationInfo& info = AllMutations()[i];
      mutants->push_back({(*kNames)[i],
                          info.summary,
                          {"2.2.4", "2.2.5", "2.3.1"},
                          CloneWith({info.mutation})});
    }
    return mutants;
  }();
  return *kAll;
}

}  // namespace clonecheck
