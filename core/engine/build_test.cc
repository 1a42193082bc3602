// BuildGraph: a Graph executed statement by statement.
#include "core/engine/build.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/testing.h"
#include "core/graph/graph.h"

namespace clonecheck {
namespace {

class Build : public EngineTest {
 protected:
  const Config* ConfigOf(absl::string_view kind,
                         const std::vector<Arg>& args = {}) {
    return Spec(kind, args).config();
  }
  const Config* Dense() { return ConfigOf("Dense", {{"units", 4}}); }
  TensorRef AddInput() {
    const int32_t dims[] = {kUnknownDim, 4};
    return graph_.AddInput(pool_.InternShape(dims));
  }
  // A layer that is constructed before call number `position`.
  uint32_t AddLayer(const Config* config, uint32_t position) {
    LayerDecl layer;
    layer.config = config;
    layer.position = position;
    return graph_.AddLayer(layer, {}, {}, {});
  }
  Built Run() {
    absl::StatusOr<Built> built = BuildGraph(session_, graph_.graph());
    EXPECT_TRUE(built.ok()) << built.status();
    return built.ok() ? *built : Built();
  }
  std::string Place(const Built& built) {
    return DescribePlace(graph_.graph(), built);
  }

  GraphBuilder graph_;
};

TEST_F(Build, makes_inputs_layers_calls_and_the_model) {
  const TensorRef x = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense(), N("d"), /*trainable=*/false);
  const TensorRef y = graph_.AddCall(dense, {graph_.AddCall(dense, {x})});
  graph_.SetModel({x}, {y, x}, N("m"));
  const Built built = Run();
  ASSERT_NE(built.model, nullptr);
  EXPECT_EQ(NodesByDepth(*built.model), "[d:1] [d:0] [input_1:0]");
  EXPECT_EQ(built.model->name()->text, "m");
  EXPECT_FALSE(built.model->layers()[1]->trainable());
  EXPECT_EQ(built.model->outputs()[1], built.model->inputs()[0]);
}

TEST_F(Build, keeps_what_an_input_declares) {
  const int32_t dims[] = {2, 3};
  const TensorRef x = graph_.AddInput(pool_.InternShape(dims), DType::kInt32,
                                      N("words"), /*sparse=*/true);
  graph_.SetModel({x}, {x});
  const Layer& layer = *Run().model->input_layers()[0];
  EXPECT_EQ(layer.name()->text, "words");
  EXPECT_EQ(layer.dtype(), DType::kInt32);
  EXPECT_TRUE(layer.sparse());
  EXPECT_EQ(layer.batch_input_shape()->ToString(), "(2, 3)");
}

TEST_F(Build, makes_calls_outside_of_the_model_and_after_it) {
  const TensorRef x = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense());
  const TensorRef y = graph_.AddCall(dense, {x});
  graph_.AddCall(dense, {y});
  graph_.SetModel({x}, {y});
  graph_.SetModelPosition(1);
  const Built built = Run();
  EXPECT_EQ(NodesByDepth(*built.model), "[dense_1:0] [input_1:0]");
  EXPECT_EQ(built.model->layers()[1]->inbound_nodes().size(), 2u);
  EXPECT_EQ(built.model->layers()[1]->outbound_nodes().size(), 1u);
}

TEST_F(Build, gives_names_in_the_order_of_construction) {
  const TensorRef x = AddInput();
  const uint32_t late = AddLayer(Dense(), 1);
  const uint32_t early = AddLayer(Dense(), 0);
  const TensorRef a = graph_.AddCall(early, {x});
  const TensorRef b = graph_.AddCall(late, {a});
  graph_.SetModel({x}, {b});
  EXPECT_EQ(LayerNames(*Run().model), "input_1 dense_1 dense_2");
}

TEST_F(Build, passes_keyword_arguments_of_every_form) {
  const TensorRef x = AddInput();
  const uint32_t pick =
      graph_.AddLayer(ConfigOf("Lambda", {{"function", "mask_pick"}}));
  graph_.AddCall(pick, {x, x});
  graph_.AddKwarg(N("mask"), ConfigValue::None());
  const TensorRef y = graph_.AddCall(pick, {x, x});
  graph_.AddKwarg(N("mask"), x);
  const TensorRef z = graph_.AddCall(pick, {x, x});
  graph_.AddKwarg(N("mask"), absl::Span<const TensorRef>({x, y}));
  graph_.SetModel({x}, {z});
  const Built built = Run();
  absl::Span<Node* const> nodes = built.model->layers()[1]->inbound_nodes();
  ASSERT_EQ(nodes.size(), 3u);
  auto mask = [&](int i) {
    return *nodes[i]->arguments()->Find(session_.kMask);
  };
  Tensor* tensor = built.model->inputs()[0];
  EXPECT_EQ(mask(0), None());
  EXPECT_EQ(mask(1), Value::Of(tensor));
  EXPECT_EQ(mask(2).type, Value::Type::kTensorList);
  EXPECT_EQ(mask(2).list()[0], tensor);
  EXPECT_EQ(mask(2).list()[1], nodes[1]->output_tensors()[0]);
}

