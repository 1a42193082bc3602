#include "core/search/spoil.h"

#include <set>
#include <string>

#include "core/graph/json.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class SpoilTest : public testing::Test {
 protected:
  Graph Generate(uint64_t seed) {
    ChoiceSource choices(seed);
    return generator_.Generate(choices);
  }
  Graph Spoiled(const Graph& graph, uint64_t seed) {
    ChoiceSource choices(seed);
    return Spoil(graph, catalogue_.pool(), choices);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  Generator generator_{catalogue_, AllProfiles()[0]};
};

TEST_F(SpoilTest, a_spoiled_graph_is_valid) {
  for (uint64_t seed = 0; seed < 5000; ++seed) {
    const Graph graph = Generate(seed);
    const absl::Status status = Validate(Spoiled(graph, CaseSeed(seed, 1)));
    ASSERT_TRUE(status.ok()) << status << "\n" << GraphToJson(graph);
  }
}

TEST_F(SpoilTest, most_spoiled_graphs_are_other_graphs) {
  int changed = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const Graph graph = Generate(seed);
    changed +=
        GraphToJson(Spoiled(graph, CaseSeed(seed, 1))) != GraphToJson(graph);
  }
  // An input may be redirected to where it came from.
  EXPECT_GT(changed, 800);
}

TEST_F(SpoilTest, the_same_choices_spoil_alike) {
  const Graph graph = Generate(3);
  EXPECT_EQ(GraphToJson(Spoiled(graph, 5)), GraphToJson(Spoiled(graph, 5)));
}

// Every kind of fault, seen by what it leaves in the case.
TEST_F(SpoilTest, every_fault_occurs) {
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const Graph graph = Generate(seed);
    const Graph spoiled = Spoiled(graph, CaseSeed(seed, 1));
    const std::string text = GraphToJson(spoiled);
    for (const char* trace :
         {"\"foo\"", "\"training\"", "\"as_list\"", "\"same\""}) {
      if (text.find(trace) != text.npos) seen.insert(trace);
    }
    const auto inputs = spoiled.model_inputs();
    if (inputs.size() < graph.model_inputs().size()) seen.insert("missing");
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].is_input()) seen.insert("input of a call");
      for (size_t j = 0; j < i; ++j) {
        if (inputs[i] == inputs[j]) seen.insert("repeated");
      }
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"\"foo\"", "\"training\"",
                                         "\"as_list\"", "\"same\"", "missing",
                                         "input of a call", "repeated"}));
}

}  // namespace
}  // namespace clonecheck
