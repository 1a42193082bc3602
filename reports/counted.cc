#include "reports/counted.h"

#include "absl/strings/str_cat.h"

namespace clonecheck {

std::string WithCommas(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string Counted(uint64_t number, absl::string_view noun) {
  return absl::StrCat(WithCommas(number), " ", noun, number == 1 ? "" : "s");
}

std::string Threads(int count) {
  return Counted(static_cast<uint64_t>(count), "thread");
}

}  // namespace clonecheck
