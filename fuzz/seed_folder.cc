#include "fuzz/seed_folder.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fuzz/case_file.h"

namespace clonecheck {

void WriteSeed(absl::string_view folder, absl::string_view name,
               absl::string_view bytes) {
  const std::string path = absl::StrCat(folder, "/", name);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.flush()) return;
  std::fprintf(stderr, "cannot write %s; give a folder to which one can\n",
               path.c_str());
  std::exit(2);
}

int WriteSeeds(int argc, char** argv,
               const std::function<std::string(const Graph&)>& seed_of) {
  if (argc <= 2) {
    std::fprintf(stderr, "usage: %s FOLDER CASE.json...\n", argv[0]);
    return 2;
  }
  // Bazel makes the folder where it runs actions itself; other workers need
  // not.
  std::error_code failed;
  std::filesystem::create_directories(argv[1], failed);
  for (int i = 2; i < argc; ++i) {
    const std::string seed = seed_of(LoadCaseFile(argv[i]));
    if (seed.empty()) continue;
    WriteSeed(argv[1], std::filesystem::path(argv[i]).stem().string(), seed);
  }
  return 0;
}

}  // namespace clonecheck
