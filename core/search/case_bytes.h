// CaseBytes: Graphs as bytes, for fuzzers. Every byte string is a case: its
// first byte is a tag; with an even one, what follows are choices of the
// generator; with an odd one, a Graph in a compact form. What is no Graph in
// that form, or does not build, is repaired. Not for keeping cases: those are
// JSON, which has a version.
//
// The compact form is a row of numbers, 7 bits a byte, the low ones first, the
// high bit set where more follow. Bytes that have run out go on as zeros.
//   inputs   their number; of each: dtype + 8 if sparse, name, rank - 1, sizes
//            (0: unknown)
//   layers   their number; of each: class, config, flags (frozen 1, position 2,
//            children 4, Model 8), name; then what the flags say
//   calls    their number; of each: layer, as_list, inputs, keywords
//   model    flags (layer 1, position 2), name; then layer, or inputs and
//            outputs; position
// A list is its length and its items. A tensor is 2 i for input i; or 2 c + 1
// for call c, and the number of the output. A name is 0 (none), 1 + n for
// `name_n`, n < 64, or 65 and a text; a class is its number in the list of all,
// counted from 1, or 0 and a text; a config is its number among those that the
// generator draws of the class, counted from 1, or 0 and its entries.
#ifndef CLONECHECK_CORE_SEARCH_CASE_BYTES_H_
#define CLONECHECK_CORE_SEARCH_CASE_BYTES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/builds.h"
#include "core/search/generator.h"
#include "core/search/profile.h"

namespace clonecheck {

class CaseBytes {
 public:
  // `profile`: of the generator that takes choices. REQUIRES: `catalogue`
  // outlives this.
  CaseBytes(Catalogue& catalogue, const Profile& profile, Builds builds);

  // A Graph that is valid, resolved, and builds, whatever the bytes.
  Graph Decode(absl::Span<const uint8_t> bytes);

  // Decode(Encode(graph)) == graph. REQUIRES: `graph` is valid, resolved by the
  // catalogue, and builds.
  std::vector<uint8_t> Encode(const Graph& graph) const;

 private:
  Catalogue& catalogue_;
  Generator generator_;
  Builds builds_;
  // What the generator draws, by kind, and the place of each there.
  std::vector<std::vector<const Config*>> domains_;
  absl::flat_hash_map<const Config*, uint32_t> numbers_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_CASE_BYTES_H_
