// Names that stand for what this process has open already, such as /dev/stdout.
#ifndef CLONECHECK_REPORTS_OPEN_FILES_H_
#define CLONECHECK_REPORTS_OPEN_FILES_H_

#include <cstdio>
#include <string>

namespace clonecheck {

// The descriptor that `path` stands for, by itself or through links:
// /dev/stdout, /dev/fd/3, /proc/self/fd/3. -1: it names a file of its own.
// Whatever is open there, a file with the output of others before ours
// included, is to be written to where it stands: opening it by its name again
// would cut it short, and a file in its place would take away what it holds.
// (Where it stands before the end of a longer file, that keeps its end.)
int DescriptorOf(const std::string& path);

// A stream that writes to the descriptor after all that was written to this
// process' streams so far, and leaves it open when it is closed. Null and errno
// if it is not open, or not for writing.
std::FILE* StreamTo(int descriptor);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_OPEN_FILES_H_
