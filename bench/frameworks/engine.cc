// Our engine beside frameworks: tells them the graphs, says what it makes of
// each, and measures itself on the same. One JSON value a line.
//
//   engine graphs LIST SEED
//   engine verdicts LIST SEED CLONERS OBLIGATIONS  agree, raised, …, of each
//   engine time LIST SEED CLONERS OBLIGATIONS PASSES
//
// All read the numbers of cases, one a line. LIST: `plain`, the layers of
// bench/peers with a class of one's own in place of the Lambda, which not every
// framework has; or a profile. Always of kCalls calls. `time` generates, builds
// and judges all of them PASSES times, after a pass that does not count;
// CLONERS
// `-` generates only.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bench/measured.h"
#include "bench/peers/vocabulary.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/json.h"
#include "core/layers/catalogue.h"
#include "core/oracle/obligation.h"
#include "core/oracle/verdict.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "nlohmann/json.hpp"

using namespace clonecheck;  // NOLINT: a tool of its own

namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kCalls = 8;

Vocabulary PlainVocabulary(Catalogue& catalogue) {
  Vocabulary vocabulary = PeersVocabulary(catalogue);
  Pool& pool = catalogue.pool();
  vocabulary.layers.back() =
      catalogue.Resolve(pool.InternConfig(pool.InternName("MultiOut"), {}))
          .value();
  return vocabulary;
}

absl::StatusOr<Profile> FindList(absl::string_view name,
                                 const Vocabulary& vocabulary) {
  absl::StatusOr<Profile> profile =
      name == "plain" ? PeersProfile(vocabulary) : FindProfile(name);
  if (!profile.ok()) return profile;
  profile->min_calls = kCalls;
  profile->max_calls = kCalls;
  return profile;
}

class Engine {
 public:
  Engine(Workbench& bench, const Profile& profile, uint64_t seed)
      : bench_(bench), generator_(bench.catalogue(), profile), seed_(seed) {}

  const Graph& Generate(uint64_t index) {
    ChoiceSource choices(CaseSeed(seed_, index));
    return generator_.Generate(choices);
  }

  // What each cloner gets for the case. Those of one engine, if they stand
  // together, are given the same model, as in a campaign.
  void Judge(uint64_t index, absl::Span<const ClonerOnEngine> cloners,
             absl::Span<const Obligation* const> obligations,
             std::vector<Verdict>* verdicts) {
    const Graph& graph = Generate(index);
    verdicts->clear();
    absl::StatusOr<Built> built = absl::InternalError("nothing built yet");
    const EngineRules* engine = nullptr;
    for (const ClonerOnEngine& cloner : cloners) {
      if (cloner.engine != engine) {
        engine = cloner.engine;
        built = bench_.Build(graph, *engine);
      }
      verdicts->push_back(
          built.ok() ? bench_.JudgeBuilt(*built, cloner, obligations).verdict
                     : Verdict::kUnjudged);
    }
  }

 private:
  Workbench& bench_;
  Generator generator_;
  const uint64_t seed_;
};

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "engine: %s\n", std::string(status.message()).c_str());
  return 2;
}

int Usage() {
  std::fputs("See the comment at the top of bench/frameworks/engine.cc.\n",
             stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return Usage();
  const std::string task = argv[1];
  Workbench bench;
  const Vocabulary vocabulary = PlainVocabulary(bench.catalogue());
  const absl::StatusOr<Profile> profile = FindList(argv[2], vocabulary);
  if (!profile.ok()) return Fail(profile.status());
  Engine engine(bench, *profile, std::strtoull(argv[3], nullptr, 10));
  std::vector<uint64_t> cases;
  for (uint64_t index = 0; std::cin >> index;) cases.push_back(index);
  if (task == "graphs" && argc == 4) {
    for (uint64_t index : cases) {
      Say({{"index", index},
           {"graph", GraphToJsonValue(engine.Generate(index))}});
    }
    return 0;
  }
  std::vector<ClonerOnEngine> cloners;
  if (argc > 4 && std::string(argv[4]) != "-") {
    absl::StatusOr<std::vector<ClonerOnEngine>> found = FindCloners(argv[4]);
    if (!found.ok()) return Fail(found.status());
    cloners = *std::move(found);
  }
  if (argc < 6) return Usage();
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      std::vector<const Obligation*>(AllObligations().begin(),
                                     AllObligations().end());
  if (std::string(argv[5]) != "-") obligations = FindObligations(argv[5]);
  if (!obligations.ok()) return Fail(obligations.status());
  std::vector<Verdict> verdicts;
  if (task == "verdicts" && argc == 6) {
    for (uint64_t index : cases) {
      engine.Judge(index, cloners, *obligations, &verdicts);
      Json names = Json::array();
      for (Verdict verdict : verdicts) names.push_back(VerdictName(verdict));
      Say({{"index", index}, {"verdicts", names}});
    }
    return 0;
  }
  if (task != "time" || argc != 7) return Usage();
  const uint64_t passes = std::strtoull(argv[6], nullptr, 10);
  double start = 0;
  for (uint64_t pass = 0; pass <= passes; ++pass) {
    if (pass == 1) start = ProcessorSeconds();
    for (uint64_t index : cases) {
      engine.Judge(index, cloners, *obligations, &verdicts);
    }
  }
  Say({{"graphs", cases.size() * passes},
       {"seconds", ProcessorSeconds() - start}});
  return 0;
}
