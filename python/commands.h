// What the module `_clonecheck` offers, a file each. The Python half has looked
// at the arguments' types (clonecheck/_api.py).
#ifndef CLONECHECK_PYTHON_COMMANDS_H_
#define CLONECHECK_PYTHON_COMMANDS_H_

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

// As `clonecheck fuzz`. Cloners: as AskedCloners. `jobs`: threads, 0 for one a
// core; functions are called from this one alone. The result is OutcomeOf.
pybind11::dict Fuzz(const pybind11::list& cloners, uint64_t cases,
                    double seconds, uint64_t seed, uint64_t first_case,
                    const std::string& obligations, const std::string& profile,
                    int jobs);

// As `clonecheck check`. The model is the text, or if `path` is not empty what
// stands there.
pybind11::dict Check(const pybind11::list& cloners, const std::string& text,
                     const std::string& path, const std::string& obligations,
                     bool strict);

// `all`, or names with commas. Throws Python's ValueError.
std::vector<const Obligation*> AskedObligations(const std::string& names);

// `, obligations='NAMES'` for an expression that repeats a call; empty for all.
std::string ObligationsArgument(const std::string& names);

// Throws Python's ValueError with the text of an error.
void ThrowUnlessOk(const absl::Status& status);

}  // namespace clonecheck

#endif  // CLONECHECK_PYTHON_COMMANDS_H_
