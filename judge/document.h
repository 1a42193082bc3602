// The candidate in a document: a Python file as it is, or the fenced block of
// prose that defines `_clone_functional_model`.
#ifndef CLONECHECK_JUDGE_DOCUMENT_H_
#define CLONECHECK_JUDGE_DOCUMENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace clonecheck {

// The function that a candidate defines.
inline constexpr absl::string_view kCandidateFunction =
    "_clone_functional_model";

struct CandidateSource {
  std::string text;  // verbatim
  // Where it stands: `the file`, `block 2 of 3, lines 20 to 80`.
  std::string where;
  // Its first line in the document, from 1.
  int first_line = 1;
};

// A document whose name ends with `.py` is a Python file, and so is one without
// fences (``` or ~~~, with an info string or none). Any other is prose: the
// candidate is the last of its blocks that define the function. Errors:
// InvalidArgument where nothing defines the function, with what to do.
absl::StatusOr<CandidateSource> FindCandidate(absl::string_view name,
                                              absl::string_view document);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_DOCUMENT_H_
