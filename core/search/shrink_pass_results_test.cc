// What single passes of the shrinker ask about on small graphs, in order, where
// it is little enough to be seen to be right. Of more graphs:
// recorded_passes_test.cc.
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/canonical.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/recorded_graphs.h"
#include "core/search/shrink.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ShrinkPassResults : public testing::Test {
 protected:
  // Where nothing fails alike, one a line.
  std::string Of(const std::string& name, const std::string& start) {
    std::string asked = "\n";
    const FailsAlike never = [&](const Graph& graph) {
      absl::StrAppend(&asked, OneLine(graph, facts_), "\n");
      return false;
    };
    const ShrinkOptions options;
    for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
      if (named.name != start) continue;
      Shrinker shrinker(Canonicalize(named.graph), catalogue_,
                        /*max_evaluations=*/1'000, never, options);
      for (const auto passes : {AllShrinkPasses(), FinalShrinkPasses()}) {
        for (const ShrinkPass& pass : passes) {
          if (pass.name == name) EXPECT_FALSE(pass.run(shrinker));
        }
      }
    }
    return asked;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

// The last first; without the first it is the same as without the second.
TEST_F(ShrinkPassResults, bypass_calls_takes_out_one_after_the_other) {
  EXPECT_EQ(Of("bypass-calls", "chain"), R"(
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); model = Model(inputs=[i0], outputs=[c1])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Activation(activation='relu'); c1 = l1(c0); model = Model(inputs=[i0], outputs=[c1])
)");
}

TEST_F(ShrinkPassResults, cut_below_call_ends_the_model_at_early_calls_first) {
  EXPECT_EQ(Of("cut-below-call", "chain"), R"(
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); model = Model(inputs=[i0], outputs=[c0])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); model = Model(inputs=[i0], outputs=[c1])
)");
}

TEST_F(ShrinkPassResults, drop_children_leaves_one_layer_of_two) {
  EXPECT_EQ(Of("drop-children", "stack"), R"(
i0 = Input((None, 2)); l0 = Dense(units=2); l1 = Sequential([l0]); c0 = l1(i0); c1 = l0(c0); c2 = l1(c1); model = l1
i0 = Input((None, 2)); l0 = BatchNormalization(); l1 = Sequential([l0]); c0 = l1(i0); l2 = Dense(units=2); c1 = l2(c0); c2 = l1(c1); model = l1
)");
}

// Its other output is used in its place, wherever that was used.
TEST_F(ShrinkPassResults, drop_model_outputs_uses_the_one_that_is_left) {
  EXPECT_EQ(Of("drop-model-outputs", "model"), R"(
i0 = Input((None, 2)); i1 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.1]); c1 = l2(i1); l1 = Subtract(); c2 = l1([c1, c1]); model = l2
i0 = Input((None, 2)); i1 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.0]); c1 = l2(i1); l1 = Subtract(); c2 = l1([c1, c1]); model = l2
)");
}

TEST_F(ShrinkPassResults, drop_dead_calls_leaves_what_the_model_needs) {
  EXPECT_EQ(Of("drop-dead-calls", "stack"), R"(
i0 = Input((None, 2)); l0 = Dense(units=2); l1 = BatchNormalization(); l2 = Sequential([l0, l1]); c0 = l2(i0); c1 = l0(c0); model = l2
)");
}

TEST_F(ShrinkPassResults, merge_inputs_lets_either_stand_for_both) {
  EXPECT_EQ(Of("merge-inputs", "input"), R"(
i0 = Input((None, 2), name='b'); model = Model(inputs=[i0], outputs=[i0, i0])
i0 = Input((None, 2)); model = Model(inputs=[i0], outputs=[i0, i0])
)");
}

