// Shrinking at its end: the layers that there are, called anew in every way.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {
namespace {

constexpr size_t kMostCalls = 3;
constexpr size_t kMostLayers = 4;
constexpr size_t kMostInputs = 2;
constexpr int kMostOutputs = 2;

// What a Sequential or a wrapper holds stands outside of it, too, as another
// layer of that config.
void AddChildrenAlone(Shrinker& s, Draft* draft) {
  for (const LayerDecl& layer : s.best().layers()) {
    for (const uint32_t child : s.best().children(layer)) {
      const Config* const config = s.best().layers()[child].config;
      if (!s.IsDrawn(s.catalogue().Find(config))) continue;
      Draft::DraftLayer alone;
      alone.decl.config = config;
      draft->layers.push_back(alone);
    }
  }
}

// A layer of a draft, by number, on how many tensors it is called, and how many
// of its outputs are used.
struct Callee {
  uint32_t layer;
  size_t arity;
  int outputs;
};

// Those that no other layer holds.
std::vector<Callee> Callees(Shrinker& s, const Draft& draft) {
  std::vector<Callee> callees;
  for (uint32_t i = 0; i < draft.layers.size(); ++i) {
    const LayerSpec* spec = s.catalogue().Find(draft.layers[i].decl.config);
    const bool held =
        std::any_of(draft.layers.begin(), draft.layers.end(),
                    [&](const Draft::DraftLayer& layer) {
                      return std::count(layer.children.begin(),
                                        layer.children.end(), i) > 0;
                    });
    if (held || callees.size() == kMostLayers) continue;
    Callee callee{i, 1, 1};
    if (spec != nullptr) {
      callee.arity =
          static_cast<size_t>(std::max(1, spec->traits().min_inputs));
      callee.outputs = std::min(spec->num_outputs(), kMostOutputs);
    }
    callees.push_back(callee);
  }
  return callees;
}

// All drafts of so many calls.
class Recombination {
 public:
  // REQUIRES: `draft` has inputs, and no Models. If `keep_layers`, each call is
  // of the layer that it is of in `draft`.
  Recombination(Shrinker& s, Draft draft, bool keep_layers)
      : s_(s), callees_(Callees(s, draft)), draft_(std::move(draft)) {
    for (const Draft::DraftCall& call : draft_.calls) {
      layers_.push_back(keep_layers ? call.layer : kAnyLayer);
    }
    const size_t inputs = std::min(draft_.inputs.size(), kMostInputs);
    for (size_t i = 0; i < inputs; ++i) {
      tensors_.push_back(TensorRef::Input(static_cast<int32_t>(i)));
    }
    any_outputs_ = inputs == 1 && std::all_of(callees_.begin(), callees_.end(),
                                              [](const Callee& callee) {
                                                return callee.arity == 1;
                                              });
    draft_.calls.clear();
    draft_.model_layer = ModelDecl::kNoLayer;
    draft_.model_position = static_cast<uint32_t>(layers_.size());
    draft_.model_inputs = tensors_;
  }

  // True if one of them was taken.
  bool Try() {
    const size_t call = draft_.calls.size();
    if (call == layers_.size()) return TryOutputs();
    for (const Callee& callee : callees_) {
      if (layers_[call] != kAnyLayer && layers_[call] != callee.layer) continue;
      draft_.calls.push_back({});
      draft_.calls.back().layer = callee.layer;
      if (TryInputs(callee, callee.arity)) return true;
      draft_.calls.pop_back();
    }
    return false;
  }

 private:
  static constexpr uint32_t kAnyLayer = UINT32_MAX;

  // The last call is on so many tensors more.
  bool TryInputs(const Callee& callee, size_t left) {
    const size_t tensors = tensors_.size();
    const size_t call = draft_.calls.size() - 1;
    if (left == 0) {
      for (int k = 0; k < callee.outputs; ++k) {
        tensors_.push_back(TensorRef::Call(static_cast<int32_t>(call), k));
      }
      const bool taken = Try();
      tensors_.resize(tensors);
      return taken;
    }
    for (size_t i = 0; i < tensors; ++i) {
      draft_.calls[call].inputs.push_back(tensors_[i]);
      if (TryInputs(callee, left - 1)) return true;
      draft_.calls[call].inputs.pop_back();
    }
    return false;
  }

  // Is what the call gives used by a later one?
  bool IsUsed(size_t call) const {
    return std::any_of(
        draft_.calls.begin(), draft_.calls.end(),
        [&](const Draft::DraftCall& later) {
          return std::any_of(
              later.inputs.begin(), later.inputs.end(), [&](TensorRef input) {
                return input.producer == static_cast<int32_t>(call);
              });
        });
  }

  bool TryGiving(size_t outputs) {
    draft_.model_outputs.clear();
    for (size_t i = 0; i < draft_.calls.size(); ++i) {
      if ((outputs >> i & 1) == 0) continue;
      draft_.model_outputs.push_back(
          TensorRef::Call(static_cast<int32_t>(i), 0));
    }
    return s_.Try(draft_);
  }

  // What the last call gives, or what all give that nobody uses; where there
  // are few drafts, what any calls give.
  bool TryOutputs() {
    const size_t all = size_t{1} << draft_.calls.size();
    if (any_outputs_) {
      for (size_t outputs = 1; outputs < all; ++outputs) {
        if (TryGiving(outputs)) return true;
      }
      return false;
    }
    size_t unused = 0;
    for (size_t i = 0; i < draft_.calls.size(); ++i) {
      if (!IsUsed(i)) unused |= size_t{1} << i;
    }
    return TryGiving(all / 2) || (unused != all / 2 && TryGiving(unused));
  }

  Shrinker& s_;
  const std::vector<Callee> callees_;
  std::vector<uint32_t> layers_;  // of each call
  Draft draft_;
  std::vector<TensorRef> tensors_;  // inputs, and what the calls give
  bool any_outputs_ = false;
};

bool IsFit(const Shrinker& s, size_t most_calls) {
  const size_t calls = s.best().calls().size();
  return calls >= 2 && calls <= most_calls && !s.best().inputs().empty() &&
         std::none_of(s.best().layers().begin(), s.best().layers().end(),
                      [](const LayerDecl& layer) { return IsModel(layer); });
}

}  // namespace

// As many calls as there are, without keywords, of any of these layers, each on
// inputs and on what calls before it give.
bool RecombineCalls(Shrinker& s) {
  if (!IsFit(s, kMostCalls)) return false;
  Draft draft = Draft::From(s.best());
  AddChildrenAlone(s, &draft);
  return Recombination(s, std::move(draft), /*keep_layers=*/false).Try();
}

// Two calls, without keywords, on inputs and the second on what the first
// gives; one of their layers is any other of its kind.
bool RecombineRetyped(Shrinker& s) {
  if (!IsFit(s, 2)) return false;
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerSpec* spec = s.catalogue().Find(s.best().layers()[i].config);
    if (!s.IsDrawn(spec)) continue;
    for (const LayerSpec* other : s.domain()) {
      if (&other->kind() != &spec->kind()) continue;
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.config = other->config();
      if (Recombination(s, std::move(draft), /*keep_layers=*/true).Try()) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace clonecheck
