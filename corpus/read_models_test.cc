// Small models that a real Keras wrote, one by one: what is read of them, and
// that whatever is changed in them is read or refused. How they are judged:
// models_test.cc.
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "core/test_file.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

// All of them, as models/README.md lists them.
constexpr const char* kModels[] = {
    "data-parallel",
    "keras-12202-minimal",
    "multi-output-into-swap",
    "multi-task",
};

class ReadModels : public ::testing::Test {
 protected:
  static std::string TextOf(const std::string& name) {
    return ReadTestFile("corpus/models/" + name + ".json");
  }
  Graph Read(const std::string& name) {
    const absl::StatusOr<Graph> graph =
        LoadGraph(TextOf(name), bench_.catalogue());
    EXPECT_TRUE(graph.ok()) << graph.status();
    return graph.ok() ? *graph : Graph();
  }
  // The message about a text, empty if it is read.
  std::string Message(absl::string_view text) {
    const absl::StatusOr<Graph> graph = LoadGraph(text, bench_.catalogue());
    EXPECT_TRUE(graph.ok() || absl::IsInvalidArgument(graph.status()))
        << graph.status();
    return std::string(graph.status().message());
  }

  Workbench bench_;
  CatalogueFacts facts_{bench_.catalogue()};
};

TEST_F(ReadModels, the_model_of_12202_has_a_lambda_of_two_outputs) {
  const Graph graph = Read("keras-12202-minimal");
  ASSERT_EQ(graph.calls().size(), 2u);
  EXPECT_EQ(graph.layers()[0].name->text, "lambda_1");
  EXPECT_EQ(facts_.NumOutputs(graph, graph.layers()[0]), 2);
  const absl::Span<const TensorRef> sum = graph.call_inputs(graph.calls()[1]);
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_EQ(sum[0], TensorRef::Call(0, 0));
  EXPECT_EQ(sum[1], TensorRef::Call(0, 1));
}

TEST_F(ReadModels, what_keras_writes_of_defaults_is_dropped) {
  const Graph graph = Read("multi-task");
  EXPECT_EQ(GraphToText(graph, &facts_),
            R"(i0 = Input((None, 6, 4), name='left')
i1 = Input((None, 6, 4), name='right')
l0 = Masking(name='left_mask')
c0 = l0(i0)
l1 = Masking(name='right_mask')
c1 = l1(i1)
l2 = Dense(activation='tanh', units=5, name='shared')
c2 = l2(c0)
c3 = l2(c1)
l3 = Concatenate(name='trunk')
c4 = l3([c2, c3])
l4 = Dense(units=5, name='gate_score')
c5 = l4(c4)
l5 = Activation(activation='sigmoid', name='gate')
c6 = l5(c5)
l6 = Multiply(name='gated')
c7 = l6([c6, c2])
l7 = Add(name='residual')
c8 = l7([c7, c3])
l8 = Dense(activation='softmax', units=3, name='tags')
c9 = l8(c8)
l9 = Dense(units=1, name='score')
c10 = l9(c4)
model = Model(inputs=[i0, i1], outputs=[c9, c10], name='multi_task')
)");
}

TEST_F(ReadModels, what_is_in_a_nested_model_comes_before_it) {
  const Graph graph = Read("data-parallel");
  // Outer input, then the replica's; replica's calls, then the others.
  ASSERT_EQ(graph.inputs().size(), 2u);
  EXPECT_EQ(graph.inputs()[0].name->text, "batch");
  EXPECT_EQ(graph.inputs()[1].name->text, "input_1");
  std::vector<std::string> called;
  for (const Call& call : graph.calls()) {
    called.emplace_back(graph.layers()[call.layer].name->text);
  }
  EXPECT_EQ(called, (std::vector<std::string>{
                        "lambda_1", "sum", "head", "first_half", "second_half",
                        "replica", "replica", "sum", "head"}));
  const LayerDecl& replica = graph.layers()[graph.calls()[5].layer];
  EXPECT_EQ(replica.position, 3u);
  ASSERT_EQ(graph.tensors(replica.model_inputs).size(), 1u);
  EXPECT_EQ(graph.tensors(replica.model_inputs)[0], TensorRef::Input(1));
  ASSERT_EQ(graph.tensors(replica.model_outputs).size(), 2u);
  EXPECT_EQ(graph.tensors(replica.model_outputs)[1], TensorRef::Call(2, 0));
  // The concatenations take the same output of both calls.
  const absl::Span<const TensorRef> heads = graph.call_inputs(graph.calls()[8]);
  EXPECT_EQ(heads[0], TensorRef::Call(5, 1));
  EXPECT_EQ(heads[1], TensorRef::Call(6, 1));
}

