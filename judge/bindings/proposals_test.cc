// A candidate in Python against the cloner in C++ that renders it: the same on
// every small graph of every grammar. The texts of the proposals are not ours
// to carry: bazel test --test_env=CLONECHECK_PROPOSALS=FOLDER, with 000.txt to
// 004.txt, holds them against ours. --test_env=CLONECHECK_MAX_CALLS=3 goes to
// three calls in every grammar, which takes an hour with all proposals.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/json.h"
#include "core/search/enumerator.h"
#include "core/search/grammar.h"
#include "judge/bindings/candidate.h"
#include "judge/document.h"

namespace clonecheck {
namespace {

struct Scope {
  const char* grammar;
  int max_calls;
  int graphs;  // with at most so many calls: docs/enumeration.md
};
// What some seconds reach.
constexpr Scope kScopes[] = {{"plain", 3, 3025},  {"swap", 2, 3694},
                             {"shared", 3, 6595}, {"masks", 3, 28850},
                             {"nested", 2, 474},  {"states", 2, 5568}};
constexpr Scope kThreeCalls[] = {{"plain", 3, 3025},   {"swap", 3, 177370},
                                 {"shared", 3, 6595},  {"masks", 3, 28850},
                                 {"nested", 3, 46450}, {"states", 3, 1120088}};

absl::Span<const Scope> Scopes() {
  const char* max_calls = std::getenv("CLONECHECK_MAX_CALLS");
  if (max_calls == nullptr) return kScopes;
  EXPECT_EQ(absl::string_view(max_calls), "3");
  return kThreeCalls;
}

class ProposalsTest : public ::testing::Test {
 protected:
  ProposalsTest()
      : engine_(*FindEngineRules("2.2.4")),
        candidate_(bench_.session(engine_)),
        verbatim_{"verbatim",
                  "",
                  {"2.2.4"},
                  [this](Session&, Model& model, const Tensors* inputs) {
                    return candidate_.Clone(model, inputs);
                  }} {}

  void Load(const std::string& path) {
    std::ifstream file(path);
    ASSERT_TRUE(file.is_open()) << path;
    std::stringstream text;
    text << file.rdbuf();
    const auto source = FindCandidate(path, text.str());
    ASSERT_TRUE(source.ok()) << source.status();
    const absl::Status loaded = candidate_.Load(source->text, path);
    ASSERT_TRUE(loaded.ok()) << loaded;
  }

  struct Seen {
    Verdict verdict;
    const Obligation* obligation;
    uint32_t implied;
    std::string error;
    std::string difference;
  };
  Seen Judge(const Graph& graph, const Cloner& cloner) {
    Details details;
    const CaseVerdict verdict = bench_.JudgeGraph(
        graph, ClonerOnEngine{&cloner, &engine_, std::string(cloner.name)},
        AllObligations(), &details);
    return Seen{verdict.verdict, verdict.signature.obligation, verdict.implied,
                details.error,
                absl::StrCat(details.what, "; ", details.original, "; ",
                             details.clone)};
  }

  void ExpectSameOnAllGraphs(const std::string& path,
                             const std::string& cloner_name) {
    ASSERT_NO_FATAL_FAILURE(Load(path));
    const Cloner& cloner = *FindCloner(cloner_name).value().cloner;
    for (const Scope& scope : Scopes()) {
      SCOPED_TRACE(absl::StrCat(path, ", ", scope.grammar));
      ExpectSameOnAllGraphs(scope, cloner);
    }
  }

  void ExpectSameOnAllGraphs(const Scope& scope, const Cloner& cloner) {
    Enumerator enumerator(*FindGrammar(scope.grammar).value(),
                          bench_.catalogue());
    int graphs = 0;
    int differences = 0;
    for (int calls = 0; calls <= scope.max_calls; ++calls) {
      enumerator.Run(calls, [&] {
        ++graphs;
        const Graph& graph = enumerator.graph();
        const Seen python = Judge(graph, verbatim_);
        EXPECT_EQ(candidate_.TakeNotModelled(), "") << GraphToJson(graph);
        const Seen ours = Judge(graph, cloner);
        const bool same = python.verdict == ours.verdict &&
                          python.obligation == ours.obligation &&
                          python.implied == ours.implied &&
                          python.error == ours.error &&
                          python.difference == ours.difference;
        if (!same) {
          ++differences;
          ADD_FAILURE() << GraphToJson(graph) << VerdictName(python.verdict)
                        << " " << python.error << " " << python.difference
                        << "\nC++: " << VerdictName(ours.verdict) << " "
                        << ours.error << " " << ours.difference;
        }
        return differences < 3;
      });
    }
    if (differences == 0) EXPECT_EQ(graphs, scope.graphs);
  }

  Workbench bench_;
  const EngineRules& engine_;
  Candidate candidate_;
  Cloner verbatim_;
};

// One interpreter a process: one test for all.
TEST_F(ProposalsTest,
       texts_and_our_renderings_do_the_same_on_every_small_graph) {
  ExpectSameOnAllGraphs("judge/candidates/reference.py", "keras-2.2.4");
  const char* folder = std::getenv("CLONECHECK_PROPOSALS");
  if (folder == nullptr) return;
  const std::pair<const char*, const char*> proposals[] = {
      {"000", "proposal-000-literal"}, {"001", "proposal-001"},
      {"002", "proposal-002"},         {"003", "proposal-003"},
      {"004", "proposal-004"},
  };
  for (const auto& [number, cloner] : proposals) {
    ExpectSameOnAllGraphs(absl::StrCat(folder, "/", number, ".txt"), cloner);
  }
}

}  // namespace
}  // namespace clonecheck
