// What each pass of the shrinker asks about and takes, what a whole shrink asks
// in which order, and which simpler graphs there are, is what was recorded.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/digest.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/recorded.h"
#include "core/search/builds.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/recorded_graphs.h"
#include "core/search/shrink.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"
#include "core/search/simpler_graphs.h"
#include "core/search/test_predicates.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr int kPlenty = 1'000'000;

class RecordedShrinks : public testing::Test {
 protected:
  std::vector<const ShrinkPass*> Passes() {
    std::vector<const ShrinkPass*> passes;
    for (const ShrinkPass& pass : AllShrinkPasses()) passes.push_back(&pass);
    for (const ShrinkPass& pass : FinalShrinkPasses()) passes.push_back(&pass);
    return passes;
  }
  // Those of few calls, which have few simpler ones.
  std::vector<Graph> Generated(uint64_t from, size_t count, size_t most_calls) {
    std::vector<Graph> graphs;
    for (const char* profile : {"default", "nested", "masks", "recurrent"}) {
      const Profile drawn = FindProfile(profile).value();
      if (drawn.min_calls > most_calls) continue;
      Generator generator(catalogue_, drawn);
      size_t left = count;
      for (uint64_t seed = from; left > 0; ++seed) {
        ChoiceSource choices(seed);
        Graph graph = Canonicalize(generator.Generate(choices));
        if (graph.calls().size() < 2 || graph.calls().size() > most_calls) {
          continue;
        }
        graphs.push_back(std::move(graph));
        --left;
      }
    }
    return graphs;
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

TEST_F(RecordedShrinks, passes_on_small_graphs) {
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

TEST_F(RecordedShrinks, passes_on_generated_graphs) {
  Recorded recorded("core/search/recorded/generated-passes.txt");
  const std::vector<Graph> graphs = Generated(0, 12, 8);
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

// A line has what all passes do with one.
TEST_F(RecordedShrinks, passes_on_mutated_graphs) {
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

bool UsesSecondOutput(const Graph& graph) { return UsesOutput(graph, 1); }

bool HoldsLayers(const Graph& graph) {
  for (const LayerDecl& layer : graph.layers()) {
    if (layer.children.size > 0 || layer.model_outputs.size > 0) return true;
  }
  return false;
}

bool HasKeyword(const Graph& graph) {
  for (const Call& call : graph.calls()) {
    if (call.kwargs.size > 0) return true;
  }
  return false;
}

// Any sort of oddness, by the text: seldom kept by a single pass.
bool TextIsOdd(const Graph& graph) {
  return DigestOf(GraphToJson(graph)).back() % 3 == 1;
}

struct Failure {
  const char* name;
  bool (*fails)(const Graph&);
};

constexpr Failure kFailures[] = {{"shared-layer", SharesLayer},
                                 {"second-output", UsesSecondOutput},
                                 {"container", HoldsLayers},
                                 {"keyword", HasKeyword},
                                 {"odd", TextIsOdd}};

// The witness, and all that was asked, in order.
TEST_F(RecordedShrinks, of_whole_graphs) {
  Recorded recorded("core/search/recorded/shrinks.txt");
  std::vector<NamedGraph> starts = RecordedGraphs(catalogue_);
  for (Graph& graph : Generated(50, 3, 12)) {
    starts.push_back({"generated", std::move(graph)});
  }
  for (size_t i = 0; i < starts.size(); ++i) {
    for (const Failure& failure : kFailures) {
      if (!failure.fails(starts[i].graph)) continue;
      ShrinkOptions options;
      options.max_proof_graphs = 300;
      std::string questions;
      const ShrinkResult result = Shrink(
          starts[i].graph, catalogue_, /*max_evaluations=*/2'500,
          [&](const Graph& graph) {
            absl::StrAppend(&questions, GraphToJson(graph));
            return failure.fails(graph);
          },
          options);
      recorded.Add(
          absl::StrCat(failure.name, " in ", starts[i].name, " ", i),
          absl::StrCat(DigestOf(questions), ", ", result.evaluations, " + ",
                       result.proof_evaluations, " questions, ", result.slips,
                       " slips, ", ShrinkStatusName(result.status), ", ",
                       ProofStatusName(result.proof), ". ",
                       OneLine(result.graph, facts_)));
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedShrinks, simpler_graphs_of_a_witness) {
  constexpr int64_t kMostSteps = 15'000;
  Recorded recorded("core/search/recorded/simpler-graphs.txt");
  std::vector<NamedGraph> witnesses = RecordedGraphs(catalogue_);
  for (Graph& graph : Generated(900, 4, 3)) {
    witnesses.push_back({"generated", std::move(graph)});
  }
  for (size_t i = 0; i < witnesses.size(); ++i) {
    const Graph witness = Canonicalize(witnesses[i].graph);
    for (const bool with_specs : {false, true}) {
      ProofScope scope;
      for (const LayerDecl& layer : witness.layers()) {
        const LayerSpec* spec = catalogue_.FindLayer(witness, layer);
        if (with_specs && spec != nullptr && layer.children.size == 0 &&
            layer.model_outputs.size == 0 && spec->kind().num_children() == 0) {
          scope.specs.push_back(spec);
        }
      }
      if (!with_specs) {
        scope.shapes = {pool_.InternShape({kUnknownDim, 1})};
        scope.specs = {
            catalogue_
                .Resolve(pool_.InternConfig(pool_.InternName("Masking"), {}))
                .value()};
      }
      for (size_t calls = 1; calls <= 3; ++calls) {
        std::string all;
        int visited = 0;
        const bool whole =
            SimplerGraphs(witness, catalogue_, facts_, scope)
                .ForEach(kMostSteps, calls, [&](const Graph& graph) {
                  absl::StrAppend(&all, OneLine(graph, facts_), "\n");
                  return ++visited < 1'500;
                });
        // The fewest steps with which it does not give up.
        int64_t too_few = 0;
        int64_t enough = whole ? kMostSteps : 1;
        while (enough - too_few > 1) {
          const int64_t steps = (too_few + enough) / 2;
          const bool is_enough =
              SimplerGraphs(witness, catalogue_, facts_, scope)
                  .ForEach(steps, calls, [](const Graph&) { return true; });
          (is_enough ? enough : too_few) = steps;
        }
        recorded.Add(
            absl::StrCat(witnesses[i].name, " ", i,
                         with_specs ? " of its layers, " : ", ", calls,
                         " calls"),
            absl::StrCat(visited, whole ? " graphs in " : " and more, ",
                         whole ? absl::StrCat(enough, " steps, ") : "",
                         DigestOf(all)));
      }
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

}  // namespace
}  // namespace clonecheck