TEST_F(ReadModels, custom_classes_of_the_harness_are_known) {
  const Graph graph = Read("multi-output-into-swap");
  ASSERT_EQ(graph.layers().size(), 2u);
  EXPECT_EQ(graph.layers()[1].config->kind->text, "Swap");
  EXPECT_EQ(graph.model_outputs().size(), 2u);
}

class EachModel : public ReadModels,
                  public ::testing::WithParamInterface<const char*> {};

TEST_P(EachModel, builds_as_the_file_says) {
  const std::string text = TextOf(GetParam());
  const json config = json::parse(text)["config"];
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench_.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (const EngineRules& rules : kEngineRules) {
    const absl::StatusOr<Built> built = bench_.Build(*graph, rules);
    ASSERT_TRUE(built.ok()) << built.status();
    ASSERT_NE(built->model, nullptr) << built->refusal->ToString();
    EXPECT_EQ(built->model->name()->text, config["name"].get<std::string>());
    std::vector<std::string> names;
    for (const Layer* layer : built->model->layers()) {
      names.emplace_back(layer->name()->text);
    }
    std::vector<std::string> expected;
    for (const json& layer : config["layers"])
      expected.push_back(layer["name"]);
    EXPECT_EQ(names, expected);
    EXPECT_EQ(built->model->inputs().size(), config["input_layers"].size());
    EXPECT_EQ(built->model->outputs().size(), config["output_layers"].size());
  }
}

TEST_P(EachModel, stays_the_same_as_a_case) {
  const absl::StatusOr<Graph> graph =
      LoadGraph(TextOf(GetParam()), bench_.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  const absl::StatusOr<Graph> again =
      LoadGraph(GraphToJson(*graph), bench_.catalogue());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(*again == *graph);
}

TEST_P(EachModel, cut_off_anywhere_is_refused) {
  const std::string text = json::parse(TextOf(GetParam())).dump();
  for (size_t size = 0; size < text.size(); size += 7) {
    EXPECT_NE(Message(absl::string_view(text).substr(0, size)), "") << size;
  }
}

// Each value replaced by some junk, and each left out: whatever comes of it, it
// is a Graph or a message.
TEST_P(EachModel, with_any_value_changed_is_read_or_refused) {
  const json document = json::parse(TextOf(GetParam()));
  const std::vector<json> junk = {
      nullptr,
      -1,
      1e300,
      0,
      "",
      "input_1",
      "Model",
      true,
      json::array(),
      json::object(),
      json::array({"input_1", 0, 0, json::object()}),
      9'000'000'000'000};
  const json flat = document.flatten();
  constexpr size_t kJunkEach = 3;
  size_t next_junk = 0;
  size_t read = 0;
  size_t refused = 0;
  const auto count = [&](const json& changed) {
    ++(Message(changed.dump()).empty() ? read : refused);
  };
  for (const auto& [leaf, unused] : flat.items()) {
    json::json_pointer place(leaf);
    // A leaf, and what it is the first of.
    for (; !place.empty(); place.pop_back()) {
      json changed = document;
      for (size_t i = 0; i < kJunkEach; ++i) {
        changed[place] = junk[next_junk++ % junk.size()];
        count(changed);
      }
      changed = document;
      json& parent = changed[place.parent_pointer()];
      if (parent.is_object()) {
        parent.erase(place.back());
      } else {
        parent.erase(std::stoul(place.back()));
      }
      count(changed);
      if (place.back() != "0") break;
    }
  }
  EXPECT_GT(read, 0u);
  EXPECT_GT(refused, 100u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, EachModel, ::testing::ValuesIn(kModels),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace clonecheck
