// Automatic names: one counter a prefix, from 1, reset with the session.
#include <set>
#include <string>

#include "core/engine/testing.h"

namespace clonecheck {
namespace {

using Names = EngineTest;

TEST_F(Names, count_from_one_by_class) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(x->layer->name()->text, "input_1");
  EXPECT_EQ(In({kUnknownDim, 4})->layer->name()->text, "input_2");
  EXPECT_EQ(Make("Dense", {{"units", 1}})->name()->text, "dense_1");
  EXPECT_EQ(Make("Dense", {{"units", 2}})->name()->text, "dense_2");
  EXPECT_EQ(Make("MultiOutMasked")->name()->text, "multi_out_masked_1");
  EXPECT_EQ(MakeModel({x}, {x})->name()->text, "model_1");
}

TEST_F(Names, a_given_name_takes_no_number) {
  Make("Dense", {{"units", 1}}, "dense_1");
  EXPECT_EQ(Make("Dense", {{"units", 1}})->name()->text, "dense_1");
  Tensor* x = In({kUnknownDim, 4}, "input_7");
  EXPECT_EQ(In({kUnknownDim, 4})->layer->name()->text, "input_1");
  MakeModel({x}, {x}, "m");
  EXPECT_EQ(MakeModel({x}, {x})->name()->text, "model_1");
}

TEST_F(Names, are_taken_at_construction_whatever_comes_of_it) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 1}});
  CallError(dense, {x, x});
  EXPECT_EQ(Make("Dense", {{"units", 1}})->name()->text, "dense_2");
}

TEST_F(Names, start_again_with_the_session) {
  Make("Dense", {{"units", 1}});
  session_.Clear();
  EXPECT_EQ(Make("Dense", {{"units", 1}})->name()->text, "dense_1");
}

TEST_F(Names, from_config_keeps_the_name_and_takes_no_number) {
  Layer* dense = Make("Dense", {{"units", 1}});
  OrRefusal<Layer*> copy =
      Layer::FromConfig(session_, dense->GetConfig(session_));
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(copy.value->name()->text, "dense_1");
  EXPECT_EQ(Make("Dense", {{"units", 1}})->name()->text, "dense_2");
}

// Counters are kept by class; this is the same as by prefix while no two
// classes share one.
TEST_F(Names, no_two_classes_share_a_prefix) {
  std::set<std::string> prefixes;
  for (const LayerKind* kind : AllLayerKinds()) {
    EXPECT_TRUE(prefixes.insert(std::string(kind->name_prefix())).second)
        << kind->name_prefix();
  }
}

TEST_F(Names, need_be_unique_only_within_one_model) {
  Tensor* z = In({kUnknownDim, 4}, "x");
  Model* inner = MakeModel({z}, {One(Lambda("double", "d"), {z})}, "m");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(Lambda("double", "d"), {One(inner, {x})});
  EXPECT_EQ(ModelError({x}, {y}, "m"), "accepted");
}

}  // namespace
}  // namespace clonecheck
