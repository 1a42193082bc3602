// Run: what a run file says (run_file.h writes them), of whatever version.
// Reports in other formats are made of it.
#ifndef CLONECHECK_REPORTS_RUN_H_
#define CLONECHECK_REPORTS_RUN_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace clonecheck {

// A signature and its witness.
struct RunFinding {
  std::string cloner;
  std::string signature;
  std::string obligation;
  std::string severity;  // error, warning or note
  std::string symptom;
  uint64_t count = 0;  // cases with it
  uint64_t first_case = 0;
  uint64_t calls = 0;  // of the witness
  std::vector<std::string> implied;
  std::string shrink_status;
  bool proved_minimal = false;
  // How that was proved, or why not: a name of ProofStatusName
  // (core/search/shrink.h). Empty in files of older programs.
  std::string proof;
  nlohmann::ordered_json witness;  // a case (core/graph/json.h)
  nlohmann::ordered_json numbers;  // or null
  std::string error;               // of the clone; empty: it does not raise
  std::string known;               // why it is accepted; empty: it is new
  bool remaining = false;          // known, and never a failure: see judge
  std::string replay;              // the command that shows it again
};

struct RunCloner {
  std::string name;
  // In the order of the file: how many cases have which verdict.
  std::vector<std::pair<std::string, uint64_t>> verdicts;
  // Names of those that its clones were judged by; empty in files of older
  // programs.
  std::vector<std::string> obligations;
};

struct Run {
  int version = 0;
  std::string command;
  uint64_t seed = 0;
  uint64_t cases = 0;
  std::optional<double> seconds;  // none: the run was told to leave it out
  struct Exhausted {
    uint64_t max_calls = 0;
    uint64_t graphs = 0;
  };
  std::optional<Exhausted> exhausted;
  bool interrupted = false;  // a signal stopped it before it had done all
  std::vector<RunCloner> cloners;
  std::vector<RunFinding> findings;
  std::vector<std::pair<std::string, double>> features;  // shares of cases
};

// How small the witness is known to be: `proved minimal: every simpler graph of
// its kinds was judged`, or how shrinking ended.
std::string Minimality(const RunFinding& finding);

// The findings stand in the order of the file. Members that are not known are
// passed over, so that a file of a newer program with the same version loads.
// Errors: InvalidArgument that says what is missing, or which version it is.
absl::StatusOr<Run> ParseRun(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_RUN_H_
