#include "fuzz/known_symptoms.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fuzz/known_symptoms_text.h"

namespace clonecheck {

const std::vector<absl::string_view>& AllKnownSymptoms() {
  static const auto* const kAll = new std::vector<absl::string_view>(
      absl::StrSplit(kKnownSymptomsText, '\n', absl::SkipEmpty()));
  return *kAll;
}

bool IsKnownSymptom(absl::string_view obligation, absl::string_view symptom) {
  const auto is_listed = [symptom](absl::string_view of) {
    return std::binary_search(AllKnownSymptoms().begin(),
                              AllKnownSymptoms().end(),
                              absl::StrCat(of, "/", symptom));
  };
  return is_listed(obligation) ||
         (obligation == "clone_of_clone" && is_listed("completes"));
}

}  // namespace clonecheck
