#include "core/graph/print_text.h"

#include <utility>

#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(PrintText, shows_the_second_of_two_outputs) {
  Pool pool;
  const FakeLayerFacts facts;
  EXPECT_EQ(GraphToText(SecondOfTwoOutputs(pool), &facts),
            R"(i0 = Input((None, 4))
l0 = Lambda(function='two')
c0 = l0(i0)  # 2 outputs
model = Model(inputs=[i0], outputs=[c0.1])
)");
  EXPECT_EQ(GraphToText(SecondOfTwoOutputs(pool)),
            R"(i0 = Input((None, 4))
l0 = Lambda(function='two')
c0 = l0(i0)
model = Model(inputs=[i0], outputs=[c0.1])
)");
}

TEST(PrintText, shows_everything_that_a_graph_holds) {
  Pool pool;
  const FakeLayerFacts facts;
  EXPECT_EQ(GraphToText(EverythingAtOnce(pool), &facts),
            R"(i0 = Input((None, 4), name='x')
i1 = Input((None, 5, 4))
i2 = Input((None, 5), dtype='int32')
l0 = Dense(units=4, name='shared')
l2 = Dense(units=4, trainable=False)
l6 = TimeDistributed(l2)
c0 = l0(i0)
l1 = Lambda(function='two')
c1 = l1(c0)  # 2 outputs
l7 = Model(inputs=[i0], outputs=[c1.1, c0], name='inner')
l8 = Dense(units=4)
l9 = Sequential([l8, l0])
c2 = l7([c1.0])  # 2 outputs
c3 = l9(c2.1)
l5 = Embedding(input_dim=3, mask_zero=True, output_dim=4)
c4 = l5(i2)
l3 = LSTM(dropout=0.5, units=4)
c5 = l3(c4, initial_state=[c3, c0], training=False, mask=None)
l4 = GRU(units=4)
c6 = l4(c4, initial_state=c5)
c7 = l6(i1)
l10 = Add()
c8 = l10([c6, c3, i0])
model = Model(inputs=[i1, i0, i2], outputs=[c8, c7, i0, c8], name='outer')
c9 = l0(c8)
)");
}

TEST(PrintText, without_facts_indices_show_where_they_matter) {
  Pool pool;
  GraphBuilder b(SecondOfTwoOutputs(pool));
  b.AddCall(0, {TensorRef::Call(0, 0)});
  EXPECT_EQ(GraphToText(std::move(b).Build()),
            R"(i0 = Input((None, 4))
l0 = Lambda(function='two')
c0 = l0(i0)
c1 = l0(c0.0)
model = Model(inputs=[i0], outputs=[c0.1])
)");
}

}  // namespace
}  // namespace clonecheck
