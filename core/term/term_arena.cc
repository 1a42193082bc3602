#include "core/term/term_arena.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

constexpr uint32_t kFirstTableSize = 256;  // a power of two

uint32_t HashApplication(const Op& op, absl::Span<const TermId> operands) {
  uint64_t hash = 0x9e3779b97f4a7c15u ^ op.hash_seed();
  for (TermId operand : operands) {
    hash = (hash ^ operand) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  hash *= 0xc4ceb9fe1a85ec53u;
  return static_cast<uint32_t>(hash >> 32);
}

// A few numbers at most, for which a library's comparison is a detour.
bool SameOperands(absl::Span<const TermId> a, absl::Span<const TermId> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace

TermArena::TermArena() {
  terms_.push_back(memory_, Term());
  Clear();
}

void TermArena::Clear() {
  // A table that one huge case has grown is not worth clearing for ever.
  constexpr size_t kKeptTableSize = 1 << 16;
  if (table_.empty() || table_.size() > kKeptTableSize) {
    table_.assign(kFirstTableSize, 0);
    table_.shrink_to_fit();
  } else if (size_t{table_used_} * 8 < table_.size()) {
    for (TermId id = size(); id-- > 1;) Remove(id);
  } else {
    std::fill(table_.begin(), table_.end(), 0);
  }
  table_mask_ = static_cast<uint32_t>(table_.size()) - 1;
  table_used_ = 0;
  num_leaves_ = 0;
  terms_.resize_down(1);
  operands_.resize_down(0);
}

TermId TermArena::NewLeaf(TermKind kind) {
  Term term;
  term.kind = kind;
  term.output = num_leaves_++;
  terms_.push_back(memory_, term);
  return size() - 1;
}

bool TermArena::Is(TermId id, const Op& op,
                   absl::Span<const TermId> operands) const {
  return id < size() && terms_[id].op == &op &&
         SameOperands(operands, this->operands(id));
}

TermId TermArena::Apply(const Op& op, absl::Span<const TermId> operands) {
  if (op.is_idempotent() && operands.size() == 1 &&
      terms_[operands[0]].op == &op) {
    return operands[0];
  }
  const uint32_t hash = HashApplication(op, operands);
  uint32_t slot = hash & table_mask_;
  while (TermId id = table_[slot]) {
    if (terms_[id].hash == hash && Is(id, op, operands)) return id;
    slot = (slot + 1) & table_mask_;
  }
  table_[slot] = size();
  return Append(op, operands, hash);
}

// Out of line: what is found needs none of its registers.
TermId TermArena::Append(const Op& op, absl::Span<const TermId> operands,
                         uint32_t hash) {
  const TermId first = size();
  const uint32_t first_operand = static_cast<uint32_t>(operands_.size());
  TermId* copy = operands_.extend(memory_, operands.size());
  for (const TermId operand : operands) *copy++ = operand;
  const uint32_t outputs = static_cast<uint32_t>(op.num_outputs());
  Term* terms = terms_.extend(memory_, outputs);
  for (uint32_t k = 0; k < outputs; ++k) {
    terms[k] = Term{TermKind::kApply,
                    static_cast<uint16_t>(operands.size()),
                    first_operand,
                    k,
                    hash,
                    &op};
  }
  if (++table_used_ * 2 > table_mask_) GrowTable();
  return first;
}

void TermArena::GrowTable() {
  table_.assign(table_.size() * 2, 0);
  table_mask_ = static_cast<uint32_t>(table_.size()) - 1;
  for (TermId id = 1; id < size(); ++id) {
    if (terms_[id].kind != TermKind::kApply || terms_[id].output != 0) continue;
    uint32_t slot = terms_[id].hash & table_mask_;
    while (table_[slot] != 0) slot = (slot + 1) & table_mask_;
    table_[slot] = id;
  }
}

void TermArena::Remove(TermId id) {
  if (terms_[id].kind != TermKind::kApply || terms_[id].output != 0) return;
  uint32_t slot = terms_[id].hash & table_mask_;
  while (table_[slot] != id) slot = (slot + 1) & table_mask_;
  table_[slot] = 0;
  --table_used_;
}

void TermArena::Rollback(Mark mark) {
  // Newest first: whatever was inserted before is found by a probe that passes
  // only over older entries, so an emptied slot breaks no probe sequence.
  for (TermId id = size(); id-- > mark.terms;) Remove(id);
  terms_.resize_down(mark.terms);
  operands_.resize_down(mark.operands);
  num_leaves_ = mark.leaves;
}

std::string TermArena::ToString(TermId id, int max_depth) const {
  const Term& term = terms_[id];
  switch (term.kind) {
    case TermKind::kNone:
      return "None";
    case TermKind::kPlaceholder:
      return absl::StrCat("x", term.output);
    case TermKind::kVariable:
      return absl::StrCat("w", term.output);
    case TermKind::kConstant:
      return absl::StrCat("c", term.output);
    case TermKind::kApply:
      break;
  }
  std::string text = absl::StrCat(term.op->op_name(), "(");
  if (max_depth == 0) {
    absl::StrAppend(&text, "…");
  } else {
    for (size_t i = 0; i < term.num_operands; ++i) {
      absl::StrAppend(&text, i > 0 ? ", " : "",
                      ToString(operands(id)[i], max_depth - 1));
    }
  }
  absl::StrAppend(&text, ")");
  if (term.op->num_outputs() > 1) absl::StrAppend(&text, "#", term.output);
  return text;
}

}  // namespace clonecheck
