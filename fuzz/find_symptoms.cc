// Finds how cloners fail that are no Keras and not ours: judges them on mutated
// cases and prints what known_symptoms.txt and broken_obligations.cc do not
// have, each once, with the number of the case; the case itself goes to the
// standard error. find_symptoms CASES SEED CASE.json...
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/cloners/cloners.h"
#include "core/engine/rules.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "fuzz/broken_obligations.h"
#include "fuzz/case_file.h"
#include "fuzz/cases.h"
#include "fuzz/known_symptoms.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: a program

namespace {

using Bytes = ByteMutator::Bytes;

constexpr size_t kMostBytes = 256;  // as in clone_fuzzer's options
// Cases that others are made of, beside the seeds. They take the place of one
// another, so that mutations follow one another.
constexpr size_t kPool = 4096;
constexpr uint64_t kKeepOneIn = 8;
constexpr uint64_t kCrossOneIn = 8;

std::vector<Bytes> Seeds(int argc, char** argv) {
  std::vector<Bytes> seeds;
  for (int i = 3; i < argc; ++i) {
    const Graph graph = LoadCaseFile(argv[i]);
    if (!FuzzBench().Builds(graph)) continue;
    seeds.push_back(FuzzMutator().codec().Encode(graph));
  }
  return seeds;
}

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
  std::vector<Bytes> pool = Seeds(argc, argv);
  const size_t seeds = pool.size();
  if (seeds == 0) {
    std::fprintf(stderr, "none of these cases builds; give others\n");
    return 2;
  }
  Finder finder;
  for (size_t i = 0; i < seeds; ++i) {
    finder.ShowsSomethingNew(FuzzMutator().codec().Decode(pool[i]), 0);
  }
  SplitMix64 random(seed);
  for (uint64_t i = 1; i <= cases; ++i) {
    const Bytes& parent = pool[random.Next() % pool.size()];
    Bytes child =
        random.Next() % kCrossOneIn == 0
            ? FuzzMutator().CrossOver(parent, pool[random.Next() % pool.size()],
                                      kMostBytes, random.Next())
            : FuzzMutator().Mutate(parent, kMostBytes, random.Next());
    const Graph graph = FuzzMutator().codec().Decode(child);
    const bool is_new = finder.ShowsSomethingNew(graph, i);
    if (!is_new && random.Next() % kKeepOneIn != 0) continue;
    if (pool.size() < seeds + kPool) {
      pool.push_back(std::move(child));
    } else {
      pool[seeds + random.Next() % kPool] = std::move(child);
    }
  }
  return 0;
}
