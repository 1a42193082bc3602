// DigestOf: tells texts apart by a few digits.
#ifndef CLONECHECK_CORE_DIGEST_H_
#define CLONECHECK_CORE_DIGEST_H_

#include <string>

#include "absl/strings/string_view.h"

namespace clonecheck {

// 32 bits of a text, as 8 digits: the same on any machine, in any run.
std::string DigestOf(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_DIGEST_H_
