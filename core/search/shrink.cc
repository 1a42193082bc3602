#include "core/search/shrink.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/kinds.h"
#include "core/search/draft.h"
#include "core/search/infer.h"

namespace clonecheck {
namespace {

class Shrinker {
 public:
  Shrinker(const Graph& start, Catalogue& catalogue, int max_evaluations,
           const FailsAlike& fails_alike)
      : catalogue_(catalogue),
        facts_(catalogue),
        max_evaluations_(max_evaluations),
        fails_alike_(fails_alike),
        best_(start) {
    for (const LayerKind* kind : AllLayerKinds()) {
      for (const DomainEntry& entry : kind->Domain(catalogue.pool())) {
        domain_.push_back(catalogue.Resolve(entry.config).value());
      }
    }
    std::stable_sort(domain_.begin(), domain_.end(),
                     [&](const LayerSpec* a, const LayerSpec* b) {
                       return facts_.Complexity(*a->config()) <
                              facts_.Complexity(*b->config());
                     });
  }

  ShrinkResult Run() {
    ShrinkResult result;
    ++evaluations_;
    if (!fails_alike_(best_)) {
      result.graph = best_;
      result.status = ShrinkStatus::kNotInteresting;
      result.evaluations = evaluations_;
      return result;
    }
    // Passes from the coarse to the fine; whenever one helps, the coarse ones
    // are tried again, since they cost the fewest evaluations.
    using Pass = bool (Shrinker::*)();
    constexpr Pass kPasses[] = {
        &Shrinker::DropUnused,     &Shrinker::KeepOneOutput,
        &Shrinker::DropOutputs,    &Shrinker::CutAboveCall,
        &Shrinker::BypassCalls,    &Shrinker::MergeInputs,
        &Shrinker::DropKwargs,     &Shrinker::DropNames,
        &Shrinker::SimplifyLayers, &Shrinker::SimplifyInputs,
        &Shrinker::LowerRefs,
    };
    for (size_t pass = 0; pass < std::size(kPasses);) {
      const bool helped = (this->*kPasses[pass])();
      if (evaluations_ >= max_evaluations_) {
        result.status = ShrinkStatus::kBudget;
        break;
      }
      pass = helped && pass > 0 ? 0 : pass + 1;
    }
    result.graph = best_;
    result.evaluations = evaluations_;
    return result;
  }

 private:
  // Takes the draft if it is simpler and fails alike.
  bool Try(const Draft& draft, bool drop_inputs = true) {
    Graph graph = Canonicalize(draft.ToGraph(drop_inputs));
    if (CompareGraphs(graph, best_, &facts_) >= 0) return false;
    if (evaluations_ >= max_evaluations_) return false;
    ++evaluations_;
    if (!fails_alike_(graph)) return false;
    best_ = std::move(graph);
    return true;
  }

  // Calls outside of the model, layers and inputs that nobody needs.
  bool DropUnused() {
    Draft draft = Draft::From(best_);
    draft.DropUnusedCalls();
    return Try(draft);
  }

  bool KeepOneOutput() {
    if (best_.model_outputs().size() < 2) return false;
    for (TensorRef output : best_.model_outputs()) {
      Draft draft = Draft::From(best_);
      draft.model_outputs = {output};
      draft.DropUnusedCalls();
      if (Try(draft)) return true;
    }
    return false;
  }

  bool DropOutputs() {
    bool helped = false;
    for (size_t i = best_.model_outputs().size(); i-- > 0;) {
      if (best_.model_outputs().size() < 2) break;
      Draft draft = Draft::From(best_);
      draft.model_outputs.erase(draft.model_outputs.begin() +
                                static_cast<ptrdiff_t>(i));
      draft.DropUnusedCalls();
      helped |= Try(draft);
    }
    return helped;
  }

