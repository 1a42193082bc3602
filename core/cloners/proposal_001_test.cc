// proposal-001: copies layers, and takes depths for nodes; repaired, it asks
// for an attribute that no model has. Texts as seen on a real Keras 2.2.4.
#include "core/cloners/clone_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kDepth[] =
    "AttributeError: 'int' object has no attribute 'outbound_layer'";
constexpr char kNodes[] =
    "AttributeError: 'Model' object has no attribute '_nodes'";

class Proposal001 : public CloneTest {
 protected:
  void SetUp() override {
    x_ = In({kUnknownDim, 4}, "x");
    model_ = MakeModel({x_}, {One(Make("Dense", {{"units", 4}}, "d"), {x_})});
  }
  std::string Error(absl::string_view cloner,
                    const std::vector<Tensor*>& given) {
    return CloneTest::Error(cloner, model_, given);
  }

  Tensor* x_;
  Model* model_;
};

TEST_F(Proposal001, asks_a_depth_for_its_layer) {
  EXPECT_EQ(CloneTest::Error("proposal-001", model_), kDepth);
}

TEST_F(Proposal001, does_so_on_given_tensors_of_any_kind) {
  EXPECT_EQ(Error("proposal-001", {In({kUnknownDim, 4}, "a")}), kDepth);
  EXPECT_EQ(Error("proposal-001", {Plain({kUnknownDim, 4})}), kDepth);
  EXPECT_EQ(Error("proposal-001", {}), kDepth);
}

TEST_F(Proposal001, finds_no_name_for_a_surplus_other_tensor) {
  for (const char* cloner : {"proposal-001", "proposal-001-repaired"}) {
    EXPECT_EQ(Error(cloner, {In({kUnknownDim, 4}, "a"), Plain({2, 4})}),
              "IndexError: list index out of range")
        << cloner;
  }
}

TEST_F(Proposal001, copies_all_layers_before) {
  const size_t before = session_.layers().size();
  CloneTest::Error("proposal-001", model_);
  // The new input, and the copy of the Dense.
  ASSERT_EQ(session_.layers().size(), before + 2);
  EXPECT_EQ(session_.layers()[before]->name(), N("x"));
  EXPECT_EQ(session_.layers()[before + 1]->name(), N("d"));
}

TEST_F(Proposal001, asks_for_nodes_at_once_where_there_are_no_depths) {
  EXPECT_EQ(CloneTest::Error("proposal-001", MakeModel({x_}, {}, "none")),
            kNodes);
}

TEST_F(Proposal001, repaired_asks_for_an_attribute_that_no_model_has) {
  EXPECT_EQ(CloneTest::Error("proposal-001-repaired", model_), kNodes);
  EXPECT_EQ(Error("proposal-001-repaired", {In({kUnknownDim, 4}, "a")}),
            kNodes);
}

TEST_F(Proposal001, leaves_Sequential_models_to_the_reference) {
  Sequential* model = Stack({Make("Dense", {{"units", 4}})});
  EXPECT_EQ(CloneTest::Error("proposal-001", model), "accepted");
}

}  // namespace
}  // namespace clonecheck
