// Output: gives the findings of a run out: to the terminal, to a directory of
// cases, and to a run file.
#ifndef CLONECHECK_CLI_OUTPUT_H_
#define CLONECHECK_CLI_OUTPUT_H_

#include <initializer_list>
#include <string>

#include "absl/status/status.h"
#include "campaign/workbench.h"
#include "core/layers/catalogue.h"
#include "nlohmann/json.hpp"
#include "reports/run_file.h"

namespace clonecheck {

// Writes each witness to `directory` as a case and as a Python script, and sets
// the replay commands. With an empty directory nothing is written, and the
// replay command runs the case of the campaign again; likewise after an error,
// since what was found is told all the same. A simpler witness that is there
// stays (cli/kept_witness.h).
absl::Status SaveWitnesses(const std::string& directory, Workbench& workbench,
                           RunReport* report);

// Prints table and findings; writes the run file if `json` is not empty.
absl::Status GiveOut(const RunReport& report, Catalogue& catalogue, bool quiet,
                     const std::string& json);

// Writes what `--json` asks for. Of a command that was interrupted it says so:
// `"interrupted": true`, a member that others have not.
absl::Status WriteResult(const std::string& file, nlohmann::ordered_json json);

// Writes a case to `file`, or to the standard output if that is empty; if it
// cannot be written there, too: what was found is given out all the same.
absl::Status WriteCase(const std::string& file, const std::string& text);

// Says on standard error what of these could not be written. Returns the exit
// code of that, or 0.
int TellUnwritten(std::initializer_list<absl::Status> written);

// Says on standard error where numbers contradicted a proof, which is an error
// of our own. Returns its exit code, or 0 if there is none.
int TellContradictions(const RunReport& report);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_OUTPUT_H_
