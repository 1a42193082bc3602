#include "fuzz/case_mutator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/build.h"
#include "core/search/profile.h"

namespace clonecheck {
namespace {

constexpr size_t kMaxCalls = 24;

bool BuildsOnOldest(const Graph& graph) {
  const absl::StatusOr<Built> built = FuzzBench().Build(graph, kEngineRules[0]);
  return built.ok() && built->refusal == nullptr;
}

size_t CopyTo(const ByteMutator::Bytes& bytes, uint8_t* data) {
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

}  // namespace

Workbench& FuzzBench() {
  static auto* const bench = new Workbench;
  return *bench;
}

ByteMutator& FuzzMutator() {
  static auto* const mutator =
      new ByteMutator(FuzzBench().catalogue(), AllProfiles().front(), kMaxCalls,
                      BuildsOnOldest);
  return *mutator;
}

}  // namespace clonecheck

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned int seed) {
  return clonecheck::CopyTo(
      clonecheck::FuzzMutator().Mutate(absl::MakeConstSpan(data, size),
                                       max_size, seed),
      data);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size,
                                            const uint8_t* b, size_t b_size,
                                            uint8_t* out, size_t max_size,
                                            unsigned int seed) {
  return clonecheck::CopyTo(clonecheck::FuzzMutator().CrossOver(
                                absl::MakeConstSpan(a, a_size),
                                absl::MakeConstSpan(b, b_size), max_size, seed),
                            out);
}
