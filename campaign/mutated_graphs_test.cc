// Mutated and crossed Graphs in the engine: what every operator of the Mutator
// makes is valid, builds, keeps the limit, and is another Graph than before.
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/engine/build.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/mutator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr size_t kMostCalls = 14;

class MutatedGraphs : public testing::Test {
 protected:
  Mutator MakeMutator(size_t max_calls) {
    return Mutator(workbench_.catalogue(), max_calls, [&](const Graph& graph) {
      return workbench_.Builds(graph);
    });
  }
  // A generated Graph of one profile or another.
  Graph Start(uint64_t seed) {
    if (generators_.empty()) {
      for (const char* name : {"default", "nested", "masks", "recurrent"}) {
        Profile profile = FindProfile(name).value();
        profile.max_calls = kMostCalls;
        generators_.emplace_back(workbench_.catalogue(), profile);
      }
    }
    ChoiceSource choices(CaseSeed(4, seed));
    return generators_[seed % generators_.size()].Generate(choices);
  }
  void ExpectGood(const Graph& graph) {
    ASSERT_TRUE(Validate(graph, &facts_).ok()) << GraphToJson(graph);
    const auto resolved = ResolveGraph(graph, workbench_.catalogue());
    ASSERT_TRUE(resolved.ok() && *resolved == graph) << GraphToJson(graph);
    ASSERT_TRUE(Canonicalize(graph) == graph) << GraphToJson(graph);
    ASSERT_TRUE(workbench_.Builds(graph)) << GraphToJson(graph);
  }

  Workbench workbench_;
  CatalogueFacts facts_{workbench_.catalogue()};
  std::deque<Generator> generators_;
};

TEST_F(MutatedGraphs, of_each_operator_are_valid_and_others_than_before) {
  constexpr int kUses = 1'500;  // of each operator
  Mutator mutator = MakeMutator(kMostCalls);
  std::vector<const MutationOperator*> operators;
  for (const auto& op : AllMutationOperators()) operators.push_back(&op);
  for (const auto& op : AllCrossoverOperators()) operators.push_back(&op);
  for (const MutationOperator* op : operators) {
    int uses = 0;
    int no_ops = 0;
    for (uint64_t seed = 0; uses < kUses; ++seed) {
      ASSERT_LT(seed, 40u * kUses) << op->name << " hardly ever applies";
      const Graph start = Start(seed);
      const Graph other = Start(seed + 1'000'003);
      if (!mutator.Applies(*op, start, &other)) continue;
      ++uses;
      ChoiceSource choices(seed);
      const auto result = mutator.Apply(*op, start, choices, &other);
      if (!result.has_value()) {
        ++no_ops;
        continue;
      }
      ExpectGood(*result);
      if (HasFatalFailure()) {
        FAIL() << op->name << " of\n" << GraphToJson(start);
      }
      ASSERT_LE(result->calls().size(), kMostCalls) << op->name;
      ASSERT_FALSE(*result == Canonicalize(start)) << op->name;
    }
    std::printf("%-8s %d uses, %d came to nothing\n",
                std::string(op->name).c_str(), uses, no_ops);
    EXPECT_LE(no_ops * 100, uses) << op->name;
  }
}

// What came from one mutation is the start of the next.
TEST_F(MutatedGraphs, stay_good_over_many_steps) {
  constexpr int kWalks = 200;
  constexpr int kSteps = 50;
  Mutator mutator = MakeMutator(kMostCalls);
  for (uint64_t walk = 0; walk < kWalks; ++walk) {
    Graph graph = Start(walk);
    ChoiceSource choices(walk);
    for (uint64_t step = 0; step < kSteps; ++step) {
      const Graph before = graph;
      graph = step % 5 == 4 ? mutator.CrossOver(
                                  graph, Start(walk * kSteps + step), choices)
                            : mutator.Mutate(graph, choices);
      ExpectGood(graph);
      if (HasFatalFailure()) FAIL() << "from\n" << GraphToJson(before);
      ASSERT_LE(graph.calls().size(), kMostCalls);
      ASSERT_TRUE(workbench_.Builds(graph, *FindEngineRules("2.3.1")))
          << GraphToJson(graph);
    }
  }
}

TEST_F(MutatedGraphs, are_the_same_for_the_same_choices) {
  Mutator mutator = MakeMutator(kMostCalls);
  Mutator again = MakeMutator(kMostCalls);
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Graph start = Start(seed);
    ChoiceSource a(seed);
    ChoiceSource b(seed);
    ASSERT_TRUE(mutator.Mutate(start, a) == again.Mutate(start, b)) << seed;
    ASSERT_TRUE(mutator.CrossOver(start, Start(seed + 1), a) ==
                again.CrossOver(start, Start(seed + 1), b))
        << seed;
  }
}

TEST_F(MutatedGraphs, can_always_get_smaller) {
  Mutator mutator = MakeMutator(kMostCalls);
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Graph graph = Start(seed);
    ChoiceSource choices(seed);
    while (!graph.calls().empty()) {
      const Graph smaller = mutator.MakeSmaller(graph, choices);
      ASSERT_LT(smaller.calls().size(), graph.calls().size());
      graph = smaller;
      ExpectGood(graph);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(MutatedGraphs, of_too_many_calls_come_under_the_limit) {
  Mutator mutator = MakeMutator(3);
  for (uint64_t seed = 0; seed < 500; ++seed) {
    ChoiceSource choices(seed);
    ASSERT_LE(mutator.Mutate(Start(seed), choices).calls().size(), 3u);
    ASSERT_LE(
        mutator.CrossOver(Start(seed), Start(seed + 1), choices).calls().size(),
        3u);
  }
}

TEST_F(MutatedGraphs, are_cloned_rightly_by_fixed) {
  constexpr uint64_t kCases = 3'000;
  Mutator mutator = MakeMutator(kMostCalls);
  const ClonerOnEngine fixed = FindCloner("fixed").value();
  for (uint64_t seed = 0; seed < kCases; ++seed) {
    ChoiceSource choices(seed);
    Graph graph = Start(seed);
    for (int step = 0; step < 4; ++step) {
      graph = mutator.Mutate(graph, choices);
    }
    const CaseVerdict verdict =
        workbench_.JudgeGraph(graph, fixed, AllObligations());
    EXPECT_FALSE(verdict.failed())
        << verdict.signature.ToString("fixed") << "\n"
        << GraphToJson(graph);
    EXPECT_TRUE(verdict.verdict == Verdict::kAgree ||
                verdict.verdict == Verdict::kAgreeNumerically)
        << static_cast<int>(verdict.verdict) << GraphToJson(graph);
  }
}

}  // namespace
}  // namespace clonecheck
