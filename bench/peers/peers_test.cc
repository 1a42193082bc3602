// The side-by-side comparison is of the same graphs and the same question: what
// each generator makes is within the vocabulary, what each shrinker ends at
// still shows the signature.
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/peers/question.h"
#include "bench/peers/tools.h"
#include "bench/peers/vocabulary.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/validate.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kLostOutput[] =
    "keras-2.2.4/completes/could-not-compute-output/Lambda";

class PeersTest : public testing::Test {
 protected:
  std::unique_ptr<PeerTool> Tool(absl::string_view name) {
    return FindPeerTool(name, bench_).value();
  }
  Graph Made(PeerTool& tool, uint64_t seed, uint64_t index) {
    tool.Make(seed, index);
    return tool.Made();
  }
  const Config* ConfigOf(const LayerSpec* spec) { return spec->config(); }

  Workbench bench_;
  const Vocabulary vocabulary_ = PeersVocabulary(bench_.catalogue());
};

TEST_F(PeersTest, every_tool_makes_valid_graphs_of_the_vocabulary) {
  for (const char* name : {"ours", "rapidcheck", "rapidcheck-100", "uniform"}) {
    const auto tool = Tool(name);
    for (uint64_t i = 0; i < 2'000; ++i) {
      const Graph graph = Made(*tool, 1, i);
      ASSERT_TRUE(Validate(graph).ok()) << name;
      ASSERT_TRUE(IsWithin(vocabulary_, graph)) << name << GraphToJson(graph);
    }
  }
}

TEST_F(PeersTest, what_is_valid_by_construction_builds) {
  for (const char* name : {"ours", "rapidcheck", "rapidcheck-100"}) {
    const auto tool = Tool(name);
    for (uint64_t i = 0; i < 2'000; ++i) {
      const Graph graph = Made(*tool, 2, i);
      ASSERT_TRUE(bench_.Builds(graph)) << name << GraphToJson(graph);
    }
  }
}

