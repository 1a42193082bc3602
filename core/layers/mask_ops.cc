#include "core/layers/mask_ops.h"

#include <array>
#include <cstring>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

constexpr uint32_t kAndSeed = 0x2545f491;
constexpr uint32_t kSomeFeatureSeed = 0x9e3779b1;
constexpr uint32_t kConcatenateSeed = 0x85ebca6b;

uint32_t HashOfBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint32_t>(bits ^ (bits >> 32));
}

class And final : public Op {
 public:
  And() : Op(1, kAndSeed) {}
  absl::string_view op_name() const override { return "and"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    for (const Array* operand : operands.subspan(1)) {
      if (operand->dims != outputs[0].dims) {
        return absl::InvalidArgumentError(
            "masks of different dimensions cannot be combined");
      }
      for (size_t i = 0; i < operand->values.size(); ++i) {
        if (operand->values[i] == 0) outputs[0].values[i] = 0;
      }
    }
    return absl::OkStatus();
  }
};

// The dimensions of `array` with a last axis of size 1 added if `expand`.
std::vector<int32_t> Expanded(const Array& array, bool expand) {
  std::vector<int32_t> dims = array.dims;
  if (expand) dims.push_back(1);
  return dims;
}

// The shape of masks of these shapes stacked: a known size wins over an unknown
// one. Null if they cannot be stacked.
const Shape* StackedShape(Pool& pool, const Shape* a, const Shape* b) {
  if (a == b || !b->known_rank()) return a;
  if (!a->known_rank()) return b;
  if (a->rank != b->rank) return nullptr;
  std::array<int32_t, kMaxRank> dims = a->dim;
  for (int i = 0; i < a->rank; ++i) {
    int32_t& dim = dims[static_cast<size_t>(i)];
    if (dim == kUnknownDim) dim = b->dim[i];
    if (b->dim[i] != kUnknownDim && b->dim[i] != dim) return nullptr;
  }
  return pool.InternShape(absl::MakeConstSpan(dims.data(), a->rank));
}

// Any number of operands of equal dimensions: the AND of all.
const Op& AndOp() {
  static const And op;
  return op;
}

}  // namespace

SomeFeatureOp::SomeFeatureOp(double value)
    : Op(1, kSomeFeatureSeed + HashOfBits(value)), value_(value) {}

absl::Status SomeFeatureOp::Evaluate(absl::Span<const Array* const> operands,
                                     absl::Span<Array> outputs) const {
  const Array& input = *operands[0];
  if (input.rank() == 0) {
    return absl::InvalidArgumentError("a scalar has no last axis");
  }
  outputs[0] = Array::Zeros(
      std::vector<int32_t>(input.dims.begin(), input.dims.end() - 1));
  const size_t width = static_cast<size_t>(input.last());
  for (size_t i = 0; i < input.values.size(); ++i) {
    if (input.values[i] != value_) outputs[0].values[i / width] = 1;
  }
  return absl::OkStatus();
}

const SomeFeatureOp& SomeFeatureNotZero() {
  static const SomeFeatureOp op(0.0);
  return op;
}

ConcatenateMaskOp::ConcatenateMaskOp(int axis)
    : Op(1, kConcatenateSeed + static_cast<uint32_t>(axis)), axis_(axis) {}

