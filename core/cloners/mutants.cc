// The table of planted faults, and the cloners made of it.
#include "core/cloners/mutants.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/cloners/mutant_copier.h"

namespace clonecheck {
namespace {

// Why one fault shows in several ways.
constexpr char kPlace[] =
    "another tensor stands in a place: it is refused, or has other values, or "
    "only comes from another layer";
constexpr char kMaskUse[] =
    "a mask may change values, be refused, or only be handed on";
constexpr char kWeights[] =
    "it shows in the weights, or in their order, where there are any, "
    "otherwise "
    "only in what is called";
constexpr char kLeftOut[] =
    "the layer that is missed may change values, drop masks, or neither";
constexpr char kOptions[] =
    "each option that is lost goes wrong in its own way";
constexpr char kInputs[] = "it shows in an output, or else in the inputs only";
constexpr char kContainer[] =
    "a config loses what a container shares with the rest, its calls, inputs "
    "and masks, each of which may be needed";
constexpr char kReloaded[] =
    "what its config is rebuilt to has other calls: other values, other "
    "weights "
    "or a refusal";
constexpr char kOtherMask[] =
    "TimeDistributed makes a mask of what it is given: with one less, the mask "
    "is lost, is another one, or changes values behind it";
constexpr char kOrderOfWeights[] =
    "a Sequential or Model gives trainable weights first: frozen, they come in "
    "another order, with other shapes, or with other values where shapes are "
    "equal";
constexpr char kOneCall[] =
    "the model as one layer hides its calls, and with them masks and weights";

}  // namespace

const std::vector<PlantedFaultInfo>& AllPlantedFaults() {
  using M = PlantedFault;
  static const auto* const kAll = new std::vector<PlantedFaultInfo>{
      {M::kFirstOutput, "first-output", "output 0 of a call for each", kPlace},
      {M::kSwapOutputs, "swap-outputs", "outputs 0 and 1 exchanged", kPlace},
      {M::kLoseOutputs, "lose-outputs", "outputs but the first stay the old"},
      {M::kLoseLastOutput, "lose-last-output", "the last output stays the old"},
      {M::kFirstCall, "first-call", "a layer's first call for each", kPlace},
      {M::kSwapInputs, "swap-inputs", "inputs 0 and 1 exchanged", kPlace},
      {M::kRepeatFirstInput, "repeat-first-input", "input 0 for each", kPlace},
      {M::kDropLastInput, "drop-last-input",
       "of three or more the last left out", kPlace},
      {M::kBareInput, "bare-input", "input 0 alone for a list", kPlace},
      {M::kDropMasks, "drop-masks", "mask=None wherever a mask is taken",
       kMaskUse},
      {M::kOriginalMasks, "original-masks", "the old masks as keywords"},
      {M::kMaskNone, "mask-none", "mask=None where nothing is masked",
       kMaskUse},
      {M::kForgetMaskKeyword, "forget-mask-keyword", "mask=tensor left out"},
      {M::kForgetMaskNone, "forget-mask-none", "mask=None left out", kMaskUse},
      {M::kForgetMaskFunction, "forget-mask-function",
       "what get_config forgets stays forgotten", kMaskUse},
      {M::kForgetUnusedMask, "forget-unused-mask",
       "forgets mask functions whose masks nobody uses", kOtherMask},
      {M::kForgetArguments, "forget-arguments", "all keywords left out",
       kMaskUse},
      {M::kForgetTraining, "forget-training", "training=… left out"},
      {M::kFlipTraining, "flip-training", "training=… negated"},
      {M::kForgetStates, "forget-states", "initial states left out", kPlace},
      {M::kSwapStates, "swap-states", "initial states exchanged", kPlace},
      {M::kStatesTwice, "states-twice", "states as inputs and as keyword"},
      {M::kOriginalTensors, "original-tensors", "old tensors in keywords"},
      {M::kWriteArguments, "write-arguments", "writes masks into old keywords"},
      {M::kUnshareLayers, "unshare-layers", "a copy for each call", kWeights},
      {M::kUnshareStateless, "unshare-stateless",
       "a copy for each call of a layer without weights", kWeights},
      {M::kShareEqualLayers, "share-equal-layers", "one copy for equal configs",
       kWeights},
      {M::kOriginalLayers, "original-layers", "calls the old layers", kWeights},
      {M::kOriginalStateless, "original-stateless",
       "calls the old layers that have no weights"},
      {M::kReuseNamesakes, "reuse-namesakes",
       "takes layers of equal name that are there", kWeights},
      {M::kAdoptCopies, "adopt-copies",
       "takes the layers of a clone for copies already made", kWeights},
      {M::kSkipIdentities, "skip-identities", "leaves identities out",
       kLeftOut},
      {M::kSkipActivations, "skip-activations", "leaves Activations out",
       kLeftOut},
      {M::kAutomaticNames, "automatic-names", "layers get new names"},
      {M::kPrefixNames, "prefix-names", "layers get a prefix"},
      {M::kAllTrainable, "all-trainable", "every layer is trainable"},
      {M::kFreeze, "freeze", "no layer is trainable", kOrderOfWeights},
      {M::kDefaultConfig, "default-config",
       "constructor defaults where possible", kOptions},
      {M::kCallTwice, "call-twice", "calls each layer once more"},
      {M::kFloatInputs, "float-inputs", "inputs are float32", kInputs},
      {M::kAnyBatch, "any-batch", "forgets the batch size", kInputs},
      {M::kUnnamedInputs, "unnamed-inputs", "inputs get new names"},
      {M::kSparseInputs, "sparse-inputs", "dense for sparse and back"},
      {M::kReverseInputs, "reverse-inputs", "the model's inputs reversed",
       kPlace},
      {M::kDropUnusedInputs, "drop-unused-inputs", "unused inputs left out",
       kPlace},
      {M::kReverseOutputs, "reverse-outputs", "the model's outputs reversed",
       kPlace},
      {M::kDropLastOutput, "drop-last-output",
       "the model's last output left out"},
      {M::kMergeOutputs, "merge-outputs", "repeated outputs once"},
      {M::kLatestOutput, "latest-output", "outputs of a layer's last call",
       kPlace},
      {M::kUnnamedModel, "unnamed-model", "the model gets a new name"},
      {M::kIgnoreGiven, "ignore-given", "input_tensors is ignored"},
      {M::kWrapGiven, "wrap-given", "new inputs for given ones"},
      {M::kReverseGiven, "reverse-given", "given inputs reversed", kPlace},
      {M::kCallInputLayer, "call-input-layer",
       "calls a new InputLayer on each given input"},
      {M::kNestedFromConfig, "nested-from-config",
       "nested Models are made from their config", kContainer},
      {M::kNestedAnew, "nested-anew", "a nested Model anew for each call",
       kContainer},
      {M::kNestedOriginal, "nested-original", "calls the old nested Models",
       kWeights},
      {M::kInlineNested, "inline-nested", "nested Models of one call inlined",
       kLeftOut},
      {M::kSequentialFromConfig, "sequential-from-config",
       "nested Sequentials are made from their config", kContainer},
      {M::kUnshareInSequentials, "unshare-in-sequentials",
       "layers in nested Sequentials are copies of their own", kWeights},
      {M::kWrapperFromConfig, "wrapper-from-config",
       "wrappers are made from their config", kContainer},
      {M::kOriginalInner, "original-inner",
       "a TimeDistributed runs the old layer, if nobody else does"},
      {M::kByDepth, "by-depth", "calls in the order of their height",
       kReloaded},
      {M::kReverseFirstCalls, "reverse-first-calls",
       "calls on inputs of the model in reverse order, before all others",
       kReloaded},
      {M::kDepthFirst, "depth-first",
       "calls in the order in which a search from the outputs meets them",
       kReloaded},
      {M::kCallOriginal, "call-original", "a new Model around the old one",
       kOneCall},
      {M::kThawOriginal, "thaw-original", "makes the old layers trainable"},
  };
  return *kAll;
}

CloneFunction CloneWith(const std::vector<PlantedFault>& faults) {
  MutantCopier::Set set;
  for (const PlantedFault fault : faults) {
    set.set(static_cast<size_t>(fault));
  }
  return [set](Session& session, Model& model, const Tensors* given) {
    return MutantCopier(session, model, set).CopyMutated(given);
  };
}

const std::vector<Cloner>& AllMutants() {
  // Cloner::name is a view; the names live here.
  static const auto* const kNames = [] {
    auto* const names = new std::vector<std::string>;
    for (const PlantedFaultInfo& info : AllPlantedFaults()) {
      names->push_back(absl::StrCat("mutant-", info.name));
    }
    return names;
  }();
  static const auto* const kAll = [] {
    auto* const mutants = new std::vector<Cloner>;
    for (size_t i = 0; i < kNames->size(); ++i) {
      const PlantedFaultInfo& info = AllPlantedFaults()[i];
      mutants->push_back({(*kNames)[i],
                          info.summary,
                          {"2.2.4", "2.2.5", "2.3.1"},
                          CloneWith({info.fault})});
    }
    return mutants;
  }();
  return *kAll;
}

}  // namespace clonecheck
