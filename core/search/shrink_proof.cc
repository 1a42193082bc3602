// The end of shrinking: a proof that no simpler Graph of the same parts fails
// alike, by asking about all of them, where that is affordable.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/search/shrinker.h"

namespace clonecheck {
namespace {

// Graphs that are looked at for each that may be asked about: most are not
// simpler, or were asked about before.
constexpr int64_t kStepsPerGraph = 60;

bool HasNames(const Graph& graph) {
  bool names = graph.model().name != nullptr;
  for (const InputDecl& input : graph.inputs()) names |= input.name != nullptr;
  for (const LayerDecl& layer : graph.layers()) names |= layer.name != nullptr;
  return names;
}

}  // namespace

// True if a simpler one was found after all, from which shrinking goes on.
bool Shrinker::Prove() {
  proof_ = ProofStatus::kNotTried;
  if (options_.max_proof_graphs == 0 || Over() || Hurried()) return false;
  if (HasNames(best_)) {
    proof_ = ProofStatus::kNames;
    return false;
  }
  // What the witness has, and all of its kinds.
  ProofScope configs;
  ProofScope kinds;
  for (const LayerDecl& layer : best_.layers()) {
    const LayerSpec* spec = catalogue_.Find(layer.config);
    if (layer.children.size > 0 || spec == nullptr ||
        spec->kind().num_children() != 0 || layer.model_outputs.size > 0) {
      continue;
    }
    configs.specs.push_back(spec);
    kinds.specs.push_back(spec);
    for (const LayerSpec* other : domain()) {
      if (&other->kind() == &spec->kind()) kinds.specs.push_back(other);
    }
  }
  for (ProofScope* scope : {&configs, &kinds}) {
    auto& specs = scope->specs;
    std::sort(specs.begin(), specs.end(),
              [&](const LayerSpec* a, const LayerSpec* b) {
                return CompareConfigs(*a->config(), *b->config()) < 0;
              });
    specs.erase(std::unique(specs.begin(), specs.end()), specs.end());
  }
  kinds.shapes = shapes_;
  configs.shapes = {shapes_[0]};

  // With few calls first: there are few of these, and most slips end there.
  std::vector<Graph> graphs;
  const size_t calls = best_.calls().size();
  for (size_t most = 0; most <= calls; ++most) {
    if (!CollectSimpler(kinds, most, &graphs)) break;
    if (AskAll(std::move(graphs))) return true;
    if (most == calls && Complete()) proof_ = ProofStatus::kAllOfKinds;
  }
  if (!Complete() || proof_ == ProofStatus::kAllOfKinds) return false;
  if (!CollectSimpler(configs, calls, &graphs)) {
    proof_ = ProofStatus::kTooMany;
    return false;
  }
  if (AskAll(std::move(graphs))) return true;
  if (Complete()) proof_ = ProofStatus::kAllOfConfigs;
  return false;
}

bool Shrinker::AskAll(std::vector<Graph> graphs) {
  std::sort(graphs.begin(), graphs.end(), [&](const Graph& a, const Graph& b) {
    return SimplerThan(a, b, &facts_);
  });
  for (Graph& graph : graphs) {
    if (Ask(std::move(graph), &proof_evaluations_)) {
      ++slips_;
      return true;
    }
  }
  return false;
}

// The Graphs that are to be asked about; false if these are too many.
bool Shrinker::CollectSimpler(const ProofScope& scope, size_t calls,
                              std::vector<Graph>* graphs) {
  graphs->clear();
  absl::flat_hash_set<std::string> seen;
  return SimplerGraphs(best_, catalogue_, facts_, scope)
      .ForEach(
          kStepsPerGraph * options_.max_proof_graphs, calls, [&](Graph graph) {
            if (options_.may_fail && !options_.may_fail(graph)) return true;
            std::string key = GraphKey(graph);
            if (asked_.contains(key) || !seen.insert(std::move(key)).second) {
              return true;
            }
            graphs->push_back(std::move(graph));
            return graphs->size() <=
                   static_cast<size_t>(options_.max_proof_graphs);
          });
}

absl::string_view ProofStatusName(ProofStatus status) {
  switch (status) {
    case ProofStatus::kNotTried:
      return "not_tried";
    case ProofStatus::kAllOfKinds:
      return "kinds";
    case ProofStatus::kAllOfConfigs:
      return "configs";
    case ProofStatus::kTooMany:
      return "too_many";
    case ProofStatus::kNames:
      return "names";
    case ProofStatus::kEnumerated:
      return "enumerated";
  }
  return "";
}

}  // namespace clonecheck
