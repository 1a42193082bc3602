// EngineTest: a fixture with one Session, and the shortest ways to make layers,
// calls and Models in it. Dump: everything that is alive, as text.
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
#include <variant>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/sequential.h"
#include "core/engine/session.h"
#include "core/engine/tensor.h"
#include "core/engine/value.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"
#include "core/term/term_arena.h"
#include "gtest/gtest.h"

namespace clonecheck {

// All live objects of a session with all that can be seen of them: layers,
// nodes, tensors, histories, masks, arguments, weights, cached answers. Objects
// are named by their numbers, so two dumps are equal exactly if nothing
// changed.
std::string Dump(Session& session);

// Whether the term `in_clone` becomes `in_original` when the clone's inputs and
// weights are replaced, by position, by the original's. Slow and plain.
class Meanings {
 public:
  // REQUIRES: both outlive this.
  Meanings(Session& session, const Model& original, const Model& clone);

  bool Same(TermId in_original, TermId in_clone);
  // Null stands for None.
  bool Same(const Tensor* in_original, const Tensor* in_clone);
  // For all outputs, of which there are as many.
  bool SameOutputs();

 private:
  const TermArena& terms_;
  const Model& original_;
  const Model& clone_;
  bool one_to_one_ = true;
  absl::flat_hash_map<TermId, TermId> original_of_;
};

// What a layer of ScriptedSpec answers.
struct Script {
  enum class Output : uint8_t {
    kNew,      // a tensor of its own
    kInput0,   // the object of input 0
    kInput1,   // the object of input 1
    kOutput0,  // the object of output 0 again
  };
  static constexpr int kBaseRule = -1;
  static constexpr int kOnePerOutput = -1;

  std::vector<Output> outputs = {Output::kNew};
  bool supports_masking = false;
  bool takes_mask = false;
  bool takes_training = false;
  // compute_mask: kBaseRule, or a list of so many new masks.
  int masks = kBaseRule;
  // compute_output_shape: kOnePerOutput, or so many.
  int shapes = kOnePerOutput;
  bool refuses_build = false;
  bool refuses_call = false;
};

// A layer class that does what a test tells it, and remembers what it was
// given. Takes any number of inputs; has one weight.
class ScriptedSpec final : public LayerSpec {
 public:
  ScriptedSpec(const LayerKind& kind, const Script& script);

  Refusal Build(BuildContext& context) const override;
  Refusal OutputShapes(ShapeContext& context) const override;
  Refusal Call(CallContext& context) const override;
  Refusal ComputeMask(MaskContext& context) const override;

  // Of the last call: the keyword `mask`, and what compute_mask was given.
  mutable MaskValue mask;
  mutable MaskValue previous;
  // Which of build (b), call (c), compute_mask (m) and compute_output_shape (s)
  // ran, in order.
  mutable std::string events;

 private:
  const Script script_;
};

class EngineTest : public testing::Test {
 protected:
  // A constructor argument.
  struct Arg {
    absl::string_view key;
    // Numbers: a list. Null: None.
    std::variant<bool, int, double, const char*, std::vector<int>,
                 std::nullptr_t>
        value;
  };
  struct KeywordArgument {
    absl::string_view key;
    Value value;
  };

  EngineTest();
  ~EngineTest() override;

  // The rules of a version. REQUIRES: nothing has been made yet.
  void UseEngine(absl::string_view version);

  const Name* N(absl::string_view text) { return pool_.InternName(text); }
  const LayerSpec& Spec(absl::string_view kind, std::vector<Arg> args = {});
  const Config* ConfigOf(absl::string_view kind, const std::vector<Arg>& args);

  Tensor* In(std::vector<int32_t> dims, const char* name = nullptr);
  // A tensor that no layer returned.
  Tensor* Plain(std::vector<int32_t> dims);
  // A tensor of rank 3 with a mask, from a layer Masking on a new input.
  Tensor* Masked(std::vector<int32_t> dims = {kUnknownDim, 3, 4});

  Layer* Make(absl::string_view kind, std::vector<Arg> args = {},
              const char* name = nullptr, bool trainable = true);
  Layer* Lambda(const char* function, const char* name = nullptr) {
    return Make("Lambda", {{"function", function}}, name);
  }
  Layer* Reshape(std::vector<int> target_shape) {
    return Make("Reshape", {{"target_shape", std::move(target_shape)}});
  }
  // A wrapper around `inner`.
  Layer* Wrap(absl::string_view kind, Layer* inner, std::vector<Arg> args = {},
              const char* name = nullptr);
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
