#include "reports/open_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"

namespace clonecheck {

int DescriptorOf(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as Linux has it
  std::error_code error;
  const fs::path ours = fs::canonical("/proc/self/fd", error);
  if (error) return -1;
  fs::path there = fs::absolute(path, error);
  // One link at a time: the last one leads to whatever is open.
  for (int i = 0; i < kMostLinks && !error; ++i) {
    int descriptor;
    if (fs::weakly_canonical(there.parent_path(), error) == ours &&
        absl::SimpleAtoi(there.filename().string(), &descriptor)) {
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
