#include "core/layers/time_ops.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace clonecheck {
namespace {

// One operand (batch, time, …), as (batch * time, …).
class FoldTimeOp final : public Op {
 public:
  FoldTimeOp() : Op(1, /*hash_seed=*/107) {}
  absl::string_view op_name() const override { return "fold_time"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& x = *operands[0];
    if (x.rank() < 2) {
      return absl::InvalidArgumentError(
          "TimeDistributed: there is no time axis");
    }
    outputs[0].dims.assign(x.dims.begin() + 1, x.dims.end());
    outputs[0].dims[0] = x.dims[0] * x.dims[1];
    outputs[0].values = x.values;
    return absl::OkStatus();
  }
};

// The first operand (batch * time, …), as (batch, time, …) of the second.
class UnfoldTimeOp final : public Op {
 public:
  UnfoldTimeOp() : Op(1, /*hash_seed=*/109) {}
  absl::string_view op_name() const override { return "unfold_time"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& y = *operands[0];
    const Array& x = *operands[1];
    if (x.rank() < 2 || y.rank() < 1 || y.dims[0] != x.dims[0] * x.dims[1]) {
      return absl::InvalidArgumentError(
          "TimeDistributed: the inner layer changed the batch");
    }
    outputs[0].dims = {x.dims[0], x.dims[1]};
    outputs[0].dims.insert(outputs[0].dims.end(), y.dims.begin() + 1,
                           y.dims.end());
    outputs[0].values = y.values;
    return absl::OkStatus();
  }
};

}  // namespace

const Op& FoldTime() {
  static const FoldTimeOp op;
  return op;
}
const Op& UnfoldTime() {
  static const UnfoldTimeOp op;
  return op;
}

class UnfoldsTo::UnfoldTo final : public Op {
 public:
  explicit UnfoldTo(std::vector<int32_t> sizes)
      : Op(1, /*hash_seed=*/127), sizes_(std::move(sizes)) {}

  const std::vector<int32_t>& sizes() const { return sizes_; }
  absl::string_view op_name() const override { return "unfold_time_to"; }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& y = *operands[0];
    const Array& x = *operands[1];
    if (x.rank() < 2 || y.rank() != static_cast<int>(sizes_.size()) + 1) {
      return absl::InvalidArgumentError(
          "TimeDistributed: the inner layer gives another rank than it says");
    }
    std::vector<int32_t>& dims = outputs[0].dims;
    dims = {0, x.dims[1]};
    auto sample = static_cast<size_t>(x.dims[1]);
    for (size_t i = 0; i < sizes_.size(); ++i) {
      dims.push_back(sizes_[i] == kUnknownDim ? y.dims[i + 1] : sizes_[i]);
      sample *= static_cast<size_t>(dims.back());
    }
    if (sample == 0 || y.values.size() % sample != 0) {
      return absl::InvalidArgumentError(
          "TimeDistributed: a reshape to a size that does not fit");
    }
    dims[0] = static_cast<int32_t>(y.values.size() / sample);
    outputs[0].values = y.values;
    return absl::OkStatus();
  }

 private:
  const std::vector<int32_t> sizes_;  // behind batch and time
};

UnfoldsTo::UnfoldsTo() = default;
UnfoldsTo::~UnfoldsTo() = default;

const Op& UnfoldsTo::Get(const Shape& shape) const {
  const auto sizes = shape.dims().subspan(2);
  for (const auto& op : ops_) {
    if (absl::MakeConstSpan(op->sizes()) == sizes) return *op;
  }
  ops_.push_back(std::make_unique<UnfoldTo>(
      std::vector<int32_t>(sizes.begin(), sizes.end())));
  return *ops_.back();
}

}  // namespace clonecheck
