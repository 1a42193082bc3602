#include "core/graph/print_dot.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(PrintDot, draws_inputs_calls_outputs_and_which_output_is_taken) {
  Pool pool;
  const FakeLayerFacts facts;
  const std::string dot = GraphToDot(SecondOfTwoOutputs(pool), &facts);
  for (const char* part :
       {"i0 [id=\"i0\", shape=oval, label=\"i0 = Input((None, 4))\"]",
        "label=\"c0 = l0(i0)\\nl0 = Lambda(function='two')\"",
        "i0 -> c0 [label=\"\"]", "c0 -> o0 [label=\" .1\"]"}) {
    EXPECT_TRUE(absl::StrContains(dot, part)) << part << "\n" << dot;
  }
  EXPECT_FALSE(absl::StrContains(dot, "marked")) << dot;
}

TEST(PrintDot, marks_a_tensor_what_makes_it_and_what_takes_it) {
  Pool pool;
  const FakeLayerFacts facts;
  const std::string dot = GraphToDot(SecondOfTwoOutputs(pool), &facts,
                                     {"lost", {TensorRef::Call(0, 1)}});
  size_t marks = 0;
  for (size_t at = 0;
       (at = dot.find("class=\"marked\"", at)) != std::string::npos; ++at) {
    ++marks;
  }
  EXPECT_EQ(marks, 3u) << dot;  // the call, the edge, the output
  EXPECT_TRUE(absl::StrContains(dot, "tooltip=\"lost\"")) << dot;
}

TEST(PrintDot, colours_layers_called_twice_and_draws_nested_models) {
  Pool pool;
  const FakeLayerFacts facts;
  const std::string dot = GraphToDot(EverythingAtOnce(pool), &facts);
  EXPECT_TRUE(absl::StrContains(
      dot, "c0 = l0(i0)\\nl0 = Dense(units=4, name='shared')\", fillcolor="))
      << dot;
  EXPECT_TRUE(absl::StrContains(dot, "l7 [id=\"l7\", shape=folder")) << dot;
  EXPECT_TRUE(absl::StrContains(
      dot, "c3 -> c5 [label=\" initial_state=\", style=dashed]"))
      << dot;
}

TEST(PrintDot, keeps_whatever_a_name_holds_inside_of_its_quotes) {
  Pool pool;
  const std::string long_name(10'000, 'x');
  for (const std::string& name :
       {std::string("a\"b\\N<script>&lt;"), std::string("a\nb\x01"),
        std::string("a\u202Eb\u061Cc\u0085d"), std::string("ä\u2028€😀\x9B"),
        long_name}) {
    GraphBuilder builder;
    const TensorRef input =
        builder.AddInput(pool.InternShape({kUnknownDim, 4}), DType::kFloat32,
                         pool.InternName(name));
    builder.SetModel({input}, {input});
    const std::string dot = GraphToDot(std::move(builder).Build());
    for (size_t i = 0; i < dot.size(); ++i) {
      const auto c = static_cast<unsigned char>(dot[i]);
      EXPECT_TRUE(c >= 0x20 || c == '\n') << i;
    }
    for (absl::string_view control : {"\u202E", "\u061C", "\u0085", "\x9B"}) {
      EXPECT_FALSE(absl::StrContains(dot, control));
    }
    EXPECT_FALSE(absl::StrContains(dot, "&lt;"));
    EXPECT_LT(dot.size(), 1000u);
  }
}

}  // namespace
}  // namespace clonecheck
