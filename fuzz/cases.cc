#include "fuzz/cases.h"

#include <cstddef>
#include <utility>

namespace clonecheck {
namespace {

// What a clone gets wrong shows in a few calls, and an input takes as long as
// it has calls; `clonecheck fuzz` goes further.
constexpr uint32_t kMostCalls = 8;

Profile FewCalls() {
  Profile profile = AllProfiles().front();
  profile.max_calls = kMostCalls;
  return profile;
}

struct Settings {
  Profile profile = FewCalls();
  size_t max_calls = kMostCalls;
  Builds admitted = nullptr;  // null: all
};

Settings& TheSettings() {
  static auto* const settings = new Settings;
  return *settings;
}

bool BuildsOnOldest(const Graph& graph) {
  const Builds& admitted = TheSettings().admitted;
  return (admitted == nullptr || admitted(graph)) && FuzzBench().Builds(graph);
}

}  // namespace

Workbench& FuzzBench() {
  static auto* const bench = new Workbench;
  return *bench;
}

ByteMutator& FuzzMutator() {
  static auto* const mutator =
      new ByteMutator(FuzzBench().catalogue(), TheSettings().profile,
                      TheSettings().max_calls, BuildsOnOldest);
  return *mutator;
}

SplitMix64 DrawsBeside(absl::Span<const uint8_t> bytes) {
  uint64_t seed = bytes.size();
  for (const uint8_t byte : bytes) seed = SplitMix64(seed ^ byte).Next();
  return SplitMix64(seed);
}

void NarrowFuzzMutator(const Profile& profile, size_t max_calls,
                       Builds admitted) {
  TheSettings() = {profile, max_calls, std::move(admitted)};
}

}  // namespace clonecheck
