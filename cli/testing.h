// Runs the clonecheck binary, for tests: what a user types, and what comes out.
#ifndef CLONECHECK_CLI_TESTING_H_
#define CLONECHECK_CLI_TESTING_H_

#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace clonecheck {

struct Outcome {
  // The exit code; -1 if a signal ended it, or it took longer than a minute.
  int code = -1;
  std::string out;
  std::string err;
  // The most memory it held.
  long peak_kilobytes = 0;
};

// `clonecheck ARGUMENTS`, started in TempDirectory(). `interrupt_after`: send
// SIGINT after so many seconds; 0: do not. `together`: what it says of errors
// stands in `out`, too, as in a log.
Outcome Clonecheck(const std::vector<std::string>& arguments,
                   double interrupt_after = 0, bool together = false);

// An empty directory of this test; the same until the process ends.
const std::string& TempDirectory();

// Writes a file into TempDirectory() and gives its name there.
std::string TempFile(const std::string& name, const std::string& content);
std::string ReadTempFile(const std::string& name);

// A file that `--json` has written.
nlohmann::json RunFile(const std::string& name);

// Of a run file: the finding with this signature, or null.
nlohmann::json FindingIn(const nlohmann::json& run, const std::string& cloner,
                         const std::string& signature);

// Full path of a file of the repository that is among the test's data.
std::string DataFile(const std::string& path);

// The signature of keras#12202, and the bug at its smallest, as a case.
inline constexpr const char* kLost =
    "keras-2.2.4/completes/could-not-compute-output/Lambda";
inline constexpr const char* kSecondOfTwoOutputs = R"({
  "clonecheck": 1,
  "inputs": [
    {"shape": [null, 4]}
  ],
  "layers": [
    {"class": "Lambda", "config": {"function": "two"}}
  ],
  "calls": [
    {"layer": 0, "inputs": ["i0"]}
  ],
  "model": {"inputs": ["i0"], "outputs": ["c0.1"]}
}
)";

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_TESTING_H_
