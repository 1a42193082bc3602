// SplitMix64: the one pseudo-random generator, small, seedable by any number,
// and the same on every platform and version (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
#ifndef CLONECHECK_CORE_RANDOM_H_
#define CLONECHECK_CORE_RANDOM_H_

#include <cstdint>

namespace clonecheck {

class SplitMix64 {
 public:
  explicit constexpr SplitMix64(uint64_t seed) : state_(seed) {}

  constexpr uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in [0, 1).
  constexpr double NextDouble() {
    return static_cast<double>(Next() >> 11) * 0x1.0p-53;
  }

 private:
  uint64_t state_;
};

// The seed of case number `index` of a campaign: independent of how the cases
// are spread over threads.
constexpr uint64_t CaseSeed(uint64_t campaign_seed, uint64_t index) {
  return SplitMix64(SplitMix64(campaign_seed).Next() ^ index).Next();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_RANDOM_H_
