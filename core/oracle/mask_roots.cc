#include "core/oracle/mask_roots.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace clonecheck {
namespace {

struct Masked {
  std::vector<TermId> operands;
  std::vector<double> values;  // what is masked where an operand is that
};

// What masks on the way to `roots` are made of, by "some feature is not zero"
// or by a Masking that looks for another value. Leaves are left out, which are
// drawn with these values.
Masked MaskOperands(const TermArena& terms, absl::Span<const TermId> roots) {
  Masked masked;
  std::vector<bool> seen(terms.size() + 1);
  std::vector<TermId> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (id == kNoTerm || seen[id]) continue;
    seen[id] = true;
    const auto operands = terms.operands(id);
    open.insert(open.end(), operands.begin(), operands.end());
    if (terms[id].kind != TermKind::kApply || operands.empty() ||
        terms[operands[0]].kind != TermKind::kApply) {
      continue;
    }
    const auto* layer = dynamic_cast<const LayerSpec*>(terms[id].op);
    const double value = layer == nullptr ? 0 : layer->traits().masked_value;
    if (value != 0 || terms[id].op->op_name() == "some_feature") {
      masked.operands.push_back(operands[0]);
      masked.values.push_back(value);
    }
  }
  return masked;
}

// The values of `operands` where each float input is `value` throughout.
absl::StatusOr<std::vector<Array>> ValuesAt(double value,
                                            const TermArena& terms,
                                            absl::Span<const TermId> operands,
                                            Tensors inputs, LeafValues leaves) {
  for (const Tensor* input : inputs) {
    if (!IsFloat(input->dtype)) continue;
    auto& values = leaves[input->term].values;
    std::fill(values.begin(), values.end(), value);
  }
  return Evaluate(terms, operands, leaves);
}

}  // namespace

void FillWithMaskRoots(const TermArena& terms, absl::Span<const TermId> roots,
                       Tensors inputs, SplitMix64& random, LeafValues* leaves) {
  const Masked masked = MaskOperands(terms, roots);
  const std::vector<TermId>& operands = masked.operands;
  if (operands.empty()) return;
  const auto at_0 = ValuesAt(0, terms, operands, inputs, *leaves);
  const auto at_1 = ValuesAt(1, terms, operands, inputs, *leaves);
  if (!at_0.ok() || !at_1.ok()) return;
  std::vector<double> found;
  for (size_t i = 0; i < operands.size(); ++i) {
    if ((*at_0)[i].values.empty()) continue;
    const double from = (*at_0)[i].values[0];
    const double slope = (*at_1)[i].values[0] - from;
    const double at = (masked.values[i] - from) / slope;
    if (std::isfinite(at) && at != 0) found.push_back(at);
  }
  if (found.empty()) return;
  for (const Tensor* input : inputs) {
    Array& array = (*leaves)[input->term];
    if (!IsFloat(input->dtype) || array.rank() < 2) continue;
    const auto width = static_cast<ptrdiff_t>(array.last());
    for (size_t row = 0; row < array.rows(); ++row) {
      if (random.Next() % 4 != 0) continue;
      std::fill_n(array.values.begin() + static_cast<ptrdiff_t>(row) * width,
                  width, found[random.Next() % found.size()]);
    }
  }
}

}  // namespace clonecheck
