// Enumeration: the same result whatever the number of threads, shards and
// interruptions; what holds on all small graphs; the laws, and a wrong one.
#include "campaign/enumeration.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/enumeration_findings.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/json.h"
#include "core/law/law.h"
#include "core/oracle/obligation.h"
#include "core/search/grammar.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

EnumerationOptions Options(absl::string_view grammar, int max_calls,
                           const char* cloners) {
  EnumerationOptions options;
  options.grammar = FindGrammar(grammar).value();
  options.max_calls = max_calls;
  options.campaign.cloners = FindCloners(cloners).value();
  options.campaign.obligations = AllObligations();
  return options;
}

// Quicker than all.
void JudgeValuesAndSharing(EnumerationOptions* options) {
  options->campaign.obligations =
      FindObligations("completes,outputs,sharing,node_order").value();
}

EnumerationResult Enumerate(const EnumerationOptions& options,
                            const EnumerationProgress& progress = nullptr) {
  return RunEnumeration(options, StartOfEnumeration(options), progress);
}

// Everything but the time, in a fixed order.
std::string Print(const EnumerationResult& result) {
  std::string text = absl::StrCat(result.next, " next, ", result.counts.cases,
                                  " cases, ", result.counts.calls, " calls, ",
                                  result.counts.nodes_in_model, " nodes, ",
                                  result.complete ? "complete" : "", "\n");
  for (uint64_t size : result.graphs_of_size) absl::StrAppend(&text, size, " ");
  for (uint64_t feature : result.counts.features) {
    absl::StrAppend(&text, feature, " ");
  }
  for (size_t i = 0; i < result.counts.cloners.size(); ++i) {
    for (uint64_t verdict : result.counts.cloners[i].verdicts) {
      absl::StrAppend(&text, " ", verdict);
    }
    std::map<std::string, std::string> sorted;
    for (const auto& [signature, count] : result.counts.cloners[i].signatures) {
      sorted[signature.ToString("")] =
          absl::StrCat(count.count, " first ", count.first_case, " simplest ",
                       result.simplest[i].at(signature), " ", count.implied);
    }
    for (const auto& [signature, counts] : sorted) {
      absl::StrAppend(&text, "\n", signature, " ", counts);
    }
  }
  for (const LawCount& law : result.laws) {
    absl::StrAppend(&text, "\n", law.checked, " ", law.fails, " ",
                    law.exceptions, " ", law.first_exception);
  }
  return text;
}

TEST(EnumerationTest, fixed_meets_every_obligation_on_all_small_graphs) {
  for (const Grammar& grammar : AllGrammars()) {
    const EnumerationResult result =
        Enumerate(Options(grammar.name, 2, "fixed"));
    EXPECT_TRUE(result.complete);
    EXPECT_TRUE(result.counts.cloners[0].signatures.empty()) << grammar.name;
    EXPECT_EQ(
        result.counts.cloners[0].verdicts[static_cast<int>(Verdict::kAgree)],
        result.counts.cases)
        << grammar.name;
    EXPECT_GT(result.counts.cases, 100) << grammar.name;
  }
}

// The example of keras#12202: one Lambda, of which the second output is used.
TEST(EnumerationTest, the_smallest_graph_of_a_signature_is_proved_minimal) {
  const EnumerationOptions options = Options("plain", 3, "keras-2.2.4");
  Workbench workbench;
  const std::vector<Finding> findings =
      FindingsOfEnumeration(options, Enumerate(options), workbench);
  const auto lost = std::find_if(
      findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.signature ==
               "keras-2.2.4/completes/could-not-compute-output/Lambda";
      });
  ASSERT_NE(lost, findings.end());
  EXPECT_TRUE(lost->shrink.proved_minimal);
  const Graph& graph = lost->shrink.graph;
  ASSERT_EQ(graph.calls().size(), 1);
  ASSERT_EQ(graph.model_outputs().size(), 1);
  EXPECT_TRUE(graph.model_outputs()[0] == TensorRef::Call(0, 1));
}

TEST(EnumerationTest, threads_do_not_matter) {
  EnumerationOptions options = Options("shared", 3, "keras-2.2.4");
  JudgeValuesAndSharing(&options);
  options.laws = LawsFor(options);
  const std::string one = Print(Enumerate(options));
  for (int jobs : {2, 3}) {
    options.campaign.jobs = jobs;
    EXPECT_EQ(Print(Enumerate(options)), one) << jobs;
  }
}

TEST(EnumerationTest, an_interrupted_run_goes_on_to_the_same_result) {
  EnumerationOptions options = Options("shared", 3, "keras-2.2.4");
  JudgeValuesAndSharing(&options);
  options.laws = LawsFor(options);
  const std::string whole = Print(Enumerate(options));
  EnumerationResult result = StartOfEnumeration(options);
  int parts = 0;
  while (!result.complete) {
    result = RunEnumeration(options, std::move(result),
                            [](const EnumerationResult&) { return false; });
    ASSERT_LT(++parts, 100);
  }
  EXPECT_GT(parts, 1);
  EXPECT_EQ(Print(result), whole);
}

