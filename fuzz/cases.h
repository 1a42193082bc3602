// What fuzz targets over cases share: a workbench, and what reads cases from
// bytes and mutates them. That libFuzzer asks it is case_mutator.cc's.
#ifndef CLONECHECK_FUZZ_CASES_H_
#define CLONECHECK_FUZZ_CASES_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/random.h"
#include "core/search/builds.h"
#include "core/search/byte_mutator.h"
#include "core/search/profile.h"

namespace clonecheck {

Workbench& FuzzBench();
ByteMutator& FuzzMutator();

// What a target draws beside the case that `bytes` are, so that an input need
// not try everything: the same for the same bytes, another for others.
SplitMix64 DrawsBeside(absl::Span<const uint8_t> bytes);

// Instead of the default profile: cases of this one, of at most `max_calls`
// calls, that build and are admitted; where nothing can be repaired to that, an
// input alone. REQUIRES: FuzzMutator was not asked for yet.
void NarrowFuzzMutator(const Profile& profile, size_t max_calls,
                       Builds admitted);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CASES_H_
