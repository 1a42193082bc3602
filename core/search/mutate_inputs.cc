// The operator on inputs: of other shapes and dtypes, and one more.
#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include "core/search/input_shapes.h"
#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

constexpr size_t kMostInputs = 4;  // as the largest profiles
constexpr int32_t kBatch = 2;      // a known batch size

const Shape* DrawnShape(Mutation& m) {
  return InternInputShape(m.catalogue.pool(),
                          kInputShapes[m.Below(std::size(kInputShapes))]);
}

// The same with the batch size known, or no longer.
const Shape* OtherBatch(Mutation& m, const Shape& shape) {
  std::array<int32_t, kMaxRank> dims = shape.dim;
  dims[0] = dims[0] == kUnknownDim ? kBatch : kUnknownDim;
  return m.catalogue.pool().InternShape(
      absl::MakeConstSpan(dims.data(), static_cast<size_t>(shape.rank)));
}

// One more input of the model. False: there is no room.
bool AddInput(Mutation& m) {
  if (m.draft.model_layer != ModelDecl::kNoLayer ||
      m.draft.model_inputs.size() >= kMostInputs) {
    return false;
  }
  InputDecl added;
  if (m.Percent(25)) {
    const auto& dims = kIntegerShapes[m.Below(std::size(kIntegerShapes))];
    added.batch_shape = m.catalogue.pool().InternShape(dims);
    added.dtype = DType::kInt32;
  } else {
    added.batch_shape = DrawnShape(m);
  }
  const auto number = static_cast<int32_t>(m.draft.inputs.size());
  m.draft.inputs.push_back(added);
  m.draft.model_inputs.push_back(TensorRef::Input(number));
  return true;
}

}  // namespace

bool InputApplies(const Mutation& m) { return !m.graph.inputs().empty(); }

bool Input(Mutation& m) {
  std::vector<InputDecl>& inputs = m.draft.inputs;
  const uint32_t at = m.Below(inputs.size());
  const InputDecl before = inputs[at];
  if (!before.batch_shape->known_rank() || before.batch_shape->rank < 1) {
    return false;
  }
  InputDecl after = before;
  switch (m.Below(4)) {
    case 0:
      return AddInput(m);
    case 1:
      after.dtype =
          before.dtype == DType::kInt32 ? DType::kFloat32 : DType::kInt32;
      break;
    case 2:
      after.batch_shape = OtherBatch(m, *before.batch_shape);
      break;
    default:
      after.batch_shape = DrawnShape(m);
  }
  // What is alike mostly has to stay so, for the layers that merge it.
  const bool all = m.Percent(75);
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    if (i != at && (!all || inputs[i].batch_shape != before.batch_shape ||
                    inputs[i].dtype != before.dtype)) {
      continue;
    }
    inputs[i].batch_shape = after.batch_shape;
    inputs[i].dtype = after.dtype;
  }
  return true;
}

}  // namespace clonecheck
