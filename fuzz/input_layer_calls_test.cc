#include "fuzz/input_layer_calls.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/exchange/load_case.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// Whether a layer of the case does, on the last engine.
bool SomeLayerCallsOne(const std::string& name) {
  std::ifstream file(absl::StrCat("corpus/cases/", name, ".json"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Workbench bench;
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
  EXPECT_TRUE(graph.ok()) << graph.status().message();
  if (!graph.ok()) return false;
  const absl::StatusOr<Built> built =
      bench.Build(*graph, *FindEngineRules("2.3.1"));
  EXPECT_TRUE(built.ok() && built->model != nullptr);
  if (!built.ok() || built->model == nullptr) return false;
  return std::any_of(built->model->layers().begin(),
                     built->model->layers().end(),
                     [](Layer* layer) { return CallsAnInputLayer(*layer); });
}

TEST(CallsAnInputLayer, of_a_nested_model_that_does) {
  EXPECT_TRUE(SomeLayerCallsOne("input-layer-called-in-a-nested-model"));
  EXPECT_TRUE(SomeLayerCallsOne("input-layer-called-twice-in-a-nested-model"));
}

TEST(CallsAnInputLayer, not_of_one_that_has_inputs_and_does_not_call_them) {
  EXPECT_FALSE(SomeLayerCallsOne("nested-model-shares-a-layer"));
  EXPECT_FALSE(SomeLayerCallsOne("keras-12202"));
}

}  // namespace
}  // namespace clonecheck
