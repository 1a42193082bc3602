// The end of shrinking, too: other ways down. The witness is changed by some
// random steps, and if it still fails alike, shrunk once more from there: an
// iterated local search (Lourenço, Martin and Stützle, 2003). What was asked
// before is not asked again, which keeps it from coming back by the same way.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/graph/order.h"
#include "core/search/choice_source.h"
#include "core/search/mutator.h"
#include "core/search/shrinker.h"

namespace clonecheck {
namespace {

// Where nothing was proved, more are worth it.
constexpr uint64_t kPerturbations = 64;
constexpr uint64_t kPerturbationsUnproved = 256;
constexpr uint64_t kMostSteps = 4;
// Calls more than the witness has.
constexpr size_t kMoreCalls = 2;

}  // namespace

// True if a simpler one was found, from which shrinking goes on. The steps are
// the same each time, so that they depend on nothing but the witness.
bool Shrinker::Perturb() {
  if (options_.max_proof_graphs == 0) return false;
  const Graph witness = best_;
  Mutator mutator(catalogue_,
                  std::max<size_t>(1, witness.calls().size()) + kMoreCalls,
                  [](const Graph&) { return true; });
  const uint64_t perturbations =
      proof_ == ProofStatus::kTooMany ? kPerturbationsUnproved : kPerturbations;
  for (uint64_t i = 0; i < perturbations && !Ended(); ++i) {
    ChoiceSource choices(i);
    Graph graph = witness;
    for (uint64_t step = 0; step <= i % kMostSteps; ++step) {
      graph = mutator.Mutate(graph, choices);
    }
    if (!StartFrom(std::move(graph))) continue;
    RunPasses();
    if (SimplerThan(best_, witness, &facts_)) return !Ended();
    best_ = witness;
  }
  return false;
}

}  // namespace clonecheck
