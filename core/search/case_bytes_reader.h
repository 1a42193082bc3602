// CaseBytesReader: takes a case in compact form apart, number by number. There
// are no errors: whatever the bytes are, what is read is in range. What stands
// where in a case: case_bytes.h.
#ifndef CLONECHECK_CORE_SEARCH_CASE_BYTES_READER_H_
#define CLONECHECK_CORE_SEARCH_CASE_BYTES_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/config.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/limits.h"

namespace clonecheck {

class CaseBytesReader {
 public:
  // REQUIRES: `bytes` and `pool` outlive the reader.
  CaseBytesReader(absl::Span<const uint8_t> bytes, Pool& pool)
      : bytes_(bytes), pool_(pool) {}

  uint64_t Number();
  // Below `n`, or 0.
  uint32_t Below(uint64_t n);
  // A length: each item takes a byte, or is not there.
  size_t Size(size_t most);
  // UTF-8; otherwise empty.
  std::string Text(size_t most = kMaxNameBytes);
  // Null: none.
  const Name* GivenName();
  // An input below `inputs`, or an output of a call below `calls`, whose number
  // of outputs is not known here.
  TensorRef Ref(size_t inputs, size_t calls);
  std::vector<TensorRef> Refs(size_t inputs, size_t calls);
  // `depth`: levels of lists and dicts that it may have.
  ConfigValue Value(int depth);
  // With distinct keys.
  std::vector<ConfigEntry> Entries(int depth);

 private:
  absl::Span<const uint8_t> bytes_;
  Pool& pool_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CASE_BYTES_READER_H_
