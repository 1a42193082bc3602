// ByteMutator: the Mutator for cases as bytes (case_bytes.h), as libFuzzer
// wants it: under a limit of size. What it writes are always Graphs in the
// compact form, never choices.
#ifndef CLONECHECK_CORE_SEARCH_BYTE_MUTATOR_H_
#define CLONECHECK_CORE_SEARCH_BYTE_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/builds.h"
#include "core/search/case_bytes.h"
#include "core/search/mutator.h"
#include "core/search/profile.h"

namespace clonecheck {

class ByteMutator {
 public:
  using Bytes = std::vector<uint8_t>;

  // Graphs have at most `max_calls` calls, before the limit of size.
  ByteMutator(Catalogue& catalogue, const Profile& profile, size_t max_calls,
              const Builds& builds)
      : codec_(catalogue, profile, builds),
        mutator_(catalogue, max_calls, builds, profile.only) {}

  CaseBytes& codec() { return codec_; }

  // The same arguments give the same bytes, at most `max_size`. Where not even
  // an input alone has room, these are none. One in five is a new graph of the
  // profile, whatever `bytes` are.
  Bytes Mutate(absl::Span<const uint8_t> bytes, size_t max_size, uint64_t seed);
  Bytes CrossOver(absl::Span<const uint8_t> a, absl::Span<const uint8_t> b,
                  size_t max_size, uint64_t seed);

 private:
  // Makes `graph` smaller until it fits.
  Bytes Fit(Graph graph, size_t max_size, ChoiceSource& choices);

  CaseBytes codec_;
  Mutator mutator_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_BYTE_MUTATOR_H_
