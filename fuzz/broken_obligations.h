// Which obligations each cloner is known to break that is no Keras and not
// ours: patches as they were proposed, and models that are reloaded. They fail
// in too many ways to list each signature, as corpus/known.json does for Keras.
#ifndef CLONECHECK_FUZZ_BROKEN_OBLIGATIONS_H_
#define CLONECHECK_FUZZ_BROKEN_OBLIGATIONS_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace clonecheck {

struct BrokenObligations {
  absl::string_view cloner;
  std::vector<absl::string_view> obligations;
};

// A cloner that is not listed breaks none, or each of its failures is listed
// elsewhere.
const std::vector<BrokenObligations>& AllBrokenObligations();

// Both by name.
bool IsKnownToBreak(absl::string_view cloner, absl::string_view obligation);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_BROKEN_OBLIGATIONS_H_
