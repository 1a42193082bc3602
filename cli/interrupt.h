// Interrupts: how a command hears that it is to stop (Control-C, SIGTERM, a
// terminal that is closed), writes down what it has, and ends.
#ifndef CLONECHECK_CLI_INTERRUPT_H_
#define CLONECHECK_CLI_INTERRUPT_H_

namespace clonecheck {

// From here on the first SIGINT, SIGTERM or SIGHUP is noted, and another one, a
// second or two later, ends the process at once, as it does by default.
void HearInterrupts();

// Whether one was noted. Cheap enough for inner loops.
bool Interrupted();

// Says on standard error that there was one, if so.
void TellInterrupt();

// The exit code of a command that would end with `code`: 128 and the number of
// the signal if nothing was found because it was interrupted, so that half a
// run is not taken for a whole one without findings.
int ExitCodeAfterInterrupt(int code);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_INTERRUPT_H_