TEST_F(Build, makes_nested_models_when_their_position_comes) {
  const TensorRef x = AddInput();
  const TensorRef z = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense());
  const TensorRef y = graph_.AddCall(dense, {z});
  LayerDecl nested;
  nested.config = ConfigOf("Model");
  nested.trainable = false;
  nested.position = 1;
  const uint32_t inner = graph_.AddLayer(nested, {}, {z}, {y});
  graph_.SetModel({x}, {graph_.AddCall(inner, {x})});
  const Built built = Run();
  ASSERT_NE(built.model, nullptr);
  EXPECT_EQ(LayerNames(*built.model), "input_1 model_1");
  EXPECT_EQ(built.model->name()->text, "model_2");
  EXPECT_FALSE(built.model->layers()[1]->trainable());
}

TEST_F(Build, gives_one_input_bare_or_as_a_list_of_one) {
  const TensorRef x = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense());
  graph_.SetModel({x}, {graph_.AddCall(dense, {x}, /*as_list=*/true)});
  const Built built = Run();
  ASSERT_NE(built.refusal, nullptr);
  EXPECT_EQ(built.refusal->ToString(),
            "AttributeError: 'list' object has no attribute 'get_shape'");
}

TEST_F(Build, says_which_call_keras_refuses) {
  const TensorRef x = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense(), N("d"));
  const TensorRef y = graph_.AddCall(dense, {x});
  graph_.SetModel({x}, {graph_.AddCall(dense, {y, y})});
  const Built built = Run();
  EXPECT_EQ(built.model, nullptr);
  EXPECT_EQ(built.refused_at, 1);
  EXPECT_EQ(Place(built), "call 2 of 2 of layer \"d\" (Dense)");
}

TEST_F(Build, says_that_keras_refuses_the_model) {
  const TensorRef x = AddInput();
  graph_.SetModel({x, x}, {x});
  const Built built = Run();
  EXPECT_EQ(built.refused_at, Built::kAtModel);
  EXPECT_EQ(Place(built), "the model");
}

TEST_F(Build, says_that_keras_refuses_a_nested_model) {
  const TensorRef x = AddInput();
  LayerDecl nested;
  nested.config = ConfigOf("Model");
  graph_.AddLayer(nested, {}, {x, x}, {x});
  graph_.SetModel({x}, {x});
  const Built built = Run();
  EXPECT_EQ(built.model, nullptr);
  EXPECT_EQ(built.refused_at, Built::kAtLayer);
  EXPECT_EQ(Place(built), "layer 0 (Model)");
}

TEST_F(Build, a_refusal_of_an_unused_call_is_a_refusal) {
  const TensorRef x = AddInput();
  graph_.AddCall(graph_.AddLayer(Dense()), {x, x});
  graph_.SetModel({x}, {x});
  EXPECT_NE(Run().refusal, nullptr);
}

TEST_F(Build, an_output_that_does_not_exist_is_an_error_of_the_graph) {
  const TensorRef x = AddInput();
  const TensorRef y = graph_.AddCall(graph_.AddLayer(Dense()), {x});
  graph_.SetModel({x}, {TensorRef::Call(y.producer, 1)});
  EXPECT_EQ(BuildGraph(session_, graph_.graph()).status(),
            absl::InvalidArgumentError(
                "c0.1 does not exist: call 0 returns 1 tensor(s); use an "
                "output index below that."));
}

