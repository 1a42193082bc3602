// Seeds: files in a folder that a program makes of cases while fuzz targets are
// built.
#ifndef CLONECHECK_FUZZ_SEED_FOLDER_H_
#define CLONECHECK_FUZZ_SEED_FOLDER_H_

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"

namespace clonecheck {

// Writes bytes to FOLDER/NAME; ends the program if that cannot be done.
void WriteSeed(absl::string_view folder, absl::string_view name,
               absl::string_view bytes);

// What a program does that is called with FOLDER CASE.json...: makes the folder
// and writes into it what `seed_of` makes of each case, under the case's name;
// nothing where that is empty. Returns the program's exit code, or ends it as
// LoadCaseFile does.
int WriteSeeds(int argc, char** argv,
               const std::function<std::string(const Graph&)>& seed_of);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_SEED_FOLDER_H_
