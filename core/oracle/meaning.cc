#include "core/oracle/meaning.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {

namespace {

Meaning Compare(Session& session, const Question& question, TermMatch& match) {
  match.TranslateAll(question.clone_terms);
  bool proved = true;
  bool fed = true;
  for (size_t i = 0; i < question.original_terms.size(); ++i) {
    const TermId term = question.clone_terms[i];
    if (match.Translate(term) == question.original_terms[i]) continue;
    proved = false;
    fed &= !match.HasForeignPlaceholder(term);
  }
  if (proved) return Meaning::kProved;
  if (!fed) return Meaning::kUnfed;
  return AgreeOnSamples(session.terms(), question, match) ? Meaning::kOnSamples
                                                          : Meaning::kOther;
}

void Log(const Session& session, const Question& question,
         const TermMatch& match, Meaning meaning, const ProofLog& log) {
  ProofCounts& counts = *log.counts;
  switch (meaning) {
    case Meaning::kProved:
      ++counts.proved;
      break;
    case Meaning::kOnSamples:
      ++counts.on_samples;
      return;
    case Meaning::kOther:
    case Meaning::kUnfed:
      ++counts.refuted;
      return;
  }
  if (!log.check) return;
  const absl::StatusOr<Numbers> numbers =
      EvaluateBoth(session.terms(), question, match, log.draw);
  // Not everything can be evaluated; a proof needs no numbers.
  if (!numbers.ok()) return;
  ++counts.checked;
  counts.contradicted += numbers->difference > kNumericTolerance ? 1 : 0;
}

}  // namespace

Meaning CompareMeanings(Subject& subject, const Question& question,
                        TermMatch& match) {
  const Meaning meaning = Compare(subject.session, question, match);
  if (subject.proofs != nullptr) {
    Log(subject.session, question, match, meaning, *subject.proofs);
  }
  return meaning;
}

void ExplainMeanings(Session& session, const Question& question,
                     TermMatch& match, absl::string_view what,
                     Details* details) {
  if (details == nullptr) return;
  const TermArena& terms = session.terms();
  const size_t pairs =
      std::min(question.original_terms.size(), question.clone_terms.size());
  for (size_t i = 0; i < pairs; ++i) {
    const TermId image = match.Translate(question.clone_terms[i]);
    if (image == question.original_terms[i]) continue;
    details->original = terms.ToString(question.original_terms[i]);
    details->clone = terms.ToString(image);
    // Operations are told apart by more than their names.
    if (details->clone == details->original) {
      absl::StrAppend(&details->clone, ", by a layer of another config");
    }
    break;
  }
  details->numbers_of = std::string(what);
  absl::StatusOr<Numbers> numbers = FindDifference(terms, question, match);
  if (numbers.ok()) {
    details->numbers = *std::move(numbers);
  } else {
    details->no_numbers = std::string(numbers.status().message());
  }
}

}  // namespace clonecheck
