// All that single operators of the Mutator make of small graphs, where it is
// little enough to be seen to be right. Of more graphs:
// recorded_mutations_test.cc.
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/choice_source.h"
#include "core/search/mutation_operators.h"
#include "core/search/mutator.h"
#include "core/search/recorded_graphs.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class MutationResults : public testing::Test {
 protected:
  // Of 100 seeds, each once, one a line.
  std::string Of(const std::string& name, const std::string& start) {
    std::set<std::string> results;
    for (const MutationOperator& op : AllMutationOperators()) {
      if (op.name != name) continue;
      for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
        if (named.name != start) continue;
        EXPECT_TRUE(mutator_.Applies(op, named.graph));
        for (uint64_t seed = 0; seed < 100; ++seed) {
          ChoiceSource choices(seed);
          const auto result = mutator_.Apply(op, named.graph, choices);
          results.insert(result ? OneLine(*result, facts_) : "nothing");
        }
      }
    }
    return absl::StrCat("\n", absl::StrJoin(results, "\n"), "\n");
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
  Mutator mutator_{catalogue_, 8, [](const Graph&) { return true; }};
};

// Any one of three calls, what it was on in its place or one further up; or it
// and all that needs it.
TEST_F(MutationResults,
       delete_leaves_any_part_of_a_chain_that_begins_anywhere) {
  EXPECT_EQ(Of("delete", "chain"), R"(
i0 = Input((None, 4)); l0 = Activation(activation='relu'); c0 = l0(i0); model = Model(inputs=[i0], outputs=[c0])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Activation(activation='relu'); c1 = l1(c0); model = Model(inputs=[i0], outputs=[c1])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); model = Model(inputs=[i0], outputs=[c1])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); model = Model(inputs=[i0], outputs=[c0])
i0 = Input((None, 4)); model = Model(inputs=[i0], outputs=[i0])
)");
}

TEST_F(MutationResults, inline_puts_the_calls_of_either_call_of_a_stack) {
  EXPECT_EQ(Of("inline", "stack"), R"(
i0 = Input((None, 2)); l0 = Dense(units=2); l1 = BatchNormalization(); l2 = Sequential([l0, l1]); c0 = l0(i0); c1 = l1(c0); c2 = l0(c1); c3 = l2(c2); model = l2
i0 = Input((None, 2)); l0 = Dense(units=2); l1 = BatchNormalization(); l2 = Sequential([l0, l1]); c0 = l2(i0); c1 = l0(c0); c2 = l0(c1); c3 = l1(c2); model = l2
)");
}

// The outputs of the call are those of the Model: the second and the first.
TEST_F(MutationResults, inline_gives_the_outputs_in_the_order_of_the_model) {
  EXPECT_EQ(Of("inline", "model"), R"(
i0 = Input((None, 2)); i1 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.1, c0.0]); c1 = l0(i1)  # 2 outputs; l1 = Subtract(); c2 = l1([c1.0, c1.1]); model = l2
)");
}

TEST_F(MutationResults, order_exchanges_neighbours_and_what_refers_to_them) {
  EXPECT_EQ(Of("order", "states"), R"(
i0 = Input((None, None, 2)); i1 = Input((None, 1)); l0 = LSTM(return_state=True, units=1); c0 = l0(i0, training=False, mask=None)  # 3 outputs; l1 = SimpleRNN(units=1); c1 = l1([i0, i1]); c2 = l0(i0, initial_state=[c0.1, c0.2])  # 3 outputs; l2 = Concatenate(); c3 = l2([c2.0, c1]); model = Model(inputs=[i0, i1], outputs=[c3])
)");
}

TEST_F(MutationResults, outputs_are_one_less_or_one_more_anywhere) {
  EXPECT_EQ(Of("outputs", "steps"), R"(
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0); c2 = l1(i1); model = Model(inputs=[i0], outputs=[c1, c1])
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0); c2 = l1(i1); model = Model(inputs=[i0], outputs=[c1, i0])
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0); c2 = l1(i1); model = Model(inputs=[i0], outputs=[i0, c1])
)");
}

// A Model takes `mask` alone, a wrapper of one `training`, too.
TEST_F(MutationResults, keyword_gives_what_a_call_takes) {
  EXPECT_EQ(Of("keyword", "steps"), R"(
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0); c2 = l1(i1, mask=None); model = Model(inputs=[i0], outputs=[c1])
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0, mask=None); c2 = l1(i1); model = Model(inputs=[i0], outputs=[c1])
i0 = Input((None, 3, 2)); i1 = Input((None, 2)); l0 = Dense(units=1); c0 = l0(i1); l1 = Model(inputs=[i1], outputs=[c0]); l2 = TimeDistributed(l1); c1 = l2(i0, training=False); c2 = l1(i1); model = Model(inputs=[i0], outputs=[c1])
)");
}

TEST_F(MutationResults, share_gives_any_call_of_a_chain_to_any_other_layer) {
  EXPECT_EQ(Of("share", "chain"), R"(
i0 = Input((None, 4)); l0 = Activation(activation='relu'); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); c2 = l0(c1); model = Model(inputs=[i0], outputs=[c2])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); c1 = l0(c0); l1 = Activation(activation='relu'); c2 = l1(c1); model = Model(inputs=[i0], outputs=[c2])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Activation(activation='relu'); c1 = l1(c0); c2 = l1(c1); model = Model(inputs=[i0], outputs=[c2])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); c2 = l0(c1); model = Model(inputs=[i0], outputs=[c2])
i0 = Input((None, 4)); l0 = Dense(units=4); c0 = l0(i0); l1 = Dense(units=4); c1 = l1(c0); c2 = l1(c1); model = Model(inputs=[i0], outputs=[c2])
)");
}

TEST_F(MutationResults, nest_puts_neighbours_of_one_level_into_a_model) {
  EXPECT_EQ(Of("nest", "model"), R"(
i0 = Input((None, 2)); i1 = Input((None, 2)); i2 = Input((None, 2)); i3 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.1, c0.0]); c1 = l2(i1)  # 2 outputs; l1 = Subtract(); c2 = l1([i2, i3]); l3 = Model(inputs=[i2, i3], outputs=[c2]); c3 = l3([c1.1, c1.0]); model = l2
i0 = Input((None, 2)); i1 = Input((None, 2)); i2 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.1, c0.0]); c1 = l2(i1)  # 2 outputs; l1 = Subtract(); c2 = l1([c1.1, c1.0]); l3 = Model(inputs=[i1], outputs=[c2]); c3 = l3(i2); model = l2
i0 = Input((None, 2)); i1 = Input((None, 2)); i2 = Input((None, 2)); l0 = Lambda(function='two'); c0 = l0(i0)  # 2 outputs; l2 = Model(inputs=[i0], outputs=[c0.1, c0.0]); c1 = l2(i1)  # 2 outputs; l3 = Model(inputs=[i1], outputs=[c1.1, c1.0]); c2 = l3(i2)  # 2 outputs; l1 = Subtract(); c3 = l1([c2.0, c2.1]); model = l2
)");
}

}  // namespace
}  // namespace clonecheck
