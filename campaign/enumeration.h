// Enumeration: runs cloners over all Graphs of a grammar up to a number of
// calls, on several threads, and counts what the oracle says; the smallest
// Graph of each signature is the smallest there is. The same options give the
// same result, whatever the number of threads.
//
// Graphs are numbered from 0, those of fewer calls first. Each thread goes
// through all of them and judges its share: to make a Graph costs a small part
// of judging it, and memory stays as it is.
#ifndef CLONECHECK_CAMPAIGN_ENUMERATION_H_
#define CLONECHECK_CAMPAIGN_ENUMERATION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "core/law/law.h"
#include "core/search/grammar.h"

namespace clonecheck {

struct EnumerationOptions {
  const Grammar* grammar = nullptr;
  int max_calls = 0;
  // Judge the Graphs whose number leaves `shard`, divided by `shards`.
  uint64_t shard = 0;
  uint64_t shards = 1;
  // To be held against the judge. REQUIRES: their cloners and obligations are
  // among those of `campaign`.
  std::vector<const Law*> laws;
  // The reference whose right clones the others must not differ from
  // (preservation.h); empty: nobody asks. REQUIRES: one of the cloners.
  std::string preserve;
  // cloners, obligations, jobs; the rest is not looked at.
  CampaignOptions campaign;
};

// A cloner that is held against the reference of `preserve`, by numbers of
// cloners.
struct Preservation {
  size_t reference = 0;
  size_t cloner = 0;
};
std::vector<Preservation> PreservationsOf(const EnumerationOptions& options);
// `fixed vs keras-2.2.4`, as its findings have it for a cloner.
std::string NameOf(const EnumerationOptions& options,
                   const Preservation& preservation);

// What counts are kept for: the cloners, then one entry a preservation, with
// its name.
std::vector<ClonerOnEngine> Judged(const EnumerationOptions& options);

// What holding a law against the judge has given.
struct LawCount {
  const Law* law = nullptr;
  uint64_t checked = 0;
  uint64_t fails = 0;            // how often the obligation fails
  uint64_t exceptions = 0;       // how often the two disagree
  uint64_t first_exception = 0;  // the number of the first such Graph

  void Add(const LawCount& other);
};

// Where an enumeration is, or how it ended: numbers only.
struct EnumerationResult {
  CampaignCounts counts;
  double seconds = 0;
  // By number of calls: Graphs of the grammar, and of this shard.
  std::vector<uint64_t> graphs_of_size;
  // The Graphs before this number are done.
  uint64_t next = 0;
  bool complete = false;
  // As Judged: the number of the simplest Graph (core/graph/order.h) of each
  // signature.
  std::vector<absl::flat_hash_map<Signature, uint64_t>> simplest;
  // As in the options.
  std::vector<LawCount> laws;
  // Texts that signatures refer to, where the result was read from a file.
  std::shared_ptr<const std::vector<std::string>> texts;
};

// The laws that speak of the grammar, cloners and obligations of `options`.
std::vector<const Law*> LawsFor(const EnumerationOptions& options);

// An enumeration that has not begun.
EnumerationResult StartOfEnumeration(const EnumerationOptions& options);

// Called now and then, between Graphs, from one thread at a time. False ends
// the enumeration.
using EnumerationProgress =
    std::function<bool(const EnumerationResult& so_far)>;

// Goes on from `start`, which is that of the same options.
EnumerationResult RunEnumeration(const EnumerationOptions& options,
                                 EnumerationResult start,
                                 const EnumerationProgress& progress);

// Adds another shard of the same enumeration.
void AddShard(const EnumerationOptions& options, const EnumerationResult& shard,
              EnumerationResult* sum);

// How many Graphs the grammar has, of at most so many calls; polls `stop`, and
// ends early with what it has.
uint64_t CountGraphs(const Grammar& grammar, int max_calls,
                     const std::function<bool()>& stop);

// The Graphs of these numbers, which are in the grammar, in the order given.
std::vector<Graph> GraphsByNumber(const Grammar& grammar,
                                  absl::Span<const uint64_t> numbers,
                                  Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_ENUMERATION_H_
