#include "reports/merge_shards.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "reports/enumeration_file.h"

namespace clonecheck {

absl::StatusOr<EnumeratedShard> MergeShards(
    const std::vector<EnumeratedShard>& shards) {
  EnumeratedShard merged = shards[0];
  std::vector<bool> seen(shards[0].options.shards, false);
  // Views into the texts of all shards.
  auto texts = std::make_shared<
      std::vector<std::shared_ptr<const std::vector<std::string>>>>();
  for (size_t i = 0; i < shards.size(); ++i) {
    const EnumeratedShard& shard = shards[i];
    if (absl::Status status = SameEnumeration(merged.options, shard.options);
        !status.ok()) {
      return status;
    }
    if (shard.options.shards != seen.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("they differ in the number of shards: ", seen.size(),
                       " and ", shard.options.shards));
    }
    if (seen[shard.options.shard]) {
      return absl::InvalidArgumentError(
          absl::StrCat("shard ", shard.options.shard, " is here twice"));
    }
    seen[shard.options.shard] = true;
    texts->push_back(shard.result.texts);
    if (i > 0) AddShard(merged.options, shard.result, &merged.result);
  }
  merged.result.complete =
      merged.result.complete &&
      std::find(seen.begin(), seen.end(), false) == seen.end();
  if (merged.result.complete) {
    merged.options.shard = 0;
    merged.options.shards = 1;
  }
  merged.result.texts = std::shared_ptr<const std::vector<std::string>>(
      texts, texts->front().get());
  return merged;
}

}  // namespace clonecheck
