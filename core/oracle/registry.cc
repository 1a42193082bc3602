#include <algorithm>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/oracle/obligation.h"
#include "core/text.h"

namespace clonecheck {

const std::vector<const Obligation*>& AllObligations() {
  static const auto* const kAll = new std::vector<const Obligation*>{
#define OBLIGATION(name) &(name),
#include "core/oracle/all_obligations.inc"
#undef OBLIGATION
  };
  return *kAll;
}

Judgement Differ(const char* symptom, const Layer* where) {
  Judgement judgement;
  judgement.verdict = Verdict::kDiffer;
  judgement.symptom = symptom;
  judgement.where = where == nullptr ? nullptr : &where->spec().kind();
  return judgement;
}

Judgement Differ(Subject& subject, const char* symptom, const Layer* where,
                 absl::string_view what, absl::string_view original,
                 absl::string_view clone) {
  if (subject.details != nullptr) {
    subject.details->what = std::string(what);
    subject.details->original = std::string(original);
    subject.details->clone = std::string(clone);
  }
  return Differ(symptom, where);
}

absl::StatusOr<std::vector<const Obligation*>> FindObligations(
    absl::string_view list) {
  const std::vector<const Obligation*>& all = AllObligations();
  std::vector<bool> wanted(all.size(), false);
  bool any = false;
  for (absl::string_view name :
       absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    name = absl::StripAsciiWhitespace(name);
    auto it = std::find_if(all.begin(), all.end(), [&](const Obligation* o) {
      return o->name == name;
    });
    if (it == all.end()) {
      std::vector<absl::string_view> names;
      for (const Obligation* o : all) names.push_back(o->name);
      return absl::InvalidArgumentError(ThereIsNo("obligation", name, names));
    }
    wanted[it - all.begin()] = true;
    any = true;
  }
  if (!any) return absl::InvalidArgumentError("Name at least one obligation.");
  std::vector<const Obligation*> found;
  for (size_t i = 0; i < all.size(); ++i) {
    if (wanted[i]) found.push_back(all[i]);
  }
  return found;
}

}  // namespace clonecheck