absl::Status ConcatenateMaskOp::Evaluate(
    absl::Span<const Array* const> operands, absl::Span<Array> outputs) const {
  // Per input: its mask's values (null: all True) and dimensions.
  struct Part {
    const Array* mask;
    std::vector<int32_t> dims;
  };
  std::vector<Part> parts;
  for (size_t i = 0; i < operands.size(); i += 2) {
    const Array* input = operands[i];
    const Array* mask = operands[i + 1];
    parts.push_back(
        {mask, mask == nullptr
                   ? input->dims
                   : Expanded(*mask, input == nullptr ||
                                         mask->rank() < input->rank())});
  }
  const int rank = static_cast<int>(parts[0].dims.size());
  const int axis = axis_ < 0 ? rank + axis_ : axis_;
  if (axis < 0 || axis >= rank) {
    return absl::InvalidArgumentError("the masks do not have that axis");
  }
  std::vector<int32_t> dims = parts[0].dims;
  for (size_t i = 1; i < parts.size(); ++i) {
    std::vector<int32_t> aligned = parts[i].dims;
    if (aligned.size() != dims.size()) {
      return absl::InvalidArgumentError("masks of different ranks");
    }
    dims[axis] += aligned[axis];
    aligned[axis] = dims[axis];
    if (aligned != dims) {
      return absl::InvalidArgumentError(
          "masks differ in more than the axis of concatenation");
    }
  }
  // Row-major: blocks of `inner` elements per step along the axis.
  size_t inner = 1;
  for (int i = axis + 1; i < rank; ++i) inner *= dims[i];
  Array joined = Array::Zeros(dims);
  const size_t stride = inner * static_cast<size_t>(dims[axis]);
  size_t offset = 0;
  for (const Part& part : parts) {
    const size_t size = inner * static_cast<size_t>(part.dims[axis]);
    size_t next = 0;
    for (size_t at = offset; at < joined.values.size(); at += stride) {
      for (size_t i = 0; i < size; ++i, ++next) {
        joined.values[at + i] =
            part.mask == nullptr ? 1 : part.mask->values[next];
      }
    }
    offset += size;
  }
  outputs[0] = Array::Zeros(std::vector<int32_t>(dims.begin(), dims.end() - 1));
  const size_t width = static_cast<size_t>(dims.back());
  for (double& value : outputs[0].values) value = 1;
  for (size_t i = 0; i < joined.values.size(); ++i) {
    if (joined.values[i] == 0) outputs[0].values[i / width] = 0;
  }
  return absl::OkStatus();
}

void SetSomeFeatureMask(const SomeFeatureOp& op, ShapeCache& shapes,
                        const char* tf_op, MaskContext& context) {
  const Symbol& input = *context.inputs[0];
  const Shape* shape = shapes.Get(input.static_shape, [&] {
    return input.static_shape->rank <= 0
               ? input.static_shape
               : WithoutAxis(context.pool, *input.static_shape,
                             input.static_shape->rank - 1);
  });
  const TermId operands[] = {input.term};
  context.result = MaskValue::Single(context.maker.NewSymbol(
      context.terms.Apply(op, operands), shape, DType::kBool, tf_op));
}

Refusal SetAndOfMasks(MaskContext& context) {
  constexpr size_t kInlineMasks = 16;
  TermId inline_terms[kInlineMasks];
  const size_t size = context.masks.list_size();
  TermId* terms = size <= kInlineMasks ? inline_terms
                                       : context.arena.NewUnset<TermId>(size);
  size_t count = 0;
  const Shape* shape = nullptr;
  for (size_t i = 0; i < size; ++i) {
    const Symbol* mask = context.masks.item(i);
    if (mask == nullptr) continue;
    shape = shape == nullptr
                ? mask->static_shape
                : StackedShape(context.pool, shape, mask->static_shape);
    if (shape == nullptr) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("masks of unequal shapes"));
    }
    // AND of a mask with itself is the mask.
    bool known = false;
    for (size_t j = 0; j < count; ++j) known |= terms[j] == mask->term;
    if (!known) terms[count++] = mask->term;
  }
  if (count == 0) {
    context.result = MaskValue::None();
    return nullptr;
  }
  const TermId term =
      count == 1
          ? terms[0]
          : context.terms.Apply(AndOp(), absl::MakeConstSpan(terms, count));
  context.result = MaskValue::Single(
      context.maker.NewSymbol(term, shape, DType::kBool, "All"));
  return nullptr;
}

}  // namespace clonecheck
