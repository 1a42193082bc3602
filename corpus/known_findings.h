// Known findings: signatures that somebody has looked into and accepted, with
// the reason and a reference. A run tells them from new ones.
//
// The file, corpus/known.json:
//   {"version": 1, "known": [
//     {"signature": "keras-2.2.4/completes/could-not-compute-output/Lambda",
//      "cause": "lost-outputs", "reason": "…", "reference": "keras#12202"}, …]}
// `*` for the layer kind stands for any. Signatures of one cause share its
// name; there is none where its witnesses show one cause or another.
#ifndef CLONECHECK_CORPUS_KNOWN_FINDINGS_H_
#define CLONECHECK_CORPUS_KNOWN_FINDINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace clonecheck {

struct KnownFinding {
  std::string signature;  // `cloner/obligation/symptom/kind`, or `…/*`
  std::string reason;
  std::string reference;
  std::string cause;  // may be empty
};

// Errors: InvalidArgument that names the entry and what it lacks.
absl::StatusOr<std::vector<KnownFinding>> ParseKnownFindings(
    absl::string_view text);

// The file that comes with clonecheck.
const std::vector<KnownFinding>& OurKnownFindings();

// The entry for a signature, an exact one before one with `*`; null: it is new.
const KnownFinding* FindKnown(const std::vector<KnownFinding>& known,
                              absl::string_view signature);

// Its reason and reference, `why (keras#12202)`; empty: it is new.
std::string KnownReason(const std::vector<KnownFinding>& known,
                        absl::string_view signature);

}  // namespace clonecheck

#endif  // CLONECHECK_CORPUS_KNOWN_FINDINGS_H_
