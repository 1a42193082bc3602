#include "fuzz/shrinking.h"

#include <cstdint>

#include "campaign/finding.h"
#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/judge.h"

namespace clonecheck {
namespace {

// Of the evaluations that an input may ask for.
constexpr int kFew = 5;
constexpr int kMany = 100;
constexpr int kMost = 4'000;
constexpr uint64_t kInputsForMany = 256;  // one in so many
constexpr uint64_t kInputsForMost = 16384;

}  // namespace

ShrinkTrial DrawShrinkTrial(SplitMix64 draws) {
  const std::vector<const Obligation*>& all = AllObligations();
  const uint64_t which = draws.Next();
  if (which % kInputsForMost == 0) return {all, kMost, /*hurry=*/false};
  if (which % kInputsForMany == 0) return {all, kMany, /*hurry=*/false};
  const Obligation* const drawn = all[draws.Next() % all.size()];
  return {{&kCompletes, &kOutputs, drawn},
          static_cast<int>(1 + draws.Next() % kFew),
          /*hurry=*/true};
}

std::string ShrinkingFault(Workbench& bench, SimplestLayers& layers,
                           const Graph& start, const ClonerOnEngine& cloner,
                           const ShrinkTrial& trial) {
  const absl::StatusOr<Built> built = bench.Build(start, *cloner.engine);
  if (!built.ok()) return "";
  const Signature signature =
      bench.FirstFailure(*built, cloner, trial.obligations);
  if (signature.obligation == nullptr) return "";
  const CatalogueFacts& facts = layers.facts();
  int asked = 0;
  bool all_valid = true;
  const auto fails_alike = [&](const Graph& graph) {
    ++asked;
    all_valid &= Validate(graph, &facts).ok();
    return bench.FailsAlike(graph, cloner, trial.obligations, signature);
  };
  ShrinkOptions options =
      ShrinkOptionsFor(signature, [&] { return trial.hurry; });
  options.layers = &layers;
  options.minimal_graphs = &bench.minimal_graphs();
  const ShrinkResult result =
      Shrink(start, bench.catalogue(), trial.evaluations, fails_alike, options);
  if (asked > trial.evaluations) return "it asked more often than it may";
  if (!fails_alike(result.graph)) return "its result does not fail alike";
  if (!all_valid) return "a Graph that it asked about or gave is not valid";
  return CompareGraphs(result.graph, Canonicalize(start), &facts) > 0
             ? "its result is not simpler"
             : "";
}

}  // namespace clonecheck