TEST(EnumerationTest, shards_are_even_and_add_up) {
  EnumerationOptions options = Options("shared", 3, "keras-2.2.4,fixed");
  JudgeValuesAndSharing(&options);
  options.laws = LawsFor(options);
  const EnumerationResult whole = Enumerate(options);
  options.shards = 7;
  EnumerationResult sum;
  for (options.shard = 0; options.shard < options.shards; ++options.shard) {
    EnumerationResult shard = Enumerate(options);
    EXPECT_NEAR(static_cast<double>(shard.counts.cases),
                static_cast<double>(whole.counts.cases) / 7, 1);
    if (options.shard == 0) {
      sum = std::move(shard);
    } else {
      AddShard(options, shard, &sum);
    }
  }
  EXPECT_EQ(Print(sum), Print(whole));
}

// What a reader of the config could see, and nothing else.
TEST(EnumerationTest, fixed_preserves_what_the_reference_does_rightly) {
  EnumerationOptions options = Options("shared", 2, "keras-2.2.4,fixed");
  options.preserve = "keras-2.2.4";
  const EnumerationResult result = Enumerate(options);
  ASSERT_EQ(Judged(options).size(), 3);
  EXPECT_EQ(Judged(options)[2].name, "fixed vs keras-2.2.4");
  const auto of = [&](size_t i, Verdict verdict) {
    return result.counts.cloners[i].verdicts[static_cast<int>(verdict)];
  };
  EXPECT_EQ(of(2, Verdict::kAgree), of(0, Verdict::kAgree));
  EXPECT_EQ(of(2, Verdict::kUnjudged), of(0, Verdict::kRaised));
  std::vector<std::string> signatures;
  for (const auto& [signature, count] : result.counts.cloners[2].signatures) {
    signatures.push_back(signature.ToString("fixed"));
  }
  std::sort(signatures.begin(), signatures.end());
  EXPECT_EQ(signatures, (std::vector<std::string>{
                            "fixed/config/call-arguments/Lambda",
                            "fixed/node_order/nodes-in-another-order/-"}));
}

TEST(EnumerationTest, graphs_are_found_again_by_their_numbers) {
  Workbench workbench;
  const std::vector<Graph> graphs = GraphsByNumber(
      *FindGrammar("plain").value(), {14, 0, 14}, workbench.catalogue());
  ASSERT_EQ(graphs.size(), 3);
  EXPECT_EQ(graphs[0].calls().size(), 1);
  EXPECT_TRUE(graphs[0] == graphs[2]);
  EXPECT_EQ(graphs[1].calls().size(), 0);
  EXPECT_EQ(CountGraphs(*FindGrammar("plain").value(), 3, nullptr), 3025);
}

std::string GraphText(const Grammar& grammar, uint64_t number) {
  Workbench workbench;
  return GraphToJson(
      GraphsByNumber(grammar, {number}, workbench.catalogue())[0]);
}

// Each law holds on all graphs, and each is put to the test: it speaks of
// failures that occur.
TEST(LawTest, no_law_has_an_exception_on_small_graphs) {
  std::map<std::string, bool> fails;
  for (const Grammar& grammar : AllGrammars()) {
    EnumerationOptions options =
        Options(grammar.name, 3, "keras-2.2.4,keras-2.3.1");
    // Nothing is shared across levels with less than three calls.
    const bool flat = grammar.name != "nested";
    if (flat && grammar.name != "masks") options.max_calls = 2;
    options.campaign.obligations =
        FindObligations(flat ? "completes,outputs,masks,sharing,"
                               "clone_of_clone,clone_as_layer"
                             : "completes,sharing")
            .value();
    options.laws = LawsFor(options);
    for (const LawCount& count : Enumerate(options).laws) {
      EXPECT_LT(count.fails, count.checked);
      EXPECT_EQ(count.exceptions, 0)
          << grammar.name << " " << count.law->cloner << " "
          << count.law->obligation << "\n"
          << GraphText(grammar, count.first_exception);
      fails[absl::StrCat(count.law->cloner, " ", count.law->obligation)] |=
          count.fails > 0;
    }
  }
  EXPECT_EQ(fails.size(), AllLaws().size());
  for (const auto& [law, ever] : fails) EXPECT_TRUE(ever) << law;
}

TEST(LawTest, a_wrong_law_is_refuted_by_the_smallest_graph) {
  // Of one call: the second output alone is lost, and the input with the first
  // is not.
  const Law wrong{"keras-2.2.4",
                  "completes",
                  "the model has two outputs",
                  false,
                  {"plain"},
                  [](const Graph& graph, const Catalogue&) {
                    return graph.model_outputs().size() == 2;
                  }};
  EnumerationOptions options = Options("plain", 2, "keras-2.2.4");
  options.laws = {&wrong};
  const EnumerationResult result = Enumerate(options);
  ASSERT_EQ(result.laws.size(), 1);
  EXPECT_GT(result.laws[0].exceptions, 0);
  Workbench workbench;
  const Graph graph =
      GraphsByNumber(*options.grammar, {result.laws[0].first_exception},
                     workbench.catalogue())[0];
  EXPECT_EQ(graph.calls().size(), 1);
}

}  // namespace
}  // namespace clonecheck
