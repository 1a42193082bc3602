#include "core/layers/catalogue.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_test.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using CatalogueTest = LayerTest;

TEST_F(CatalogueTest, parses_each_config_once) {
  const Config* config = MakeConfig("Dense", {{"units", 3}});
  EXPECT_EQ(catalogue_.Find(config), nullptr);
  const LayerSpec* spec = *catalogue_.Resolve(config);
  EXPECT_EQ(*catalogue_.Resolve(config), spec);
  EXPECT_EQ(catalogue_.Find(config), spec);
}

TEST_F(CatalogueTest, equal_layers_share_the_canonical_config) {
  const Config* spelt_out =
      MakeConfig("Dense", {{"units", 3}, {"use_bias", true}});
  const LayerSpec* spec = *catalogue_.Resolve(spelt_out);
  EXPECT_EQ(spec->config(), MakeConfig("Dense", {{"units", 3}}));
  EXPECT_EQ(*catalogue_.Resolve(spec->config()), spec);
}

TEST_F(CatalogueTest, says_which_class_is_unknown) {
  EXPECT_EQ(ConfigError("Dens", {}),
            "There is no layer class 'Dens'; see `clonecheck list layers`.");
  EXPECT_EQ(catalogue_.Resolve(MakeConfig("Dens")).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(catalogue_.FindKind(pool_.InternName("Dens")), nullptr);
}

TEST_F(CatalogueTest, a_plain_dict_is_no_layer) {
  EXPECT_FALSE(catalogue_.Resolve(pool_.InternConfig(nullptr, {})).ok());
}

TEST_F(CatalogueTest, every_class_takes_shape_and_dtype) {
  EXPECT_EQ(&Spec("Add", {{"dtype", "float32"}}), &Spec("Add"));
  const std::vector<ConfigValue> dims = {ConfigValue::None(),
                                         ConfigValue::Int(4)};
  const Config* first =
      pool_.InternConfig(pool_.InternName("Dense"),
                         {{pool_.InternName("units"), ConfigValue::Int(3)},
                          {pool_.InternName("batch_input_shape"),
                           ConfigValue::List(pool_.InternList(dims))}});
  const auto spec = catalogue_.Resolve(first);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_NE((*spec)->config()->Find("batch_input_shape"), nullptr);
}

TEST_F(CatalogueTest, numbers_automatic_names_from_one) {
  const size_t dense = catalogue_.IndexOf(DenseKind());
  EXPECT_EQ(catalogue_.AutoName(dense, 3)->text, "dense_3");
  EXPECT_EQ(catalogue_.AutoName(dense, 1)->text, "dense_1");
  EXPECT_EQ(catalogue_.AutoName(catalogue_.IndexOf(ModelKind()), 1)->text,
            "model_1");
  EXPECT_EQ(catalogue_.AutoName(catalogue_.IndexOf(SequentialKind()), 2)->text,
            "sequential_2");
}

TEST_F(CatalogueTest, classes_have_different_names_and_prefixes) {
  std::set<std::string> names, prefixes;
  for (const LayerKind* kind : AllLayerKinds()) {
    EXPECT_TRUE(names.insert(std::string(kind->class_name())).second);
    EXPECT_TRUE(prefixes.insert(std::string(kind->name_prefix())).second);
    EXPECT_EQ(catalogue_.FindKind(pool_.InternName(kind->class_name())), kind);
    EXPECT_EQ(AllLayerKinds()[catalogue_.IndexOf(*kind)], kind);
  }
  EXPECT_EQ(catalogue_.num_kinds(), AllLayerKinds().size());
}

// As Keras 2.2.4's Dense(3).get_config() has them, without name and trainable.
TEST_F(CatalogueTest,
       the_full_config_has_every_argument_in_the_order_of_keras) {
  const LayerSpec* spec =
      *catalogue_.Resolve(MakeConfig("Dense", {{"units", 3}}));
  std::vector<std::string> full;
  for (const ConfigEntry& entry : catalogue_.FullConfig(*spec)) {
    full.push_back(
        absl::StrCat(entry.key->text, "=", ConfigValueToPython(entry.value)));
  }
  EXPECT_THAT(
      full,
      testing::ElementsAre(
          "batch_input_shape=None", "dtype='float32'", "units=3",
          "activation='linear'", "use_bias=True",
          "kernel_initializer={'class_name': 'VarianceScaling', 'config': "
          "{'distribution': 'uniform', 'mode': 'fan_avg', 'scale': 1.0, "
          "'seed': None}}",
          "bias_initializer={'class_name': 'Zeros', 'config': {}}",
          "kernel_regularizer=None", "bias_regularizer=None",
          "activity_regularizer=None", "kernel_constraint=None",
          "bias_constraint=None"));
}

TEST_F(CatalogueTest, the_full_config_forgets_what_get_config_forgets) {
  const LayerSpec* spec = *catalogue_.Resolve(
      MakeConfig("Lambda", {{"function", "two"}, {"mask", "keep"}}));
  for (const ConfigEntry& entry : catalogue_.FullConfig(*spec)) {
    EXPECT_NE(entry.key->text, "mask");
  }
}

}  // namespace
}  // namespace clonecheck
