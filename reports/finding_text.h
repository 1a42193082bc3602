// A finding as people read it: in full, in short, and as a Python script.
#ifndef CLONECHECK_REPORTS_FINDING_TEXT_H_
#define CLONECHECK_REPORTS_FINDING_TEXT_H_

#include <string>

#include "campaign/finding.h"
#include "core/layers/catalogue.h"
#include "core/search/shrink.h"
#include "reports/palette.h"

namespace clonecheck {

// Whether the witness was proved minimal, and among what, as the end of a line:
// `, proved minimal: …`; empty if nobody asked.
std::string ProofText(const ShrinkResult& shrink);

// A finding, in full: the witness as text, the error or the numbers, the Python
// script and the replay command. `in_campaign`: of generated cases, not of
// files. `script`: the file that holds the script, which is then not printed;
// empty: none.
std::string FindingText(const Finding& finding, int number, bool in_campaign,
                        Catalogue& catalogue, const std::string& replay,
                        const std::string& script,
                        const Palette& palette = Palette());

// A note in a few lines: neither graph nor script. `in_full`: the command that
// prints these.
std::string NoteText(const Finding& finding, int number, bool in_campaign,
                     const std::string& in_full,
                     const Palette& palette = Palette());

// FindingText without script and replay command.
std::string FindingFacts(const Finding& finding, int number, bool in_campaign,
                         Catalogue& catalogue,
                         const Palette& palette = Palette());

// The Python script that shows a finding on a real Keras.
std::string FindingPython(const Finding& finding, Catalogue& catalogue,
                          const std::string& replay);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FINDING_TEXT_H_
