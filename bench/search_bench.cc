// What the search is worth: how many witnesses a signature has, what one costs,
// and how soon a fault is found. Prints tables for docs/search.md.
//
//   search_bench witnesses CLONERS STARTS CASES PROFILE SEED [FOLDER]
//   search_bench first-find CLONERS SEEDS CASES PROFILE SEED
//   search_bench first-any CLONERS SEEDS CASES PROFILE SEED
//   search_bench shares CLONERS 1 CASES PROFILE SEED
//   search_bench minimal-graphs CLONERS STARTS CASES PROFILE SEED
//
// CLONERS: a list of names, or `mutants`. `witnesses` shrinks up to STARTS
// starts of each signature found in CASES cases; where a signature has several
// witnesses, they are written to FOLDER. `first-find` counts the cases until
// the first failure of each signature, and of each cause that corpus/known.json
// gives for some, over campaigns of CASES cases with SEEDS seeds from SEED on;
// `first-any` those until any failure, where a campaign ends. `shares` counts
// each signature's cases, of which half of all campaigns see one within 200
// cases if they are 0.35 % of all. `minimal-graphs` prints a witness of each
// signature: lines of campaign/minimal_graphs.txt.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/kinds.h"
#include "core/limits.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/shrink.h"
#include "corpus/known_findings.h"

using namespace clonecheck;  // NOLINT: a tool of its own

