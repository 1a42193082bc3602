// CasePool: mutates and crosses cases, those that came of it, too, without
// feedback: for programs that look at many cases near given ones.
#ifndef CLONECHECK_FUZZ_CASE_POOL_H_
#define CLONECHECK_FUZZ_CASE_POOL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/random.h"
#include "core/search/byte_mutator.h"

namespace clonecheck {

class CasePool {
 public:
  // From these files; those that do not build are left out. Ends the program,
  // with exit code 2 and a message, if one cannot be read or none builds.
  // `seed`: of all that is drawn.
  CasePool(absl::Span<char* const> files, uint64_t seed);

  size_t num_seeds() const { return num_seeds_; }
  Graph Seed(size_t i) const;

  // Another case, which builds: of one of the pool, or of two.
  Graph Next();

  // What Next gave last becomes one of those of which others are made: surely,
  // or once in eight times. Such ones take the place of one another, so that
  // mutations follow one another. REQUIRES: Next was called since.
  void Keep(bool surely);

 private:
  std::vector<ByteMutator::Bytes> pool_;
  size_t num_seeds_ = 0;
  SplitMix64 random_;
  ByteMutator::Bytes last_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CASE_POOL_H_
