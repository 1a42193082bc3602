// Interrupts: how a command hears that it is to stop (Control-C, SIGTERM, a
// terminal that is closed), writes down what it has, and ends.
#ifndef CLONECHECK_CLI_INTERRUPT_H_
#define CLONECHECK_CLI_INTERRUPT_H_

namespace clonecheck {

// From here on the first SIGINT, SIGTERM or SIGHUP is noted, and another one, a
// second or two later, ends the process at once, as it does by default.
void HearInterrupts();

// Whether one was noted: then whoever asks leaves out what is left of its work.
// To be asked only where something is left, by any thread. Cheap enough for
// inner loops.
bool Interrupted();

// Whether anybody was told so: the run is no whole one. A signal that came when
// all was done cuts nothing short.
bool CutShort();

// Says on standard error that the run was cut short, if so.
void TellInterrupt();

// The exit code of a command that would end with `code`: 128 and the number of
// the signal if it was cut short and nothing was found, so that half a run is
// not taken for a whole one without findings.
int ExitCodeAfterInterrupt(int code);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_INTERRUPT_H_
