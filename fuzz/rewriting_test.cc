// Models that some Keras wrote, of every dialect, are written by Keras 2 in a
// way that is read again.
#include "fuzz/rewriting.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(RewritingTest, whole_models_are_written_and_read_again) {
  int models = 0;
  for (const char* folder : {"corpus/models", "corpus/models/later"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      Workbench bench;
      const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
      ASSERT_TRUE(graph.ok()) << graph.status().message();
      EXPECT_EQ(RewritingFault(bench, text, *graph), "");
      ++models;
    }
  }
  EXPECT_GE(models, 10);
}

// Found by model_json_fuzzer: only the second Lambda, which the model does not
// need, tells that the first has two outputs.
TEST(RewritingTest,
     outputs_that_only_a_call_outside_tells_of_are_not_asked_for) {
  const std::string text = R"({"class_name": "Model", "config": {"name": "m",
    "layers": [
      {"name": "x", "class_name": "InputLayer", "inbound_nodes": [],
       "config": {"batch_input_shape": [null, 1], "dtype": "float32",
                  "sparse": false, "name": "x"}},
      {"name": "a", "class_name": "Lambda", "inbound_nodes": [[["x", 0, 0, {}]]],
       "config": {"name": "a", "trainable": true, "dtype": "float32",
                  "function": ["two", null, null], "function_type": "lambda",
                  "output_shape": null, "output_shape_type": "raw",
                  "arguments": {}}},
      {"name": "b", "class_name": "Lambda",
       "inbound_nodes": [[["x", 0, 0, {}], ["a", 0, 1, {}]]],
       "config": {"name": "b", "trainable": true, "dtype": "float32",
                  "function": "mask_pick", "function_type": "function",
                  "output_shape": null, "output_shape_type": "raw",
                  "arguments": {}}}],
    "input_layers": [["x", 0, 0]], "output_layers": [["a", 0, 0]]},
    "keras_version": "2.3.1", "backend": "tensorflow"})";
  Workbench bench;
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status().message();
  EXPECT_EQ(graph->layers()[0].config->Find("outputs")->bits(), 2);
  EXPECT_EQ(RewritingFault(bench, text, *graph), "");
}

}  // namespace
}  // namespace clonecheck
