// The table of the Mutator's operators is whole, and operators do what it says.
// That the engine builds what they make is tested where both are known
// (campaign/mutated_graphs_test.cc).
#include "core/search/mutator.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/registration.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/mutation_operators.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::vector<const MutationOperator*> AllOperators() {
  std::vector<const MutationOperator*> all;
  for (const MutationOperator& op : AllMutationOperators()) all.push_back(&op);
  for (const MutationOperator& op : AllCrossoverOperators()) all.push_back(&op);
  return all;
}

TEST(MutationOperators, are_all_that_a_file_here_defines) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/search/*.cc", R"(^bool (\w+)Applies\(const Mutation& m\) \{)"},
      {"core/search/all_mutations.inc",
       R"re(^(?:MUTATION|CROSSOVER)\("[-a-z]+", (\w+),)re"}));
  std::set<bool (*)(Mutation&)> registered;
  std::set<std::string> names;
  for (const MutationOperator* op : AllOperators()) {
    EXPECT_TRUE(registered.insert(op->edit).second) << op->name;
    EXPECT_TRUE(names.insert(std::string(op->name)).second) << op->name;
    EXPECT_FALSE(op->precondition.empty()) << op->name;
    EXPECT_FALSE(op->effect.empty()) << op->name;
  }
}

class MutatorTest : public testing::Test {
 protected:
  const MutationOperator& Find(const std::string& name) {
    for (const MutationOperator* op : AllOperators()) {
      if (op->name == name) return *op;
    }
    ADD_FAILURE() << name;
    return *AllOperators()[0];
  }
  const Config* Layer(const char* kind, std::vector<ConfigEntry> entries = {}) {
    const Config* config =
        pool_.InternConfig(pool_.InternName(kind), std::move(entries));
    return catalogue_.Resolve(config).value()->config();
  }
  const Config* Dense() {
    return Layer("Dense", {{pool_.InternName("units"), ConfigValue::Int(4)}});
  }
  // x -> Dense -> Dense, each a layer of its own, or the same.
  Graph TwoDense(bool shared) {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 4}));
    const uint32_t a = builder.AddLayer(Dense());
    const TensorRef y = builder.AddCall(a, {x});
    const uint32_t b = shared ? a : builder.AddLayer(Dense());
    builder.SetModel({x}, {builder.AddCall(b, {y})});
    return std::move(builder).Build();
  }
  Graph Apply(const std::string& name, const Graph& graph, uint64_t seed = 1) {
    const MutationOperator& op = Find(name);
    EXPECT_TRUE(mutator_.Applies(op, graph)) << name;
    ChoiceSource choices(seed);
    return mutator_.Apply(op, graph, choices).value();
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  Mutator mutator_{catalogue_, 8, [](const Graph&) { return true; }};
};

// The generator gives no mask that was computed with weights, and nothing that
// has one is admitted. Only few edits remove it.
TEST_F(MutatorTest, what_does_not_look_generated_becomes_what_does) {
  GraphBuilder builder;
  const TensorRef steps =
      builder.AddInput(pool_.InternShape({kUnknownDim, 4, 2}));
  const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 4}));
  const TensorRef mask = builder.AddCall(builder.AddLayer(Dense()), {x});
  const uint32_t lstm = builder.AddLayer(
      Layer("LSTM", {{pool_.InternName("units"), ConfigValue::Int(2)}}));
  const TensorRef y = builder.AddCall(lstm, {steps});
  builder.AddKwarg(pool_.InternName("mask"), mask);
  builder.SetModel({steps, x}, {y});
  const Graph graph = std::move(builder).Build();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    ChoiceSource choices(seed);
    const Graph result = mutator_.Mutate(graph, choices);
    for (const Call& call : result.calls()) {
      for (const Kwarg& kwarg : result.kwargs(call)) {
        if (kwarg.key->text != "mask") continue;
        const TensorRef given = result.tensors(kwarg.tensors)[0];
        if (given.is_input()) continue;
        // Another layer, without weights.
        const Call& maker = result.calls()[given.producer];
        EXPECT_NE(result.layers()[maker.layer].config, Dense())
            << GraphToJson(result);
      }
    }
  }
}

TEST_F(MutatorTest, new_layers_come_from_the_vocabulary) {
  const Config* relu =
      Layer("Activation", {{pool_.InternName("activation"),
                            ConfigValue::String(pool_.InternName("relu"))}});
  const Vocabulary vocabulary = {
      {catalogue_.Find(relu), catalogue_.Find(Layer("Add"))},
      {pool_.InternShape({kUnknownDim, 2})}};
  Mutator mutator(
      catalogue_, 8, [](const Graph&) { return true; }, &vocabulary);
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(vocabulary.input_shapes[0]);
  builder.SetModel({x}, {x});
  Graph graph = std::move(builder).Build();
  std::set<std::string> kinds;
  ChoiceSource choices(uint64_t{1});
  for (int i = 0; i < 500; ++i) {
    graph = mutator.Mutate(graph, choices);
    for (const LayerDecl& layer : graph.layers()) {
      kinds.insert(std::string(layer.config->kind->text));
    }
  }
  // Those that hold calls are made of calls, whatever the vocabulary.
  kinds.erase("Model");
  EXPECT_EQ(kinds, (std::set<std::string>{"Activation", "Add"}));
}

TEST_F(MutatorTest, insert_adds_a_call_and_delete_takes_one_away) {
  const Graph start = TwoDense(false);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(Apply("insert", start, seed).calls().size(), 3u);
    EXPECT_LT(Apply("delete", start, seed).calls().size(), 2u);
  }
}

TEST_F(MutatorTest, insert_does_not_apply_where_there_is_no_room) {
  Mutator full(catalogue_, 2, [](const Graph&) { return true; });
  EXPECT_FALSE(full.Applies(Find("insert"), TwoDense(false)));
  EXPECT_FALSE(full.Applies(Find("nest"), TwoDense(false)));
  const Graph other = TwoDense(true);
  EXPECT_FALSE(full.Applies(Find("join"), TwoDense(false), &other));
  EXPECT_TRUE(full.Applies(Find("delete"), TwoDense(false)));
}

TEST_F(MutatorTest, share_and_unshare_undo_each_other) {
  EXPECT_FALSE(mutator_.Applies(Find("share"), TwoDense(true)));
  EXPECT_FALSE(mutator_.Applies(Find("unshare"), TwoDense(false)));
  const Graph shared = Apply("share", TwoDense(false));
  EXPECT_TRUE(shared == TwoDense(true)) << GraphToJson(shared);
  const Graph unshared = Apply("unshare", TwoDense(true));
  EXPECT_TRUE(unshared == TwoDense(false)) << GraphToJson(unshared);
}

TEST_F(MutatorTest, inline_undoes_nest) {
  EXPECT_FALSE(mutator_.Applies(Find("inline"), TwoDense(false)));
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Graph nested = Apply("nest", TwoDense(false), seed);
    EXPECT_TRUE(IsModel(nested.layers().back()) || nested.layers().size() == 3u)
        << GraphToJson(nested);
    EXPECT_EQ(nested.calls().size(), 3u);
    const Graph flat = Apply("inline", nested, seed);
    EXPECT_TRUE(flat == TwoDense(false)) << GraphToJson(flat);
  }
}

// They hold nothing, or cannot be called so, and are not made to be.
TEST_F(MutatorTest, inline_leaves_calls_that_do_not_fit_what_is_called) {
  GraphBuilder builder;
  const Shape* shape = pool_.InternShape({kUnknownDim, 4});
  const TensorRef x = builder.AddInput(shape);
  const TensorRef a = builder.AddInput(shape);
  const TensorRef b = builder.AddInput(shape);
  LayerDecl model;
  model.config = Layer("Model");
  LayerDecl stack;
  stack.config = Layer("Sequential");
  const uint32_t two = builder.AddLayer(model, {}, {a, b}, {b, a});
  const uint32_t none = builder.AddLayer(stack, {}, {}, {});
  const TensorRef y = builder.AddCall(two, {x});
  builder.SetModel({x}, {builder.AddCall(none, {y})});
  EXPECT_FALSE(mutator_.Applies(Find("inline"), std::move(builder).Build()));
}

TEST_F(MutatorTest, input_changes_batch_sizes_and_dtypes_and_adds_inputs) {
  bool batch = false;
  bool integers = false;
  bool more = false;
  bool rank = false;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = Apply("input", TwoDense(false), seed);
    EXPECT_EQ(graph.calls().size(), 2u);
    const InputDecl& first = graph.inputs()[0];
    batch |= first.batch_shape->dim[0] == 2;
    for (const InputDecl& input : graph.inputs()) {
      integers |= input.dtype == DType::kInt32;  // Dense takes none
    }
    rank |= first.batch_shape->rank == 3;
    more |= graph.model_inputs().size() == 2;
  }
  EXPECT_TRUE(batch && integers && rank && more);
}

TEST_F(MutatorTest, join_has_the_outputs_of_both) {
  const Graph start = TwoDense(false);
  const Graph other = TwoDense(true);
  ChoiceSource choices(3);
  const Graph joined =
      mutator_.Apply(Find("join"), start, choices, &other).value();
  EXPECT_EQ(joined.calls().size(), 4u);
  EXPECT_EQ(joined.layers().size(), 3u);
  EXPECT_EQ(joined.model_outputs().size(), 2u);
}

TEST_F(MutatorTest, an_operator_that_the_engine_always_refuses_gives_nothing) {
  Mutator refusing(catalogue_, 8, [](const Graph&) { return false; });
  for (const MutationOperator& op : AllMutationOperators()) {
    const Graph start = TwoDense(op.name == "unshare");
    if (!refusing.Applies(op, start)) continue;
    ChoiceSource choices(1);
    EXPECT_FALSE(refusing.Apply(op, start, choices).has_value()) << op.name;
  }
}

TEST_F(MutatorTest, every_operator_applies_to_many_generated_graphs) {
  Generator generator(catalogue_, AllProfiles().front());
  std::map<std::string, int> applied;
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    ChoiceSource from(seed);
    const Graph start = generator.Generate(from);
    if (start.calls().size() > 8) continue;
    for (const MutationOperator* op : AllOperators()) {
      applied[std::string(op->name)] +=
          mutator_.Applies(*op, start, &start) ? 1 : 0;
    }
  }
  for (const MutationOperator* op : AllOperators()) {
    EXPECT_GE(applied[std::string(op->name)], 50) << op->name;
  }
}

}  // namespace
}  // namespace clonecheck