// With all outputs, on as many inputs as the call had.
TEST_F(ShrinkPassResults, isolate_call_suspects_the_least_simple_layer_first) {
  EXPECT_EQ(Of("isolate-call", "model"), R"(
i0 = Input((None, 1)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; model = Model(inputs=[i0], outputs=[c0.0, c0.1])
i0 = Input((None, 1)); i1 = Input((None, 1)); l0 = Subtract(); c0 = l0([i0, i1]); model = Model(inputs=[i0, i1], outputs=[c0])
)");
}

TEST_F(ShrinkPassResults, cut_to_inputs_makes_outputs_of_what_a_call_is_on) {
  EXPECT_EQ(Of("cut-to-inputs", "wrappers"), R"(
i0 = Input((None, None, 2)); l0 = GRU(return_sequences=True, return_state=True, units=1); l1 = Bidirectional(l0, merge_mode='sum'); c0 = l1(i0)  # 3 outputs; model = Model(inputs=[i0], outputs=[c0.1, c0.2])
i0 = Input((None, None, 2)); l0 = GRU(return_sequences=True, return_state=True, units=1); l1 = Bidirectional(l0, merge_mode='sum'); c0 = l1(i0)  # 3 outputs; model = Model(inputs=[i0], outputs=[c0.0])
)");
}

TEST_F(ShrinkPassResults,
       order_model_outputs_exchanges_them_alone_and_with_their_uses) {
  EXPECT_EQ(Of("order-model-outputs", "model"), R"(
i0 = Input((None, 2)); i1 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.0, c0.1]); c1 = l2(i1)  # 2 outputs; l1 = Subtract(); c2 = l1([c1.1, c1.0]); model = l2
i0 = Input((None, 2)); i1 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.0, c0.1]); c1 = l2(i1)  # 2 outputs; l1 = Subtract(); c2 = l1([c1.0, c1.1]); model = l2
)");
}

TEST_F(ShrinkPassResults, order_children_exchanges_neighbours) {
  EXPECT_EQ(Of("order-children", "stack"), R"(
i0 = Input((None, 2)); l0 = BatchNormalization(); l1 = Dense(units=2); l2 = Sequential([l0, l1]); c0 = l2(i0); c1 = l1(c0); c2 = l2(c1); model = l2
)");
}

// Any tensor that there is before the call.
TEST_F(ShrinkPassResults, keywords_to_inputs_gives_a_tensor_in_their_place) {
  EXPECT_EQ(Of("keywords-to-inputs", "states"), R"(
i0 = Input((None, None, 2)); i1 = Input((None, 1)); l0 = LSTM(return_state=True, units=1); c0 = l0(i0, training=False, mask=None)  # 3 outputs; c1 = l0([i0, c0.0])  # 3 outputs; l1 = SimpleRNN(units=1); c2 = l1([i0, i1]); l2 = Concatenate(); c3 = l2([c1.0, c2]); model = Model(inputs=[i0, i1], outputs=[c3])
i0 = Input((None, None, 2)); i1 = Input((None, 1)); l0 = LSTM(return_state=True, units=1); c0 = l0([i0, i0])  # 3 outputs; l1 = SimpleRNN(units=1); c1 = l1([i0, i1]); l2 = Concatenate(); c2 = l2([c0.0, c1]); model = Model(inputs=[i0, i1], outputs=[c2])
i0 = Input((None, None, 2)); i1 = Input((None, 1)); l0 = LSTM(return_state=True, units=1); c0 = l0([i0, i1])  # 3 outputs; l1 = SimpleRNN(units=1); c1 = l1([i0, i1]); l2 = Concatenate(); c2 = l2([c0.0, c1]); model = Model(inputs=[i0, i1], outputs=[c2])
)");
}

TEST_F(ShrinkPassResults, exchange_layers_leaves_each_call_its_inputs) {
  EXPECT_EQ(Of("exchange-layers", "chain"), R"(
i0 = Input((None, 4)); l0 = Activation(activation='relu'); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); l2 = Dense(units=4); c2 = l2(c1); model = Model(inputs=[i0], outputs=[c2])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Activation(activation='relu'); c1 = l1(c0); l2 = Dense(units=4); c2 = l2(c1); model = Model(inputs=[i0], outputs=[c2])
)");
}

}  // namespace
}  // namespace clonecheck