TEST_F(Build, a_config_that_nobody_resolved_is_an_error_of_the_graph) {
  const TensorRef x = AddInput();
  graph_.AddLayer(pool_.InternConfig(N("Dense"), {}));
  graph_.SetModel({x}, {x});
  EXPECT_EQ(BuildGraph(session_, graph_.graph()).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(Build, a_sequential_stacks_its_children) {
  const TensorRef x = AddInput();
  const uint32_t dense = graph_.AddLayer(Dense());
  LayerDecl stack;
  stack.config = ConfigOf("Sequential");
  const uint32_t sequential = graph_.AddLayer(stack, {dense}, {}, {});
  const TensorRef y = graph_.AddCall(sequential, {x});
  graph_.SetModel({x}, {y});
  const absl::StatusOr<Built> built = BuildGraph(session_, graph_.graph());
  ASSERT_TRUE(built.ok()) << built.status();
  ASSERT_NE(built->model, nullptr);
  EXPECT_EQ(LayerNames(*built->model), "input_1 sequential_1");
}

TEST_F(Build, gives_the_layer_that_the_model_is) {
  const uint32_t a = graph_.AddLayer(Dense());
  LayerDecl stack;
  stack.config = ConfigOf("Sequential");
  graph_.SetModelLayer(graph_.AddLayer(stack, {a}, {}, {}));
  const Built built = Run();
  EXPECT_EQ(built.model, built.layers[1]);
  EXPECT_TRUE(built.model->inputs().empty());  // nobody told it a shape
}

TEST_F(Build, builds_a_sequential_on_the_shape_in_its_config) {
  const uint32_t a = graph_.AddLayer(Dense());
  const ConfigValue shape = ConfigValue::List(
      pool_.InternList({ConfigValue::None(), ConfigValue::Int(7)}));
  LayerDecl stack;
  stack.config = catalogue_
                     .Resolve(pool_.InternConfig(
                         N("Sequential"), {{N("build_input_shape"), shape}}))
                     .value()
                     ->config();
  graph_.SetModelLayer(graph_.AddLayer(stack, {a}, {}, {}));
  const Built built = Run();
  ASSERT_EQ(built.model->inputs().size(), 1u);
  EXPECT_EQ(built.model->inputs()[0]->shape->ToString(), "(None, 7)");
  EXPECT_EQ(built.model->input_layers()[0]->name()->text, "sequential_1_input");
}

TEST_F(Build, makes_an_input_layer_that_stands_first_in_a_sequential) {
  const ConfigValue shape = ConfigValue::List(
      pool_.InternList({ConfigValue::None(), ConfigValue::Int(4)}));
  const Config* input =
      catalogue_
          .Resolve(pool_.InternConfig(N("InputLayer"),
                                      {{N("batch_input_shape"), shape}}))
          .value()
          ->config();
  const uint32_t x = graph_.AddLayer(input, N("x"));
  const uint32_t a = graph_.AddLayer(Dense(), N("a"));
  LayerDecl stack;
  stack.config = ConfigOf("Sequential");
  graph_.SetModelLayer(graph_.AddLayer(stack, {x, a}, {}, {}));
  const Built built = Run();
  EXPECT_EQ(NodesByDepth(*built.model), "[a:0] [x:0]");
  EXPECT_EQ(LayerNames(*built.model), "a");
}

TEST_F(Build, an_input_layer_without_a_shape_is_an_error_of_the_graph) {
  graph_.AddLayer(ConfigOf("InputLayer"));
  const TensorRef x = AddInput();
  graph_.SetModel({x}, {x});
  EXPECT_EQ(BuildGraph(session_, graph_.graph()).status(),
            absl::InvalidArgumentError(
                "layer 0 (InputLayer) has no batch_input_shape; give it a list "
                "of sizes, the batch size first."));
}

// Where a Sequential makes an input of a layer's config, and where not.
TEST_F(Build, a_dtype_that_is_not_known_is_an_error_of_the_graph) {
  const ConfigValue shape = ConfigValue::List(
      pool_.InternList({ConfigValue::None(), ConfigValue::Int(4)}));
  const ConfigValue dtype = ConfigValue::String(N("complex64"));
  for (const bool input_layer : {true, false}) {
    GraphBuilder b;
    std::vector<ConfigEntry> entries = {{N("batch_input_shape"), shape},
                                        {N("dtype"), dtype}};
    if (!input_layer) entries.push_back({N("units"), ConfigValue::Int(4)});
    const Config* config =
        pool_.InternConfig(N(input_layer ? "InputLayer" : "Dense"), entries);
    const uint32_t first =
        b.AddLayer(catalogue_.Resolve(config).value()->config());
    LayerDecl stack;
    stack.config = ConfigOf("Sequential");
    b.SetModelLayer(b.AddLayer(stack, {first}, {}, {}));
    EXPECT_EQ(BuildGraph(session_, b.graph()).status(),
              absl::InvalidArgumentError(absl::StrCat(
                  "layer 0 (", input_layer ? "InputLayer" : "Dense",
                  ") has an input of dtype 'complex64', which is not known; "
                  "use float32, float64, float16, int32, int64, bool.")));
  }
}

}  // namespace
}  // namespace clonecheck
