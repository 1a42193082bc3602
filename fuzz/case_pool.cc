#include "fuzz/case_pool.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "fuzz/case_file.h"
#include "fuzz/cases.h"

namespace clonecheck {
namespace {

constexpr size_t kMostBytes = 256;  // as in clone_fuzzer's options
constexpr size_t kPool = 4096;      // beside the seeds
constexpr uint64_t kKeepOneIn = 8;
constexpr uint64_t kCrossOneIn = 8;

}  // namespace

CasePool::CasePool(absl::Span<char* const> files, uint64_t seed)
    : random_(seed) {
  for (const char* file : files) {
    const Graph graph = LoadCaseFile(file);
    if (!FuzzBench().Builds(graph)) continue;
    pool_.push_back(FuzzMutator().codec().Encode(graph));
  }
  num_seeds_ = pool_.size();
  if (num_seeds_ == 0) {
    std::fprintf(stderr, "none of these cases builds; give others\n");
    std::exit(2);
  }
}

Graph CasePool::Seed(size_t i) const {
  return FuzzMutator().codec().Decode(pool_[i]);
}

Graph CasePool::Next() {
  const ByteMutator::Bytes& parent = pool_[random_.Next() % pool_.size()];
  last_ = random_.Next() % kCrossOneIn == 0
              ? FuzzMutator().CrossOver(parent,
                                        pool_[random_.Next() % pool_.size()],
                                        kMostBytes, random_.Next())
              : FuzzMutator().Mutate(parent, kMostBytes, random_.Next());
  return FuzzMutator().codec().Decode(last_);
}

void CasePool::Keep(bool surely) {
  if (!surely && random_.Next() % kKeepOneIn != 0) return;
  if (pool_.size() < num_seeds_ + kPool) {
    pool_.push_back(std::move(last_));
  } else {
    pool_[num_seeds_ + random_.Next() % kPool] = std::move(last_);
  }
}

}  // namespace clonecheck
