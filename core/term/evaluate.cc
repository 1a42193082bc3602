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
  std::vector<Array> values(last + 1);
  std::vector<const Array*> operands;
  std::vector<Array> outputs;
  for (TermId id = 1; id <= last; ++id) {
    if (!needed[id] || terms.first_output(id) != id) continue;
    const Term& term = terms[id];
    if (term.kind != TermKind::kApply) {
      auto it = leaves.find(id);
      if (it == leaves.end()) {
        return absl::FailedPreconditionError(
            absl::StrCat("You must feed a value for ", terms.ToString(id)));
      }
      values[id] = it->second;
      continue;
    }
    operands.clear();
    for (TermId operand : terms.operands(id)) {
      operands.push_back(operand == kNoTerm ? nullptr : &values[operand]);
    }
    outputs.assign(term.op->num_outputs(), Array());
    if (absl::Status status =
            term.op->Evaluate(operands, absl::MakeSpan(outputs));
        !status.ok()) {
      return status;
    }
    for (size_t k = 0; k < outputs.size() && id + k <= last; ++k) {
      values[id + k] = std::move(outputs[k]);
    }
  }
  std::vector<Array> result;
  for (TermId root : roots) result.push_back(values[root]);
  return result;
}

}  // namespace clonecheck
