#include "core/oracle/mask_roots.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace clonecheck {
namespace {

// What masks on the way to `roots` are made of, by "some feature is not zero"
// or by a Masking that looks for another value; `masked` gets these values.
// Leaves are left out, which are drawn with them.
std::vector<TermId> OperandsOfMasks(const TermArena& terms,
                                    absl::Span<const TermId> roots,
                                    std::vector<double>* masked) {
  std::vector<TermId> found;
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
      found.push_back(operands[0]);
      masked->push_back(value);
    }
  }
  return found;
}

}  // namespace

MaskRoots::MaskRoots(const TermArena& terms, absl::Span<const TermId> roots)
    : operands_(terms, OperandsOfMasks(terms, roots, &masked_)) {}

void MaskRoots::Fill(Tensors inputs, SplitMix64& random, LeafValues* leaves) {
  if (masked_.empty() || !FirstsAt(0, inputs, leaves, &at_0_) ||
      !FirstsAt(1, inputs, leaves, &at_1_)) {
    return;
  }
  found_.clear();
  for (size_t i = 0; i < masked_.size(); ++i) {
    const double slope = at_1_[i] - at_0_[i];
    const double at = (masked_[i] - at_0_[i]) / slope;
    if (std::isfinite(at) && at != 0) found_.push_back(at);
  }
  if (found_.empty()) return;
  for (const Tensor* input : inputs) {
    Array& array = (*leaves)[input->term];
    if (!IsFloat(input->dtype) || array.rank() < 2) continue;
    const auto width = static_cast<ptrdiff_t>(array.last());
    for (size_t row = 0; row < array.rows(); ++row) {
      if (random.Next() % 4 != 0) continue;
      std::fill_n(array.values.begin() + static_cast<ptrdiff_t>(row) * width,
                  width, found_[random.Next() % found_.size()]);
    }
  }
}

bool MaskRoots::FirstsAt(double value, Tensors inputs, LeafValues* leaves,
                         std::vector<double>* firsts) {
  kept_.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    kept_[i] = (*leaves)[inputs[i]->term].values;
  }
  for (const Tensor* input : inputs) {
    if (!IsFloat(input->dtype)) continue;
    std::vector<double>& values = (*leaves)[input->term].values;
    std::fill(values.begin(), values.end(), value);
  }
  const bool computed = operands_.Run(*leaves).ok();
  firsts->clear();
  for (size_t i = 0; i < operands_.size() && computed; ++i) {
    const std::vector<double>& values = operands_.value(i).values;
    firsts->push_back(values.empty() ? std::nan("") : values[0]);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    (*leaves)[inputs[i]->term].values.swap(kept_[i]);
  }
  return computed;
}

}  // namespace clonecheck
