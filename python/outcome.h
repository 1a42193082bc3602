// Outcome: what a run gives back to Python.
#ifndef CLONECHECK_PYTHON_OUTCOME_H_
#define CLONECHECK_PYTHON_OUTCOME_H_

#include <pybind11/pybind11.h>

#include <string>

#include "core/layers/catalogue.h"
#include "python/asked_cloners.h"
#include "reports/run_file.h"

namespace clonecheck {

// A dict: `json`: the run file (reports/run_file.h); `text`: `head`, then what
// the command prints of the findings, without their scripts; `findings`: by
// signature a pair of text and script. Notes which findings are known. Throws
// Python's RuntimeError where numbers contradict a proof.
pybind11::dict OutcomeOf(RunReport& report, const AskedCloners& cloners,
                         const std::string& head, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_PYTHON_OUTCOME_H_