  // The outputs of a call become inputs of the model, and all that was above
  // goes. Late calls first: they cut off most.
  bool CutAboveCall() {
    const auto tensors = InferTensors(best_, catalogue_);
    for (size_t i = best_.calls().size(); i-- > 0;) {
      const std::vector<TensorInfo>& infos = tensors[i];
      if (infos.empty()) continue;
      Draft draft = Draft::From(best_);
      for (size_t k = 0; k < infos.size(); ++k) {
        const TensorRef fresh =
            TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
        draft.inputs.push_back(
            InputDecl{nullptr, infos[k].shape, infos[k].dtype, false});
        draft.Replace(TensorRef::Call(static_cast<int32_t>(i),
                                      static_cast<int32_t>(k)),
                      fresh);
        draft.model_inputs.push_back(fresh);
      }
      draft.DropUnusedCalls();
      if (Try(draft)) return true;
    }
    return false;
  }

  // A call goes, and what used its outputs uses its inputs instead.
  bool BypassCalls() {
    for (size_t i = best_.calls().size(); i-- > 0;) {
      const size_t inputs = best_.calls()[i].inputs.size;
      for (size_t j = 0; j < inputs; ++j) {
        Draft draft = Draft::From(best_);
        const TensorRef input = draft.calls[i].inputs[j];
        for (int32_t k = 0; k < MaxOutputIndex(i) + 1; ++k) {
          draft.Replace(TensorRef::Call(static_cast<int32_t>(i), k), input);
        }
        draft.DropUnusedCalls();
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  int32_t MaxOutputIndex(size_t call) const {
    const Call& c = best_.calls()[call];
    const LayerSpec* spec = catalogue_.Find(best_.layers()[c.layer].config);
    return spec == nullptr ? 0 : spec->num_outputs() - 1;
  }

  // One input stands for two.
  bool MergeInputs() {
    for (size_t i = best_.inputs().size(); i-- > 1;) {
      for (size_t j = 0; j < i; ++j) {
        Draft draft = Draft::From(best_);
        const TensorRef from = TensorRef::Input(static_cast<int32_t>(i));
        std::vector<TensorRef>& inputs = draft.model_inputs;
        inputs.erase(std::remove(inputs.begin(), inputs.end(), from),
                     inputs.end());
        draft.Replace(from, TensorRef::Input(static_cast<int32_t>(j)));
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  bool DropKwargs() {
    bool helped = false;
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      for (size_t j = best_.calls()[i].kwargs.size; j-- > 0;) {
        Draft draft = Draft::From(best_);
        auto& kwargs = draft.calls[i].kwargs;
        kwargs.erase(kwargs.begin() + static_cast<ptrdiff_t>(j));
        helped |= Try(draft);
      }
    }
    return helped;
  }

  bool DropNames() {
    Draft draft = Draft::From(best_);
    for (InputDecl& input : draft.inputs) input.name = nullptr;
    for (Draft::DraftLayer& layer : draft.layers) {
      layer.decl.name = nullptr;
      layer.decl.trainable = true;
    }
    draft.model_name = nullptr;
    return Try(draft);
  }

  // Each layer becomes the simplest one that still fails; of the same number of
  // outputs or more, so that no reference dangles.
  bool SimplifyLayers() {
    bool helped = false;
    for (size_t i = 0; i < best_.layers().size(); ++i) {
      const Config* config = best_.layers()[i].config;
      const LayerSpec* spec = catalogue_.Find(config);
      if (spec == nullptr || spec->kind().Domain(catalogue_.pool()).empty()) {
        continue;
      }
      for (const LayerSpec* simpler : domain_) {
        if (facts_.Complexity(*simpler->config()) >
            facts_.Complexity(*config)) {
          break;
        }
        if (simpler->num_outputs() < spec->num_outputs()) continue;
        Draft draft = Draft::From(best_);
        draft.layers[i].decl.config = simpler->config();
        if (!CountsFit(draft, i, *simpler)) continue;
        if (Try(draft)) {
          helped = true;
          break;
        }
      }
    }
    return helped;
  }

  static bool CountsFit(const Draft& draft, size_t layer,
                        const LayerSpec& spec) {
    for (const Draft::DraftCall& call : draft.calls) {
      if (call.layer != layer) continue;
      const int count = static_cast<int>(call.inputs.size());
      if (count < spec.traits().min_inputs ||
          count > spec.traits().max_inputs) {
        return false;
      }
      for (const Draft::Keyword& kwarg : call.kwargs) {
        if (kwarg.key->text == "mask" && !spec.traits().takes_mask) {
          return false;
        }
      }
    }
    return true;
  }

  // Smaller ranks and dimensions: all inputs at once, then one by one.
  bool SimplifyInputs() {
    Pool& pool = catalogue_.pool();
    const Shape* simple[] = {pool.InternShape({kUnknownDim, 1}),
                             pool.InternShape({kUnknownDim, 2}),
                             pool.InternShape({kUnknownDim, 1, 1}),
                             pool.InternShape({kUnknownDim, 2, 1}),
                             pool.InternShape({kUnknownDim, 2, 2})};
    for (const Shape* shape : simple) {
      Draft draft = Draft::From(best_);
      for (InputDecl& input : draft.inputs) input.batch_shape = shape;
      if (Try(draft)) return true;
    }
    for (size_t i = 0; i < best_.inputs().size(); ++i) {
      for (const Shape* shape : simple) {
        Draft draft = Draft::From(best_);
        draft.inputs[i].batch_shape = shape;
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  // Any tensor in place of a later one, as input of a call or of the model.
  bool LowerRefs() {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      for (size_t j = 0; j < best_.calls()[i].inputs.size; ++j) {
        if (LowerRef([&](Draft& d) -> TensorRef& { return d.calls[i].inputs[j]; },
                     i)) {
          return true;
        }
      }
    }
    for (size_t j = 0; j < best_.model_outputs().size(); ++j) {
      if (LowerRef([&](Draft& d) -> TensorRef& { return d.model_outputs[j]; },
                   best_.calls().size())) {
        return true;
      }
    }
    // The order of the model's inputs and outputs.
    Draft draft = Draft::From(best_);
    auto by_number = [](TensorRef a, TensorRef b) {
      if (a.is_input() != b.is_input()) return a.is_input();
      if (a.is_input()) return a.input() < b.input();
      return a.producer != b.producer ? a.producer < b.producer
                                      : a.index < b.index;
    };
    std::sort(draft.model_inputs.begin(), draft.model_inputs.end(), by_number);
    if (Try(draft)) return true;
    std::sort(draft.model_outputs.begin(), draft.model_outputs.end(),
              by_number);
    return Try(draft);
  }

  template <typename Ref>
  bool LowerRef(Ref ref, size_t calls_before) {
    std::vector<TensorRef> candidates;
    for (size_t i = 0; i < best_.inputs().size(); ++i) {
      candidates.push_back(TensorRef::Input(static_cast<int32_t>(i)));
    }
    for (size_t i = 0; i < calls_before; ++i) {
      for (int32_t k = 0; k <= MaxOutputIndex(i); ++k) {
        candidates.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
      }
    }
    for (TensorRef candidate : candidates) {
      Draft draft = Draft::From(best_);
      if (ref(draft) == candidate) break;
      ref(draft) = candidate;
      draft.DropUnusedCalls();
      if (Try(draft)) return true;
    }
    return false;
  }

  Catalogue& catalogue_;
  CatalogueFacts facts_;
  const int max_evaluations_;
  const FailsAlike& fails_alike_;
  Graph best_;
  int evaluations_ = 0;
  std::vector<const LayerSpec*> domain_;  // simplest first
};

}  // namespace

absl::string_view ShrinkStatusName(ShrinkStatus status) {
  switch (status) {
    case ShrinkStatus::kFixedPoint:
      return "fixed_point";
    case ShrinkStatus::kBudget:
      return "budget";
    case ShrinkStatus::kNotInteresting:
      return "not_interesting";
  }
  return "";
}

ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike) {
  return Shrinker(Canonicalize(start), catalogue, max_evaluations, fails_alike)
      .Run();
}

}  // namespace clonecheck
