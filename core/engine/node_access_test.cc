// Looking back from layers. Facts and texts: the real Keras 2.2.4.
#include "core/engine/node_access.h"

#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class NodeAccess : public EngineTest {
 protected:
  template <typename T>
  static std::string Error(const OrRefusal<T>& result) {
    return result.ok() ? "accepted" : result.refusal->ToString();
  }

  Layer* dense_ = Make("Dense", {{"units", 3}}, "d");
};

TEST_F(NodeAccess, finds_the_tensors_of_a_layer_with_one_node) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(dense_, {x});
  EXPECT_EQ(GetTensors(session_, *dense_, NodeEnd::kInput).value, Tensors({x}));
  EXPECT_EQ(GetTensors(session_, *dense_, NodeEnd::kOutput).value,
            Tensors({y}));
  EXPECT_EQ(GetMasks(session_, *dense_, NodeEnd::kInput).value,
            Tensors({nullptr}));
  EXPECT_EQ(GetShapes(session_, *dense_, NodeEnd::kOutput).value[0]->ToString(),
            "(None, 3)");
}

TEST_F(NodeAccess, refuses_layers_that_were_never_called) {
  EXPECT_EQ(Error(GetTensors(session_, *dense_, NodeEnd::kInput)),
            "AttributeError: Layer d is not connected, no input to return.");
  EXPECT_EQ(Error(GetTensors(session_, *dense_, NodeEnd::kOutput)),
            "AttributeError: Layer d has no inbound nodes.");
  EXPECT_EQ(Error(GetMasks(session_, *dense_, NodeEnd::kOutput)),
            "AttributeError: Layer d has multiple inbound nodes, hence the "
            "notion of \"layer output mask\" is ill-defined. Use "
            "`get_output_mask_at(node_index)` instead.");
  EXPECT_EQ(Error(GetShapes(session_, *dense_, NodeEnd::kInput)),
            "AttributeError: The layer has never been called and thus has no "
            "defined input shape.");
  EXPECT_EQ(Error(GetTensorsAt(session_, *dense_, NodeEnd::kInput, 0)),
            "RuntimeError: The layer has never been called and thus has no "
            "defined input.");
  EXPECT_EQ(Error(GetMasksAt(session_, *dense_, NodeEnd::kOutput, 0)),
            "RuntimeError: The layer has never been called and thus has no "
            "defined output mask.");
}

TEST_F(NodeAccess, refuses_the_one_tensor_of_several_nodes) {
  One(dense_, {In({kUnknownDim, 4})});
  One(dense_, {In({kUnknownDim, 4})});
  EXPECT_EQ(Error(GetTensors(session_, *dense_, NodeEnd::kInput)),
            "AttributeError: Layer d has multiple inbound nodes, hence the "
            "notion of \"layer input\" is ill-defined. Use "
            "`get_input_at(node_index)` instead.");
  EXPECT_EQ(Error(GetTensors(session_, *dense_, NodeEnd::kOutput)),
            "AttributeError: Layer d has multiple inbound nodes, hence the "
            "notion of \"layer output\" is ill-defined. Use "
            "`get_output_at(node_index)` instead.");
  EXPECT_EQ(Error(GetMasks(session_, *dense_, NodeEnd::kInput)),
            "AttributeError: Layer d has multiple inbound nodes, hence the "
            "notion of \"layer input mask\" is ill-defined. Use "
            "`get_input_mask_at(node_index)` instead.");
  EXPECT_EQ(Error(GetTensorsAt(session_, *dense_, NodeEnd::kOutput, 9)),
            "ValueError: Asked to get output at node 9, but the layer has only "
            "2 inbound nodes.");
}

TEST_F(NodeAccess, gives_the_shape_of_several_nodes_if_it_is_one) {
  Layer* relu = Make("Activation", {{"activation", "relu"}}, "r");
  One(relu, {In({kUnknownDim, 4})});
  One(relu, {In({kUnknownDim, 4})});
  EXPECT_EQ(GetShapes(session_, *relu, NodeEnd::kInput).value[0]->ToString(),
            "(None, 4)");
  One(relu, {In({kUnknownDim, 5})});
  EXPECT_EQ(Error(GetShapes(session_, *relu, NodeEnd::kOutput)),
            "AttributeError: The layer \"r has multiple inbound nodes, with "
            "different output shapes. Hence the notion of \"output shape\" is "
            "ill-defined for the layer. Use `get_output_shape_at(node_index)` "
            "instead.");
  EXPECT_EQ(
      GetShapesAt(session_, *relu, NodeEnd::kInput, 2).value[0]->ToString(),
      "(None, 5)");
}

TEST_F(NodeAccess, finds_layers_by_name_or_by_number) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Model* model = MakeModel({x}, {One(dense_, {x})});
  EXPECT_EQ(GetLayer(session_, *model, "d").value, dense_);
  EXPECT_EQ(GetLayer(session_, *model, "", 1).value, dense_);
  EXPECT_EQ(GetLayer(session_, *model, "d", 0).value, x->layer);
  EXPECT_EQ(Error(GetLayer(session_, *model, "e")),
            "ValueError: No such layer: e");
  EXPECT_EQ(Error(GetLayer(session_, *model, "d", 9)),
            "ValueError: Was asked to retrieve layer at index 9 but model only "
            "has 2 layers.");
  EXPECT_EQ(Error(GetLayer(session_, *model, "")),
            "ValueError: Provide either a layer name or layer index.");
}

}  // namespace
}  // namespace clonecheck
