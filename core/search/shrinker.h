// Shrinker: what the passes of Shrink work on: the best Graph so far, the
// question whether a simpler one fails alike, and what both need to know.
// Private to Shrink.
#ifndef CLONECHECK_CORE_SEARCH_SHRINKER_H_
#define CLONECHECK_CORE_SEARCH_SHRINKER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/layer_spec.h"
#include "core/search/draft.h"
#include "core/search/shrink.h"
#include "core/search/simpler_graphs.h"
#include "core/search/simplest_layers.h"

namespace clonecheck {

// A text that only equal Graphs of one Pool share: interned content goes in by
// address, and never comes out in any order.
std::string GraphKey(const Graph& graph);

class Shrinker {
 public:
  Shrinker(const Graph& start, Catalogue& catalogue, int max_evaluations,
           const FailsAlike& fails_alike, const ShrinkOptions& options);

  ShrinkResult Run();

  // ---- For passes

  // The simplest Graph that fails so far, in canonical form.
  const Graph& best() const { return best_; }
  Catalogue& catalogue() { return catalogue_; }
  const CatalogueFacts& facts() const { return facts_; }
  // Every layer that a generator draws, simplest first. Put in order when it is
  // first asked for, which a small budget may never come to.
  const std::vector<const LayerSpec*>& domain() const { return layers_.all(); }
  // Shapes for inputs, simplest first.
  const std::vector<const Shape*>& shapes() const { return shapes_; }

  // Takes the Graph of the draft, or the Graph, as best() if it is simpler and
  // fails alike. A draft need not be valid. Where nothing may be asked any more
  // they are true, too, so that a pass ends: of a large Graph it has drafts
  // without number.
  bool Try(const Draft& draft);
  bool Ask(Graph graph) { return Ended() || Ask(std::move(graph), count_); }

  // Drops what an edit of best() made useless. What is useless in best() itself
  // may be what the failure needs; it stays.
  void DropNewlyUnused(Draft* draft) const;

  // A kind that the generator draws; not a nested Model, say.
  bool IsDrawn(const LayerSpec* spec) const {
    return spec != nullptr && layers_.IsDrawn(spec->kind());
  }
  const Config* ConfigOf(const Call& call) const {
    return best_.layers()[call.layer].config;
  }
  int Complexity(const LayerSpec& spec) const {
    return facts_.Complexity(*spec.config());
  }
  // How many outputs a call of best() has; of a call of which nobody knows, as
  // many as are used.
  int OutputsOf(size_t call) const;
  // A call of `spec` on inputs of `shape`, or of the simplest one: as many as
  // it has, or one for all. If `mask` is given, that is the name of a keyword
  // for the first of them.
  Graph OneCall(const LayerSpec& spec, uint32_t num_inputs,
                const std::vector<int>& outputs, bool one_input = false,
                const Shape* shape = nullptr, const Name* mask = nullptr) const;

 private:
  void RunPasses();
  bool RunFinalPasses();
  bool Challenge();
  // shrink_proof.cc
  bool Prove();
  bool CollectSimpler(const ProofScope& scope, size_t calls,
                      std::vector<Graph>* graphs);
  // Asks about all of them, the simplest first; true if one fails alike.
  bool AskAll(std::vector<Graph> graphs);
  // shrink_perturb.cc
  bool Perturb();
  // shrink_others.cc
  bool TryMinimalGraphs();
  bool ShrinkOthers();
  // Takes the Graph as best(), simpler or not, if it fails alike and was not
  // asked about.
  bool StartFrom(Graph graph);
  bool Ask(Graph graph, int* count);
  // Ask, of what is simpler.
  bool AskNew(Graph graph, int* count);
  bool Hurried();
  // The budget is used up, or it was told to stop.
  bool Over();
  // That, or told to hurry in what may be left out.
  bool Ended();
  // Nothing was left out so far.
  bool Complete() const { return !out_of_budget_ && !hurried_ && !stopped_; }
  bool Resolve(const Graph& graph) const;

  Catalogue& catalogue_;
  std::optional<SimplestLayers> own_layers_;  // where the options have none
  SimplestLayers& layers_;
  const CatalogueFacts& facts_;
  const int max_evaluations_;
  const FailsAlike& fails_alike_;
  Graph best_;
  int evaluations_ = 0;
  int proof_evaluations_ = 0;
  int* count_ = &evaluations_;  // which one the passes add to
  const ShrinkOptions& options_;
  ProofStatus proof_ = ProofStatus::kNotTried;
  int slips_ = 0;
  bool others_shrunk_ = false;
  bool out_of_budget_ = false;
  bool hurried_ = false;
  bool stopped_ = false;
  absl::flat_hash_set<std::string> asked_;  // GraphKey
  std::vector<const Shape*> shapes_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINKER_H_
