// The closed vocabulary of functions that a Lambda layer may hold: what Keras
// keeps as bytecode, known here by name. The table is the only place that knows
// a function: its outputs, its numbers, and its Python.
#ifndef CLONECHECK_CORE_LAYERS_LAMBDA_FUNCTIONS_H_
#define CLONECHECK_CORE_LAYERS_LAMBDA_FUNCTIONS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/term/array.h"

namespace clonecheck {

inline constexpr int kMaxLambdaOutputs = 3;

struct LambdaFunction {
  // What an output is: a new tensor, the object of an input, or the object of
  // output 0 again.
  enum class Output : uint8_t { kNone, kNew, kInput0, kInput1, kOutput0 };
  // What is not said by the other columns.
  enum class Special : uint8_t {
    kNothing,
    kMeanTime,   // drops axis 1
    kMaskScale,  // with a mask: its last operand
    kMaskPick,   // with a mask: output 0 is input 1
  };

  absl::string_view name;
  uint8_t inputs;
  uint8_t outputs;
  // It has a parameter named `mask`.
  bool takes_mask;
  Special special;
  Output output[kMaxLambdaOutputs];
  // TensorFlow's name of the operation that makes a new output.
  const char* tf_op[kMaxLambdaOutputs];
  // Computes the new outputs. Operands: the inputs, of equal dimensions, and
  // for kMaskScale the mask or null. Null where nothing is new.
  void (*compute)(absl::Span<const Array* const> operands,
                  absl::Span<Array> outputs);
  // A definition that uses operators and `K` only.
  const char* python;

  bool has_new_output() const { return compute != nullptr; }
};

absl::Span<const LambdaFunction> LambdaFunctions();

// What a Lambda's `mask` argument may be.
enum class LambdaMask : uint8_t {
  kAbsent,    // masks are dropped
  kKeep,      // a function that returns the mask that it is given
  kNonzero,   // a function: some feature is not zero
  kNoneList,  // the constant [None, …], one per output
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAMBDA_FUNCTIONS_H_
