// Op: the operation of a term node, one per distinct layer config or mask rule,
// and how to compute it. Two terms with the same Op and the same operands mean
// the same value.
#ifndef CLONECHECK_CORE_TERM_OP_H_
#define CLONECHECK_CORE_TERM_OP_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/term/array.h"

namespace clonecheck {

class Op {
 public:
  // `hash_seed` spreads terms of different Ops; it decides nothing else.
  explicit Op(int num_outputs, uint32_t hash_seed = 0)
      : hash_seed_(hash_seed), num_outputs_(num_outputs) {}
  virtual ~Op() = default;

  // What terms print, `Dense`, `and`.
  virtual absl::string_view op_name() const = 0;

  // Computes all outputs. `operands` are in the order in which the term was
  // made; null where the operand is absent (a mask that is None). Outputs come
  // empty, `num_outputs()` of them.
  // Errors: Unimplemented for an uninterpreted operation; InvalidArgument where
  // the operands do not fit together (TensorFlow would refuse, too).
  virtual absl::Status Evaluate(absl::Span<const Array* const> operands,
                                absl::Span<Array> outputs) const = 0;

  uint32_t hash_seed() const { return hash_seed_; }
  int num_outputs() const { return num_outputs_; }
  // Of one operand: applied to what it has given, it gives that back. Terms
  // hold one application for many in a row.
  bool is_idempotent() const { return is_idempotent_; }

 protected:
  void set_hash_seed(uint32_t seed) { hash_seed_ = seed; }
  void set_is_idempotent(bool value) { is_idempotent_ = value; }

 private:
  uint32_t hash_seed_;
  int num_outputs_;
  bool is_idempotent_ = false;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_OP_H_
