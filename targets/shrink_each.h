// One loop for the threads of a run that shrink what it has found: each thread
// takes what nobody has taken, until nothing is left.
#ifndef CLONECHECK_TARGETS_SHRINK_EACH_H_
#define CLONECHECK_TARGETS_SHRINK_EACH_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace clonecheck {

// `found` is guarded by `mutex`. What has no `shrink_status` has not been
// taken. `wanted` is asked with the lock held, and so is `stopped`, if
// something is left; `shrink` is called without it, and `done` with it, after
// each.
template <typename Key, typename Found, typename Stopped, typename Wanted,
          typename Shrink, typename Done>
void ShrinkEach(std::map<Key, Found>& found, std::mutex& mutex,
                const Stopped& stopped, const Wanted& wanted,
                const Shrink& shrink, const Done& done) {
  const auto take = [&]() -> std::optional<std::pair<Key, Found>> {
    std::lock_guard<std::mutex> lock(mutex);
    for (auto& [key, one] : found) {
      if (!one.shrink_status.empty() || !wanted(one)) continue;
      if (stopped()) return std::nullopt;
      one.shrink_status = "running";
      return std::pair(key, one);
    }
    return std::nullopt;
  };
  while (std::optional<std::pair<Key, Found>> taken = take()) {
    Found shrunk = shrink(std::move(taken->second));
    std::lock_guard<std::mutex> lock(mutex);
    found[taken->first] = std::move(shrunk);
    done();
  }
}

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_SHRINK_EACH_H_
