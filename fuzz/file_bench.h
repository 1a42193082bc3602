// The workbench of targets whose bytes are a file. To make one takes
// longer than to read most files, so that many inputs share it; but a pool
// keeps all that it ever saw, and files may say anything, so that it is given
// up after some.
#ifndef CLONECHECK_FUZZ_FILE_BENCH_H_
#define CLONECHECK_FUZZ_FILE_BENCH_H_

#include "absl/strings/string_view.h"
#include "campaign/workbench.h"

namespace clonecheck {

// For one more file. Valid until the next call.
Workbench& BenchForFile(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_FILE_BENCH_H_
