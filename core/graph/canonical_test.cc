#include "core/graph/canonical.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/example_graphs.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/graph/print_text.h"
#include "core/graph/validate.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// The same program with inputs and layers numbered at random, as far as
// children and positions allow.
Graph Shuffle(const Graph& graph, std::mt19937& random) {
  const size_t num_inputs = graph.inputs().size();
  const size_t num_layers = graph.layers().size();
  std::vector<uint32_t> inputs(num_inputs);
  std::iota(inputs.begin(), inputs.end(), 0u);
  std::shuffle(inputs.begin(), inputs.end(), random);
  std::vector<int32_t> new_input(num_inputs);
  for (size_t i = 0; i < num_inputs; ++i) {
    new_input[inputs[i]] = static_cast<int32_t>(i);
  }

  // Layers: swap neighbours of which the one is no child of the other.
  std::vector<uint32_t> layers(num_layers);
  std::iota(layers.begin(), layers.end(), 0u);
  const auto holds = [&](uint32_t parent, uint32_t child) {
    const LayerDecl& layer = graph.layers()[parent];
    const auto children = graph.children(layer);
    return layer.position == graph.layers()[child].position &&
           std::find(children.begin(), children.end(), child) != children.end();
  };
  for (int round = 0; round < 200 && num_layers > 1; ++round) {
    const size_t i = random() % (num_layers - 1);
    if (!holds(layers[i + 1], layers[i])) std::swap(layers[i], layers[i + 1]);
  }
  std::vector<uint32_t> new_layer(num_layers);
  for (uint32_t i = 0; i < num_layers; ++i) new_layer[layers[i]] = i;

  const auto refs = [&](Range range) {
    std::vector<TensorRef> result(graph.tensors(range).begin(),
                                  graph.tensors(range).end());
    for (TensorRef& ref : result) {
      if (ref.is_input()) ref = TensorRef::Input(new_input[ref.input()]);
    }
    return result;
  };
  GraphBuilder b;
  for (uint32_t i : inputs) {
    const InputDecl& input = graph.inputs()[i];
    b.AddInput(input.batch_shape, input.dtype, input.name, input.sparse);
  }
  for (uint32_t i : layers) {
    const LayerDecl& layer = graph.layers()[i];
    std::vector<uint32_t> children;
    for (uint32_t child : graph.children(layer)) {
      children.push_back(new_layer[child]);
    }
    b.AddLayer(layer, children, refs(layer.model_inputs),
               refs(layer.model_outputs));
  }
  for (const Call& call : graph.calls()) {
    b.AddCall(new_layer[call.layer], refs(call.inputs), call.as_list);
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      const std::vector<TensorRef> tensors = refs(kwarg.tensors);
      if (kwarg.form == Kwarg::Form::kLiteral) {
        b.AddKwarg(kwarg.key, kwarg.literal);
      } else if (kwarg.form == Kwarg::Form::kTensor) {
        b.AddKwarg(kwarg.key, tensors[0]);
      } else {
        b.AddKwarg(kwarg.key, tensors);
      }
    }
  }
  b.SetModel(refs(graph.model().inputs), refs(graph.model().outputs),
             graph.model().name);
  b.SetModelPosition(graph.model().position);
  return std::move(b).Build();
}

TEST(Canonicalize, gives_one_form_to_all_numberings) {
  Pool pool;
  std::mt19937 random(1);
  for (const Graph& graph : {EverythingAtOnce(pool), Chain(pool, 6)}) {
    const Graph canonical = Canonicalize(graph);
    for (int i = 0; i < 200; ++i) {
      const Graph shuffled = Shuffle(graph, random);
      ASSERT_TRUE(Validate(shuffled).ok()) << Validate(shuffled);
      const Graph again = Canonicalize(shuffled);
      ASSERT_TRUE(again == canonical)
          << GraphToJson(again) << GraphToJson(canonical);
    }
  }
}

