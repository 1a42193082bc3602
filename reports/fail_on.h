// FailOn: which findings make the exit code 1, and a test or a check red: the
// one rule of all commands and reports.
#ifndef CLONECHECK_REPORTS_FAIL_ON_H_
#define CLONECHECK_REPORTS_FAIL_ON_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

enum class FailOn : uint8_t {
  kAny,
  kNew,  // neither known nor, if there is a baseline, seen there
  kNone,
};
// Of `any`, `new`, `none`; kAny otherwise.
FailOn ParseFailOn(absl::string_view text);

// Of the findings that `fail_on` names, errors and warnings fail. A note is
// told and no more, since nobody who computes with the clone sees it.
bool Fails(FailOn fail_on, Severity severity, bool is_new);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FAIL_ON_H_
