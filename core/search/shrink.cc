#include "core/search/shrink.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/graph/canonical.h"
#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/kinds.h"
#include "core/search/draft.h"
#include "core/search/infer.h"

namespace clonecheck {
namespace {

// A text that only equal Graphs of one Pool share: interned content goes in by
// address, and never comes out in any order.
std::string Key(const Graph& graph) {
  std::string key;
  auto add = [&](auto value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  auto add_refs = [&](Range range) {
    add(range.size);
    for (TensorRef ref : graph.tensors(range)) {
      add(ref.producer);
      add(ref.index);
    }
  };
  add(graph.inputs().size());
  for (const InputDecl& input : graph.inputs()) {
    add(input.name);
    add(input.batch_shape);
    add(input.dtype);
    add(input.sparse);
  }
  add(graph.layers().size());
  for (const LayerDecl& layer : graph.layers()) {
    add(layer.config);
    add(layer.name);
    add(layer.trainable);
    add(layer.position);
    add(layer.children.size);
    for (uint32_t child : graph.children(layer)) add(child);
    add_refs(layer.model_inputs);
    add_refs(layer.model_outputs);
  }
  for (const Call& call : graph.calls()) {
    add(call.layer);
    add(call.as_list);
    add_refs(call.inputs);
    add(call.kwargs.size);
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      add(kwarg.key);
      add(kwarg.form);
      add(kwarg.literal.type);
      add(kwarg.literal.bits());
      add_refs(kwarg.tensors);
    }
  }
  add(graph.model().name);
  add(graph.model().position);
  add(graph.model().layer);
  add_refs(graph.model().inputs);
  add_refs(graph.model().outputs);
  return key;
}

// Simplest first. Rank 1 is not among them: many layers refuse it, and a
// witness is to be of use to people.
constexpr int32_t kSimpleShapes[][3] = {
    {kUnknownDim, 1, 0},           {kUnknownDim, 2, 0},
    {kUnknownDim, kUnknownDim, 1}, {kUnknownDim, kUnknownDim, 2},
    {kUnknownDim, 1, 1},           {kUnknownDim, 2, 1},
    {kUnknownDim, 2, 2},
};
constexpr int kMinRank = 2;

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
    std::sort(domain_.begin(), domain_.end(),
              [&](const LayerSpec* a, const LayerSpec* b) {
                return Complexity(*a) != Complexity(*b)
                           ? Complexity(*a) < Complexity(*b)
                           : CompareConfigs(*a->config(), *b->config()) < 0;
              });
    for (const auto& dims : kSimpleShapes) {
      shapes_.push_back(catalogue.pool().InternShape(
          absl::MakeConstSpan(dims, dims[2] == 0 ? 2 : 3)));
    }
  }

  ShrinkResult Run() {
    ShrinkResult result;
    asked_.insert(Key(best_));
    ++evaluations_;
    if (!fails_alike_(best_)) {
      result.status = ShrinkStatus::kNotInteresting;
    } else if (evaluations_ >= max_evaluations_) {
      // The start was all that there was to ask for; no drafts are made.
      result.status = ShrinkStatus::kBudget;
    } else {
      do {
        RunPasses();
      } while (Challenge() || RewireLayers());
      if (out_of_budget_) result.status = ShrinkStatus::kBudget;
    }
    result.graph = std::move(best_);
    result.evaluations = evaluations_;
    result.proof_evaluations = proof_evaluations_;
    return result;
  }

