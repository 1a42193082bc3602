#include "fuzz/broken_obligations.h"

#include <algorithm>
#include <iterator>

namespace clonecheck {
namespace {

// What a model loses that is made again from its config. All cloners here do
// that: with the model, if it is a Sequential, and with those nested in it.
constexpr absl::string_view kFromConfig[] = {
    "completes", "outputs", "masks", "sharing", "clone_as_layer", "config"};

}  // namespace

const std::vector<BrokenObligations>& AllBrokenObligations() {
  static const auto* const kAll = [] {
    // Beside that.
    auto* all = new std::vector<BrokenObligations>{
        {"roundtrip-2.2.4", {"node_order"}},
        {"roundtrip-2.2.5", {"node_order"}},
        {"proposal-000", {}},
        {"proposal-000-literal", {}},
        {"proposal-000-repaired",
         {"clone_of_clone", "input_layers", "node_order", "original_untouched",
          "roundtrip"}},
        {"proposal-001", {}},
        {"proposal-001-repaired", {}},
        {"proposal-002", {}},
        {"proposal-002-repaired",
         {"input_layers", "original_untouched", "weights_fresh"}},
        {"proposal-002-repaired-2",
         {"input_layers", "node_order", "original_untouched"}},
        {"proposal-002-repaired-3",
         {"input_layers", "node_order", "original_untouched", "roundtrip"}},
        {"proposal-003", {}},
        {"proposal-003-repaired", {"input_layers", "node_order", "roundtrip"}},
        {"proposal-004", {"clone_of_clone"}},
        {"proposal-004-repaired", {"clone_of_clone", "names"}},
        {"proposal-004-repaired-2", {"clone_of_clone"}},
    };
    for (BrokenObligations& broken : *all) {
      broken.obligations.insert(broken.obligations.end(),
                                std::begin(kFromConfig), std::end(kFromConfig));
    }
    return all;
  }();
  return *kAll;
}

bool IsKnownToBreak(absl::string_view cloner, absl::string_view obligation) {
  return std::any_of(
      AllBrokenObligations().begin(), AllBrokenObligations().end(),
      [&](const BrokenObligations& broken) {
        return broken.cloner == cloner &&
               std::find(broken.obligations.begin(), broken.obligations.end(),
                         obligation) != broken.obligations.end();
      });
}

}  // namespace clonecheck
