// With which symptoms cloners may fail that are no Keras and not ours: patches
// as they were proposed, and models that are reloaded. corpus/known.json lists
// signatures for Keras' own. These fail at too many kinds of layers for that,
// and, as a clone that is wrong meets what any layer refuses, with most of the
// symptoms there are; broken_obligations.h says which of them breaks what.
#ifndef CLONECHECK_FUZZ_KNOWN_SYMPTOMS_H_
#define CLONECHECK_FUZZ_KNOWN_SYMPTOMS_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace clonecheck {

// The lines of known_symptoms.txt, `obligation/symptom`, in the order of the
// alphabet. Each was that of a first failure of one of these cloners on a
// mutated case (find_symptoms.cc) or in corpus/cases.
const std::vector<absl::string_view>& AllKnownSymptoms();

// Also of `clone_of_clone` what is listed of `completes`: to clone a clone is
// to clone, and what refuses one wrong clone may refuse another that is built
// on it.
bool IsKnownSymptom(absl::string_view obligation, absl::string_view symptom);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_KNOWN_SYMPTOMS_H_
