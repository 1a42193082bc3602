// ChoiceSource: where a generator's choices come from: a seed, or the bytes of
// a fuzzer. All randomness of a case passes through one of these.
//
// A source never fails. Bytes that have run out go on as zeros, and a choice of
// 0 is always the simplest, so every byte string is a complete case.
#ifndef CLONECHECK_CORE_SEARCH_CHOICE_SOURCE_H_
#define CLONECHECK_CORE_SEARCH_CHOICE_SOURCE_H_

#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "core/random.h"

namespace clonecheck {

class ChoiceSource {
 public:
  explicit ChoiceSource(uint64_t seed) : random_(seed), from_bytes_(false) {}
  // REQUIRES: the bytes outlive the source.
  explicit ChoiceSource(absl::Span<const uint8_t> bytes)
      : random_(0), bytes_(bytes), from_bytes_(true) {}

  // A number below `n`. REQUIRES: n > 0.
  uint32_t Below(uint32_t n) {
    if (from_bytes_) [[unlikely]]
      return BelowFromBytes(n);
    return static_cast<uint32_t>(((random_.Next() >> 32) * n) >> 32);
  }
  // True in `percent` of 100 cases; false is the simpler choice.
  bool Percent(uint32_t percent) { return Below(100) >= 100 - percent; }

  // Whether all bytes were used; false for a seed.
  bool exhausted() const { return from_bytes_ && bytes_.empty(); }

 private:
  ABSL_ATTRIBUTE_NOINLINE uint32_t BelowFromBytes(uint32_t n) {
    uint32_t value = NextByte();
    for (uint32_t limit = 256; limit < n; limit <<= 8) {
      value = value << 8 | NextByte();
      if (limit >= 1u << 24) break;
    }
    return value % n;  // NOLINT(clang-analyzer-core.DivideZero): n > 0
  }
  uint32_t NextByte() {
    if (bytes_.empty()) return 0;
    const uint32_t byte = bytes_.front();
    bytes_.remove_prefix(1);
    return byte;
  }

  SplitMix64 random_;
  absl::Span<const uint8_t> bytes_;
  bool from_bytes_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CHOICE_SOURCE_H_
