// Shape: the interned static shape of a tensor, batch size first. Equal shapes
// have one address within a Pool.
#ifndef CLONECHECK_CORE_GRAPH_SHAPE_H_
#define CLONECHECK_CORE_GRAPH_SHAPE_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/limits.h"

namespace clonecheck {

// The size of a dimension that is not known, `None` in Keras, `?` in TF 1.
inline constexpr int32_t kUnknownDim = -1;
// The rank of a tensor of which nothing is known (behind an opaque layer).
inline constexpr int kUnknownRank = -1;

struct Shape {
  uint32_t id = 0;
  int rank = 0;
  std::array<int32_t, kMaxRank> dim{};

  bool known_rank() const { return rank != kUnknownRank; }
  absl::Span<const int32_t> dims() const {
    return absl::MakeConstSpan(dim.data(), rank < 0 ? 0 : rank);
  }
  int32_t last() const { return dim[rank - 1]; }

  // As Python prints a Keras shape, `(None, 4)`; `<unknown>` without a rank.
  std::string ToString() const;
  // As TensorFlow 1 prints it in a tensor, `(?, 4)`.
  std::string ToTensorFlowString() const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_SHAPE_H_