 private:
  // Passes from the coarse to the fine; whenever one helps, the coarse ones are
  // tried again, since one success of theirs saves many questions. What was
  // asked before costs nothing.
  void RunPasses() {
    using Pass = bool (Shrinker::*)();
    constexpr Pass kPasses[] = {
        &Shrinker::IsolateCall,    &Shrinker::KeepOneOutput,
        &Shrinker::InlineModels,   &Shrinker::DropUnused,
        &Shrinker::CutBelowCall,   &Shrinker::CutAboveCall,
        &Shrinker::DropOutputs,    &Shrinker::BypassCalls,
        &Shrinker::DropDeadCalls,  &Shrinker::MergeInputs,
        &Shrinker::DropCallInputs, &Shrinker::Unwrap,
        &Shrinker::DropChildren,   &Shrinker::DropKwargs,
        &Shrinker::MakePlain,      &Shrinker::SimplifyLayers,
        &Shrinker::SimplifyInputs, &Shrinker::LowerRefs,
        &Shrinker::OrderRefs,      &Shrinker::OrderCalls,
        &Shrinker::LowerRefsOnly,
    };
    for (size_t pass = 0; pass < std::size(kPasses) && !out_of_budget_;) {
      pass = (this->*kPasses[pass])() ? 0 : pass + 1;
    }
  }

  // Takes the Graph if it is simpler and fails alike.
  bool Ask(Graph graph, int* count) {
    if (out_of_budget_ || CompareGraphs(graph, best_, &facts_) >= 0 ||
        !ResolveWrappers(graph) || !Validate(graph, &facts_).ok()) {
      return false;
    }
    if (!asked_.insert(Key(graph)).second) return false;
    if (evaluations_ + proof_evaluations_ >= max_evaluations_) {
      out_of_budget_ = true;
      return false;
    }
    ++*count;
    if (!fails_alike_(graph)) return false;
    best_ = std::move(graph);
    return true;
  }
  bool Try(const Draft& draft) {
    if (out_of_budget_) return false;
    // A pass may leave a call before one that it needs now; such a draft is no
    // program, and has no canonical form.
    const Graph graph = draft.ToGraph(/*drop_inputs=*/true);
    return Validate(graph, nullptr).ok() &&
           Ask(Canonicalize(graph), &evaluations_);
  }

  // A wrapper around another layer than before is a layer of its own, which
  // must be known, and may not exist: no Bidirectional wraps a Dense.
  bool ResolveWrappers(const Graph& graph) const {
    for (const LayerDecl& layer : graph.layers()) {
      if (layer.children.size > 0 &&
          !catalogue_.ResolveLayer(graph, layer).ok()) {
        return false;
      }
    }
    return true;
  }

  // Drops what an edit of best_ made useless. What is useless in best_ itself
  // may be what the failure needs; it stays.
  void DropNewlyUnused(Draft* draft) const {
    Draft before = Draft::From(best_);
    before.DropUnusedCalls();
    std::vector<bool> unused(before.calls.size());
    for (size_t i = 0; i < unused.size(); ++i) {
      unused[i] = before.calls[i].dropped;
    }
    draft->DropUnusedCalls(unused);
  }

  // ---- Passes. Each is true if it made best_ simpler.

  // One call, on inputs of its own, with all its outputs: most failures are one
  // layer's. The least simple layers are the first to suspect.
  bool IsolateCall() {
    if (best_.calls().size() < 2) return false;
    std::vector<std::pair<int, size_t>> suspects;  // complexity, call
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      suspects.emplace_back(-facts_.Complexity(*ConfigOf(best_.calls()[i])), i);
    }
    std::sort(suspects.begin(), suspects.end());
    for (const auto& [complexity, i] : suspects) {
      const Call& call = best_.calls()[i];
      const LayerSpec* spec = catalogue_.Find(ConfigOf(call));
      if (!IsDrawn(spec)) continue;
      Graph graph = OneCall(*spec, call.inputs.size, AllOutputs(*spec));
      if (Ask(std::move(graph), &evaluations_)) return true;
    }
    return false;
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

  // Calls outside of the model, layers and inputs that nobody needs.
  bool DropUnused() {
    Draft draft = Draft::From(best_);
    draft.DropUnusedCalls();
    return Try(draft);
  }

  // The same, one call with all that needs it.
  bool DropDeadCalls() {
    for (size_t i = best_.calls().size(); i-- > 0;) {
      Draft draft = Draft::From(best_);
      draft.DropUnusedCalls();
      if (!draft.calls[i].dropped) continue;
      std::vector<bool> kept(draft.calls.size());
      for (size_t j = 0; j < kept.size(); ++j) {
        kept[j] = draft.calls[j].dropped && j != i;
        draft.calls[j].dropped = false;
      }
      draft.DropUnusedCalls(kept);
      if (Try(draft)) return true;
    }
    return false;
  }

