// What libFuzzer asks instead of its own mutator, where the bytes are a case:
// mutation and crossover of Graphs.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/search/byte_mutator.h"
#include "fuzz/cases.h"

namespace {

size_t CopyTo(const clonecheck::ByteMutator::Bytes& bytes, uint8_t* data) {
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned int seed) {
  return CopyTo(clonecheck::FuzzMutator().Mutate(
                    absl::MakeConstSpan(data, size), max_size, seed),
                data);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size,
                                            const uint8_t* b, size_t b_size,
                                            uint8_t* out, size_t max_size,
                                            unsigned int seed) {
  return CopyTo(clonecheck::FuzzMutator().CrossOver(
                    absl::MakeConstSpan(a, a_size),
                    absl::MakeConstSpan(b, b_size), max_size, seed),
                out);
}
