// `masks`: every call of the clone hands on the masks that its counterpart in
// the original hands on.
#include "absl/strings/str_cat.h"
#include "core/oracle/meaning.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

// The masks of output k of a call and of its copy.
struct MaskPair {
  MaskPair(const Pairing::NodePair& pair, size_t k)
      : original(MaskTerm(*pair.original, k)),
        clone(MaskTerm(*pair.clone, k)) {}

  // Valid as long as this is.
  Question Ask(const Subject& subject) const {
    return {subject.original,
            *subject.clone,
            subject.original.inputs(),
            subject.clone->inputs(),
            absl::MakeConstSpan(&original, 1),
            absl::MakeConstSpan(&clone, 1)};
  }

  TermId original;
  TermId clone;
};

Judgement Judge(Subject& subject) {
  Judgement judgement;
  const Pairing::NodePair* first = nullptr;
  size_t first_output = 0;
  bool proved = true;
  for (const Pairing::NodePair& pair : subject.pairing().nodes()) {
    // Masks within a nested Model are those of its own inputs, which nobody
    // feeds; what it does with others' shows in its calls.
    if (!pair.outermost) continue;
    if (first != nullptr && first->position <= pair.position) continue;
    const size_t outputs = pair.original->output_tensors().size();
    for (size_t k = 0; k < outputs; ++k) {
      const MaskPair masks(pair, k);
      if (subject.match().Translate(masks.clone) == masks.original) continue;
      if (masks.original != kNoTerm && masks.clone != kNoTerm) {
        const Meaning meaning =
            CompareMeanings(subject, masks.Ask(subject), subject.match());
        if (meaning == Meaning::kOnSamples) {
          proved = false;
          continue;
        }
        // Where the original's cannot be evaluated, nothing is owed: a mask
        // that a call outside was given as a keyword may be of no input of the
        // model.
        if (subject.match().OriginalHasForeignPlaceholder(masks.original)) {
          continue;
        }
        judgement.symptom =
            meaning == Meaning::kUnfed ? "unfed-mask" : "mask-values";
      } else {
        judgement.symptom =
            masks.clone == kNoTerm ? "mask-lost" : "mask-gained";
      }
      first = &pair;
      first_output = k;
      break;
    }
  }
  if (first == nullptr) {
    if (!proved) judgement.verdict = Verdict::kAgreeNumerically;
    return judgement;
  }
  judgement.verdict = Verdict::kDiffer;
  const Layer& layer = *first->original->outbound_layer();
  judgement.where = &layer.spec().kind();
  if (subject.details != nullptr) {
    subject.details->what =
        absl::StrCat("the mask of output ", first_output, " of a call of '",
                     layer.name()->text, "'");
    const MaskPair masks(*first, first_output);
    ExplainMeanings(subject.session, masks.Ask(subject), subject.match(),
                    "mask", subject.details);
  }
  return judgement;
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    clone.set_weights(model.get_weights())
    return mask_faults(model, clone, values)
)py";

PythonLook Look() {
  return {absl::StrCat(MaskFaultsPython(), kLook), "the masks of all calls"};
}

}  // namespace

extern const Obligation kMasks{
    "masks", "the same masks at every call, and on the outputs",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