  // The model ends at a call, whose outputs become its outputs. Early calls
  // first: they leave least.
  bool CutBelowCall() {
    for (size_t i = 0; i + 1 < best_.calls().size(); ++i) {
      const int outputs = OutputsOf(i);
      Draft draft = Draft::From(best_);
      draft.model_outputs.clear();
      for (int k = 0; k < outputs; ++k) {
        draft.model_outputs.push_back(
            TensorRef::Call(static_cast<int32_t>(i), k));
      }
      DropNewlyUnused(&draft);
      if (Try(draft)) return true;
    }
    return false;
  }

  // The outputs of a call become inputs of the model, and all that was above
  // goes. Late calls first: they cut off most.
  bool CutAboveCall() {
    const auto tensors = InferTensors(best_, catalogue_);
    for (size_t i = best_.calls().size(); i-- > 0;) {
      const std::vector<TensorInfo>& infos = tensors[i];
      const bool usable =
          std::all_of(infos.begin(), infos.end(), [](const TensorInfo& info) {
            return info.shape->known_rank() && info.shape->rank >= kMinRank;
          });
      if (infos.empty() || !usable) continue;
      Draft draft = Draft::From(best_);
      for (size_t k = 0; k < infos.size(); ++k) {
        const TensorRef fresh =
            TensorRef::Input(static_cast<int32_t>(draft.inputs.size()));
        draft.inputs.push_back(
            InputDecl{nullptr, infos[k].shape, infos[k].dtype, false});
        draft.Replace(
            TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)),
            fresh);
        draft.model_inputs.push_back(fresh);
      }
      DropNewlyUnused(&draft);
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
      DropNewlyUnused(&draft);
      if (Try(draft)) {
        helped = true;
        i = std::min(i, best_.model_outputs().size());
      }
    }
    return helped;
  }

  // A call goes, and what used its outputs uses its inputs instead.
  bool BypassCalls() {
    for (size_t i = best_.calls().size(); i-- > 0;) {
      const size_t inputs = best_.calls()[i].inputs.size;
      for (size_t j = 0; j < inputs; ++j) {
        Draft draft = Draft::From(best_);
        const TensorRef input = draft.calls[i].inputs[j];
        const int outputs = draft.NumUsedOutputs(draft.calls[i].layer);
        for (int k = 0; k < outputs; ++k) {
          draft.Replace(TensorRef::Call(static_cast<int32_t>(i), k), input);
        }
        DropNewlyUnused(&draft);
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  // A Sequential has one layer less.
  bool DropChildren() {
    for (size_t i = 0; i < best_.layers().size(); ++i) {
      if (!IsSequential(best_.layers()[i])) continue;
      for (size_t j = best_.layers()[i].children.size; j-- > 0;) {
        Draft draft = Draft::From(best_);
        std::vector<uint32_t>& children = draft.layers[i].children;
        children.erase(children.begin() + static_cast<ptrdiff_t>(j));
        if (Try(draft)) return true;
      }
    }
    return false;
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

  // One input less for calls that take any number.
  bool DropCallInputs() {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      const LayerSpec* spec = catalogue_.Find(ConfigOf(best_.calls()[i]));
      const size_t size = best_.calls()[i].inputs.size;
      if (!IsDrawn(spec) ||
          size <= static_cast<size_t>(spec->traits().min_inputs)) {
        continue;
      }
      for (size_t j = size; j-- > 0;) {
        Draft draft = Draft::From(best_);
        auto& inputs = draft.calls[i].inputs;
        inputs.erase(inputs.begin() + static_cast<ptrdiff_t>(j));
        DropNewlyUnused(&draft);
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  // What a wrapper or a Sequential of one layer holds, in its place.
  bool Unwrap() {
    for (size_t i = best_.layers().size(); i-- > 0;) {
      const auto children = best_.children(best_.layers()[i]);
      if (children.size() != 1) continue;
      Draft draft = Draft::From(best_);
      bool called = false;
      for (Draft::DraftCall& call : draft.calls) {
        if (call.layer != i) continue;
        call.layer = children[0];
        called = true;
      }
      if (called && Try(draft)) return true;
    }
    return false;
  }

  // The calls that a Model holds, on the tensors that it is called on: for a
  // Model that is called once, after which there is none.
  bool InlineModels() {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      const uint32_t layer = best_.calls()[i].layer;
      const auto own_inputs = best_.tensors(best_.layers()[layer].model_inputs);
      const auto own_outputs =
          best_.tensors(best_.layers()[layer].model_outputs);
      if (own_outputs.empty() ||
          best_.calls()[i].inputs.size != own_inputs.size()) {
        continue;
      }
      Draft draft = Draft::From(best_);
      const std::vector<TensorRef> given = draft.calls[i].inputs;
      draft.layers[layer].model_inputs.clear();
      draft.layers[layer].model_outputs.clear();
      for (size_t k = 0; k < own_outputs.size(); ++k) {
        draft.Replace(
            TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)),
            own_outputs[k]);
      }
      for (size_t k = 0; k < given.size(); ++k) {
        draft.Replace(own_inputs[k], given[k]);
      }
      draft.calls[i].dropped = true;
      draft.layers[layer].model_inputs.assign(own_inputs.begin(),
                                              own_inputs.end());
      draft.layers[layer].model_outputs.assign(1, own_inputs[0]);
      DropNewlyUnused(&draft);
      if (Try(draft)) return true;
    }
    return false;
  }

  bool DropKwargs() {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      for (size_t j = best_.calls()[i].kwargs.size; j-- > 0;) {
        Draft draft = Draft::From(best_);
        auto& kwargs = draft.calls[i].kwargs;
        kwargs.erase(kwargs.begin() + static_cast<ptrdiff_t>(j));
        DropNewlyUnused(&draft);
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  // Nothing out of the ordinary: all at once, then one thing after the other.
  bool MakePlain() {
    Draft all = Draft::From(best_);
    for (InputDecl& input : all.inputs) MakeInputPlain(&input);
    for (Draft::DraftLayer& layer : all.layers) MakeLayerPlain(&layer);
    for (Draft::DraftCall& call : all.calls) call.as_list = false;
    MakeModelPlain(&all);
    if (Try(all)) return true;
    for (size_t i = 0; i < best_.inputs().size(); ++i) {
      Draft draft = Draft::From(best_);
      MakeInputPlain(&draft.inputs[i]);
      if (Try(draft)) return true;
    }
    for (size_t i = 0; i < best_.layers().size(); ++i) {
      Draft draft = Draft::From(best_);
      MakeLayerPlain(&draft.layers[i]);
      if (Try(draft)) return true;
    }
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      Draft draft = Draft::From(best_);
      draft.calls[i].as_list = false;
      if (Try(draft)) return true;
    }
    Draft draft = Draft::From(best_);
    MakeModelPlain(&draft);
    return Try(draft);
  }
  static void MakeInputPlain(InputDecl* input) {
    input->name = nullptr;
    input->dtype = DType::kFloat32;
    input->sparse = false;
  }
  static void MakeLayerPlain(Draft::DraftLayer* layer) {
    layer->decl.name = nullptr;
    layer->decl.trainable = true;
    if (layer->children.empty() && layer->model_outputs.empty()) {
      layer->decl.position = 0;
    }
  }
  static void MakeModelPlain(Draft* draft) {
    draft->model_name = nullptr;
    draft->model_position = static_cast<uint32_t>(draft->calls.size());
  }

  // Each layer becomes the simplest one that still fails: any of its own kind,
  // and of other kinds the simplest that has the outputs in use.
  bool SimplifyLayers() {
    for (size_t i = 0; i < best_.layers().size(); ++i) {
      const LayerDecl& layer = best_.layers()[i];
      const LayerSpec* spec = catalogue_.Find(layer.config);
      // Of Models, Sequentials and wrappers any plain layer may take the place.
      const bool holds = IsModel(layer) || layer.children.size > 0;
      if (!holds && !IsDrawn(spec)) continue;
      const int used =
          Draft::From(best_).NumUsedOutputs(static_cast<uint32_t>(i));
      // Of each other class, the simplest layer that makes a mask, and the
      // simplest that does not.
      std::vector<std::pair<const LayerKind*, bool>> seen;
      for (const LayerSpec* simpler : domain_) {
        if (!holds && Complexity(*simpler) > Complexity(*spec)) break;
        if (simpler->num_outputs() < used) continue;
        Draft draft = Draft::From(best_);
        draft.layers[i].decl.config = simpler->config();
        if (holds) {
          draft.layers[i].decl.position = 0;
          draft.layers[i].children.clear();
          draft.layers[i].model_inputs.clear();
          draft.layers[i].model_outputs.clear();
        }
        if (!AdaptCalls(i, *simpler, &draft)) continue;
        if (holds || &simpler->kind() != &spec->kind()) {
          const std::pair<const LayerKind*, bool> sort(&simpler->kind(),
                                                       MakesMask(*simpler));
          if (std::count(seen.begin(), seen.end(), sort) > 0) continue;
          seen.push_back(sort);
        }
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  bool MakesMask(const LayerSpec& spec) const {
    TensorInfo plain;
    plain.shape = shapes_[0];
    const std::vector<TensorInfo> inputs(
        static_cast<size_t>(std::max(spec.traits().min_inputs, 1)), plain);
    return spec.OutputMasked(inputs, 0);
  }

  // Leaves out inputs that `spec` does not take. False if it wants more, or
  // does not take a keyword.
  static bool AdaptCalls(size_t layer, const LayerSpec& spec, Draft* draft) {
    for (Draft::DraftCall& call : draft->calls) {
      if (call.layer != layer) continue;
      const auto max = static_cast<size_t>(spec.traits().max_inputs);
      if (call.inputs.size() > max) call.inputs.resize(max);
      if (call.inputs.size() < static_cast<size_t>(spec.traits().min_inputs)) {
        return false;
      }
      for (const Draft::Keyword& kwarg : call.kwargs) {
        const absl::string_view key = kwarg.key->text;
        if ((key == "mask" && !spec.traits().takes_mask) ||
            (key == "training" && !spec.traits().takes_training) ||
            (key == "initial_state" && spec.traits().num_states == 0)) {
          return false;
        }
      }
    }
    return true;
  }

  // Smaller ranks and dimensions: all inputs at once, then one by one.
  bool SimplifyInputs() {
    for (const Shape* shape : shapes_) {
      Draft draft = Draft::From(best_);
      for (InputDecl& input : draft.inputs) input.batch_shape = shape;
      if (Try(draft)) return true;
    }
    for (size_t i = 0; i < best_.inputs().size(); ++i) {
      for (const Shape* shape : shapes_) {
        Draft draft = Draft::From(best_);
        draft.inputs[i].batch_shape = shape;
        if (Try(draft)) return true;
      }
    }
    return false;
  }

  // Any tensor in place of a later one, as input of a call or of the model.
  bool LowerRefs() { return LowerRefs(/*drop=*/true); }
  // The same, but calls that become useless by it stay.
  bool LowerRefsOnly() { return LowerRefs(/*drop=*/false); }

  bool LowerRefs(bool drop) {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      for (size_t j = 0; j < best_.calls()[i].inputs.size; ++j) {
        if (LowerRef(
                [&](Draft& d) -> TensorRef& { return d.calls[i].inputs[j]; }, i,
                drop)) {
          return true;
        }
      }
    }
    for (size_t j = 0; j < best_.model_outputs().size(); ++j) {
      if (LowerRef([&](Draft& d) -> TensorRef& { return d.model_outputs[j]; },
                   best_.calls().size(), drop)) {
        return true;
      }
    }
    return false;
  }

  template <typename Ref>
  bool LowerRef(Ref ref, size_t calls_before, bool drop) {
    std::vector<TensorRef> candidates;
    for (size_t i = 0; i < best_.inputs().size(); ++i) {
      candidates.push_back(TensorRef::Input(static_cast<int32_t>(i)));
    }
    for (size_t i = 0; i < calls_before; ++i) {
      for (int32_t k = 0; k < OutputsOf(i); ++k) {
        candidates.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
      }
    }
    for (TensorRef candidate : candidates) {
      Draft draft = Draft::From(best_);
      if (ref(draft) == candidate) break;
      ref(draft) = candidate;
      if (drop) DropNewlyUnused(&draft);
      if (Try(draft)) return true;
    }
    return false;
  }

  // The model's inputs in the order in which calls use them, its outputs in the
  // order in which they were made.
  bool OrderRefs() {
    Draft draft = Draft::From(best_);
    std::vector<TensorRef> inputs;
    auto use = [&](TensorRef ref) {
      if (std::count(draft.model_inputs.begin(), draft.model_inputs.end(),
                     ref) > 0 &&
          std::count(inputs.begin(), inputs.end(), ref) == 0) {
        inputs.push_back(ref);
      }
    };
    for (const Draft::DraftCall& call : draft.calls) {
      for (TensorRef ref : call.inputs) use(ref);
    }
    for (TensorRef ref : draft.model_inputs) use(ref);
    if (inputs.size() == draft.model_inputs.size()) {
      draft.model_inputs = inputs;
      if (Try(draft)) return true;
      draft = Draft::From(best_);
    }
    std::sort(draft.model_outputs.begin(), draft.model_outputs.end(), Before);
    if (Try(draft)) return true;
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      draft = Draft::From(best_);
      std::vector<TensorRef>& call_inputs = draft.calls[i].inputs;
      std::sort(call_inputs.begin(), call_inputs.end(), Before);
      if (Try(draft)) return true;
    }
    return false;
  }
  static bool Before(TensorRef a, TensorRef b) {
    if (a.is_input() != b.is_input()) return a.is_input();
    if (a.is_input()) return a.input() < b.input();
    return a.producer != b.producer ? a.producer < b.producer
                                    : a.index < b.index;
  }

  // A call and the next change places, where that has no part in positions.
  bool OrderCalls() {
    for (size_t i = 0; i + 1 < best_.calls().size(); ++i) {
      Draft draft = Draft::From(best_);
      const auto first = static_cast<int32_t>(i);
      std::swap(draft.calls[i], draft.calls[i + 1]);
      const auto exchange = [&](std::vector<TensorRef>* refs) {
        for (TensorRef& ref : *refs) {
          if (ref.producer == first) {
            ref.producer = first + 1;
          } else if (ref.producer == first + 1) {
            ref.producer = first;
          }
        }
      };
      draft.ForEachRefs(exchange);
      if (Try(draft)) return true;
    }
    return false;
  }

  // ---- After the passes

  // Asks about every Graph of one call that is simpler than best_, the simplest
  // first: each layer of the domain on one input or on as many as it takes,
  // with one output. True if one fails alike, which then is best_.
  bool Challenge() {
    if (out_of_budget_ || best_.calls().empty()) return false;
    std::vector<Graph> graphs;
    for (const LayerSpec* spec : domain_) {
      const auto inputs = static_cast<uint32_t>(spec->traits().min_inputs);
      for (int k = 0; k < spec->num_outputs(); ++k) {
        graphs.push_back(OneCall(*spec, inputs, {k}));
        if (inputs > 1) graphs.push_back(OneCall(*spec, inputs, {k}, true));
      }
    }
    std::sort(graphs.begin(), graphs.end(),
              [&](const Graph& a, const Graph& b) {
                return CompareGraphs(a, b, &facts_) < 0;
              });
    for (Graph& graph : graphs) {
      if (Ask(std::move(graph), &proof_evaluations_)) return true;
    }
    return false;
  }

  // Each layer becomes a simpler one of its kind on inputs from elsewhere: what
  // makes a mask by itself, say, becomes what hands on another one's.
  bool RewireLayers() {
    for (size_t i = 0; i < best_.calls().size(); ++i) {
      const uint32_t layer = best_.calls()[i].layer;
      const LayerSpec* spec = catalogue_.Find(ConfigOf(best_.calls()[i]));
      if (!IsDrawn(spec) || best_.calls()[i].inputs.size == 0) continue;
      const int used = Draft::From(best_).NumUsedOutputs(layer);
      for (const LayerSpec* simpler : domain_) {
        if (Complexity(*simpler) >= Complexity(*spec)) break;
        if (&simpler->kind() != &spec->kind() ||
            simpler->num_outputs() < used) {
          continue;
        }
        for (size_t j = 0; j < i; ++j) {
          Draft draft = Draft::From(best_);
          draft.layers[layer].decl.config = simpler->config();
          if (!AdaptCalls(layer, *simpler, &draft)) continue;
          draft.calls[i].inputs[0] =
              TensorRef::Call(static_cast<int32_t>(j), 0);
          DropNewlyUnused(&draft);
          if (Try(draft)) return true;
        }
      }
    }
    return false;
  }

  // A call of `spec` on inputs of the simplest shape: as many as it has, or one
  // for all.
  Graph OneCall(const LayerSpec& spec, uint32_t num_inputs,
                const std::vector<int>& outputs, bool one_input = false) const {
    GraphBuilder builder;
    std::vector<TensorRef> inputs;
    for (uint32_t i = 0; i < num_inputs; ++i) {
      inputs.push_back(i > 0 && one_input ? inputs[0]
                                          : builder.AddInput(shapes_[0]));
    }
    const uint32_t layer = builder.AddLayer(spec.config());
    const TensorRef call = builder.AddCall(layer, inputs);
    std::vector<TensorRef> model_outputs;
    for (int k : outputs) {
      model_outputs.push_back(TensorRef::Call(call.producer, k));
    }
    if (one_input) inputs.resize(1);
    builder.SetModel(inputs, model_outputs);
    return std::move(builder).Build();
  }

  static std::vector<int> AllOutputs(const LayerSpec& spec) {
    std::vector<int> outputs;
    for (int k = 0; k < spec.num_outputs(); ++k) outputs.push_back(k);
    return outputs;
  }

  // A kind that the generator draws; not a nested Model, say.
  bool IsDrawn(const LayerSpec* spec) const {
    return spec != nullptr && !spec->kind().Domain(catalogue_.pool()).empty();
  }
  const Config* ConfigOf(const Call& call) const {
    return best_.layers()[call.layer].config;
  }
  int Complexity(const LayerSpec& spec) const {
    return facts_.Complexity(*spec.config());
  }
  // How many outputs a call has; of a call of which nobody knows, as many as
  // are used.
  int OutputsOf(size_t call) const {
    const uint32_t layer = best_.calls()[call].layer;
    const int outputs = NumOutputs(best_, best_.layers()[layer], &facts_);
    return outputs >= 0 ? outputs : Draft::From(best_).NumUsedOutputs(layer);
  }

  Catalogue& catalogue_;
  CatalogueFacts facts_;
  const int max_evaluations_;
  const FailsAlike& fails_alike_;
  Graph best_;
  int evaluations_ = 0;
  int proof_evaluations_ = 0;
  bool out_of_budget_ = false;
  absl::flat_hash_set<std::string> asked_;
  std::vector<const LayerSpec*> domain_;  // simplest first
  std::vector<const Shape*> shapes_;      // kSimpleShapes
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
    case ShrinkStatus::kEnumerated:
      return "enumerated";
  }
  return "";
}

ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike) {
  return Shrinker(Canonicalize(start), catalogue, max_evaluations, fails_alike)
      .Run();
}

}  // namespace clonecheck
