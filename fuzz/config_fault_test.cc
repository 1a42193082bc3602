// What config_roundtrip_fuzzer stops at, and what it does not.
#include "fuzz/config_fault.h"

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/engine/rules.h"
#include "core/exchange/load_case.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::string Case(absl::string_view name) {
  std::ifstream file(absl::StrCat("corpus/cases/", name, ".json"));
  return {std::istreambuf_iterator<char>(file), {}};
}

// Of the layers of a case, by the rules of 2.3.1, those that are faulty.
std::string Faults(absl::string_view text) {
  Workbench bench;
  const Graph graph = LoadGraph(text, bench.catalogue()).value();
  const EngineRules& engine = *FindEngineRules("2.3.1");
  const Built built = bench.Build(graph, engine).value();
  std::string faults;
  for (Layer* layer : built.model->layers()) {
    const std::string fault = ConfigFault(bench.session(engine), *layer);
    faults += fault;
  }
  return faults;
}

TEST(ConfigFault, calls_in_another_order_are_one) {
  Workbench bench;
  const Graph graph =
      LoadGraph(Case("shared-layer-at-two-depths"), bench.catalogue()).value();
  for (const EngineRules& engine : kEngineRules) {
    const Built built = bench.Build(graph, engine).value();
    EXPECT_EQ(ConfigFault(bench.session(engine), *built.model),
              engine.from_config_keeps_node_order
                  ? ""
                  : "its config changes on the way")
        << engine.version;
  }
}

TEST(ConfigFault, there_is_none_in_a_layer_that_keras_makes_again) {
  for (absl::string_view name :
       {"keras-12202", "nested-model-shares-a-layer", "frozen-sequential"}) {
    EXPECT_EQ(Faults(Case(name)), "") << name;
  }
}

TEST(ConfigFault, a_lost_mask_by_which_an_output_becomes_a_state_is_none) {
  EXPECT_EQ(Faults(Case("unrolled-lstm-behind-a-mask-in-a-nested-model")), "");
}

}  // namespace
}  // namespace clonecheck
