// Confine: what a process gives up before it runs a candidate's code: memory,
// time, files, processes, network. Linux only, irrevocable, inherited.
#ifndef CLONECHECK_JUDGE_CONFINE_H_
#define CLONECHECK_JUDGE_CONFINE_H_

#include <string>

namespace clonecheck {

// Sets the limits on memory, time and files (core/limits.h). Always possible.
void SetLimits();

// By seccomp: no new processes and programs (threads are allowed), no network,
// no signals to others, no debugging of others; with `no_writing` no file may
// be opened for writing or changed either. Empty, or why it is not to be had.
std::string ForbidSystemCalls(bool no_writing);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_CONFINE_H_
