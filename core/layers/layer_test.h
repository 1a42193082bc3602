// LayerTest: a fixture that calls layer kinds without an engine: it makes
// tensors, runs one layer's rules in the order of a Keras layer call, and
// computes numbers.
//
// Example:
//   using Dense = LayerTest;
//   TEST_F(Dense, replaces_the_last_dimension) {
//     TestLayer dense = Make("Dense", {{"units", 3}});
//     Result result = Call(dense, {Input({kUnknownDim, 4})});
//     EXPECT_EQ(result.shapes[0]->ToString(), "(None, 3)");
//   }
#ifndef CLONECHECK_CORE_LAYERS_LAYER_TEST_H_
#define CLONECHECK_CORE_LAYERS_LAYER_TEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/pool.h"
#include "core/graph/test_config.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"
#include "core/term/arena.h"
#include "core/term/array.h"
#include "core/term/evaluate.h"
#include "core/term/term_arena.h"
#include "gtest/gtest.h"

namespace clonecheck {

class LayerTest : public testing::Test, protected LayerHost {
 protected:
  using Arg = TestArgument;

  // A live layer, as far as the rules need one.
  struct TestLayer {
    const LayerSpec* spec = nullptr;
    bool built = false;
    uint32_t memo = 0;
    std::vector<WeightDecl> weights;
    std::vector<TermId> weight_terms;
    InputSpec input_spec;  // after build
  };

  struct Result {
    Refusal refusal = nullptr;
    std::vector<Symbol*> outputs;
    std::vector<const Shape*> shapes;
    MaskValue mask;              // as compute_mask gave it
    std::vector<Symbol*> masks;  // as a node holds them
    std::string error() const {
      return refusal == nullptr ? "" : refusal->ToString();
    }
  };

  // A list of whole numbers, as an argument.
  ConfigValue Ints(const std::vector<int>& numbers);

  const Config* MakeConfig(absl::string_view kind,
                           const std::vector<Arg>& args = {});
  // The spec of a config that is right.
  const LayerSpec& Spec(absl::string_view kind,
                        const std::vector<Arg>& args = {});
  TestLayer Make(absl::string_view kind, const std::vector<Arg>& args = {});
  // The message of a config that is wrong.
  std::string ConfigError(absl::string_view kind, const std::vector<Arg>& args);

  // A tensor that is fed.
  Symbol* Input(const std::vector<int32_t>& dims,
                DType dtype = DType::kFloat32);
  Symbol* InputOfUnknownRank();
  // A mask that is fed.
  Symbol* Mask(const std::vector<int32_t>& dims);

  // One layer call: build at the first, call, compute_mask, shapes. `masks`:
  // one per input, null for None; empty: none at all. `keyword`: the keyword
  // `mask`; by default injected as the layer call does.
  Result Call(TestLayer& layer, const std::vector<Symbol*>& inputs,
              std::vector<Symbol*> masks = {},
              const MaskValue* keyword = nullptr, bool as_list = false);

  // The values of tensors or masks, given those of the inputs.
  struct Fed {
    const Symbol* symbol;
    Array value;
  };
  std::vector<Array> Numbers(const std::vector<const Symbol*>& symbols,
                             const std::vector<Fed>& fed);
  // The same for one tensor of a layer with weights.
  Array Number(const Symbol* symbol, const std::vector<Fed>& fed,
               const TestLayer* layer = nullptr,
               const std::vector<Array>& weights = {});

  // Numbers like those that the real Keras was given: input k is −1.25, 0.5,
  // −0.5, 1.25, … in steps of a quarter; weight k is above zero.
  static Array InputPattern(std::vector<int32_t> dims, int k = 0);
  static Array WeightPattern(std::vector<int32_t> dims, int k);
  // A layer, the dims of its inputs, and the first numbers of what it gives.
  // Unknown sizes: two samples, three steps.
  struct OnPattern {
    const char* kind;
    std::vector<Arg> args;
    std::vector<std::vector<int32_t>> inputs;
    std::vector<double> begin;
  };
  void ExpectOnPattern(const std::vector<OnPattern>& rows);
  // What one call of a layer on such inputs and weights gives. Adds a failure
  // if the call is refused.
  Array ValueOnPattern(TestLayer& layer,
                       const std::vector<std::vector<int32_t>>& inputs);
  // The first numbers of `array` are these, to five digits.
  static void ExpectBegins(const Array& array,
                           const std::vector<double>& begin);

  std::string Print(const Symbol* symbol) {
    return terms_.ToString(symbol->term);
  }

  Symbol* NewSymbol(TermId term, const Shape* shape, DType dtype,
                    const char* op) override;

  // Wrappers need an engine; their tests are there.
  Refusal BuildInner(InnerLayer&, BuildContext&) override { return nullptr; }
  Refusal CallInner(InnerLayer&, CallContext&) override { return nullptr; }
  Refusal InnerMask(InnerLayer&, MaskContext&) override { return nullptr; }
  Refusal InnerShapes(InnerLayer&, ShapeContext&) override { return nullptr; }
  Symbol*& InnerInput(InnerLayer&, Symbol&) override { return no_symbol_; }

  // Whether `known`, TensorFlow's shape of an output, agrees with `shape`, the
  // layer's own, but for sizes that TensorFlow does not know.
  static bool KnowsNoMore(const Shape& known, const Shape& shape) {
    if (known.rank != shape.rank) return false;
    for (int i = 0; i < shape.rank; ++i) {
      if (known.dim[i] != shape.dim[i] && known.dim[i] != kUnknownDim) {
        return false;
      }
    }
    return true;
  }

  // What calls are given besides inputs and `mask`.
  CallKeywords keywords_;

  // Those of 2.2.4 unless a test says otherwise.
  LayerRules rules_;

  // Forgets all tensors; layers that were built are void.
  void ClearCase();

  Pool pool_;
  Catalogue catalogue_{pool_};
  Arena arena_;
  TermArena terms_;
  Symbol* no_symbol_ = nullptr;
  const Name* scope_ = pool_.InternName("layer_1");
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_TEST_H_
