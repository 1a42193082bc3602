// What a candidate is called: its verdict, from what it did on many graphs and
// what Keras 2.2.4 did on the same.
#ifndef CLONECHECK_JUDGE_VERDICT_H_
#define CLONECHECK_JUDGE_VERDICT_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

// The first that applies.
enum class PatchVerdict : uint8_t {
  kUnusable,       // it cannot be loaded, or nothing of it could be judged
  kCrashesAlways,  // raises on every graph, on inputs of its own
  kDoesNotFix,     // what 2.2.4 gets wrong for lost outputs, it gets wrong, too
  kBreaks,         // what 2.2.4 gets right, it gets wrong
  kEquivalent,     // none of these on the graphs that were run
};
// As in reports: `unusable`, `crashes_always`, …
absl::string_view PatchVerdictName(PatchVerdict verdict);

// One graph.
struct CaseRecord {
  CaseVerdict reference;  // of keras-2.2.4
  CaseVerdict candidate;
  // 2.2.4 loses an output of a layer without masks (keras#12202), and
  // upstream's fix of just that gives right outputs: what is expected of every
  // fix. A graph on which upstream's fix fails as well has another fault in it,
  // and says nothing about this one.
  bool must_be_fixed = false;
};

// What a failure of the candidate means.
enum class FailureKind : uint8_t { kDoesNotFix, kBreaks, kRemaining };

// A signature of the candidate and what it means. One signature may mean two
// things on different graphs, and then stands here twice.
struct Failure {
  Signature signature;
  FailureKind kind = FailureKind::kRemaining;
  uint64_t count = 0;
  size_t first_case = 0;  // in the order of the records
  uint32_t implied = 0;   // bits of obligations
};

struct Decision {
  PatchVerdict verdict = PatchVerdict::kUnusable;
  uint64_t judged = 0;
  uint64_t failing = 0;   // of these, at severity error
  uint64_t unjudged = 0;  // the candidate asked for what is not modelled
  // Those that decide come first, then by how often they were seen.
  std::vector<Failure> failures;
};

// What a failure of the candidate in this case means. `reference_symptoms`: the
// (obligation, symptom) pairs that 2.2.4 shows anywhere.
struct ReferenceSymptom {
  const Obligation* obligation;
  absl::string_view symptom;
  friend bool operator==(const ReferenceSymptom& a, const ReferenceSymptom& b) {
    return a.obligation == b.obligation && a.symptom == b.symptom;
  }
};
// Adds it unless it is there.
void AddSymptom(const ReferenceSymptom& symptom,
                std::vector<ReferenceSymptom>* symptoms);
// Adds what a verdict shows; nothing if it is no failure.
void AddSymptom(const CaseVerdict& verdict,
                std::vector<ReferenceSymptom>* symptoms);
FailureKind KindOfFailure(
    const CaseRecord& record, absl::Span<const Obligation* const> obligations,
    absl::Span<const ReferenceSymptom> reference_symptoms);

// `more_symptoms`: such as 2.2.4 shows on graphs that the candidate was not
// asked about.
Decision Decide(absl::Span<const CaseRecord> records,
                absl::Span<const Obligation* const> obligations,
                std::vector<ReferenceSymptom> more_symptoms = {});

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_VERDICT_H_