TEST(Canonicalize, is_idempotent_and_valid) {
  Pool pool;
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const Graph once = Canonicalize(Shuffle(EverythingAtOnce(pool), random));
    EXPECT_TRUE(Validate(once).ok()) << Validate(once);
    EXPECT_TRUE(Canonicalize(once) == once);
  }
}

TEST(Canonicalize, numbers_in_the_order_of_use) {
  Pool pool;
  GraphBuilder b;
  const TensorRef unused = b.AddInput(pool.InternShape({kUnknownDim, 1}));
  const TensorRef later = b.AddInput(pool.InternShape({kUnknownDim, 2}));
  const TensorRef first = b.AddInput(pool.InternShape({kUnknownDim, 3}));
  b.AddLayer(DenseConfig(pool, 1));  // unused
  const uint32_t second_layer = b.AddLayer(DenseConfig(pool, 2));
  const uint32_t first_layer = b.AddLayer(DenseConfig(pool, 3));
  const TensorRef c0 = b.AddCall(first_layer, {first});
  b.AddCall(second_layer, {later});
  b.SetModel({first}, {c0});
  EXPECT_EQ(unused, TensorRef::Input(0));
  EXPECT_EQ(GraphToText(Canonicalize(std::move(b).Build())),
            R"(i0 = Input((None, 3))
i1 = Input((None, 2))
i2 = Input((None, 1))
l0 = Dense(units=3)
l1 = Dense(units=2)
l2 = Dense(units=1)
c0 = l0(i0)
c1 = l1(i1)
model = Model(inputs=[i0], outputs=[c0])
)");
}

TEST(Canonicalize, puts_children_before_their_parents) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 5, 4}));
  const uint32_t child = b.AddLayer(DenseConfig(pool, 1));
  const uint32_t early = b.AddLayer(DenseConfig(pool, 2));
  LayerDecl wrapper;
  wrapper.config = MakeConfig(pool, "TimeDistributed");
  const uint32_t parent = b.AddLayer(wrapper, {child}, {}, {});
  const TensorRef c0 = b.AddCall(early, {x});
  const TensorRef c1 = b.AddCall(parent, {c0});
  b.SetModel({x}, {c1});
  const Graph graph = Canonicalize(std::move(b).Build());
  EXPECT_TRUE(Validate(graph).ok()) << Validate(graph);
  EXPECT_EQ(graph.calls()[0].layer, 0u);
  EXPECT_EQ(graph.calls()[1].layer, 2u);
}

TEST(Canonicalize, keeps_calls_names_and_unused_statements) {
  Pool pool;
  const Graph before = EverythingAtOnce(pool);
  const Graph after = Canonicalize(before);
  EXPECT_EQ(after.inputs().size(), before.inputs().size());
  EXPECT_EQ(after.layers().size(), before.layers().size());
  ASSERT_EQ(after.calls().size(), before.calls().size());
  for (size_t i = 0; i < before.calls().size(); ++i) {
    const LayerDecl& x = before.layers()[before.calls()[i].layer];
    const LayerDecl& y = after.layers()[after.calls()[i].layer];
    EXPECT_EQ(x.config, y.config);
    EXPECT_EQ(x.name, y.name);
  }
}

TEST(Canonicalize, leaves_alone_what_could_change_names) {
  Pool pool;
  const auto make = [&](const char* name) {
    GraphBuilder b;
    const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
    b.AddLayer(DenseConfig(pool, 1), pool.InternName(name));
    const uint32_t used = b.AddLayer(DenseConfig(pool, 2));
    b.SetModel({x}, {b.AddCall(used, {x})});
    return std::move(b).Build();
  };
  EXPECT_TRUE(Canonicalize(make("dense_1")) == make("dense_1"));
  EXPECT_FALSE(Canonicalize(make("dense")) == make("dense"));
}

}  // namespace
}  // namespace clonecheck
