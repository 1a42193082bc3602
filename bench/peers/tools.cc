#include "bench/peers/tools.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "bench/peers/rapidcheck_peer.h"
#include "bench/peers/uniform.h"
#include "campaign/finding.h"
#include "core/limits.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/shrink.h"

namespace clonecheck {
namespace {

// Our generator and our shrinker. Graphs outside of the vocabulary, which the
// shrinker knows more of than the peers do, are never asked about.
class Ours final : public PeerTool {
 public:
  Ours(Workbench& bench, bool proves)
      : PeerTool(bench),
        generator_(bench.catalogue(), PeersProfile(vocabulary_)),
        proves_(proves) {}

  void Make(uint64_t seed, uint64_t index) override {
    ChoiceSource choices(CaseSeed(seed, index));
    made_ = &generator_.Generate(choices);
  }
  Graph Made() override { return *made_; }
  Shrunk Shrink(PeersQuestion& question) override {
    const Graph start = Made();
    ShrinkOptions options = ShrinkOptionsFor(question.signature());
    if (!proves_) options.max_proof_graphs = 0;
    options.may_fail = [this, kinds = options.may_fail](const Graph& graph) {
      return IsWithin(vocabulary_, graph) && (kinds == nullptr || kinds(graph));
    };
    const ShrinkResult result = clonecheck::Shrink(
        start, bench_.catalogue(), kDefaultShrinkEvaluations,
        [&](const Graph& graph) { return question.Shows(graph); }, options);
    return {start.calls().size(), result.graph, result.evaluations,
            result.proof_evaluations, result.proved_minimal};
  }

 private:
  Generator generator_;
  const bool proves_;
  const Graph* made_ = nullptr;
};

// Sizes as in RapidCheck's own runs of a hundred tests, one run after another;
// or always the largest.
class RapidCheck final : public PeerTool {
 public:
  RapidCheck(Workbench& bench, bool largest)
      : PeerTool(bench), cases_(RapidCheckCases()), largest_(largest) {}

  void Make(uint64_t seed, uint64_t index) override {
    seed_ = CaseSeed(seed, index);
    size_ = largest_ ? rc::kNominalSize : static_cast<int>(index % 100);
    made_ = cases_(rc::Random(seed_), size_).value();
  }
  Graph Made() override { return PlainToGraph(made_, bench_.catalogue()); }
  Shrunk Shrink(PeersQuestion& question) override {
    int64_t questions = 1;
    const PlainCase minimum =
        rc::shrinkable::findLocalMin(
            cases_(rc::Random(seed_), size_),
            [&](const PlainCase& plain) {
              ++questions;
              return question.Shows(PlainToGraph(plain, bench_.catalogue()));
            })
            .first;
    return {made_.calls.size(), PlainToGraph(minimum, bench_.catalogue()),
            questions};
  }

 private:
  const rc::Gen<PlainCase> cases_;
  const bool largest_;
  uint64_t seed_ = 0;
  int size_ = 0;
  PlainCase made_;
};

class Uniform final : public PeerTool {
 public:
  using PeerTool::PeerTool;
  void Make(uint64_t seed, uint64_t index) override {
    ChoiceSource choices(CaseSeed(seed, index));
    made_ = UniformCase(choices);
  }
  Graph Made() override { return PlainToGraph(made_, bench_.catalogue()); }
  Shrunk Shrink(PeersQuestion&) override { return {}; }
  bool shrinks() const override { return false; }

 private:
  PlainCase made_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PeerTool>> FindPeerTool(absl::string_view name,
                                                       Workbench& bench) {
  std::unique_ptr<PeerTool> tool;
  if (name == "ours") tool = std::make_unique<Ours>(bench, /*proves=*/true);
  if (name == "ours-unproved") {
    tool = std::make_unique<Ours>(bench, /*proves=*/false);
  }
  if (name == "rapidcheck") {
    tool = std::make_unique<RapidCheck>(bench, /*largest=*/false);
  }
  if (name == "rapidcheck-100") {
    tool = std::make_unique<RapidCheck>(bench, /*largest=*/true);
  }
  if (name == "uniform") tool = std::make_unique<Uniform>(bench);
  if (tool == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "There is no tool '", name,
        "'; say ours, ours-unproved, rapidcheck, rapidcheck-100 or uniform."));
  }
  return tool;
}

}  // namespace clonecheck
