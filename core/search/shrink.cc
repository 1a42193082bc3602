#include "core/search/shrink.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"

namespace clonecheck {
namespace {

// Simplest first. Rank 1 is not among them: many layers refuse it, and a
// witness is to be of use to people.
constexpr int32_t kSimpleShapes[][3] = {
    {kUnknownDim, 1, 0},           {kUnknownDim, 2, 0},
    {kUnknownDim, kUnknownDim, 1}, {kUnknownDim, kUnknownDim, 2},
    {kUnknownDim, 1, 1},           {kUnknownDim, 2, 1},
    {kUnknownDim, 2, 2},
};

bool HasUnusedModelInput(const Graph& graph) {
  std::vector<bool> used(graph.inputs().size());
  const auto use = [&](absl::Span<const TensorRef> refs) {
    for (TensorRef ref : refs) {
      if (ref.is_input()) used[ref.input()] = true;
    }
  };
  for (const Call& call : graph.calls()) {
    use(graph.call_inputs(call));
    for (const Kwarg& kwarg : graph.kwargs(call)) {
      use(graph.tensors(kwarg.tensors));
    }
  }
  use(graph.model_outputs());
  return std::any_of(
      graph.model_inputs().begin(), graph.model_inputs().end(),
      [&](TensorRef ref) { return ref.is_input() && !used[ref.input()]; });
}

}  // namespace

std::string GraphKey(const Graph& graph) {
  std::string key;
  const auto add = [&](auto value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto add_all = [&](const auto& items, auto add_item) {
    add(items.size());
    for (const auto& item : items) add_item(item);
  };
  const auto add_refs = [&](Range range) {
    add_all(graph.tensors(range), [&](TensorRef ref) {
      add(ref.producer);
      add(ref.index);
    });
  };
  add_all(graph.inputs(), [&](const InputDecl& input) {
    add(input.name);
    add(input.batch_shape);
    add(input.dtype);
    add(input.sparse);
  });
  add_all(graph.layers(), [&](const LayerDecl& layer) {
    add(layer.config);
    add(layer.name);
    add(layer.trainable);
    add(layer.position);
    add_all(graph.children(layer), add);
    add_refs(layer.model_inputs);
    add_refs(layer.model_outputs);
  });
  add_all(graph.calls(), [&](const Call& call) {
    add(call.layer);
    add(call.as_list);
    add_refs(call.inputs);
    add_all(graph.kwargs(call), [&](const Kwarg& kwarg) {
      add(kwarg.key);
      add(kwarg.form);
      add(kwarg.literal.type);
      add(kwarg.literal.bits());
      add_refs(kwarg.tensors);
    });
  });
  add(graph.model().name);
  add(graph.model().position);
  add(graph.model().layer);
  add_refs(graph.model().inputs);
  add_refs(graph.model().outputs);
  return key;
}

Shrinker::Shrinker(const Graph& start, Catalogue& catalogue,
                   int max_evaluations, const FailsAlike& fails_alike,
                   const ShrinkOptions& options)
    : catalogue_(catalogue),
      layers_(options.layers != nullptr ? *options.layers
                                        : own_layers_.emplace(catalogue)),
      facts_(layers_.facts()),
      max_evaluations_(max_evaluations),
      fails_alike_(fails_alike),
      best_(start),
      options_(options) {
  for (const auto& dims : kSimpleShapes) {
    shapes_.push_back(catalogue.pool().InternShape(
        absl::MakeConstSpan(dims, dims[2] == 0 ? 2 : 3)));
  }
}

ShrinkResult Shrinker::Run() {
  ShrinkResult result;
  asked_.insert(GraphKey(best_));
  ++evaluations_;
  if (!fails_alike_(best_)) {
    result.status = ShrinkStatus::kNotInteresting;
  } else if (evaluations_ >= max_evaluations_) {
    // The start was all that there was to ask for; no drafts are made.
    result.status = ShrinkStatus::kBudget;
  } else {
    do {
      count_ = &evaluations_;
      RunPasses();
      count_ = &proof_evaluations_;
    } while (!Ended() &&
             (Challenge() || TryMinimalGraphs() || RunFinalPasses() ||
              ShrinkOthers() || Prove() || Perturb()));
    if (out_of_budget_) result.status = ShrinkStatus::kBudget;
    if (hurried_ || stopped_) result.status = ShrinkStatus::kHurried;
  }
  result.graph = std::move(best_);
  result.evaluations = evaluations_;
  result.proof_evaluations = proof_evaluations_;
  result.proof = proof_;
  result.proved_minimal = proof_ == ProofStatus::kAllOfKinds ||
                          proof_ == ProofStatus::kAllOfConfigs;
  result.slips = slips_;
  return result;
}

// Whenever a pass helps, the coarse ones are tried again, since one success of
// theirs saves many questions. What was asked before costs nothing. Once it has
// ended all passes seem to help (Try), which they would do for ever.
void Shrinker::RunPasses() {
  const absl::Span<const ShrinkPass> passes = AllShrinkPasses();
  for (size_t pass = 0; pass < passes.size() && !Ended();) {
    pass = passes[pass].run(*this) ? 0 : pass + 1;
  }
}

bool Shrinker::RunFinalPasses() {
  for (const ShrinkPass& pass : FinalShrinkPasses()) {
    if (pass.run(*this)) return !Ended();
  }
  return false;
}

bool Shrinker::Hurried() {
  hurried_ = hurried_ || (options_.hurry && options_.hurry());
  return hurried_;
}

bool Shrinker::Over() {
  stopped_ = stopped_ || (options_.stop && options_.stop());
  return out_of_budget_ || stopped_;
}

bool Shrinker::Ended() {
  return Over() || (count_ == &proof_evaluations_ && Hurried());
}

bool Shrinker::Ask(Graph graph, int* count) {
  if (Over() || !SimplerThan(graph, best_, &facts_) || !Resolve(graph) ||
      !Validate(graph, &facts_).ok()) {
    return false;
  }
  return AskNew(std::move(graph), count);
}

bool Shrinker::StartFrom(Graph graph) {
  return !Ended() && AskNew(std::move(graph), count_);
}

bool Shrinker::AskNew(Graph graph, int* count) {
  if (options_.may_fail && !options_.may_fail(graph)) return false;
  if (count == &proof_evaluations_ && Hurried()) return false;
  if (!asked_.insert(GraphKey(graph)).second) return false;
  if (evaluations_ + proof_evaluations_ >= max_evaluations_) {
    out_of_budget_ = true;
    return false;
  }
  ++*count;
  if (!fails_alike_(graph)) return false;
  best_ = std::move(graph);
  return true;
}

bool Shrinker::Try(const Draft& draft) {
  if (Ended()) return true;
  // A pass may leave a call before one that it needs now; such a draft is no
  // program, and has no canonical form.
  const auto take = [&](const Graph& graph) {
    return Validate(graph, nullptr).ok() && Ask(Canonicalize(graph), count_);
  };
  if (take(draft.ToGraph(/*drop_inputs=*/true))) return true;
  // An input that nobody uses may be what fails.
  return (HasUnusedModelInput(best_) || best_.model_outputs().size() > 1) &&
         take(draft.ToGraph(/*drop_inputs=*/true, /*keep_model_inputs=*/true));
}

// A wrapper around another layer than before is a layer of its own, which
// must be known, and may not exist: no Bidirectional wraps a Dense. Nor does a
// GRU take the two states of the LSTM that it is in place of.
bool Shrinker::Resolve(const Graph& graph) const {
  for (const LayerDecl& layer : graph.layers()) {
    if (layer.children.size > 0 &&
        !catalogue_.ResolveLayer(graph, layer).ok()) {
      return false;
    }
  }
  for (const Call& call : graph.calls()) {
    const LayerSpec* spec =
        catalogue_.FindLayer(graph, graph.layers()[call.layer]);
    if (spec == nullptr) continue;
    const int count = static_cast<int>(call.inputs.size);
    const LayerSpec::Traits& traits = spec->traits();
    if (count < traits.min_inputs ||
        (count > traits.max_inputs &&
         traits.max_inputs < LayerSpec::kManyInputs)) {
      return false;
    }
  }
  return true;
}

void Shrinker::DropNewlyUnused(Draft* draft) const {
  Draft before = Draft::From(best_);
  before.DropUnusedCalls();
  std::vector<bool> unused(before.calls.size());
  for (size_t i = 0; i < unused.size(); ++i) {
    unused[i] = before.calls[i].dropped;
  }
  draft->DropUnusedCalls(unused);
}

// Asks about every Graph of one call that is simpler than best_, the simplest
// first: each layer of the domain on one input or on as many as it takes,
// with one output, and with the input as a mask; those of the kinds that best_
// has also on inputs of other shapes. True if one fails alike, which then is
// best_.
bool Shrinker::Challenge() {
  if (Over()) return false;
  std::vector<Graph> graphs;
  // Only what Ask takes: there are many, and few are simpler than a Graph
  // of one call.
  const auto add = [&](Graph graph) {
    if (SimplerThan(graph, best_, &facts_)) {
      graphs.push_back(std::move(graph));
    }
  };
  const Name* const mask = catalogue_.pool().InternName("mask");
  for (const LayerSpec* spec : domain()) {
    const auto inputs = static_cast<uint32_t>(spec->traits().min_inputs);
    for (int k = 0; k < spec->num_outputs(); ++k) {
      add(OneCall(*spec, inputs, {k}));
      if (inputs > 1) add(OneCall(*spec, inputs, {k}, true));
      if (!spec->traits().takes_mask) continue;
      add(OneCall(*spec, inputs, {k}, false, nullptr, mask));
      if (inputs > 1) add(OneCall(*spec, inputs, {k}, true, nullptr, mask));
    }
    if (std::none_of(best_.layers().begin(), best_.layers().end(),
                     [&](const LayerDecl& layer) {
                       return layer.config->kind == spec->config()->kind;
                     })) {
      continue;
    }
    for (const Shape* shape : shapes_) {
      for (int k = 0; k < spec->num_outputs(); ++k) {
        add(OneCall(*spec, inputs, {k}, true, shape));
        if (!spec->traits().takes_mask) continue;
        add(OneCall(*spec, inputs, {k}, true, shape, mask));
      }
    }
  }
  std::sort(graphs.begin(), graphs.end(), [&](const Graph& a, const Graph& b) {
    return SimplerThan(a, b, &facts_);
  });
  for (Graph& graph : graphs) {
    if (Ask(std::move(graph), &proof_evaluations_)) return true;
  }
  return false;
}

int Shrinker::OutputsOf(size_t call) const {
  const uint32_t layer = best_.calls()[call].layer;
  const int outputs = NumOutputs(best_, best_.layers()[layer], &facts_);
  return outputs >= 0 ? outputs : Draft::From(best_).NumUsedOutputs(layer);
}

Graph Shrinker::OneCall(const LayerSpec& spec, uint32_t num_inputs,
                        const std::vector<int>& outputs, bool one_input,
                        const Shape* shape, const Name* mask) const {
  GraphBuilder builder;
  std::vector<TensorRef> inputs;
  for (uint32_t i = 0; i < num_inputs; ++i) {
    inputs.push_back(
        i > 0 && one_input
            ? inputs[0]
            : builder.AddInput(shape == nullptr ? shapes_[0] : shape));
  }
  const uint32_t layer = builder.AddLayer(spec.config());
  const TensorRef call = builder.AddCall(layer, inputs);
  if (mask != nullptr) builder.AddKwarg(mask, inputs[0]);
  std::vector<TensorRef> model_outputs;
  for (int k : outputs) {
    model_outputs.push_back(TensorRef::Call(call.producer, k));
  }
  if (one_input) inputs.resize(1);
  builder.SetModel(inputs, model_outputs);
  return std::move(builder).Build();
}

absl::string_view ShrinkStatusName(ShrinkStatus status) {
  switch (status) {
    case ShrinkStatus::kFixedPoint:
      return "fixed_point";
    case ShrinkStatus::kBudget:
      return "budget";
    case ShrinkStatus::kHurried:
      return "hurried";
    case ShrinkStatus::kNotInteresting:
      return "not_interesting";
    case ShrinkStatus::kEnumerated:
      return "enumerated";
  }
  return "";
}

ShrinkResult Shrink(const Graph& start, Catalogue& catalogue,
                    int max_evaluations, const FailsAlike& fails_alike,
                    const ShrinkOptions& options) {
  return Shrinker(Canonicalize(start), catalogue, max_evaluations, fails_alike,
                  options)
      .Run();
}

}  // namespace clonecheck
