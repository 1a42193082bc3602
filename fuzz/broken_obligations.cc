#include "fuzz/broken_obligations.h"

#include <algorithm>

namespace clonecheck {
namespace {

using Names = std::vector<absl::string_view>;

// These and what a model loses that is made again from its config, which is
// done with the model, if it is a Sequential, and with those nested in it.
Names FromConfig(Names others) {
  others.insert(others.end(), {"completes", "outputs", "masks", "sharing",
                               "clone_as_layer", "config"});
  return others;
}

}  // namespace

const std::vector<BrokenObligations>& AllBrokenObligations() {
  static const auto* const kAll = new std::vector<BrokenObligations>{
      {"roundtrip-2.2.4", FromConfig({"names", "node_order"})},
      {"roundtrip-2.2.5", FromConfig({"names", "node_order"})},
      {"proposal-000", FromConfig({})},
      {"proposal-000-literal", FromConfig({})},
      {"proposal-000-repaired",
       FromConfig({"clone_of_clone", "input_layers", "node_order",
                   "original_untouched", "roundtrip"})},
      {"proposal-001", FromConfig({})},
      {"proposal-001-repaired", FromConfig({})},
      {"proposal-002", FromConfig({})},
      {"proposal-002-repaired",
       FromConfig({"input_layers", "original_untouched", "weights_fresh"})},
      {"proposal-002-repaired-2",
       FromConfig(
           {"input_layers", "node_order", "original_untouched", "roundtrip"})},
      {"proposal-002-repaired-3",
       FromConfig(
           {"input_layers", "node_order", "original_untouched", "roundtrip"})},
      {"proposal-003", FromConfig({})},
      {"proposal-003-repaired",
       FromConfig({"input_layers", "node_order", "roundtrip"})},
      {"proposal-004", FromConfig({"clone_of_clone"})},
      {"proposal-004-repaired", FromConfig({"clone_of_clone", "names"})},
      {"proposal-004-repaired-2", FromConfig({"clone_of_clone"})},
  };
  return *kAll;
}

bool MayBreakFirst(absl::string_view cloner, absl::string_view obligation) {
  return std::any_of(
      AllBrokenObligations().begin(), AllBrokenObligations().end(),
      [&](const BrokenObligations& broken) {
        return broken.cloner == cloner &&
               std::find(broken.obligations.begin(), broken.obligations.end(),
                         obligation) != broken.obligations.end();
      });
}

}  // namespace clonecheck
