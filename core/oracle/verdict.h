// Verdict: what an oracle says of one clone, and Signature: the identity of a
// failure.
#ifndef CLONECHECK_CORE_ORACLE_VERDICT_H_
#define CLONECHECK_CORE_ORACLE_VERDICT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {

enum class Verdict : uint8_t {
  kAgree,             // proved, for all weights and inputs
  kAgreeNumerically,  // the terms differ, no sample of numbers does
  kDiffer,
  kRaised,      // the cloner raises, the original could be built
  kBothRefuse,  // the original cannot be built, either
  kHangs,
  kUnjudged,
};
inline constexpr int kNumVerdicts = 7;

// As in reports: `agree`, `agree_numerically`, …
absl::string_view VerdictName(Verdict verdict);

constexpr bool IsFailure(Verdict verdict) {
  return verdict == Verdict::kDiffer || verdict == Verdict::kRaised ||
         verdict == Verdict::kHangs;
}

enum class Severity : uint8_t { kError, kWarning, kNote };
absl::string_view SeverityName(Severity severity);

struct Obligation;

// What one obligation says.
struct Judgement {
  Verdict verdict = Verdict::kAgree;
  // Which way it fails, a constant: `could-not-compute-output`.
  const char* symptom = "";
  // The kind of the layer where the two first part, in the original's
  // topological order.
  const LayerKind* where = nullptr;
};

// The identity of a failure of a given cloner, cheap to compare: symptoms and
// kinds are constants. Stable across seeds and sizes.
struct Signature {
  const Obligation* obligation = nullptr;
  absl::string_view symptom;
  const LayerKind* where = nullptr;

  friend bool operator==(const Signature& a, const Signature& b) {
    return a.obligation == b.obligation && a.symptom == b.symptom &&
           a.where == b.where;
  }
  template <typename H>
  friend H AbslHashValue(H h, const Signature& s) {
    return H::combine(std::move(h), s.obligation, s.symptom, s.where);
  }

  // `cloner/obligation/symptom/layer kind`.
  std::string ToString(absl::string_view cloner) const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_VERDICT_H_
