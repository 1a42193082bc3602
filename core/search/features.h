// Features: what a Graph has that a bug may need. The share of cases with each
// feature is part of every campaign's summary, so that nobody has to guess what
// was tried.
#ifndef CLONECHECK_CORE_SEARCH_FEATURES_H_
#define CLONECHECK_CORE_SEARCH_FEATURES_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

enum class Feature : uint8_t {
  kMultiOutputLayer,    // a call with several outputs
  kLaterOutputUsed,     // an output other than the first is used
  kSharedLayer,         // a layer is called more than once
  kMergeOfOneTensor,    // one tensor is given twice to one call
  kSeveralInputs,       // the model has more than one input
  kSeveralOutputs,      // the model has more than one output
  kInputIsOutput,       // an input of the model is one of its outputs
  kRepeatedOutput,      // an output of the model occurs twice
  kCallOutsideOfModel,  // a call that no output needs
  kMaskMade,            // a layer that makes a mask
  kKeywordArgument,     // a call with a keyword argument
  kGivenName,           // a layer with a given name
  kFrozenLayer,         // a layer with `trainable=False`
  kRecurrent,           // a call of a recurrent layer
  kStatesGiven,         // a call with states, as inputs or as a keyword
  kBidirectional,       // a call of a Bidirectional
  kTimeDistributed,     // a call of a TimeDistributed
  kNestedModel,         // a call of a Model
  kModelInModel,        // a Model among the calls of a Model
  kModelCalledAgain,    // a Model is called more than once
  kSequential,          // a call of a Sequential
  kSharedAcrossLevels,  // a layer is called outside and inside of a Model
  kTrainingArgument,    // a call with the keyword `training`
  kMaskTensor,          // a call with a tensor as the keyword `mask`
  kCallAfterModel,      // a call after the construction of the model
  kModelOverSteps,      // a TimeDistributed of a Model or Sequential
  kInputLayerCalled,    // a call of an InputLayer
  kComputedMask,        // a computed tensor as the keyword `mask`
  kWrappedLayerCalled,  // a layer in a wrapper is called itself, or is in two
  kEmbeddingFirst,      // a call of a Sequential that begins with an Embedding
  kModelIsLayer,        // the model is one of the Models and Sequentials
};
inline constexpr int kNumFeatures = 31;

// As in reports: `multi_output_layer`, ….
absl::string_view FeatureName(Feature feature);

// Adds 1 to the count of each feature that `graph` has. REQUIRES: its configs
// were resolved by `catalogue`.
void CountFeatures(const Graph& graph, const Catalogue& catalogue,
                   std::array<uint64_t, kNumFeatures>* counts);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_FEATURES_H_
