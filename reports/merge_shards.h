// MergeShards: the shards of an enumeration, run one by one, as one.
#ifndef CLONECHECK_REPORTS_MERGE_SHARDS_H_
#define CLONECHECK_REPORTS_MERGE_SHARDS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "campaign/enumeration.h"

namespace clonecheck {

// One shard of an enumeration.
struct EnumeratedShard {
  EnumerationOptions options;
  EnumerationResult result;
};

// The shards as one enumeration; complete if all of them are here, and are.
// Errors: they are not of one enumeration, or one is here twice. REQUIRES: at
// least one.
absl::StatusOr<EnumeratedShard> MergeShards(
    const std::vector<EnumeratedShard>& shards);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_MERGE_SHARDS_H_
