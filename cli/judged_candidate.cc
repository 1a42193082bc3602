#include "cli/judged_candidate.h"

namespace clonecheck {

absl::string_view FailureKindText(FailureKind kind) {
  switch (kind) {
    case FailureKind::kDoesNotFix:
      return "does not fix";
    case FailureKind::kBreaks:
      return "breaks";
    case FailureKind::kRemaining:
      return "remains";
  }
  return "";
}

double FailingShare(const Decision& decision) {
  return decision.judged == 0 ? 0
                              : static_cast<double>(decision.failing) /
                                    static_cast<double>(decision.judged);
}

}  // namespace clonecheck
