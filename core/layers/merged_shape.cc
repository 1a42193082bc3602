#include "core/layers/merged_shape.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/types/span.h"

namespace clonecheck {
namespace {

int32_t Merged(int32_t a, int32_t b) {
  if (a == kUnknownDim || b == kUnknownDim) return kUnknownDim;
  return a == 1 ? b : a;
}

}  // namespace

bool MergedShape::Add(const Shape& shape) {
  if (!shape.known_rank() || shape.rank == 0) unknown_ = true;
  if (unknown_) return true;
  if (rank_ == 0) {
    std::copy(shape.dim.begin(), shape.dim.begin() + shape.rank, dims_);
    rank_ = shape.rank;
    return true;
  }
  if (shape.dim[0] != kUnknownDim) {
    one_batch_ &= dims_[0] == kUnknownDim || dims_[0] == shape.dim[0];
    dims_[0] = shape.dim[0];
  }
  same_rank_ &= shape.rank == rank_;
  const int rank = std::max(rank_, shape.rank);
  for (int i = 1; i < std::min(rank_, shape.rank); ++i) {
    const int32_t a = dims_[rank_ - i];
    const int32_t b = shape.dim[shape.rank - i];
    const bool fits = a == b || a == 1 || b == 1;
    if (!fits && a != kUnknownDim && b != kUnknownDim) return false;
    strict_ &= fits;
  }
  int32_t merged[kMaxRank];
  for (int i = 1; i < rank; ++i) {
    merged[rank - i] =
        i >= rank_        ? shape.dim[shape.rank - i]
        : i >= shape.rank ? dims_[rank_ - i]
                          : Merged(dims_[rank_ - i], shape.dim[shape.rank - i]);
  }
  std::copy(merged + 1, merged + rank, dims_ + 1);
  rank_ = rank;
  return true;
}

const Shape* MergedShape::Get(Pool& pool) const {
  if (unknown_) return pool.unknown_shape();
  int32_t dims[kMaxRank];
  std::copy(dims_, dims_ + rank_, dims);
  if (!one_batch_) dims[0] = kUnknownDim;
  return pool.InternShape(
      absl::MakeConstSpan(dims, static_cast<size_t>(rank_)));
}

const Shape* MergedShape::WithoutBatch(Pool& pool) const {
  return pool.InternShape(
      absl::MakeConstSpan(dims_ + 1, static_cast<size_t>(rank_ - 1)));
}

const Shape* OperatorShape(Pool& pool, const Shape* a, const Shape* b) {
  if (a == b) return a;
  if (!a->known_rank() || !b->known_rank()) return pool.unknown_shape();
  if (a->rank < b->rank) std::swap(a, b);
  std::array<int32_t, kMaxRank> dims = a->dim;
  for (int i = 1; i <= b->rank; ++i) {
    int32_t& dim = dims[static_cast<size_t>(a->rank - i)];
    const int32_t other = b->dim[b->rank - i];
    if (dim == other || other == 1) continue;
    if (dim == 1 || dim == kUnknownDim) {
      dim = other;
    } else if (other != kUnknownDim) {
      return nullptr;
    }
  }
  return pool.InternShape(absl::MakeConstSpan(dims.data(), a->rank));
}

}  // namespace clonecheck
