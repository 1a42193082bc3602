#include "core/search/enumerator.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/grammar.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// ---- An independent count: a formula ---------------------------------------
//
// Of a grammar without sharing and with one sort of tensors, by the number of
// ways in which a walk from the outputs can go. Filled(t, c) is how often one
// place is filled with t tensors at hand and c new calls, by the number of
// tensors that are at hand afterwards.
class WalkCounts {
 public:
  using Ways = std::map<int, uint64_t>;
  struct Arity {
    int inputs;
    int outputs;
  };

  explicit WalkCounts(std::vector<Arity> kinds) : kinds_(std::move(kinds)) {}

  // Graphs of `inputs` inputs and `calls` calls with one output, or two
  // distinct ones in order.
  uint64_t Graphs(int inputs, int calls) {
    const uint64_t one = Sum(FilledAll(inputs, calls, 1));
    // As many pairs have two equal members as there are single ones.
    const uint64_t two = Sum(FilledAll(inputs, calls, 2)) - one;
    return one + two;
  }

 private:
  static uint64_t Sum(const Ways& ways) {
    uint64_t sum = 0;
    for (const auto& [tensors, count] : ways) sum += count;
    return sum;
  }

  Ways Filled(int tensors, int calls) {
    if (calls == 0) return {{tensors, static_cast<uint64_t>(tensors)}};
    Ways& ways = filled_[{tensors, calls}];
    if (!ways.empty()) return ways;
    Ways sum;
    for (const Arity& kind : kinds_) {
      for (const auto& [after, count] :
           FilledAll(tensors, calls - 1, kind.inputs)) {
        sum[after + kind.outputs] +=
            count * static_cast<uint64_t>(kind.outputs);
      }
    }
    return filled_[{tensors, calls}] = sum;
  }

  Ways FilledAll(int tensors, int calls, int places) {
    if (places == 0) return calls == 0 ? Ways{{tensors, 1}} : Ways{};
    Ways sum;
    for (int first = 0; first <= calls; ++first) {
      for (const auto& [after, count] : Filled(tensors, first)) {
        for (const auto& [last, others] :
             FilledAll(after, calls - first, places - 1)) {
          sum[last] += count * others;
        }
      }
    }
    return sum;
  }

  const std::vector<Arity> kinds_;
  std::map<std::pair<int, int>, Ways> filled_;
};

class EnumeratorTest : public ::testing::Test {
 protected:
  uint64_t Count(absl::string_view grammar, int calls) {
    Enumerator enumerator(*FindGrammar(grammar).value(), catalogue_);
    uint64_t count = 0;
    enumerator.Run(calls, [&] {
      ++count;
      return true;
    });
    return count;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

TEST_F(EnumeratorTest, plain_has_as_many_graphs_as_the_formula_says) {
  WalkCounts formula({{1, 1}, {1, 2}, {2, 1}});
  for (int calls = 0; calls <= 5; ++calls) {
    EXPECT_EQ(Count("plain", calls), formula.Graphs(1, calls)) << calls;
  }
}

TEST_F(EnumeratorTest, swap_has_as_many_graphs_as_the_formula_says) {
  WalkCounts formula({{1, 1}, {1, 2}, {2, 1}, {2, 2}});
  for (int calls = 0; calls <= 3; ++calls) {
    EXPECT_EQ(Count("swap", calls), formula.Graphs(2, calls)) << calls;
  }
}

TEST_F(EnumeratorTest, masks_has_as_many_graphs_as_the_formula_says) {
  WalkCounts formula({{1, 1}, {1, 1}, {1, 1}, {1, 2}, {1, 2}, {2, 1}, {2, 1}});
  for (int calls = 0; calls <= 3; ++calls) {
    EXPECT_EQ(Count("masks", calls), formula.Graphs(1, calls)) << calls;
  }
}

// By hand: the input; each of 4 outputs of 1 call alone, or with the input
// before or after it, or both outputs of the call of two in either order.
TEST_F(EnumeratorTest, the_smallest_of_plain_are_those_counted_by_hand) {
  EXPECT_EQ(Count("plain", 0), 1);
  EXPECT_EQ(Count("plain", 1), 4 + 2 * 4 + 2);
}

TEST_F(EnumeratorTest, every_graph_is_valid_and_canonical_and_there_once) {
  const CatalogueFacts facts(catalogue_);
  for (const Grammar& grammar : AllGrammars()) {
    Enumerator enumerator(grammar, catalogue_);
    absl::flat_hash_set<std::string> seen;
    for (int calls = 0; calls <= 2; ++calls) {
      enumerator.Run(calls, [&] {
        const Graph& graph = enumerator.graph();
        EXPECT_EQ(static_cast<int>(graph.calls().size()), calls);
        EXPECT_TRUE(Validate(graph, &facts).ok())
            << Validate(graph, &facts) << GraphToJson(graph);
        EXPECT_TRUE(Canonicalize(graph) == graph) << GraphToJson(graph);
        EXPECT_TRUE(seen.insert(GraphToJson(graph)).second)
            << GraphToJson(graph);
        return !::testing::Test::HasFailure();
      });
    }
    EXPECT_GT(seen.size(), 100) << grammar.name;
  }
}

TEST_F(EnumeratorTest, stops_when_told_and_starts_anew) {
  Enumerator enumerator(*FindGrammar("nested").value(), catalogue_);
  int visits = 0;
  EXPECT_FALSE(enumerator.Run(3, [&] { return ++visits < 1000; }));
  EXPECT_EQ(visits, 1000);
  uint64_t count = 0;
  EXPECT_TRUE(enumerator.Run(2, [&] {
    ++count;
    return true;
  }));
  EXPECT_EQ(count, Count("nested", 2));
}

TEST_F(EnumeratorTest, unknown_grammars_are_named_with_those_that_there_are) {
  const absl::StatusOr<const Grammar*> grammar = FindGrammar("none");
  ASSERT_FALSE(grammar.ok());
  std::string names;
  for (const Grammar& known : AllGrammars()) {
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  EXPECT_EQ(grammar.status().message(),
            "There is no grammar \"none\"; choose from " + names + ".");
}

}  // namespace
}  // namespace clonecheck