TEST_F(PeersTest, some_uniform_graphs_build_and_some_do_not) {
  const auto tool = Tool("uniform");
  int built = 0;
  for (uint64_t i = 0; i < 1'000; ++i) {
    built += bench_.Builds(Made(*tool, 3, i)) ? 1 : 0;
  }
  EXPECT_GT(built, 500);
  EXPECT_LT(built, 1'000);
}

TEST_F(PeersTest, every_tool_reaches_all_of_the_vocabulary) {
  for (const char* name : {"ours", "rapidcheck", "rapidcheck-100", "uniform"}) {
    const auto tool = Tool(name);
    std::set<const Config*> configs;
    std::set<const Shape*> shapes;
    std::set<size_t> calls;
    bool shared = false;
    bool reversed = false;
    for (uint64_t i = 0; i < 2'000; ++i) {
      const Graph graph = Made(*tool, 4, i);
      for (const LayerDecl& layer : graph.layers()) {
        configs.insert(layer.config);
      }
      for (const InputDecl& input : graph.inputs()) {
        shapes.insert(input.batch_shape);
      }
      calls.insert(graph.calls().size());
      shared |= graph.calls().size() > graph.layers().size();
      reversed |= !(graph.model_inputs()[0] == TensorRef::Input(0));
    }
    EXPECT_EQ(configs.size(), vocabulary_.layers.size()) << name;
    EXPECT_EQ(shapes.size(), vocabulary_.input_shapes.size()) << name;
    EXPECT_EQ(*calls.rbegin(), kPeersMaxCalls) << name;
    EXPECT_TRUE(shared) << name;
    EXPECT_TRUE(reversed) << name;
  }
}

TEST_F(PeersTest, the_same_seed_makes_the_same_case) {
  for (const char* name : {"ours", "rapidcheck", "uniform"}) {
    const auto tool = Tool(name);
    const auto other = Tool(name);
    for (uint64_t i = 0; i < 200; ++i) {
      Made(*other, 5, i + 1);
      ASSERT_TRUE(Made(*tool, 5, i) == Made(*other, 5, i)) << name;
    }
  }
}

TEST_F(PeersTest, what_the_vocabulary_does_not_have_is_not_within) {
  const Config* two = ConfigOf(vocabulary_.layers.back());
  const Shape* shape = vocabulary_.input_shapes[0];
  Pool& pool = bench_.pool();
  const auto within = [&](auto change) {
    GraphBuilder builder;
    const TensorRef input = builder.AddInput(shape);
    const uint32_t layer = builder.AddLayer(two);
    const TensorRef output = builder.AddCall(layer, {input});
    builder.SetModel({input}, {output});
    change(builder);
    return IsWithin(vocabulary_, std::move(builder).Build());
  };
  EXPECT_TRUE(within([](GraphBuilder&) {}));
  EXPECT_FALSE(within([&](GraphBuilder& b) {
    b.AddKwarg(pool.InternName("mask"), ConfigValue::None());
  }));
  EXPECT_FALSE(within(
      [&](GraphBuilder& b) { b.AddLayer(two, pool.InternName("a_name")); }));
  EXPECT_FALSE(within(
      [&](GraphBuilder& b) { b.AddLayer(two, nullptr, /*trainable=*/false); }));
  EXPECT_FALSE(within([&](GraphBuilder& b) {
    b.AddLayer(pool.InternConfig(pool.InternName("Subtract"), {}));
  }));
  // An input that is not the model's.
  EXPECT_FALSE(within([&](GraphBuilder& b) { b.AddInput(shape); }));
  EXPECT_FALSE(within([&](GraphBuilder& b) {
    const TensorRef other = b.AddInput(pool.InternShape({kUnknownDim, 4}));
    b.SetModel({TensorRef::Input(0), other}, {TensorRef::Call(0, 0)});
  }));
  EXPECT_FALSE(within([&](GraphBuilder& b) { b.SetModelPosition(0); }));
  EXPECT_FALSE(within([&](GraphBuilder& b) {
    for (uint32_t i = 0; i < kPeersMaxCalls; ++i) {
      b.AddCall(0, {TensorRef::Input(0)});
    }
  }));
}

TEST_F(PeersTest, a_question_is_one_signature_of_one_cloner) {
  PeersQuestion question = PeersQuestion::Parse(kLostOutput, bench_).value();
  PeersQuestion other =
      PeersQuestion::Parse("fixed/completes/could-not-compute-output/Lambda",
                           bench_)
          .value();
  for (int index : {0, 1}) {
    GraphBuilder builder;
    const TensorRef input = builder.AddInput(vocabulary_.input_shapes[0]);
    builder.AddCall(builder.AddLayer(ConfigOf(vocabulary_.layers.back())),
                    {input});
    builder.SetModel({input}, {TensorRef::Call(0, index)});
    const Graph graph = std::move(builder).Build();
    EXPECT_EQ(question.Shows(graph), index == 1);
    EXPECT_FALSE(other.Shows(graph));
    EXPECT_TRUE(bench_.Builds(graph));
    EXPECT_EQ(NeededCalls(graph), 1u);
  }
  EXPECT_FALSE(PeersQuestion::Parse("keras-2.2.4", bench_).ok());
  EXPECT_FALSE(PeersQuestion::Parse("nobody/outputs/x/-", bench_).ok());
}

TEST_F(PeersTest, shrinking_keeps_the_signature) {
  PeersQuestion question = PeersQuestion::Parse(kLostOutput, bench_).value();
  for (const char* name : {"ours", "rapidcheck", "rapidcheck-100"}) {
    const auto tool = Tool(name);
    int starts = 0;
    for (uint64_t i = 0; starts < 20; ++i) {
      const Graph start = Made(*tool, 6, i);
      if (!question.Shows(start)) continue;
      ++starts;
      const Shrunk shrunk = tool->Shrink(question);
      EXPECT_EQ(shrunk.start_calls, start.calls().size());
      EXPECT_LE(shrunk.minimum.calls().size(), start.calls().size());
      EXPECT_GT(shrunk.questions, 0);
      EXPECT_TRUE(IsWithin(vocabulary_, shrunk.minimum)) << name;
      EXPECT_TRUE(question.Shows(shrunk.minimum)) << name;
    }
  }
}

TEST_F(PeersTest, our_shrinker_proves_one_minimum_of_keras_12202) {
  PeersQuestion question = PeersQuestion::Parse(kLostOutput, bench_).value();
  const auto tool = Tool("ours");
  std::set<std::string> minima;
  for (uint64_t i = 0; i < 40; ++i) {
    if (!question.Shows(Made(*tool, 7, i))) continue;
    const Shrunk shrunk = tool->Shrink(question);
    EXPECT_TRUE(shrunk.proved);
    minima.insert(GraphToJson(shrunk.minimum));
  }
  EXPECT_EQ(minima.size(), 1u);
}

TEST_F(PeersTest, a_tool_that_there_is_not_is_refused) {
  EXPECT_FALSE(FindPeerTool("quickcheck", bench_).ok());
}

}  // namespace
}  // namespace clonecheck
