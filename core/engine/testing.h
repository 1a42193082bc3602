// EngineTest: a fixture with one Session, and the shortest ways to make layers,
// calls and Models in it.
//
// Example:
//   using LayerCall = EngineTest;
//   TEST_F(LayerCall, replaces_the_last_dimension) {
//     Tensor* x = In({kUnknownDim, 4});
//     Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
//     EXPECT_EQ(y->shape->ToString(), "(None, 3)");
//   }
#ifndef CLONECHECK_CORE_ENGINE_TESTING_H_
#define CLONECHECK_CORE_ENGINE_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/scripted_spec.h"
#include "core/engine/sequential.h"
#include "core/engine/session.h"
#include "core/engine/tensor.h"
#include "core/engine/value.h"
#include "core/graph/pool.h"
#include "core/graph/test_config.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"
#include "gtest/gtest.h"

namespace clonecheck {

class EngineTest : public testing::Test {
 protected:
  using Arg = TestArgument;
  struct KeywordArgument {
    absl::string_view key;
    Value value;
  };

  EngineTest();
  ~EngineTest() override;

  // The rules of a version. REQUIRES: nothing has been made yet.
  void UseEngine(absl::string_view version);

  const Name* N(absl::string_view text) { return pool_.InternName(text); }
  const LayerSpec& Spec(absl::string_view kind,
                        const std::vector<Arg>& args = {});
  const Config* ConfigOf(absl::string_view kind, const std::vector<Arg>& args);

  Tensor* In(const std::vector<int32_t>& dims, const char* name = nullptr);
  // A tensor that no layer returned.
  Tensor* Plain(const std::vector<int32_t>& dims);
  // A tensor of rank 3 with a mask, from a layer Masking on a new input.
  Tensor* Masked(const std::vector<int32_t>& dims = {kUnknownDim, 3, 4});

  Layer* Make(absl::string_view kind, const std::vector<Arg>& args = {},
              const char* name = nullptr, bool trainable = true);
  Layer* Lambda(const char* function, const char* name = nullptr) {
    return Make("Lambda", {{"function", function}}, name);
  }
  Layer* Reshape(std::vector<int> target_shape) {
    return Make("Reshape", {{"target_shape", std::move(target_shape)}});
  }
  // A wrapper around `inner`.
  Layer* Wrap(absl::string_view kind, Layer* inner,
              const std::vector<Arg>& args = {}, const char* name = nullptr);
  // `Sequential(layers)`.
  Sequential* Stack(const std::vector<Layer*>& layers,
                    const char* name = nullptr);
  // Its spec is in `spec_of`, if that is not null.
  Layer* MakeScripted(const Script& script, const char* name = "scripted",
                      const ScriptedSpec** spec_of = nullptr);

  Dict* Keywords(const std::vector<KeywordArgument>& keywords);
  static Value None() { return Value::Literal(ConfigValue::None()); }

  // Calls that are accepted: all outputs, or the only one. One input is given
  // bare, several as a list.
  Tensors Call(Layer* layer, const std::vector<Tensor*>& inputs,
               const Dict* keywords = nullptr);
  Tensor* One(Layer* layer, const std::vector<Tensor*>& inputs,
              const Dict* keywords = nullptr);
  // A call that is refused: `ValueError: …`.
  std::string CallError(Layer* layer, const std::vector<Tensor*>& inputs,
                        const Dict* keywords = nullptr);

  Model* MakeModel(const std::vector<Tensor*>& inputs,
                   const std::vector<Tensor*>& outputs,
                   const char* name = nullptr);
  std::string ModelError(const std::vector<Tensor*>& inputs,
                         const std::vector<Tensor*>& outputs,
                         const char* name = nullptr);

  // `config = model.get_config(); Model.from_config(config)`.
  OrRefusal<Model*> Reload(Model* model);

  // What a tensor means, `Dense(x0, w0, w1)`.
  std::string Meaning(const Tensor* tensor) {
    return tensor == nullptr ? "None" : session_.terms().ToString(tensor->term);
  }

  // `dense_1:0 add_1:0`: layer and node index, in the order of model.nodes(),
  // each depth in brackets: `[dense_1:0] [input_1:0]` from depth 0 on.
  static std::string NodesByDepth(const Model& model);
  static std::string LayerNames(const Model& model);
  // The weights of a model, in order, as terms.
  std::string Weights(const Model& model);

  static const Node& NodeOf(const Tensor* tensor) {
    return *tensor->layer->inbound_nodes()[tensor->node_index];
  }
  // `dense_1:0:0`: layer, node index, tensor index; `-` without a history.
  static std::string History(const Tensor* tensor);

  Pool pool_;
  Catalogue catalogue_{pool_};
  Session session_{catalogue_, kEngineRules[0]};

 private:
  std::vector<std::unique_ptr<ScriptedSpec>> scripted_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_TESTING_H_
