// RecurrentLayerTest: for the tests of recurrent layers, whose numbers are
// those of the real Keras on inputs and weights of one pattern.
#ifndef CLONECHECK_CORE_LAYERS_RECURRENT_LAYER_TEST_H_
#define CLONECHECK_CORE_LAYERS_RECURRENT_LAYER_TEST_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/layers/layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {

class RecurrentLayerTest : public LayerTest {
 protected:
  using Values = std::vector<double>;

  // Values that repeat with period 7: ((i * k) mod 7 - 3) / 4.
  static Array Pattern(std::vector<int32_t> dims, int k) {
    Array array = Array::Zeros(std::move(dims));
    for (size_t i = 0; i < array.values.size(); ++i) {
      array.values[i] = (static_cast<int>(i) * k % 7 - 3) / 4.0;
    }
    return array;
  }

  // All outputs of a call that was not refused, with weights of that pattern,
  // each of another k: 2, 3, …
  std::vector<Array> Outputs(const TestLayer& layer, const Result& result,
                             const std::vector<Fed>& fed) {
    EXPECT_EQ(result.error(), "");
    std::vector<Array> weights;
    for (const WeightDecl& weight : layer.weights) {
      weights.push_back(
          Pattern(std::vector<int32_t>(weight.shape->dims().begin(),
                                       weight.shape->dims().end()),
                  2 + static_cast<int>(weights.size())));
    }
    std::vector<Array> outputs;
    for (const Symbol* output : result.outputs) {
      outputs.push_back(Number(output, fed, &layer, weights));
    }
    return outputs;
  }
  // Their values alone.
  std::vector<Values> OutputValues(const TestLayer& layer, const Result& result,
                                   const std::vector<Fed>& fed) {
    std::vector<Values> values;
    for (Array& output : Outputs(layer, result, fed)) {
      values.push_back(std::move(output.values));
    }
    return values;
  }

  struct Options {
    bool masked = false;  // the first sample's first step, the second's all
    std::vector<int32_t> states;  // the sizes of those that it begins with
  };
  // All outputs of one call on a sequence (2, 3, 2).
  std::vector<Values> OutputsOnASequence(absl::string_view kind,
                                         const std::vector<Arg>& args,
                                         const Options& options) {
    TestLayer layer = Make(kind, args);
    std::vector<Symbol*> inputs = {Input({kUnknownDim, 3, 2})};
    std::vector<Fed> fed = {{inputs[0], Pattern({2, 3, 2}, 3)}};
    std::vector<Symbol*> masks;
    if (options.masked) {
      masks.push_back(Mask({kUnknownDim, 3}));
      Array mask = Array::Zeros({2, 3});
      mask.values[1] = mask.values[2] = 1;
      fed.push_back({masks[0], mask});
    }
    for (int32_t size : options.states) {
      const int k = 1 + static_cast<int>(inputs.size());
      inputs.push_back(Input({kUnknownDim, size}));
      fed.push_back({inputs.back(), Pattern({2, size}, k)});
    }
    const Result result = Call(layer, inputs, masks);
    return OutputValues(layer, result, fed);
  }

  static void ExpectNear(const Values& actual, const Values& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
      EXPECT_NEAR(actual[i], expected[i], 1e-5) << "number " << i;
    }
  }
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RECURRENT_LAYER_TEST_H_
