// Answer: what a candidate did with one graph, as it crosses from the process
// that runs the candidate to the one that judges it, as JSON.
#ifndef CLONECHECK_JUDGE_ANSWER_H_
#define CLONECHECK_JUDGE_ANSWER_H_

#include <deque>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The version of Keras that candidates replace a function of.
inline constexpr absl::string_view kJudgedEngine = "2.2.4";

struct Answer {
  // kUnjudged: see `why`. The signature's symptom belongs to the Symptoms that
  // read it.
  CaseVerdict verdict;
  Details details;  // of the first failure, where they were asked for
  // Why there is no judgement: what the candidate asked for that is not
  // modelled, or that it was stopped before.
  std::string why;
};

// Texts that signatures refer to.
class Symptoms {
 public:
  absl::string_view Keep(absl::string_view text);

 private:
  std::deque<std::string> texts_;
  absl::flat_hash_set<absl::string_view> index_;
};

// `obligations`: those that were judged, in the same order on both sides.
nlohmann::json AnswerToJson(const Answer& answer,
                            absl::Span<const Obligation* const> obligations);
// Anything that is no answer is kUnjudged, with a reason: what comes out of a
// candidate's process is not believed to be well formed.
Answer AnswerFromJson(const nlohmann::json& json,
                      absl::Span<const Obligation* const> obligations,
                      Symptoms& symptoms);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_ANSWER_H_
