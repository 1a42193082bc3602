#include "fuzz/cases.h"

#include <cstddef>
#include <utility>

#include "core/engine/build.h"

namespace clonecheck {
namespace {

struct Settings {
  Profile profile = AllProfiles().front();
  size_t max_calls = 24;
  Builds admitted = nullptr;  // null: all
};

Settings& TheSettings() {
  static auto* const settings = new Settings;
  return *settings;
}

bool BuildsOnOldest(const Graph& graph) {
  const Builds& admitted = TheSettings().admitted;
  if (admitted != nullptr && !admitted(graph)) return false;
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
      new ByteMutator(FuzzBench().catalogue(), TheSettings().profile,
                      TheSettings().max_calls, BuildsOnOldest);
  return *mutator;
}

void NarrowFuzzMutator(const Profile& profile, size_t max_calls,
                       Builds admitted) {
  TheSettings() = {profile, max_calls, std::move(admitted)};
}

}  // namespace clonecheck
