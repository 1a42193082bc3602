// The table of the Mutator's operators.
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

constexpr MutationOperator kMutations[] = {
    {"insert", "there is room for a call",
     "one call more, of a new layer; its output takes the place of a tensor of "
     "its type, or is an output of the model",
     InsertApplies, Insert},
    {"delete", "there is a call",
     "a call is gone: a tensor of its output's type is used in its place, or "
     "what needed it is gone, too",
     DeleteApplies, Delete},
    {"rewire", "there is a call, or a tensor more than the model's outputs",
     "an input of a call, a tensor of a keyword, or an output of the model or "
     "of a Model is another tensor",
     RewireApplies, Rewire},
    {"retype", "a call of a layer that holds no others",
     "a layer has another config, or is of another class", RetypeApplies,
     Retype},
    {"share", "two layers are called on tensors of the same types",
     "one of the two takes over a call of the other", ShareApplies, Share},
    {"unshare", "a layer is called twice",
     "one of its calls is of a copy of the layer", UnshareApplies, Unshare},
    {"nest", "there is room for a call, and a call on tensors of known shape",
     "calls that follow each other are within a Model, which is called in "
     "their place",
     NestApplies, Nest},
    {"inline", "a call of a Model or Sequential, and room for what it holds",
     "the calls that the Model holds stand in place of its call", InlineApplies,
     Inline},
    {"order", "two calls follow each other, neither of which needs the other",
     "they change places", OrderApplies, Order},
    {"outputs", "the model is made of tensors",
     "an output of the model more, less, or elsewhere in the list",
     OutputsApplies, Outputs},
    {"keyword", "a call of a layer that takes `training` or `mask`",
     "`training=False` or `mask=None` is given, or a keyword is not",
     KeywordApplies, Keyword},
    {"mark", "there is a layer that is no InputLayer",
     "a layer is frozen or given a name, or no longer", MarkApplies, Mark},
    {"input", "there is an input",
     "an input, or all that are like it, has another shape, batch size or "
     "dtype; or the model has an input more",
     InputApplies, Input},
};

constexpr MutationOperator kCrossovers[] = {
    {"splice", "there is room for a call; the other has a plain call",
     "up to four calls of the other, each needed by the last, are inserted on "
     "tensors of their inputs' types, or on new inputs",
     SpliceApplies, Splice},
    {"join", "room for all calls of the other; both models are of tensors",
     "one model of all outputs of both; an input of the other may be one of "
     "the same type",
     JoinApplies, Join},
};

}  // namespace

absl::Span<const MutationOperator> AllMutationOperators() { return kMutations; }

absl::Span<const MutationOperator> AllCrossoverOperators() {
  return kCrossovers;
}

}  // namespace clonecheck
