#include "worker/program_file.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"

namespace clonecheck {

std::optional<std::string> FindProgramFile(absl::string_view path,
                                           bool for_running) {
  std::vector<std::string> places;
  char self[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", self, sizeof(self));
  if (size > 0) {
    const absl::string_view program(self, static_cast<size_t>(size));
    const absl::string_view folder = program.substr(0, program.rfind('/'));
    places.push_back(absl::StrCat(program, ".runfiles/clonecheck/", path));
    places.push_back(absl::StrCat(folder, "/../", path));
    places.push_back(
        absl::StrCat(folder, "/", path.substr(path.rfind('/') + 1)));
  }
  for (const char* variable : {"TEST_SRCDIR", "RUNFILES_DIR"}) {
    if (const char* runfiles = std::getenv(variable)) {
      places.push_back(absl::StrCat(runfiles, "/clonecheck/", path));
    }
  }
  if (const char* checkout = std::getenv("BUILD_WORKSPACE_DIRECTORY")) {
    places.push_back(absl::StrCat(checkout, "/", path));
  }
  places.emplace_back(path);
  for (const std::string& place : places) {
    if (access(place.c_str(), for_running ? X_OK : R_OK) == 0) return place;
  }
  return std::nullopt;
}

}  // namespace clonecheck
