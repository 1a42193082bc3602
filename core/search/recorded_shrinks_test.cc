// What a whole shrink asks in which order, and which simpler graphs there are,
// is what was recorded.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/digest.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/recorded.h"
#include "core/search/recorded_graphs.h"
#include "core/search/shrink.h"
#include "core/search/simpler_graphs.h"
#include "core/search/test_predicates.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class RecordedShrinks : public testing::Test {
 protected:
  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

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
  for (Graph& graph : GeneratedForShrinking(catalogue_, 50, 3, 12)) {
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
  for (Graph& graph : GeneratedForShrinking(catalogue_, 900, 4, 3)) {
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
