#include <algorithm>

#include "core/law/law.h"
#include "core/law/mask_reading.h"
#include "core/law/structure.h"

namespace clonecheck {
namespace {

// Keras 2.2.4 cannot clone the graph: `_clone_functional_model` raises.
bool Raises224(const Graph& graph, const Catalogue& catalogue) {
  return LosesAnOutput(graph, catalogue, MaskCount::kComputed) ||
         HasUnneededModelInput(graph) || GivesStates(graph, catalogue);
}

bool Raises231(const Graph& graph, const Catalogue& catalogue) {
  return LosesAnOutput(graph, catalogue, MaskCount::kComputedIfSupported) ||
         HasUnneededModelInput(graph);
}

using Predicate = bool (*)(const Graph&, const Catalogue&);

// What is asked of a clone is asked where there is one.
template <Predicate raises, Predicate fails>
bool ClonesBut(const Graph& graph, const Catalogue& catalogue) {
  return !raises(graph, catalogue) && fails(graph, catalogue);
}

bool Shares(const Graph& graph, const Catalogue&) {
  return SharesAcrossLevels(graph);
}

}  // namespace

const std::vector<Law>& AllLaws() {
  static const auto* const kAll = [] {
    const std::vector<absl::string_view> everywhere = {
        "plain", "swap", "shared", "masks", "nested", "states"};
    const std::vector<absl::string_view> flat = {"plain", "swap", "shared",
                                                 "masks", "states"};
    constexpr absl::string_view kOutputs =
        "it clones, and the graph means something else where a layer that "
        "takes a mask is given a list of None instead of None";
    constexpr absl::string_view kMasks =
        "it clones, and a mask at some call means something else where a layer "
        "that takes a mask is given a list of None instead of None";
    constexpr absl::string_view kSharing =
        "it clones, and a layer is called both inside of a nested Model and "
        "outside";
    constexpr absl::string_view kCloneOfClone =
        "it clones, and outputs or masks mean something else where layers that "
        "take a mask are given that of the first clone";
    constexpr absl::string_view kCloneAsLayer =
        "it clones, and run on new tensors, masked or not, outputs or their "
        "masks mean something else where layers that take a mask are given "
        "that of the clone's own inputs";
    auto* laws = new std::vector<Law>{
        {"keras-2.2.4", "completes",
         "an output of the model hangs on an output of a call beyond the "
         "number of masks that its compute_mask returns, or a nested Model has "
         "an input that its outputs do not need, or a recurrent layer is given "
         "states",
         false, everywhere, &Raises224},
        {"keras-2.2.4", "outputs", kOutputs, true, flat,
         &ClonesBut<&Raises224, &CloneMeansOther>},
        {"keras-2.2.4", "masks", kMasks, true, flat,
         &ClonesBut<&Raises224, &CloneMasksMeanOther>},
        {"keras-2.2.4", "sharing", kSharing, false, everywhere,
         &ClonesBut<&Raises224, &Shares>},
        {"keras-2.2.4", "clone_of_clone", kCloneOfClone, true, flat,
         &ClonesBut<&Raises224, &CloneOfCloneMeansOther>},
        {"keras-2.2.4", "clone_as_layer", kCloneAsLayer, true, flat,
         &ClonesBut<&Raises224, &CloneAsLayerMeansOther>},
        {"keras-2.3.1", "completes",
         "an output of the model hangs on an output other than the first of a "
         "layer that supports masking and returns one mask for all, or a "
         "nested Model has an input that its outputs do not need",
         false, everywhere, &Raises231},
        {"keras-2.3.1", "outputs", kOutputs, true, flat,
         &ClonesBut<&Raises231, &CloneMeansOther>},
        {"keras-2.3.1", "masks", kMasks, true, flat,
         &ClonesBut<&Raises231, &CloneMasksMeanOther>},
        {"keras-2.3.1", "sharing", kSharing, false, everywhere,
         &ClonesBut<&Raises231, &Shares>},
        {"keras-2.3.1", "clone_of_clone", kCloneOfClone, true, flat,
         &ClonesBut<&Raises231, &CloneOfCloneMeansOther>},
        {"keras-2.3.1", "clone_as_layer", kCloneAsLayer, true, flat,
         &ClonesBut<&Raises231, &CloneAsLayerMeansOther>},
    };
    return laws;
  }();
  return *kAll;
}

const Law* FindLaw(absl::string_view cloner, absl::string_view obligation,
                   absl::string_view grammar) {
  for (const Law& law : AllLaws()) {
    if (law.cloner == cloner && law.obligation == obligation &&
        std::find(law.grammars.begin(), law.grammars.end(), grammar) !=
            law.grammars.end()) {
      return &law;
    }
  }
  return nullptr;
}

}  // namespace clonecheck
