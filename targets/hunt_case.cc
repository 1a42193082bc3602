#include "targets/hunt_case.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/string_view.h"
#include "core/random.h"
#include "core/search/choice_source.h"

namespace clonecheck {
namespace {

// Operations that every case has, if the target knows them, or else the first
// that it declares: others that fail in the same way are then not taken for
// findings of their own.
constexpr absl::string_view kAlways[] = {"clone", "from_config"};

}  // namespace

HuntCase DrawCase(uint64_t index, uint64_t seed, Graph graph,
                  const Declaration& declaration, int drawn_operations,
                  uint32_t variant_percent) {
  HuntCase drawn{index, seed, std::move(graph), {"build", "predict"}, {}};
  ChoiceSource choices(CaseSeed(seed, 1));
  std::vector<std::string> rest;
  const bool has_always = std::any_of(
      std::begin(kAlways), std::end(kAlways), [&](absl::string_view name) {
        return std::find(declaration.operations.begin(),
                         declaration.operations.end(),
                         name) != declaration.operations.end();
      });
  for (const std::string& operation : declaration.operations) {
    const bool always = has_always
                            ? std::find(std::begin(kAlways), std::end(kAlways),
                                        operation) != std::end(kAlways)
                            : operation == declaration.operations.front();
    (always ? drawn.steps : rest).push_back(operation);
  }
  for (int i = 0; i < drawn_operations && !rest.empty(); ++i) {
    const uint32_t pick = choices.Below(static_cast<uint32_t>(rest.size()));
    drawn.steps.push_back(rest[pick]);
    rest.erase(rest.begin() + pick);
  }
  if (!declaration.variants.empty() && choices.Percent(variant_percent)) {
    drawn.variants.push_back(declaration.variants[choices.Below(
        static_cast<uint32_t>(declaration.variants.size()))]);
  }
  return drawn;
}

}  // namespace clonecheck
