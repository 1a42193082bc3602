// Interrupts: how a command hears that it is to stop (Ctrl-C, SIGTERM), print
// what it has, and end.
#ifndef CLONECHECK_CLI_INTERRUPT_H_
#define CLONECHECK_CLI_INTERRUPT_H_

namespace clonecheck {

// From here on the first SIGINT or SIGTERM is noted, and the second one ends
// the process at once, as it does by default.
void HearInterrupts();

// Whether one was noted. Cheap enough for inner loops.
bool Interrupted();

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_INTERRUPT_H_
