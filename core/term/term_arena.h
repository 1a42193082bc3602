// TermArena: hash-consed terms. A term is what a tensor *means*: an immutable
// expression over placeholders and variables. Equal expressions have one id, so
// terms are compared by id.
//
// There is one node a layer output, never one per arithmetic operation, and
// identity has no node, nor has an idempotent Op on its own output. The outputs
// of one application have consecutive ids. Ids count up from 1 in order of
// creation, and operands have smaller ids than the nodes that use them, so a
// loop over ids is a topological order. 0 stands for "no term" (Keras' None),
// also as an operand.
//
// Not thread-safe. Lives and dies with a case; can be rolled back to a mark.
#ifndef CLONECHECK_CORE_TERM_TERM_ARENA_H_
#define CLONECHECK_CORE_TERM_TERM_ARENA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/term/arena.h"
#include "core/term/op.h"

namespace clonecheck {

using TermId = uint32_t;
inline constexpr TermId kNoTerm = 0;

enum class TermKind : uint8_t {
  kNone,         // id 0 only
  kPlaceholder,  // fed by the caller
  kVariable,     // a weight
  kConstant,     // a plain tensor that is neither fed nor a weight
  kApply,        // an output of an Op on operands
};

struct Term {
  TermKind kind = TermKind::kNone;
  uint16_t num_operands = 0;
  uint32_t first_operand = 0;  // in the arena's operand array
  uint32_t output = 0;         // which output of the Op; a leaf's own number
  uint32_t hash = 0;
  const Op* op = nullptr;
};

class TermArena {
 public:
  struct Mark {
    uint32_t terms = 0;
    uint32_t operands = 0;
    uint32_t leaves = 0;
  };

  TermArena();

  // A new leaf, different from every other.
  TermId NewLeaf(TermKind kind);

  // The application of `op`: output k is the returned id + k. An idempotent one
  // of its own output is that output.
  TermId Apply(const Op& op, absl::Span<const TermId> operands);

  // Whether `id` is an output of the application of `op`: what Apply would
  // find.
  bool Is(TermId id, const Op& op, absl::Span<const TermId> operands) const;

  const Term& operator[](TermId id) const { return terms_[id]; }
  absl::Span<const TermId> operands(TermId id) const {
    const Term& term = terms_[id];
    return absl::MakeConstSpan(operands_.data() + term.first_operand,
                               term.num_operands);
  }
  // The id of output 0 of the application that made `id`.
  TermId first_output(TermId id) const {
    return terms_[id].kind == TermKind::kApply ? id - terms_[id].output : id;
  }
  // One more than the largest id.
  TermId size() const { return static_cast<TermId>(terms_.size()); }

  Mark mark() const {
    return Mark{size(), static_cast<uint32_t>(operands_.size()), num_leaves_};
  }
  void Rollback(Mark mark);
  void Clear();

  // The expression, `Dense(x1, w2, w3)`, with `#k` for output k > 0 of an
  // operation with several. Deep terms are cut at `max_depth` with `…`.
  std::string ToString(TermId id, int max_depth = 6) const;

 private:
  TermId Append(const Op& op, absl::Span<const TermId> operands, uint32_t hash);
  void GrowTable();
  void Remove(TermId id);

  Arena memory_;  // of the two arrays, which are kept from case to case
  ArenaVector<Term> terms_;
  ArenaVector<TermId> operands_;
  // Open addressing with linear probing over the ids of output 0; 0 is empty.
  std::vector<TermId> table_;
  uint32_t table_mask_ = 0;
  uint32_t table_used_ = 0;
  uint32_t num_leaves_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_TERM_ARENA_H_
