// What each pass of the shrinker asks about and takes, is what was recorded.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/digest.h"
#include "core/graph/canonical.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/recorded.h"
#include "core/search/builds.h"
#include "core/search/recorded_graphs.h"
#include "core/search/shrink.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr int kPlenty = 1'000'000;

class RecordedPasses : public testing::Test {
 protected:
  std::vector<const ShrinkPass*> Passes() {
    std::vector<const ShrinkPass*> passes;
    for (const ShrinkPass& pass : AllShrinkPasses()) passes.push_back(&pass);
    for (const ShrinkPass& pass : FinalShrinkPasses()) passes.push_back(&pass);
    return passes;
  }

  // What a pass asks about where nothing fails; and where it ends if every
  // question, or every other one, is answered with yes.
  struct Asked {
    std::vector<std::string> refused;
    std::string taken;
    int questions = 0;
  };
  Asked AskedBy(const ShrinkPass& pass, const Graph& start) {
    Asked asked;
    const ShrinkOptions options;
    const FailsAlike never = [&](const Graph& graph) {
      asked.refused.push_back(OneLine(graph, facts_));
      return false;
    };
    Shrinker refusing(start, catalogue_, kPlenty, never, options);
    EXPECT_FALSE(pass.run(refusing)) << pass.name;
    for (const int every : {1, 2}) {
      const FailsAlike sometimes = [&](const Graph&) {
        return ++asked.questions % every == 0;
      };
      Shrinker taking(start, catalogue_, kPlenty, sometimes, options);
      int helped = 0;
      while (helped < 4 && pass.run(taking)) ++helped;
      absl::StrAppend(&asked.taken, helped, " ", OneLine(taking.best(), facts_),
                      "\n");
    }
    return asked;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

// A line has what all passes do with one.
TEST_F(RecordedPasses, on_mutated_graphs) {
  Recorded recorded("core/search/recorded/mutated-passes.txt");
  const Builds always = [](const Graph&) { return true; };
  const std::vector<NamedGraph> graphs =
      RecordedMutants(catalogue_, always, /*each=*/3);
  for (size_t i = 0; i < graphs.size(); ++i) {
    std::vector<std::string> results;
    for (const ShrinkPass& pass : AllShrinkPasses()) {
      const Asked asked = AskedBy(pass, graphs[i].graph);
      results.push_back(absl::StrCat(
          asked.refused.size(), "/",
          DigestOf(absl::StrJoin(asked.refused, "\n") + asked.taken)));
    }
    recorded.Add(absl::StrCat(graphs[i].name, " ", i),
                 absl::StrJoin(results, " "));
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedPasses, on_generated_graphs) {
  Recorded recorded("core/search/recorded/generated-passes.txt");
  const std::vector<Graph> graphs = GeneratedForShrinking(catalogue_, 0, 12, 8);
  for (const ShrinkPass* pass : Passes()) {
    // The final ones ask much.
    const bool final =
        pass >= FinalShrinkPasses().begin() && pass < FinalShrinkPasses().end();
    std::vector<std::string> results;
    for (size_t i = 0; i < graphs.size(); i += final ? 4 : 1) {
      const Asked asked = AskedBy(*pass, graphs[i]);
      results.push_back(absl::StrCat(
          asked.refused.size(), "/",
          DigestOf(absl::StrJoin(asked.refused, "\n") + asked.taken)));
    }
    recorded.Add(std::string(pass->name), absl::StrJoin(results, " "));
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedPasses, on_small_graphs) {
  constexpr size_t kMostShown = 1;
  Recorded recorded("core/search/recorded/passes.txt");
  for (const NamedGraph& start : RecordedGraphs(catalogue_)) {
    for (const ShrinkPass* pass : Passes()) {
      const Asked asked = AskedBy(*pass, Canonicalize(start.graph));
      const std::string key = absl::StrCat(pass->name, " on ", start.name);
      if (asked.refused.empty()) continue;
      recorded.Add(
          key,
          absl::StrCat(asked.refused.size(), " questions, ",
                       DigestOf(absl::StrJoin(asked.refused, "\n")), "; of ",
                       asked.questions, " ", DigestOf(asked.taken)));
      if (asked.refused.size() > kMostShown) continue;
      for (size_t i = 0; i < asked.refused.size(); ++i) {
        recorded.Add(absl::StrCat(key, ", ", i), asked.refused[i]);
      }
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

}  // namespace
}  // namespace clonecheck
