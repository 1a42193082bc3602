// Counted words: `1 call`, `2,000 calls`.
#ifndef CLONECHECK_REPORTS_COUNTED_H_
#define CLONECHECK_REPORTS_COUNTED_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace clonecheck {

// `1,234,567`.
std::string WithCommas(uint64_t number);
// `1 call`, `2,000 calls`: nouns whose plural ends in s.
std::string Counted(uint64_t number, absl::string_view noun);
// `1 thread`, `2 threads`.
std::string Threads(int count);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_COUNTED_H_
