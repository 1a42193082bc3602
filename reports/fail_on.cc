#include "reports/fail_on.h"

namespace clonecheck {

FailOn ParseFailOn(absl::string_view text) {
  if (text == "new") return FailOn::kNew;
  if (text == "none") return FailOn::kNone;
  return FailOn::kAny;
}

bool Fails(FailOn fail_on, Severity severity, bool is_new) {
  if (severity == Severity::kNote) return false;
  switch (fail_on) {
    case FailOn::kAny:
      return true;
    case FailOn::kNew:
      return is_new;
    case FailOn::kNone:
      return false;
  }
  return false;
}

}  // namespace clonecheck
