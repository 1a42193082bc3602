// Which obligation may be the first that a cloner breaks which is no Keras and
// not ours: a patch as it was proposed, or a model that is reloaded. They fail
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

// Each was the first on one of nine million cases (mutated, of at most 8 calls)
// or in corpus/cases; of a round trip, on its own engine or on the other. A
// cloner that is not listed breaks none, or each of its
// failures is listed elsewhere.
const std::vector<BrokenObligations>& AllBrokenObligations();

// Both by name.
bool MayBreakFirst(absl::string_view cloner, absl::string_view obligation);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_BROKEN_OBLIGATIONS_H_
