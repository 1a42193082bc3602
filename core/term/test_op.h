// TestOp: a simple Op for tests: output k is the sum of its operands plus k,
// absent operands counting as nothing.
#ifndef CLONECHECK_CORE_TERM_TEST_OP_H_
#define CLONECHECK_CORE_TERM_TEST_OP_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/term/op.h"

namespace clonecheck {

class TestOp final : public Op {
 public:
  explicit TestOp(std::string name, int num_outputs = 1, uint32_t seed = 0)
      : Op(num_outputs, seed), name_(std::move(name)) {}

  absl::string_view op_name() const override { return name_; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    ++evaluations_;
    for (size_t k = 0; k < outputs.size(); ++k) {
      outputs[k] = Array{{1}, {static_cast<double>(k)}};
      for (const Array* operand : operands) {
        if (operand != nullptr) outputs[k].values[0] += operand->values[0];
      }
    }
    return absl::OkStatus();
  }
  int evaluations() const { return evaluations_; }
  using Op::set_is_idempotent;

 private:
  const std::string name_;
  mutable int evaluations_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_TEST_OP_H_
