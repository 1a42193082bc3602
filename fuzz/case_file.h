// A case in a file that a program is given when fuzz targets are built or
// looked into.
#ifndef CLONECHECK_FUZZ_CASE_FILE_H_
#define CLONECHECK_FUZZ_CASE_FILE_H_

#include <string>

#include "core/graph/graph.h"

namespace clonecheck {

// Ends the program, with exit code 2 and a message, if the file has no case
// that loads.
Graph LoadCaseFile(const std::string& path);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CASE_FILE_H_
