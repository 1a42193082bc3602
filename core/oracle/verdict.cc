#include "core/oracle/verdict.h"

#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

absl::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgree:
      return "agree";
    case Verdict::kAgreeNumerically:
      return "agree_numerically";
    case Verdict::kDiffer:
      return "differ";
    case Verdict::kRaised:
      return "raised";
    case Verdict::kBothRefuse:
      return "both_refuse";
    case Verdict::kHangs:
      return "hangs";
    case Verdict::kUnjudged:
      return "unjudged";
  }
  return "";
}

absl::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "";
}

std::string Signature::ToString(absl::string_view cloner) const {
  return absl::StrCat(cloner, "/", obligation->name, "/", symptom, "/",
                      where == nullptr ? "-" : where->class_name());
}

}  // namespace clonecheck
