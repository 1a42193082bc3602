// For tests: what numbers.h computes, asked for the outputs of two models.
#ifndef CLONECHECK_CORE_ORACLE_MODEL_NUMBERS_H_
#define CLONECHECK_CORE_ORACLE_MODEL_NUMBERS_H_

#include <cstdint>
#include <vector>

#include "core/engine/model.h"
#include "core/oracle/numbers.h"

namespace clonecheck {

// A Question, and the terms that it refers to.
class OutputsQuestion {
 public:
  OutputsQuestion(const Model& original, const Model& clone)
      : original_terms_(TermsOf(original)),
        clone_terms_(TermsOf(clone)),
        question_{original,       clone,           original.inputs(),
                  clone.inputs(), original_terms_, clone_terms_} {}
  OutputsQuestion(const OutputsQuestion&) = delete;
  OutputsQuestion& operator=(const OutputsQuestion&) = delete;

  const Question& question() const { return question_; }

 private:
  static std::vector<TermId> TermsOf(const Model& model) {
    std::vector<TermId> terms;
    for (const Tensor* output : model.outputs()) terms.push_back(output->term);
    return terms;
  }

  const std::vector<TermId> original_terms_;
  const std::vector<TermId> clone_terms_;
  const Question question_;
};

inline absl::StatusOr<Numbers> EvaluateBoth(const TermArena& terms,
                                            const Model& original,
                                            const Model& clone,
                                            const TermMatch& match,
                                            uint64_t draw) {
  return EvaluateBoth(terms, OutputsQuestion(original, clone).question(), match,
                      draw);
}

inline bool AgreeOnSamples(const TermArena& terms, const Model& original,
                           const Model& clone, const TermMatch& match) {
  return AgreeOnSamples(terms, OutputsQuestion(original, clone).question(),
                        match);
}

inline absl::StatusOr<Numbers> FindDifference(const TermArena& terms,
                                              const Model& original,
                                              const Model& clone,
                                              const TermMatch& match) {
  return FindDifference(terms, OutputsQuestion(original, clone).question(),
                        match);
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_MODEL_NUMBERS_H_