namespace {

std::vector<ClonerOnEngine> Cloners(const std::string& names) {
  if (names != "mutants") return FindCloners(names).value();
  std::vector<ClonerOnEngine> cloners;
  for (const Cloner& mutant : AllMutants()) {
    cloners.push_back(
        ClonerOnEngine{&mutant, &kEngineRules[0], std::string(mutant.name)});
  }
  return cloners;
}

// The simplest witness of up to `starts` starts of each signature, a line each.
void MinimalGraphs(const std::vector<ClonerOnEngine>& cloners, int starts,
                   uint64_t cases, const Profile& profile, uint64_t seed) {
  struct Simplest {
    int starts = 0;
    Graph graph;
  };
  for (const ClonerOnEngine& cloner : cloners) {
    Workbench bench;
    const CatalogueFacts facts(bench.catalogue());
    Generator generator(bench.catalogue(), profile);
    std::map<std::string, Simplest> simplest;
    for (uint64_t i = 0; i < cases; ++i) {
      ChoiceSource choices(CaseSeed(seed, i));
      const Graph start = generator.Generate(choices);
      const CaseVerdict found =
          bench.JudgeGraph(start, cloner, AllObligations());
      if (!found.failed()) continue;
      Simplest& best = simplest[found.signature.ToString(cloner.name)];
      if (best.starts == starts) continue;
      const Graph witness =
          ShrinkToFinding(bench, start, cloner, AllObligations(),
                          found.signature, kDefaultShrinkEvaluations)
              .shrink.graph;
      if (best.starts++ == 0 || SimplerThan(witness, best.graph, &facts)) {
        best.graph = witness;
      }
    }
    for (const auto& [signature, best] : simplest) {
      std::printf("%s\n", GraphToJsonValue(best.graph).dump().c_str());
    }
    std::fflush(stdout);
  }
}

struct Row {
  Severity severity = Severity::kError;
  int starts = 0;
  uint64_t start_calls = 0;
  int64_t evaluations = 0;
  int64_t proof_evaluations = 0;
  int slips = 0;
  std::map<std::string, int> proofs;
  std::map<std::string, int> witnesses;
};

void Witnesses(const std::vector<ClonerOnEngine>& cloners, int starts,
               uint64_t cases, const Profile& profile, uint64_t seed,
               const std::string& folder) {
  const auto& obligations = AllObligations();
  int64_t all_starts = 0;
  int64_t all_evaluations = 0;
  int several = 0;
  int rows_count = 0;
  int proved = 0;
  for (const ClonerOnEngine& cloner : cloners) {
    Workbench bench;
    Generator generator(bench.catalogue(), profile);
    std::map<std::string, Row> rows;
    for (uint64_t i = 0; i < cases; ++i) {
      ChoiceSource choices(CaseSeed(seed, i));
      const Graph start = generator.Generate(choices);
      const CaseVerdict found = bench.JudgeGraph(start, cloner, obligations);
      if (!found.failed()) continue;
      Row& row = rows[found.signature.ToString(cloner.name)];
      if (row.starts == starts) continue;
      ShrinkOptions options = ShrinkOptionsFor(found.signature);
      options.minimal_graphs = &bench.minimal_graphs();
      const ShrinkResult result = Shrink(
          start, bench.catalogue(), kDefaultShrinkEvaluations,
          [&](const Graph& graph) {
            return bench.FailsAlike(graph, cloner, obligations,
                                    found.signature);
          },
          options);
      row.severity = found.signature.obligation->severity;
      ++row.starts;
      row.start_calls += start.calls().size();
      row.evaluations += result.evaluations;
      row.proof_evaluations += result.proof_evaluations;
      row.slips += result.slips;
      ++row.proofs[std::string(ProofStatusName(result.proof))];
      ++row.witnesses[GraphToJson(result.graph)];
    }
    for (const auto& [signature, row] : rows) {
      std::string proofs;
      for (const auto& [name, count] : row.proofs) {
        absl::StrAppend(&proofs, " ", name, " ", count);
      }
      std::printf("| %s | %s | %d | %.1f | %zu | %.1f | %.1f | %d |%s |\n",
                  signature.c_str(),
                  std::string(SeverityName(row.severity)).c_str(), row.starts,
                  static_cast<double>(row.start_calls) / row.starts,
                  row.witnesses.size(),
                  static_cast<double>(row.evaluations) / row.starts,
                  static_cast<double>(row.proof_evaluations) / row.starts,
                  row.slips, proofs.c_str());
      std::fflush(stdout);
      all_starts += row.starts;
      all_evaluations += row.evaluations;
      ++rows_count;
      several += row.witnesses.size() > 1 ? 1 : 0;
      proved += row.proofs.count("kinds") + row.proofs.count("configs") ==
                        row.proofs.size()
                    ? 1
                    : 0;
      if (folder.empty() || row.witnesses.size() < 2) continue;
      std::ofstream file(absl::StrCat(
          folder, "/", absl::StrReplaceAll(signature, {{"/", "+"}}), ".txt"));
      for (const auto& [witness, count] : row.witnesses) {
        file << count << " starts:\n" << witness << "\n";
      }
    }
  }
  std::printf(
      "%d signatures, %d with several witnesses, %d proved minimal from every "
      "start; %.1f evaluations on average of %lld starts\n",
      rows_count, several, proved,
      static_cast<double>(all_evaluations) / static_cast<double>(all_starts),
      static_cast<long long>(all_starts));
}

// The outputs of a layer without masks are lost.
bool IsKeras12202(const Signature& signature) {
  return signature.symptom == "could-not-compute-output" &&
         (signature.where == &LambdaKind() ||
          signature.where == &MultiOutKind() || signature.where == &SwapKind());
}

void FirstFind(const std::vector<ClonerOnEngine>& cloners, int seeds,
               uint64_t cases, const Profile& profile, uint64_t seed,
               bool any_alone) {
  const auto& obligations = AllObligations();
  for (const ClonerOnEngine& cloner : cloners) {
    Workbench bench;
    Generator generator(bench.catalogue(), profile);
    // Signature → the first case of each campaign that showed it.
    std::map<std::string, std::vector<uint64_t>> firsts;
    std::map<std::string, Severity> severities;
    std::vector<uint64_t> any;
    for (int k = 0; k < seeds; ++k) {
      std::map<std::string, uint64_t> seen;
      for (uint64_t i = 0; i < cases; ++i) {
        ChoiceSource choices(CaseSeed(seed + static_cast<uint64_t>(k), i));
        const CaseVerdict found =
            bench.JudgeGraph(generator.Generate(choices), cloner, obligations);
        if (!found.failed()) continue;
        const std::string signature = found.signature.ToString(cloner.name);
        severities[signature] = found.signature.obligation->severity;
        if (seen.empty()) any.push_back(i + 1);
        seen.emplace(signature, i + 1);
        const KnownFinding* known = FindKnown(OurKnownFindings(), signature);
        if (known != nullptr && !known->cause.empty()) {
          const std::string cause =
              absl::StrCat(cloner.name, " (", known->cause, ")");
          seen.emplace(cause, i + 1);
          Severity& worst =
              severities.try_emplace(cause, Severity::kNote).first->second;
          worst = std::min(worst, found.signature.obligation->severity);
        }
        if (IsKeras12202(found.signature)) {
          seen.emplace(absl::StrCat(cloner.name, " (keras#12202)"), i + 1);
        }
        if (any_alone) break;
      }
      for (const auto& [signature, first] : seen) {
        if (any_alone) break;
        firsts[signature].push_back(first);
      }
    }
    firsts[absl::StrCat(cloner.name, " (any)")] = any;
    for (auto& [signature, values] : firsts) {
      // Campaigns that did not find it count as longer than they were.
      const size_t found = values.size();
      values.resize(static_cast<size_t>(seeds), cases + 1);
      std::sort(values.begin(), values.end());
      const uint64_t median = values[values.size() / 2];
      const auto severity = severities.find(signature);
      std::printf("| %s | %s | %zu of %d | %s%llu |\n", signature.c_str(),
                  severity == severities.end()
                      ? ""
                      : std::string(SeverityName(severity->second)).c_str(),
                  found, seeds, median > cases ? "> " : "",
                  static_cast<unsigned long long>(std::min(median, cases)));
      std::fflush(stdout);
    }
  }
}

void Shares(const std::vector<ClonerOnEngine>& cloners, uint64_t cases,
            const Profile& profile, uint64_t seed) {
  for (const ClonerOnEngine& cloner : cloners) {
    Workbench bench;
    Generator generator(bench.catalogue(), profile);
    struct Count {
      Severity severity;
      uint64_t cases;
    };
    std::map<std::string, Count> counts;
    for (uint64_t i = 0; i < cases; ++i) {
      ChoiceSource choices(CaseSeed(seed, i));
      const CaseVerdict found = bench.JudgeGraph(generator.Generate(choices),
                                                 cloner, AllObligations());
      if (!found.failed()) continue;
      auto [row, added] =
          counts.try_emplace(found.signature.ToString(cloner.name),
                             Count{found.signature.obligation->severity, 0});
      ++row->second.cases;
    }
    std::vector<std::pair<std::string, Count>> rows(counts.begin(),
                                                    counts.end());
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return a.second.cases != b.second.cases ? a.second.cases > b.second.cases
                                              : a.first < b.first;
    });
    for (const auto& [signature, count] : rows) {
      std::printf("| %s | %s | %.4f %% |\n", signature.c_str(),
                  std::string(SeverityName(count.severity)).c_str(),
                  100.0 * static_cast<double>(count.cases) /
                      static_cast<double>(cases));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  uint64_t cases = 0;
  uint64_t seed = 0;
  if (argc < 7 || !absl::SimpleAtoi(argv[3], &count) ||
      !absl::SimpleAtoi(argv[4], &cases) || !absl::SimpleAtoi(argv[6], &seed)) {
    std::fputs("See the comment at the top of bench/search_bench.cc.\n",
               stderr);
    return 2;
  }
  const std::string mode = argv[1];
  const std::vector<ClonerOnEngine> cloners = Cloners(argv[2]);
  const Profile profile = FindProfile(argv[5]).value();
  if (mode == "witnesses") {
    Witnesses(cloners, count, cases, profile, seed, argc > 7 ? argv[7] : "");
  } else if (mode == "minimal-graphs") {
    MinimalGraphs(cloners, count, cases, profile, seed);
  } else if (mode == "shares") {
    Shares(cloners, cases, profile, seed);
  } else {
    FirstFind(cloners, count, cases, profile, seed, mode == "first-any");
  }
  return 0;
}
