#include "core/term/evaluate.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace clonecheck {

Evaluator::Evaluator(const TermArena& terms, absl::Span<const TermId> roots)
    : terms_(terms), roots_(roots.begin(), roots.end()) {
  TermId last = 0;
  for (TermId root : roots) last = std::max(last, root);
  std::vector<bool> needed(last + 1, false);
  for (TermId root : roots) needed[root] = true;
  needed_.reserve(std::min<size_t>(last, 32));
  size_t count = 0;
  // Operands have smaller ids: one pass down marks all that is needed.
  for (TermId id = last; id > 0; --id) {
    if (!needed[id]) continue;
    const TermId first = terms.first_output(id);
    if (first != id) {
      needed[first] = true;
      continue;
    }
    needed_.push_back(id);
    for (TermId operand : terms.operands(id)) needed[operand] = true;
    if (terms[id].kind == TermKind::kApply) {
      count += static_cast<size_t>(terms[id].op->num_outputs());
    }
  }
  std::reverse(needed_.begin(), needed_.end());
  values_.resize(last + 1);
  computed_.resize(count);
}

absl::Status Evaluator::Run(const LeafValues& leaves) {
  size_t next = 0;
  for (const TermId id : needed_) {
    const Term& term = terms_[id];
    if (term.kind != TermKind::kApply) {
      auto it = leaves.find(id);
      if (it == leaves.end()) {
        return absl::FailedPreconditionError(
            absl::StrCat("You must feed a value for ", terms_.ToString(id)));
      }
      values_[id] = &it->second;
      continue;
    }
    operands_.clear();
    for (TermId operand : terms_.operands(id)) {
      operands_.push_back(values_[operand]);
    }
    const absl::Span<Array> outputs = absl::MakeSpan(computed_).subspan(
        next, static_cast<size_t>(term.op->num_outputs()));
    next += outputs.size();
    for (Array& output : outputs) output.Clear();
    if (absl::Status status = term.op->Evaluate(operands_, outputs);
        !status.ok()) {
      return status;
    }
    for (size_t k = 0; k < outputs.size() && id + k < values_.size(); ++k) {
      values_[id + k] = &outputs[k];
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Array>> Evaluate(const TermArena& terms,
                                            absl::Span<const TermId> roots,
                                            const LeafValues& leaves) {
  Evaluator evaluator(terms, roots);
  if (absl::Status status = evaluator.Run(leaves); !status.ok()) return status;
  std::vector<Array> values;
  values.reserve(evaluator.size());
  for (size_t i = 0; i < evaluator.size(); ++i) {
    values.push_back(evaluator.value(i));
  }
  return values;
}

}  // namespace clonecheck
