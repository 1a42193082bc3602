#include "reports/open_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;

// /proc/PID/fd, or that of a thread, which is the same one: .../task/TID/fd.
bool IsOurTable(const fs::path& folder) {
  std::error_code error;
  const fs::path of_process = fs::canonical("/proc/self", error);
  if (error || folder.filename() != "fd") return false;
  const fs::path above = folder.parent_path();
  return above == of_process || above.parent_path() == of_process / "task";
}

}  // namespace

int DescriptorOf(const std::string& path) {
  constexpr int kMostLinks = 40;  // as Linux has it
  std::error_code error;
  fs::path there = fs::absolute(path, error);
  // One link at a time: the last one leads to whatever is open.
  for (int i = 0; i < kMostLinks && !error; ++i) {
    int descriptor;
    if (absl::SimpleAtoi(there.filename().string(), &descriptor) &&
        IsOurTable(fs::weakly_canonical(there.parent_path(), error))) {
      return descriptor;
    }
    if (error || !fs::is_symlink(there, error)) return -1;
    there = there.parent_path() / fs::read_symlink(there, error);
  }
  return -1;
}

std::FILE* StreamTo(int descriptor) {
  std::fflush(nullptr);
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return nullptr;
  std::FILE* stream = fdopen(copy, "wb");
  if (stream == nullptr) close(copy);
  return stream;
}

}  // namespace clonecheck
