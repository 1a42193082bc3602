// Operators on layers: of another kind, shared, no longer shared, marked; and
// on the keywords of their calls.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/model_kinds.h"
#include "core/layers/kinds.h"
#include "core/search/mutation.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

// Drops the keywords that `spec` does not take.
void DropKeywords(const LayerSpec& spec, Draft::DraftCall* call) {
  const LayerSpec::Traits& traits = spec.traits();
  auto& kwargs = call->kwargs;
  kwargs.erase(std::remove_if(
                   kwargs.begin(), kwargs.end(),
                   [&](const Draft::Keyword& kwarg) {
                     const absl::string_view key = kwarg.key->text;
                     return (key == "mask" && !traits.takes_mask) ||
                            (key == "training" && !traits.takes_training) ||
                            (key == "initial_state" && traits.num_states == 0);
                   }),
               kwargs.end());
}

// The plain layers that are called, each as often as it is.
std::vector<uint32_t> PlainCalls(const Mutation& m) {
  std::vector<uint32_t> calls;
  for (uint32_t i = 0; i < m.graph.calls().size(); ++i) {
    if (m.PlainSpec(m.graph.calls()[i].layer) != nullptr) calls.push_back(i);
  }
  return calls;
}

}  // namespace

bool RetypeApplies(const Mutation& m) { return !PlainCalls(m).empty(); }

bool Retype(Mutation& m) {
  const uint32_t layer = m.graph.calls()[m.OneOf(PlainCalls(m))].layer;
  const LayerSpec* spec = m.PlainSpec(layer);
  const std::vector<LayerDomain::Kind>& kinds = m.domain.kinds();
  const LayerDomain::Kind* kind = &kinds[m.Below(kinds.size())];
  if (m.Percent(50)) {
    for (const LayerDomain::Kind& own : kinds) {
      if (&own.specs[0]->kind() == &spec->kind()) kind = &own;
    }
  }
  const LayerSpec& drawn = *m.OneOf(kind->specs);
  if (&drawn == spec) return false;
  for (Draft::DraftCall& call : m.draft.calls) {
    if (call.layer != layer) continue;
    if (static_cast<int>(call.inputs.size()) < drawn.traits().min_inputs) {
      return false;
    }
    // One call fewer inputs than before, if the layer takes no more.
    const auto most = static_cast<size_t>(drawn.traits().max_inputs);
    if (call.inputs.size() > most) call.inputs.resize(most);
    DropKeywords(drawn, &call);
  }
  m.draft.layers[layer].decl.config = drawn.config();
  m.draft.ForEachRefs([&](std::vector<TensorRef>* refs) {
    for (TensorRef& ref : *refs) {
      if (!ref.is_input() && m.draft.calls[ref.producer].layer == layer) {
        ref.index = std::min(ref.index, drawn.num_outputs() - 1);
      }
    }
  });
  return true;
}

namespace {

// Pairs of calls of different layers: a layer, and a call that it may take
// over.
std::vector<std::pair<uint32_t, uint32_t>> Sharable(const Mutation& m) {
  constexpr size_t kMostCalls = 64;  // looked at
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  const size_t calls = std::min(m.graph.calls().size(), kMostCalls);
  std::vector<std::vector<TensorInfo>> given(calls);
  for (size_t i = 0; i < calls; ++i) given[i] = m.Given(i);
  for (uint32_t i = 0; i < calls; ++i) {
    const uint32_t layer = m.graph.calls()[i].layer;
    const LayerSpec* spec = m.PlainSpec(layer);
    if (spec == nullptr || given[i].empty()) continue;
    for (uint32_t j = 0; j < calls; ++j) {
      const Call& call = m.graph.calls()[j];
      if (call.layer == layer || m.graph.layers()[layer].position > j ||
          m.PlainSpec(call.layer) == nullptr ||
          given[j].size() != given[i].size()) {
        continue;
      }
      bool fits = true;
      for (size_t k = 0; k < given[j].size() && fits; ++k) {
        fits =
            SameType(given[i][k], given[j][k]) &&
            spec->Accepts(absl::MakeConstSpan(given[j]).first(k), given[j][k]);
      }
      // What is used of the one there is of the other.
      for (int k = 0; fits; ++k) {
        const TensorInfo* old = m.tensors.Info(
            TensorRef::Call(static_cast<int32_t>(j), static_cast<int32_t>(k)));
        if (old == nullptr) break;
        const TensorInfo* now = m.tensors.Info(
            TensorRef::Call(static_cast<int32_t>(i), static_cast<int32_t>(k)));
        fits = now != nullptr && SameType(*old, *now);
      }
      if (fits) pairs.emplace_back(layer, j);
    }
  }
  return pairs;
}

}  // namespace

