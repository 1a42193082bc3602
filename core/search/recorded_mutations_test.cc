// What operators of the Mutator make of small graphs and of generated ones, and
// what bytes are read as, is what was recorded.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/digest.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/random.h"
#include "core/recorded.h"
#include "core/search/byte_mutator.h"
#include "core/search/case_bytes.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/mutation_operators.h"
#include "core/search/mutator.h"
#include "core/search/profile.h"
#include "core/search/recorded_graphs.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr size_t kMostCalls = 8;

std::string Digest(const Graph& graph) { return DigestOf(GraphToJson(graph)); }

bool AlwaysBuilds(const Graph&) { return true; }

// Refuses two in three layers, so that what is repaired has to give way.
bool SeldomBuilds(const Graph& graph) {
  for (const Call& call : graph.calls()) {
    if (graph.layers()[call.layer].config->kind->text.size() % 3 != 2) {
      return false;
    }
  }
  return true;
}

class RecordedMutations : public testing::Test {
 protected:
  std::vector<Graph> Generated(uint64_t from, uint64_t count) {
    std::vector<Graph> graphs;
    for (const char* profile :
         {"default", "nested", "masks", "recurrent", "wide"}) {
      Generator generator(catalogue_, FindProfile(profile).value());
      for (uint64_t seed = from; seed < from + count; ++seed) {
        ChoiceSource choices(seed);
        graphs.push_back(generator.Generate(choices));
      }
    }
    return graphs;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

// All results of each operator on each small graph, with how often each came.
TEST_F(RecordedMutations, of_small_graphs_by_each_operator) {
  constexpr uint64_t kSeeds = 60;
  constexpr size_t kMostShown = 5;
  Recorded recorded("core/search/recorded/operators.txt");
  Mutator mutator(catalogue_, kMostCalls, AlwaysBuilds);
  const std::vector<NamedGraph> graphs = RecordedGraphs(catalogue_);
  const auto record = [&](const MutationOperator& op, const NamedGraph& start,
                          const Graph* other) {
    const std::string key = absl::StrCat(op.name, " on ", start.name);
    if (!mutator.Applies(op, start.graph, other)) {
      recorded.Add(key, "does not apply");
      return;
    }
    std::map<std::string, int> times;
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      ChoiceSource choices(seed);
      const std::optional<Graph> result =
          mutator.Apply(op, start.graph, choices, other);
      ++times[result.has_value() ? OneLine(*result, facts_) : "nothing"];
    }
    std::string all;
    for (const auto& [text, count] : times) {
      absl::StrAppend(&all, count, " ", text, "\n");
    }
    recorded.Add(key, absl::StrCat(times.size(), " results, ", DigestOf(all)));
    // Where there are few, each can be read.
    if (times.size() > kMostShown) return;
    for (const auto& [text, count] : times) {
      recorded.Add(absl::StrCat(key, ", ", DigestOf(text)),
                   absl::StrCat(count, " times ", text));
    }
  };
  for (size_t i = 0; i < graphs.size(); ++i) {
    for (const MutationOperator& op : AllMutationOperators()) {
      record(op, graphs[i], nullptr);
    }
    for (const MutationOperator& op : AllCrossoverOperators()) {
      record(op, graphs[i], &graphs[(i + 3) % graphs.size()].graph);
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedMutations, of_generated_graphs) {
  Recorded recorded("core/search/recorded/mutations.txt");
  Mutator mutator(catalogue_, 20, AlwaysBuilds);
  Mutator small(catalogue_, 4, AlwaysBuilds);
  const std::vector<Graph> graphs = Generated(100, 40);
  for (size_t i = 0; i < graphs.size(); ++i) {
    const Graph& start = graphs[i];
    const Graph& other = graphs[(i + 1) % graphs.size()];
    std::vector<std::string> results;
    const auto apply = [&](const MutationOperator& op) {
      if (!mutator.Applies(op, start, &other)) return std::string("-");
      std::string all;
      for (uint64_t seed = 0; seed < 12; ++seed) {
        ChoiceSource choices(seed);
        const std::optional<Graph> result =
            mutator.Apply(op, start, choices, &other);
        absl::StrAppend(&all,
                        result.has_value() ? GraphToJson(*result) : "nothing");
      }
      return DigestOf(all);
    };
    for (const MutationOperator& op : AllMutationOperators()) {
      results.push_back(absl::StrCat(op.name, " ", apply(op)));
    }
    for (const MutationOperator& op : AllCrossoverOperators()) {
      results.push_back(absl::StrCat(op.name, " ", apply(op)));
    }
    ChoiceSource choices(uint64_t{i});
    results.push_back("mutate " + Digest(mutator.Mutate(start, choices)));
    results.push_back("cross " +
                      Digest(mutator.CrossOver(start, other, choices)));
    results.push_back("small " + Digest(small.Mutate(start, choices)));
    results.push_back("small-cross " +
                      Digest(small.CrossOver(start, other, choices)));
    recorded.Add(absl::StrCat(i, " ", Digest(start)),
                 absl::StrJoin(results, ", "));
  }
  EXPECT_TRUE(recorded.AreSame());
}

// A walk of the mutator's own, from an input alone.
TEST_F(RecordedMutations, one_after_the_other) {
  Recorded recorded("core/search/recorded/walks.txt");
  for (const size_t most : {size_t{3}, size_t{12}}) {
    Mutator mutator(catalogue_, most, AlwaysBuilds);
    Graph graph = RecordedGraphs(catalogue_)[0].graph;
    for (uint64_t seed = 0; seed < 300; ++seed) {
      ChoiceSource choices(seed);
      graph = mutator.Mutate(graph, choices);
      if (seed % 10 == 9) {
        recorded.Add(absl::StrCat(most, " calls, step ", seed), Digest(graph));
      }
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

class RecordedBytes : public RecordedMutations {
 protected:
  // Strings of all sorts: of any bytes, of small ones, damaged and cut.
  std::vector<std::vector<uint8_t>> Strings() {
    std::vector<std::vector<uint8_t>> strings;
    SplitMix64 random(11);
    for (int i = 0; i < 600; ++i) {
      std::vector<uint8_t> bytes(random.Next() % 120);
      const uint8_t mask = i % 4 == 0 ? 255 : i % 4 == 1 ? 31 : 7;
      for (uint8_t& byte : bytes) {
        byte = static_cast<uint8_t>(random.Next()) & mask;
      }
      if (!bytes.empty() && i % 5 != 0) bytes[0] = 1;
      strings.push_back(std::move(bytes));
    }
    CaseBytes codec(catalogue_, AllProfiles()[0], AlwaysBuilds);
    std::vector<Graph> graphs = Generated(500, 60);
    for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
      for (int i = 0; i < 20; ++i) graphs.push_back(named.graph);
    }
    for (const Graph& graph : graphs) {
      std::vector<uint8_t> bytes = codec.Encode(graph);
      for (uint64_t k = random.Next() % 4; k > 0; --k) {
        bytes[1 + random.Next() % (bytes.size() - 1)] =
            static_cast<uint8_t>(random.Next() % 12);
      }
      if (random.Next() % 5 == 0) bytes.resize(random.Next() % bytes.size());
      strings.push_back(std::move(bytes));
    }
    return strings;
  }
};

TEST_F(RecordedBytes, are_read_and_repaired) {
  Recorded recorded("core/search/recorded/bytes.txt");
  CaseBytes codec(catalogue_, AllProfiles()[0], AlwaysBuilds);
  CaseBytes picky(catalogue_, FindProfile("nested").value(), SeldomBuilds);
  const std::vector<std::vector<uint8_t>> strings = Strings();
  // A line has the results of ten.
  std::vector<std::string> results;
  for (size_t i = 0; i < strings.size(); ++i) {
    const Graph graph = codec.Decode(strings[i]);
    const std::vector<uint8_t> again = codec.Encode(graph);
    results.push_back(DigestOf(absl::StrCat(
        GraphToJson(graph), std::string(again.begin(), again.end()),
        GraphToJson(picky.Decode(strings[i])))));
    if (i % 10 < 9 && i + 1 < strings.size()) continue;
    recorded.Add(absl::StrCat("strings ", i / 10 * 10),
                 absl::StrJoin(results, " "));
    results.clear();
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedBytes, are_mutated_and_crossed) {
  Recorded recorded("core/search/recorded/byte-mutations.txt");
  ByteMutator mutator(catalogue_, AllProfiles()[0], 12, AlwaysBuilds);
  const std::vector<std::vector<uint8_t>> strings = Strings();
  const auto digest = [](const std::vector<uint8_t>& bytes) {
    return absl::StrCat(bytes.size(), "/",
                        DigestOf(std::string(bytes.begin(), bytes.end())));
  };
  for (size_t i = 0; i < strings.size(); i += 9) {
    std::vector<std::string> results;
    for (const size_t size : {0, 3, 4, 5, 30, 1'000}) {
      results.push_back(digest(mutator.Mutate(strings[i], size, i)));
      results.push_back(digest(mutator.CrossOver(
          strings[i], strings[(i + 1) % strings.size()], size, i)));
    }
    recorded.Add(absl::StrCat("string ", i), absl::StrJoin(results, " "));
  }
  EXPECT_TRUE(recorded.AreSame());
}

}  // namespace
}  // namespace clonecheck
