// WitnessView: a witness as people look at it: text, script, both models drawn,
// and what differs. Made when a report is, by judging the witness again.
#ifndef CLONECHECK_REPORTS_WITNESS_VIEW_H_
#define CLONECHECK_REPORTS_WITNESS_VIEW_H_

#include <string>

#include "campaign/workbench.h"
#include "reports/drawing.h"
#include "reports/run.h"

namespace clonecheck {

struct WitnessView {
  std::string text;    // print_text.h
  std::string python;  // a script that shows it on a real Keras
  // What differs, and the two values as text (Details); empty where the cloner
  // raises.
  std::string what;
  std::string original;
  std::string clone;
  // SVG. Marked: calls of the layer kind at which the two part, `marked`; empty
  // if there are none.
  std::string marked;
  std::string original_svg;
  std::string clone_svg;
  // Why there is no drawing of the clone, or nothing at all.
  std::string clone_problem;
  std::string problem;
};

// Never fails: a witness that this program does not understand (it is newer,
// or of another program) has a `problem` and nothing else.
WitnessView ViewWitness(const RunFinding& finding, Workbench& workbench,
                        Drawer& drawer);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_WITNESS_VIEW_H_
