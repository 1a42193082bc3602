// CaseBytes: what is written is read again as the same Graph. That any bytes
// are a Graph which builds is tested where the engine is known
// (campaign/byte_graphs_test.cc).
#include "core/search/case_bytes.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class CaseBytesTest : public testing::Test {
 protected:
  void ExpectIdentity(const Graph& graph) {
    const std::vector<uint8_t> bytes = codec_.Encode(graph);
    const Graph again = codec_.Decode(bytes);
    ASSERT_TRUE(again == graph) << GraphToJson(graph) << GraphToJson(again);
    ASSERT_TRUE(codec_.Encode(again) == bytes);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  const Profile profile_ = AllProfiles()[0];
  CaseBytes codec_{catalogue_, profile_, [](const Graph&) { return true; }};
};

TEST_F(CaseBytesTest, what_is_written_is_read_again_as_the_same_graph) {
  for (const Profile& profile : AllProfiles()) {
    Generator generator(catalogue_, profile);
    const uint64_t cases = profile.max_calls > 60 ? 2 : 1'000;
    for (uint64_t seed = 0; seed < cases; ++seed) {
      ChoiceSource choices(seed);
      ExpectIdentity(generator.Generate(choices));
      if (HasFatalFailure()) FAIL() << profile.name << ", seed " << seed;
    }
  }
}

