// Runs whole cases in a loop and nothing else, to be counted by callgrind or
// watched for its memory:
//   case_loop CALLS CLONERS CASES [OBLIGATIONS]
// runs CASES cases of CALLS calls each, judged for CLONERS by OBLIGATIONS
// (names with commas; default: completes,outputs), and prints counts and the
// rate. `bench/instructions` uses it.
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "campaign/campaign.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "core/search/profile.h"

int main(int argc, char** argv) {
  using namespace clonecheck;  // NOLINT: main is all there is in this file
  uint32_t calls = 0;
  uint64_t cases = 0;
  if (argc < 4 || argc > 5 || !absl::SimpleAtoi(argv[1], &calls) ||
      !absl::SimpleAtoi(argv[3], &cases)) {
    std::fprintf(stderr,
                 "usage: case_loop CALLS CLONERS CASES [OBLIGATIONS]\n");
    return 2;
  }
  CampaignOptions options;
  options.seed = 1;
  options.profile = AllProfiles()[0];
  if (calls > 0) {
    options.profile.min_calls = calls;
    options.profile.max_calls = calls;
  }
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners = FindCloners(argv[2]);
  const absl::string_view asked = argc > 4 ? argv[4] : "completes,outputs";
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      asked == "all" ? AllObligations() : FindObligations(asked);
  for (const absl::Status& status : {cloners.status(), obligations.status()}) {
    if (status.ok()) continue;
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return 2;
  }
  options.cloners = *cloners;
  options.obligations = *obligations;
  CaseRunner runner(options);
  CampaignCounts counts;
  const std::clock_t begin = std::clock();
  for (uint64_t i = 0; i < cases; ++i) {
    runner.RunCase(i, &counts);
    // Ten reports of the memory in use, for whoever watches it stay flat.
    if ((i + 1) % (cases / 10 + 1) == 0 || i + 1 == cases) {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      const unsigned long long done = i + 1;
      std::printf("%llu cases, peak %ld kB\n", done, usage.ru_maxrss);
    }
  }
  std::printf("%.2f nodes in the model\n",
              static_cast<double>(counts.nodes_in_model) /
                  static_cast<double>(counts.cases));
  const double seconds =
      static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("%.0f cases a second of processor time\n",
              static_cast<double>(cases) / seconds);
  return 0;
}
