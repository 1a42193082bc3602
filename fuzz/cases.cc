#include "fuzz/cases.h"

#include <cstddef>

#include "core/engine/build.h"
#include "core/search/profile.h"

namespace clonecheck {
namespace {

constexpr size_t kMaxCalls = 24;

bool BuildsOnOldest(const Graph& graph) {
  const absl::StatusOr<Built> built = FuzzBench().Build(graph, kEngineRules[0]);
  return built.ok() && built->refusal == nullptr;
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