// What the generator does not make: names of all sorts, dtypes, sparse inputs,
// configs that are not drawn, classes that are not known, unused layers.
TEST_F(CaseBytesTest, a_graph_out_of_the_ordinary_is_read_again_as_the_same) {
  const auto name = [&](const char* text) { return pool_.InternName(text); };
  GraphBuilder builder;
  const TensorRef x =
      builder.AddInput(pool_.InternShape({kUnknownDim, 1 << 20}),
                       DType::kFloat64, name("größe"), /*sparse=*/true);
  builder.AddInput(pool_.InternShape({7}), DType::kBool, name("name_63"));
  builder.AddInput(pool_.InternShape({7, 1}), DType::kInt64, name("name_64"));
  const ConfigList* list = pool_.InternList(
      {ConfigValue::None(), ConfigValue::Int(-7), ConfigValue::Double(-0.25),
       ConfigValue::Int(INT64_MIN), ConfigValue::Bool(true)});
  const Config* dict = pool_.InternConfig(
      nullptr, {{name("deep"), ConfigValue::List(list)},
                {name("text"),
                 ConfigValue::String(name(std::string(3'000, 'x').c_str()))}});
  const Config* config = pool_.InternConfig(
      name("Unheard"),
      {{name("a"), ConfigValue::Dict(dict)}, {name("b"), ConfigValue::None()}});
  const uint32_t layer = builder.AddLayer(
      catalogue_.Resolve(config).ok()
          ? catalogue_.Resolve(config).value()->config()
          : catalogue_
                .Resolve(pool_.InternConfig(
                    name("Dense"), {{name("units"), ConfigValue::Int(12345)}}))
                .value()
                ->config(),
      name("name_7"), /*trainable=*/false);
  builder.AddLayer(catalogue_.Resolve(pool_.InternConfig(name("Masking"), {}))
                       .value()
                       ->config());
  const TensorRef y = builder.AddCall(layer, {x}, /*as_list=*/true);
  builder.AddKwarg(name("foo"), ConfigValue::List(list));
  builder.AddKwarg(name("mask"), x);
  builder.AddKwarg(name("initial_state"), absl::MakeConstSpan(&x, 1));
  builder.AddCall(layer, {y});
  builder.SetModel({x}, {y, x}, name("the model"));
  builder.SetModelPosition(1);
  ExpectIdentity(builder.graph());
}

// More could go on for all of the bytes; the keyword is then left out.
TEST_F(CaseBytesTest, of_lists_within_each_other_64_are_read) {
  for (const int lists : {1, 64, 65, 100}) {
    ConfigValue value = ConfigValue::List(pool_.InternList({}));
    for (int i = 1; i < lists; ++i) {
      value = ConfigValue::List(pool_.InternList({value}));
    }
    const Config* config = catalogue_.FindKind(pool_.InternName("Activation"))
                               ->Domain(pool_)
                               .front()
                               .config;
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
    const TensorRef y = builder.AddCall(
        builder.AddLayer(catalogue_.Resolve(config).value()->config()), {x});
    builder.AddKwarg(pool_.InternName("foo"), value);
    builder.SetModel({x}, {y});
    const Graph graph = codec_.Decode(codec_.Encode(builder.graph()));
    EXPECT_EQ(graph == builder.graph(), lists <= 64) << lists;
    EXPECT_EQ(graph.calls()[0].kwargs.size, lists <= 64 ? 1u : 0u) << lists;
  }
}

TEST_F(CaseBytesTest, an_even_tag_is_followed_by_choices) {
  Generator generator(catalogue_, profile_);
  for (uint8_t seed = 0; seed < 100; ++seed) {
    const std::vector<uint8_t> bytes = {4, seed, 17, seed, 200, 3, seed};
    ChoiceSource choices(absl::MakeConstSpan(bytes).subspan(1));
    EXPECT_TRUE(codec_.Decode(bytes) == generator.Generate(choices));
  }
}

TEST_F(CaseBytesTest, no_bytes_are_a_graph) {
  EXPECT_EQ(codec_.Decode({}).inputs().size(), 1u);
  const uint8_t tag[] = {1};
  EXPECT_EQ(codec_.Decode(tag).inputs().size(), 1u);
}

// Strings by hand, at the edges of what each number may be. Without a last
// part, what is left is zeros, which is no model: then all that is made is one.
TEST_F(CaseBytesTest, numbers_out_of_bounds_are_taken_modulo) {
  const auto text = [&](std::vector<uint8_t> bytes) {
    bytes.insert(bytes.begin(), {1, 1});
    std::string text = GraphToText(codec_.Decode(bytes));
    return text.substr(0, text.find('\n'));
  };
  // dtype, name, rank - 1, sizes.
  EXPECT_EQ(text({0, 0, 0, 0}), "i0 = Input((None,))");
  EXPECT_EQ(text({0, 0, 1, 0, 1}), "i0 = Input((None, 1))");
  EXPECT_EQ(text({0, 0, 1, 0, 127}), "i0 = Input((None, 127))");
  EXPECT_EQ(text({0, 0, 1, 0, 128, 1}), "i0 = Input((None, 128))");
  EXPECT_EQ(text({0, 0, 1, 0, 128, 128, 128, 8}),
            "i0 = Input((None, 16777216))");
  EXPECT_EQ(text({0, 0, 1, 0, 129, 128, 128, 8}), "i0 = Input((None, None))");
  EXPECT_EQ(text({0, 0, kMaxRank - 1, 0, 1, 2, 3, 4}),
            "i0 = Input((None, 1, 2, 3, 4, None, None, None))");
  EXPECT_EQ(text({0, 0, kMaxRank, 0, 1, 2, 3, 4}), "i0 = Input((None,))");
}

TEST_F(CaseBytesTest, what_an_input_is_is_read_to_the_edges) {
  const auto text = [&](std::vector<uint8_t> bytes) {
    bytes.insert(bytes.begin(), {1, 1});
    // (None,), no layers, no calls, no flags, no name, [i0], [i0].
    bytes.insert(bytes.end(), {0, 0, 0, 0, 0, 0, 1, 0, 1, 0});
    std::string text = GraphToText(codec_.Decode(bytes));
    return text.substr(0, text.find('\n'));
  };
  // dtype + 8 if sparse, name.
  EXPECT_EQ(text({0, 1}), "i0 = Input((None,), name='name_0')");
  EXPECT_EQ(text({0, 64}), "i0 = Input((None,), name='name_63')");
  EXPECT_EQ(text({0, 65, 1, 'x'}), "i0 = Input((None,), name='x')");
  EXPECT_EQ(text({0, 65, 1, 0xff}), "i0 = Input((None,))");
  EXPECT_EQ(text({0, 66}), "i0 = Input((None,))");
  EXPECT_EQ(text({6, 0}), text({0, 0}));
  EXPECT_EQ(text({7, 0}), text({1, 0}));
  EXPECT_EQ(text({8, 0}), "i0 = Input((None,), sparse=True)");
  EXPECT_EQ(text({16, 0}), text({0, 0}));
}

class DamagedCalls : public CaseBytesTest {
 protected:
  const Config* Find(const char* kind) {
    return catalogue_.FindKind(pool_.InternName(kind))
        ->Domain(pool_)
        .front()
        .config;
  }
  // After an input (None, 4), an Activation, an Add and a Lambda of two
  // outputs, these calls, and a model of them.
  std::string Text(const std::vector<uint8_t>& calls) {
    const auto resolved = [&](const Config* config) {
      return catalogue_.Resolve(config).value()->config();
    };
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 4}));
    builder.AddLayer(resolved(Find("Activation")));
    builder.AddLayer(resolved(Find("Add")));
    builder.AddLayer(resolved(
        pool_.InternConfig(pool_.InternName("Lambda"),
                           {{pool_.InternName("function"),
                             ConfigValue::String(pool_.InternName("two"))}})));
    builder.SetModel({x}, {x});
    std::vector<uint8_t> bytes = codec_.Encode(builder.graph());
    // No calls, no flags, no name, [i0], [i0].
    bytes.resize(bytes.size() - 7);
    bytes.insert(bytes.end(), calls.begin(), calls.end());
    std::string text = GraphToText(codec_.Decode(bytes));
    return absl::StrReplaceAll(text.substr(text.find('\n') + 1),
                               {{"\n", "; "}});
  }
};

// A call: layer, as_list, inputs, keywords. A tensor: 2 i, or 2 c + 1 and the
// output.
TEST_F(DamagedCalls, become_calls_that_can_be_made) {
  const std::string linear = "l0 = Activation(activation='linear'); ";
  const std::string one = linear +
                          "c0 = l0(i0); "
                          "model = Model(inputs=[i0], outputs=[c0]); ";
  EXPECT_EQ(Text({1, 0, 0, 1, 0, 0}), one);        // nothing is wrong
  EXPECT_EQ(Text({1, 0, 0, 0, 0}), one);           // no input
  EXPECT_EQ(Text({1, 3, 0, 1, 0, 0}), one);        // layer 3 of 0 to 2
  EXPECT_EQ(Text({1, 0, 0, 1, 2, 0}), one);        // input 1 of 0 to 0
  EXPECT_EQ(Text({1, 0, 0, 1, 1, 0}), one);        // a call before the first
  EXPECT_EQ(Text({1, 0, 0, 3, 0, 0, 0, 0}), one);  // too many inputs
  EXPECT_EQ(Text({1, 1, 0, 1, 0, 0}),              // too few
            "l0 = Add(); c0 = l0([i0, i0]); "
            "model = Model(inputs=[i0], outputs=[c0]); ");
  EXPECT_EQ(Text({1, 0, 1, 1, 0, 1, 3, 'f', 'o', 'o', 0, 0}), one);
}

TEST_F(DamagedCalls, take_outputs_that_there_are) {
  for (uint8_t output = 0; output < 5; ++output) {
    EXPECT_EQ(Text({2, 2, 0, 1, 0, 0, 0, 0, 1, 1, output, 0}),
              std::string("l0 = Lambda(function='two'); c0 = l0(i0); "
                          "l1 = Activation(activation='linear'); ") +
                  (output % 2 == 0 ? "c1 = l1(c0); " : "c1 = l1(c0.1); ") +
                  "model = Model(inputs=[i0], outputs=[c1]); ");
  }
}

TEST_F(DamagedCalls, keep_a_keyword_once_and_with_one_tensor) {
  const std::string two = "l0 = Lambda(function='two'); ";
  const std::string model = "model = Model(inputs=[i0], outputs=[c0]); ";
  // A form: literal, with type None; or tensor, with so many.
  EXPECT_EQ(Text({1, 2, 0, 1, 0, 1, 4, 'm', 'a', 's', 'k', 0, 0}),
            two + "c0 = l0(i0, mask=None); " + model);
  EXPECT_EQ(Text({1, 2,   0,   1,   0,   2, 4, 'm', 'a', 's', 'k', 0, 0,  //
                  4, 'm', 'a', 's', 'k', 0, 0}),
            two + "c0 = l0(i0, mask=None); " + model);
  EXPECT_EQ(Text({1, 2, 0, 1, 0, 1, 4, 'm', 'a', 's', 'k', 1, 2, 0, 0}),
            two + "c0 = l0(i0); " + model);
}

TEST_F(CaseBytesTest, the_graph_of_keras_12202_takes_few_bytes) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
  const Config* config =
      pool_.InternConfig(pool_.InternName("Lambda"),
                         {{pool_.InternName("function"),
                           ConfigValue::String(pool_.InternName("two"))}});
  const uint32_t two =
      builder.AddLayer(catalogue_.Resolve(config).value()->config());
  builder.AddCall(two, {x});
  builder.SetModel({x}, {TensorRef::Call(0, 1)});
  EXPECT_LE(codec_.Encode(builder.graph()).size(), 25u);
}

}  // namespace
}  // namespace clonecheck
