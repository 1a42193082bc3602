// Shrinking references and order: earlier tensors, calls in the simplest order.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {

namespace {

template <typename Ref>
bool LowerRef(Shrinker& s, Ref ref, size_t calls_before, bool drop) {
  std::vector<TensorRef> candidates;
  for (size_t i = 0; i < s.best().inputs().size(); ++i) {
    candidates.push_back(TensorRef::Input(static_cast<int32_t>(i)));
  }
  for (size_t i = 0; i < calls_before; ++i) {
    for (int32_t k = 0; k < s.OutputsOf(i); ++k) {
      candidates.push_back(TensorRef::Call(static_cast<int32_t>(i), k));
    }
  }
  for (TensorRef candidate : candidates) {
    Draft draft = Draft::From(s.best());
    if (ref(draft) == candidate) break;
    ref(draft) = candidate;
    if (drop) s.DropNewlyUnused(&draft);
    if (s.Try(draft)) return true;
  }
  return false;
}

bool LowerAllRefs(Shrinker& s, bool drop) {
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    for (size_t j = 0; j < s.best().calls()[i].inputs.size; ++j) {
      if (LowerRef(
              s, [&](Draft& d) -> TensorRef& { return d.calls[i].inputs[j]; },
              i, drop)) {
        return true;
      }
    }
  }
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const auto kwargs = s.best().kwargs(s.best().calls()[i]);
    for (size_t j = 0; j < kwargs.size(); ++j) {
      for (size_t k = 0; k < kwargs[j].tensors.size; ++k) {
        const auto ref = [&](Draft& d) -> TensorRef& {
          return d.calls[i].kwargs[j].tensors[k];
        };
        if (LowerRef(s, ref, i, drop)) return true;
      }
    }
  }
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    for (size_t j = 0; j < layer.model_outputs.size; ++j) {
      const auto ref = [&](Draft& d) -> TensorRef& {
        return d.layers[i].model_outputs[j];
      };
      if (LowerRef(s, ref, layer.position, drop)) return true;
    }
  }
  for (size_t j = 0; j < s.best().model_outputs().size(); ++j) {
    if (LowerRef(
            s, [&](Draft& d) -> TensorRef& { return d.model_outputs[j]; },
            s.best().calls().size(), drop)) {
      return true;
    }
  }
  return false;
}

bool Before(TensorRef a, TensorRef b) {
  if (a.is_input() != b.is_input()) return a.is_input();
  if (a.is_input()) return a.input() < b.input();
  return a.producer != b.producer ? a.producer < b.producer : a.index < b.index;
}

}  // namespace

// Any tensor in place of a later one, as input of a call or of the model.
bool LowerRefs(Shrinker& s) { return LowerAllRefs(s, /*drop=*/true); }
// The same, but calls that become useless by it stay.
bool LowerRefsOnly(Shrinker& s) { return LowerAllRefs(s, /*drop=*/false); }

// The model's inputs, each once, in the order in which calls use them, its
// outputs in the order in which they were made.
bool OrderRefs(Shrinker& s) {
  Draft draft = Draft::From(s.best());
  std::vector<TensorRef> inputs;
  auto use = [&](TensorRef ref) {
    if (std::count(draft.model_inputs.begin(), draft.model_inputs.end(), ref) >
            0 &&
        std::count(inputs.begin(), inputs.end(), ref) == 0) {
      inputs.push_back(ref);
    }
  };
  for (const Draft::DraftCall& call : draft.calls) {
    for (TensorRef ref : call.inputs) use(ref);
  }
  for (TensorRef ref : draft.model_inputs) use(ref);
  draft.model_inputs = inputs;
  if (s.Try(draft)) return true;
  draft = Draft::From(s.best());
  std::sort(draft.model_outputs.begin(), draft.model_outputs.end(), Before);
  if (s.Try(draft)) return true;
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    draft = Draft::From(s.best());
    std::sort(draft.calls[i].inputs.begin(), draft.calls[i].inputs.end(),
              Before);
    if (s.Try(draft)) return true;
    // Where an order is asked for, of states say, two at a time.
    const auto inputs_of_call = s.best().call_inputs(s.best().calls()[i]);
    for (size_t k = 0; k + 1 < inputs_of_call.size(); ++k) {
      if (!Before(inputs_of_call[k + 1], inputs_of_call[k])) continue;
      draft = Draft::From(s.best());
      std::swap(draft.calls[i].inputs[k], draft.calls[i].inputs[k + 1]);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A Model is made after another call.
bool MoveModels(Shrinker& s) {
  const size_t calls = s.best().calls().size();
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    if (!IsModel(s.best().layers()[i])) continue;
    for (uint32_t position = 0; position <= calls; ++position) {
      Draft draft = Draft::From(s.best());
      draft.layers[i].decl.position = position;
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// Two calls have each other's layer.
bool ExchangeLayers(Shrinker& s) {
  const size_t calls = s.best().calls().size();
  for (size_t i = 0; i < calls; ++i) {
    for (size_t j = i + 1; j < calls; ++j) {
      if (s.best().calls()[i].layer == s.best().calls()[j].layer) continue;
      Draft draft = Draft::From(s.best());
      std::swap(draft.calls[i].layer, draft.calls[j].layer);
      std::swap(draft.calls[i].kwargs, draft.calls[j].kwargs);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

// A call and the next change places, where that has no part in positions.
bool OrderCalls(Shrinker& s) {
  for (size_t i = 0; i + 1 < s.best().calls().size(); ++i) {
    Draft draft = Draft::From(s.best());
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
    if (s.Try(draft)) return true;
  }
  return false;
}

// Of two outputs the call that makes the later one is made on the earlier one,
// which is an output no more.
bool ChainOutputs(Shrinker& s) {
  const auto outputs = s.best().model_outputs();
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (size_t j = 0; j < outputs.size(); ++j) {
      if (outputs[i].is_input() || outputs[j].is_input() ||
          outputs[i].producer >= outputs[j].producer) {
        continue;
      }
      Draft draft = Draft::From(s.best());
      draft.calls[outputs[j].producer].inputs[0] = outputs[i];
      draft.model_outputs.erase(draft.model_outputs.begin() +
                                static_cast<ptrdiff_t>(i));
      s.DropNewlyUnused(&draft);
      if (s.Try(draft)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
