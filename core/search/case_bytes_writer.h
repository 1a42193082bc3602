// CaseBytesWriter: puts a case in compact form together, number by number. What
// stands where in a case: case_bytes.h.
#ifndef CLONECHECK_CORE_SEARCH_CASE_BYTES_WRITER_H_
#define CLONECHECK_CORE_SEARCH_CASE_BYTES_WRITER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/graph.h"

namespace clonecheck {

// Names that take one number: `name_0`, …
inline constexpr uint32_t kGivenNames = 64;

class CaseBytesWriter {
 public:
  void Byte(uint8_t byte) { bytes_.push_back(byte); }
  void Number(uint64_t number);
  void Text(absl::string_view text);
  void Ref(TensorRef ref);
  void Refs(const std::vector<TensorRef>& refs);
  // Null: none.
  void GivenName(const Name* name);
  void Value(const ConfigValue& value);
  void Entries(const Config& config);

  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CASE_BYTES_WRITER_H_
