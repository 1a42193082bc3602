#include "core/digest.h"

#include <cstdint>

#include "absl/strings/str_format.h"

namespace clonecheck {

// FNV-1a, whose 64 bits are folded.
std::string DigestOf(absl::string_view text) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
  }
  return absl::StrFormat("%08x", static_cast<uint32_t>(hash ^ hash >> 32));
}

}  // namespace clonecheck