bool ShareApplies(const Mutation& m) { return !Sharable(m).empty(); }

bool Share(Mutation& m) {
  const auto [layer, call] = m.OneOf(Sharable(m));
  m.draft.calls[call].layer = layer;
  DropKeywords(*m.PlainSpec(layer), &m.draft.calls[call]);
  return true;
}

namespace {

std::vector<uint32_t> CallsOfShared(const Mutation& m) {
  std::vector<uint32_t> times(m.graph.layers().size(), 0);
  for (const Call& call : m.graph.calls()) ++times[call.layer];
  std::vector<uint32_t> calls;
  for (uint32_t i = 0; i < m.graph.calls().size(); ++i) {
    if (times[m.graph.calls()[i].layer] > 1) calls.push_back(i);
  }
  return calls;
}

}  // namespace

bool UnshareApplies(const Mutation& m) { return !CallsOfShared(m).empty(); }

bool Unshare(Mutation& m) {
  Draft::DraftCall& call = m.draft.calls[m.OneOf(CallsOfShared(m))];
  Draft::DraftLayer copy = m.draft.layers[call.layer];
  copy.decl.name = nullptr;
  // A Bidirectional has a cell of its own (see LooksGenerated).
  const LayerSpec* spec =
      m.catalogue.FindLayer(m.graph, m.graph.layers()[call.layer]);
  if (spec != nullptr && spec->traits().states_in_halves) {
    Draft::DraftLayer inner = m.draft.layers[copy.children[0]];
    inner.decl.name = nullptr;
    copy.children[0] = static_cast<uint32_t>(m.draft.layers.size());
    m.draft.layers.push_back(std::move(inner));
  }
  call.layer = static_cast<uint32_t>(m.draft.layers.size());
  m.draft.layers.push_back(std::move(copy));
  return true;
}

namespace {

struct Keywords {
  bool mask = false;
  bool training = false;
};

Keywords TakenBy(const Mutation& m, uint32_t layer) {
  const LayerDecl& decl = m.graph.layers()[layer];
  if (IsModel(decl)) return Keywords{true, false};
  if (IsSequential(decl)) return Keywords{};
  const LayerSpec* spec = m.catalogue.FindLayer(m.graph, decl);
  if (spec == nullptr) return Keywords{};
  return Keywords{spec->traits().takes_mask, spec->traits().takes_training};
}

}  // namespace

bool KeywordApplies(const Mutation& m) {
  for (const Call& call : m.graph.calls()) {
    const Keywords taken = TakenBy(m, call.layer);
    if (taken.mask || taken.training) return true;
  }
  return false;
}

bool Keyword(Mutation& m) {
  Draft::DraftCall& call = m.draft.calls[m.Below(m.draft.calls.size())];
  const Keywords taken = TakenBy(m, call.layer);
  if (!taken.mask && !taken.training) return false;
  const bool mask = taken.mask && (!taken.training || m.Percent(50));
  const Name* key = m.catalogue.pool().InternName(mask ? "mask" : "training");
  for (size_t i = 0; i < call.kwargs.size(); ++i) {
    if (call.kwargs[i].key != key) continue;
    call.kwargs.erase(call.kwargs.begin() + static_cast<ptrdiff_t>(i));
    return true;
  }
  call.kwargs.push_back(
      Draft::Keyword{key,
                     Kwarg::Form::kLiteral,
                     mask ? ConfigValue::None() : ConfigValue::Bool(false),
                     {}});
  return true;
}

bool MarkApplies(const Mutation& m) {
  for (const LayerDecl& layer : m.graph.layers()) {
    if (KindName(layer) != InputLayerKind().class_name()) return true;
  }
  return false;
}

bool Mark(Mutation& m) {
  constexpr uint32_t kNames = 64;  // as many as the generator gives
  Draft::DraftLayer& layer = m.draft.layers[m.Below(m.draft.layers.size())];
  if (KindName(layer.decl) == InputLayerKind().class_name()) return false;
  if (m.Percent(50)) {
    layer.decl.trainable = !layer.decl.trainable;
    return true;
  }
  if (layer.decl.name != nullptr) {
    layer.decl.name = nullptr;
    return true;
  }
  const Name* name =
      m.catalogue.pool().InternName(absl::StrCat("name_", m.Below(kNames)));
  for (const Draft::DraftLayer& other : m.draft.layers) {
    if (other.decl.name == name) return false;
  }
  layer.decl.name = name;
  return true;
}

}  // namespace clonecheck
