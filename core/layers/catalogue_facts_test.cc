#include "core/layers/catalogue_facts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/graph/example_graphs.h"
#include "core/graph/order.h"
#include "core/graph/pool.h"
#include "core/layers/kinds.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class CatalogueFactsTest : public ::testing::Test {
 protected:
  int NumOutputs(const Config* config) {
    LayerDecl layer;
    layer.config = config;
    return facts_.NumOutputs(Graph(), layer);
  }
  int Complexity(const Config* config) { return facts_.Complexity(*config); }
  const Config* Lambda(absl::string_view function) {
    return LambdaConfig(pool_, function);
  }
  const Config* MultiOut(int n) {
    return MakeConfig(pool_, "MultiOut", {{"n", ConfigValue::Int(n)}});
  }
  const Config* Activation(absl::string_view function) {
    return MakeConfig(pool_, "Activation",
                      {{"activation", MakeText(pool_, function)}});
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(CatalogueFactsTest, outputs_are_those_of_the_config) {
  EXPECT_EQ(NumOutputs(DenseConfig(pool_, 3)), 1);
  EXPECT_EQ(NumOutputs(Lambda("two")), 2);
  EXPECT_EQ(NumOutputs(Lambda("three")), 3);
  EXPECT_EQ(NumOutputs(MakeConfig(pool_, "MultiOut")), 2);
  EXPECT_EQ(NumOutputs(MultiOut(3)), 3);
  EXPECT_EQ(NumOutputs(MakeConfig(pool_, "Swap")), 2);
}

TEST_F(CatalogueFactsTest, outputs_of_what_is_not_known_are_not_known) {
  EXPECT_EQ(NumOutputs(MakeConfig(pool_, "Capsule")), -1);
  EXPECT_EQ(NumOutputs(Lambda("no such function")), -1);
}

TEST_F(CatalogueFactsTest, python_leaves_out_defaults) {
  const PythonLayer dense =
      facts_.ToPython(*MakeConfig(pool_, "Dense",
                                  {{"units", ConfigValue::Int(3)},
                                   {"use_bias", ConfigValue::Bool(true)},
                                   {"activation", MakeText(pool_, "relu")}}),
                      PythonDialect::kKeras2);
  EXPECT_EQ(dense.constructor, "Dense(activation='relu', units=3)");
  EXPECT_TRUE(dense.definitions.empty());
}

TEST_F(CatalogueFactsTest, python_brings_its_definitions) {
  const PythonLayer two =
      facts_.ToPython(*Lambda("two"), PythonDialect::kKeras2);
  EXPECT_EQ(two.constructor, "Lambda(two)");
  ASSERT_EQ(two.definitions.size(), 1u);
  EXPECT_EQ(two.definitions[0],
            "def two(x):\n"
            "    return [x * 2, x + 1]\n");
}

TEST_F(CatalogueFactsTest, python_of_an_unknown_class_has_all_arguments) {
  const PythonLayer capsule =
      facts_.ToPython(*MakeConfig(pool_, "Capsule",
                                  {{"routings", ConfigValue::Int(3)},
                                   {"share", ConfigValue::Bool(true)}}),
                      PythonDialect::kKeras2);
  EXPECT_EQ(capsule.constructor, "Capsule(routings=3, share=True)");
}

TEST_F(CatalogueFactsTest, simple_layers_come_before_what_needs_a_definition) {
  const std::vector<const Config*> in_order = {
      DenseConfig(pool_, 1),
      DenseConfig(pool_, 2),
      MakeConfig(pool_, "Masking"),
      Lambda("identity"),
      Lambda("double"),
      Lambda("two"),
      Lambda("plus_and_same"),
      Lambda("three"),
      MakeConfig(pool_, "MultiOut"),
      MultiOut(3),
      MakeConfig(pool_, "Capsule"),
  };
  for (size_t i = 1; i < in_order.size(); ++i) {
    EXPECT_LT(Complexity(in_order[i - 1]), Complexity(in_order[i])) << i;
  }
  EXPECT_LT(Complexity(Activation("linear")), Complexity(Activation("relu")));
  EXPECT_LT(Complexity(Activation("softmax")), Complexity(Lambda("identity")));
  EXPECT_LT(Complexity(MakeConfig(pool_, "Add")), Complexity(Lambda("lin")));
}

TEST_F(CatalogueFactsTest, lambda_two_is_the_simplest_layer_of_two_outputs) {
  const int two = Complexity(Lambda("two"));
  for (const LayerKind* kind : AllLayerKinds()) {
    for (const DomainEntry& entry : kind->Domain(pool_)) {
      const LayerSpec* spec = *catalogue_.Resolve(entry.config);
      // Classes with a mask for each output do not show keras#12202.
      if (spec->num_outputs() < 2 || spec->config() == Lambda("two") ||
          (kind != &LambdaKind() && spec->traits().takes_mask)) {
        continue;
      }
      EXPECT_GT(Complexity(spec->config()), two)
          << kind->ToPython(*spec->config()).constructor;
    }
  }
}

TEST_F(CatalogueFactsTest, every_drawn_config_is_simpler_than_an_unknown_one) {
  const int unknown = Complexity(MakeConfig(pool_, "Capsule"));
  for (const LayerKind* kind : AllLayerKinds()) {
    for (const DomainEntry& entry : kind->Domain(pool_)) {
      EXPECT_GE(Complexity(entry.config), 0);
      EXPECT_LT(Complexity(entry.config), unknown);
    }
  }
}

TEST_F(CatalogueFactsTest, defaults_make_nothing_more_complex) {
  EXPECT_EQ(Complexity(DenseConfig(pool_, 3)),
            Complexity(MakeConfig(pool_, "Dense",
                                  {{"units", ConfigValue::Int(3)},
                                   {"use_bias", ConfigValue::Bool(true)}})));
}

TEST_F(CatalogueFactsTest, complexity_depends_on_content_not_on_the_pool) {
  Pool other;
  // The ids of the other pool stand for something else in this one.
  for (int units = 9; units > 0; --units) DenseConfig(other, units);
  for (absl::string_view function : {"two", "three", "double"}) {
    EXPECT_EQ(facts_.Complexity(*LambdaConfig(other, function)),
              Complexity(Lambda(function)));
  }
  EXPECT_EQ(facts_.Complexity(*DenseConfig(other, 2)),
            Complexity(DenseConfig(pool_, 2)));
  Catalogue catalogue(other);
  const CatalogueFacts facts(catalogue);
  EXPECT_EQ(facts.Complexity(*Lambda("three")), Complexity(Lambda("three")));
}

TEST_F(CatalogueFactsTest,
       complexity_does_not_depend_on_what_was_asked_before) {
  const CatalogueFacts fresh(catalogue_);
  const std::vector<const Config*> configs = {Lambda("three"), Lambda("two"),
                                              DenseConfig(pool_, 4)};
  std::vector<int> forwards;
  for (const Config* config : configs) {
    forwards.push_back(fresh.Complexity(*config));
  }
  std::vector<int> backwards;
  for (auto it = configs.rbegin(); it != configs.rend(); ++it) {
    backwards.push_back(facts_.Complexity(**it));
  }
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(forwards, backwards);
}

TEST_F(CatalogueFactsTest, the_witness_of_12202_is_told_with_lambda_two) {
  const auto second_of = [&](const Config* config) {
    GraphBuilder b;
    const TensorRef x = b.AddInput(pool_.InternShape({kUnknownDim, 4}));
    const TensorRef c = b.AddCall(b.AddLayer(config), {x});
    b.SetModel({x}, {TensorRef::Call(c.producer, 1)});
    return std::move(b).Build();
  };
  const Graph two = second_of(Lambda("two"));
  EXPECT_TRUE(SimplerThan(two, second_of(Lambda("twice_same")), &facts_));
  EXPECT_TRUE(SimplerThan(two, second_of(Lambda("three")), &facts_));
  EXPECT_TRUE(
      SimplerThan(two, second_of(MakeConfig(pool_, "MultiOut")), &facts_));
}

}  // namespace
}  // namespace clonecheck
