#include "cli/enumeration_state.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "core/text.h"
#include "reports/enumeration_file.h"
#include "reports/files.h"

namespace clonecheck {
namespace {

constexpr std::chrono::seconds kInterval(10);

absl::StatusOr<EnumerationResult> Read(const std::string& path,
                                       const EnumerationOptions& options) {
  absl::StatusOr<std::string> text = ReadFile(path, kRunFile);
  if (!text.ok()) return text.status();
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) {
    return absl::InvalidArgumentError(
        "this is no state of an enumeration. Give the file of an earlier "
        "--state, or one that is not there yet.");
  }
  absl::StatusOr<EnumerationOptions> theirs = ParseEnumerationOptions(json);
  if (!theirs.ok()) return theirs.status();
  absl::Status same = SameEnumeration(*theirs, options);
  if (same.ok() &&
      (theirs->shard != options.shard || theirs->shards != options.shards)) {
    same = absl::InvalidArgumentError("they differ in --shard");
  }
  if (!same.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "this is the state of another enumeration, ", same.message(),
        ". Give the same options, or another --state file."));
  }
  return ParseEnumerationResult(json, options);
}

// Held by one process at a time, for as long as it takes to read and write a
// state. Where a folder cannot be locked, nobody waits; nor for long where it
// is locked all the time, as by a caller who sees to it himself (flock(1)):
// then the state is written without.
class FolderLock {
 public:
  FolderLock(const std::string& path, bool waits)
      : folder_(
            open(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    const int tries = waits ? kTries : 1;
    for (int i = 0; folder_ >= 0 && i < tries; ++i) {
      is_taken_ =
          flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
      if (!is_taken_) return;
      std::this_thread::sleep_for(kBetweenTries);
    }
  }
  ~FolderLock() {
    if (folder_ >= 0) close(folder_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // By somebody else, all the time.
  bool is_taken() const { return is_taken_; }

 private:
  static std::string FolderOf(const std::string& path) {
    const std::filesystem::path folder =
        std::filesystem::path(UserPath(path)).parent_path();
    return folder.empty() ? "." : folder.string();
  }

  static constexpr int kTries = 100;
  static constexpr std::chrono::milliseconds kBetweenTries{20};
  const int folder_;
  bool is_taken_ = false;
};

}  // namespace

EnumerationState::EnumerationState(std::string path,
                                   const EnumerationOptions& options)
    : path_(std::move(path)), options_(options) {}

absl::StatusOr<EnumerationResult> EnumerationState::Load() const {
  if (path_.empty() || !std::filesystem::exists(UserPath(path_))) {
    return StartOfEnumeration(options_);
  }
  absl::StatusOr<EnumerationResult> state = Read(path_, options_);
  if (state.ok()) return state;
  return absl::InvalidArgumentError(
      absl::StrCat(path_, ": ", state.status().message()));
}

absl::Status EnumerationState::Keep(const EnumerationResult& so_far,
                                    bool at_once) {
  const Clock::time_point now = Clock::now();
  if (path_.empty() || (!at_once && now < next_)) return absl::OkStatus();
  next_ = now + kInterval;
  const FolderLock lock(path_, waits_);
  waits_ = !lock.is_taken();
  const absl::StatusOr<EnumerationResult> theirs = Load();
  if (!theirs.ok()) return theirs.status();
  if (theirs->next > so_far.next || theirs->complete) return absl::OkStatus();
  return WriteJson(path_, EnumerationJson(options_, so_far), /*indent=*/-1);
}

}  // namespace clonecheck
