#include "core/term/evaluate.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace clonecheck {

absl::StatusOr<std::vector<Array>> Evaluate(const TermArena& terms,
                                            absl::Span<const TermId> roots,
                                            const LeafValues& leaves) {
  TermId last = 0;
  for (TermId root : roots) last = std::max(last, root);
  std::vector<bool> needed(last + 1, false);
  for (TermId root : roots) needed[root] = true;
  // Operands have smaller ids: one pass down marks all that is needed.
  for (TermId id = last; id > 0; --id) {
    if (!needed[id]) continue;
    needed[terms.first_output(id)] = true;
    for (TermId operand : terms.operands(id)) needed[operand] = true;
  }
  // Values of leaves are the caller's; those of applications are kept here,
  // one entry an output, as many as are needed at most.
  std::vector<const Array*> values(last + 1, nullptr);
  std::vector<Array> computed;
  size_t count = 0;
  for (TermId id = 1; id <= last; ++id) {
    if (needed[id] && terms[id].kind == TermKind::kApply &&
        terms[id].output == 0) {
      count += static_cast<size_t>(terms[id].op->num_outputs());
    }
  }
  computed.resize(count);
  size_t next = 0;
  std::vector<const Array*> operands;
  for (TermId id = 1; id <= last; ++id) {
    if (!needed[id] || terms.first_output(id) != id) continue;
    const Term& term = terms[id];
    if (term.kind != TermKind::kApply) {
      auto it = leaves.find(id);
      if (it == leaves.end()) {
        return absl::FailedPreconditionError(
            absl::StrCat("You must feed a value for ", terms.ToString(id)));
      }
      values[id] = &it->second;
      continue;
    }
    operands.clear();
    for (TermId operand : terms.operands(id)) {
      operands.push_back(values[operand]);
    }
    const absl::Span<Array> outputs = absl::MakeSpan(computed).subspan(
        next, static_cast<size_t>(term.op->num_outputs()));
    next += outputs.size();
    if (absl::Status status = term.op->Evaluate(operands, outputs);
        !status.ok()) {
      return status;
    }
    for (size_t k = 0; k < outputs.size() && id + k <= last; ++k) {
      values[id + k] = &outputs[k];
    }
  }
  // No term stands for no value.
  std::vector<Array> result(roots.size());
  for (size_t i = 0; i < roots.size(); ++i) {
    if (roots[i] != kNoTerm) result[i] = *values[roots[i]];
  }
  return result;
}

}  // namespace clonecheck
