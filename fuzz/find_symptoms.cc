// Finds how cloners fail that are no Keras and not ours: judges them on mutated
// cases and prints what known_symptoms.txt and broken_obligations.cc do not
// have, each once, with the number of the case; the case itself goes to the
// standard error. find_symptoms CASES SEED CASE.json...
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/engine/rules.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/oracle/obligation.h"
#include "fuzz/broken_obligations.h"
#include "fuzz/case_pool.h"
#include "fuzz/cases.h"
#include "fuzz/known_symptoms.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: a program

namespace {

// What a case shows that is not known and was not printed before.
class Finder {
 public:
  bool ShowsSomethingNew(const Graph& graph, uint64_t number) {
    bool is_new = false;
    const EngineRules* engine = nullptr;
    absl::StatusOr<Built> built;
    for (const ClonerOnEngine& cloner : cloners_) {
      if (cloner.engine != engine) {
        engine = cloner.engine;
        built = FuzzBench().Build(graph, *engine);
      }
      if (!built.ok()) continue;
      const Signature failure =
          FuzzBench().FirstFailure(*built, cloner, AllObligations());
      if (failure.obligation == nullptr) continue;
      const absl::string_view obligation = failure.obligation->name;
      if (!IsKnownSymptom(obligation, failure.symptom)) {
        is_new |= Tell(absl::StrCat(obligation, "/", failure.symptom), number);
      }
      if (!MayBreakFirst(cloner.cloner->name, obligation)) {
        is_new |=
            Tell(absl::StrCat(cloner.cloner->name, ": ", obligation), number);
      }
    }
    if (is_new) std::fprintf(stderr, "%s\n", GraphToJson(graph).c_str());
    return is_new;
  }

 private:
  bool Tell(const std::string& what, uint64_t number) {
    if (!told_.insert(what).second) return false;
    std::printf("%s (case %llu)\n", what.c_str(),
                static_cast<unsigned long long>(number));
    std::fflush(stdout);
    return true;
  }

  const std::vector<ClonerOnEngine> cloners_ =
      ClonersBeside(FindCloners("keras-2.2.4,fixed,keras-2.3.1").value());
  absl::flat_hash_set<std::string> told_;
};

}  // namespace

int main(int argc, char** argv) {
  uint64_t cases = 0;
  uint64_t seed = 0;
  if (argc <= 3 || !absl::SimpleAtoi(argv[1], &cases) ||
      !absl::SimpleAtoi(argv[2], &seed)) {
    std::fprintf(stderr, "usage: %s CASES SEED CASE.json...\n", argv[0]);
    return 2;
  }
  CasePool pool(absl::MakeConstSpan(argv + 3, static_cast<size_t>(argc - 3)),
                seed);
  Finder finder;
  for (size_t i = 0; i < pool.num_seeds(); ++i) {
    finder.ShowsSomethingNew(pool.Seed(i), 0);
  }
  for (uint64_t i = 1; i <= cases; ++i) {
    const Graph graph = pool.Next();
    pool.Keep(finder.ShowsSomethingNew(graph, i));
  }
  return 0;
}
