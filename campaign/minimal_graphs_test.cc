// What campaign/minimal_graphs.txt holds.
#include "campaign/minimal_graphs.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::vector<std::string> Lines() {
  std::ifstream file("campaign/minimal_graphs.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(MinimalGraphs, are_all_that_the_file_has_as_it_has_them) {
  Workbench bench;
  std::set<std::string> texts;
  for (const Graph& graph : bench.minimal_graphs()) {
    EXPECT_TRUE(texts.insert(GraphToJsonValue(graph).dump()).second);
  }
  EXPECT_GT(texts.size(), 500u);
  const std::vector<std::string> lines = Lines();
  // Sorted, each once.
  EXPECT_EQ(std::vector<std::string>(texts.begin(), texts.end()), lines);
}

TEST(MinimalGraphs, are_in_the_order_of_shrinking) {
  Workbench bench;
  const CatalogueFacts facts(bench.catalogue());
  const std::vector<Graph>& graphs = bench.minimal_graphs();
  for (size_t i = 1; i < graphs.size(); ++i) {
    EXPECT_TRUE(SimplerThan(graphs[i - 1], graphs[i], &facts)) << i;
  }
}

TEST(MinimalGraphs, show_a_failure_of_some_cloner_each) {
  Workbench bench;
  std::vector<ClonerOnEngine> cloners =
      FindCloners("keras-2.2.4,keras-2.3.1").value();
  for (const Cloner& mutant : AllMutants()) {
    cloners.push_back({&mutant, &kEngineRules[0], std::string(mutant.name)});
  }
  for (const Graph& graph : bench.minimal_graphs()) {
    EXPECT_TRUE(std::any_of(
        cloners.begin(), cloners.end(),
        [&](const ClonerOnEngine& cloner) {
          return bench.JudgeGraph(graph, cloner, AllObligations()).failed();
        }))
        << GraphToJson(graph);
  }
}

}  // namespace
}  // namespace clonecheck
