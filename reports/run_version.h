// The version of run files: what each has is in docs/reports.md.
#ifndef CLONECHECK_REPORTS_RUN_VERSION_H_
#define CLONECHECK_REPORTS_RUN_VERSION_H_

namespace clonecheck {

// Goes up where a program that knows the version before would read a file
// wrongly; members that are added do not count. Every version from 1 on is read
// (run.h), and there is a stored file of each (testdata/).
inline constexpr int kRunFileVersion = 1;

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_RUN_VERSION_H_
