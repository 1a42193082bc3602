// Shrinking at its end: what changes several things at once, since each by
// itself does not fail, and so asks about many Graphs.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {
// A call goes, and an input has another shape, maybe that of its output.
bool BypassReshaped(Shrinker& s) {
  constexpr size_t kMostCalls = 6;
  if (s.best().calls().size() > kMostCalls) return false;
  for (size_t i = s.best().calls().size(); i-- > 0;) {
    const Call& call = s.best().calls()[i];
    if (call.inputs.size == 0) continue;
    const TensorRef input = s.best().call_inputs(call)[0];
    for (size_t j = 0; j < s.best().inputs().size(); ++j) {
      for (const Shape* shape : s.shapes()) {
        Draft draft = Draft::From(s.best());
        const int outputs = s.OutputsOf(i);
        for (int k = 0; k < outputs; ++k) {
          draft.Replace(TensorRef::Call(static_cast<int32_t>(i), k), input);
        }
        draft.inputs[j].batch_shape = shape;
        s.DropNewlyUnused(&draft);
        if (s.Try(draft)) return true;
      }
    }
  }
  // What comes after it may be on an input of its own shape.
  for (size_t i = 0; i < s.best().calls().size(); ++i) {
    const Call& call = s.best().calls()[i];
    if (call.inputs.size == 0) continue;
    if (s.best().call_inputs(call)[0].is_input()) continue;
    for (size_t k = 0; k < s.best().inputs().size(); ++k) {
      for (const Shape* shape : s.shapes()) {
        Draft draft = Draft::From(s.best());
        draft.calls[i].inputs[0] = TensorRef::Input(static_cast<int32_t>(k));
        draft.inputs[k].batch_shape = shape;
        s.DropNewlyUnused(&draft);
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// A layer is another one on an input of another shape, all other inputs are of
// the simplest, and what calls are on in place of these is its output.
bool RetypeAndFeed(Shrinker& s) {
  constexpr size_t kMostCalls = 3;
  const size_t calls = s.best().calls().size();
  if (calls > kMostCalls || s.best().model_inputs().size() < 2) return false;
  for (size_t i = 0; i < calls; ++i) {
    const Call& call = s.best().calls()[i];
    if (!s.IsDrawn(s.catalogue().Find(s.ConfigOf(call))) ||
        call.inputs.size != 1 || !s.best().call_inputs(call)[0].is_input()) {
      continue;
    }
    const TensorRef input = s.best().call_inputs(call)[0];
    for (const LayerSpec* spec : OneOfEachKind(s)) {
      for (const Shape* shape : s.shapes()) {
        Draft draft = Draft::From(s.best());
        draft.layers[call.layer].decl.config = spec->config();
        for (InputDecl& other : draft.inputs) {
          other.batch_shape = s.shapes()[0];
        }
        draft.inputs[input.input()].batch_shape = shape;
        const auto fed = [&](TensorRef ref) {
          return ref.is_input() && !(ref == input);
        };
        for (size_t j = i + 1; j < calls; ++j) {
          auto& refs = draft.calls[j].inputs;
          std::replace_if(refs.begin(), refs.end(), fed,
                          TensorRef::Call(static_cast<int32_t>(i), 0));
        }
        draft.model_inputs = {input};
        if (s.Try(draft)) return true;
        // A Model's own inputs in the other order, too.
        for (Draft::DraftLayer& layer : draft.layers) {
          std::reverse(layer.model_inputs.begin(), layer.model_inputs.end());
        }
        if (s.Try(draft)) return true;
      }
    }
  }
  return false;
}

// A Sequential has a layer less, and another of its layers is any of its kind.
bool DropChildrenRetyped(Shrinker& s) {
  for (size_t i = 0; i < s.best().layers().size(); ++i) {
    const LayerDecl& layer = s.best().layers()[i];
    if (!IsSequential(layer) || layer.children.size < 2) continue;
    const auto children = s.best().children(layer);
    for (size_t j = children.size(); j-- > 0;) {
      for (size_t k = 0; k < children.size(); ++k) {
        const LayerSpec* spec =
            s.catalogue().Find(s.best().layers()[children[k]].config);
        if (k == j || !s.IsDrawn(spec)) continue;
        for (const LayerSpec* other : s.domain()) {
          if (&other->kind() != &spec->kind()) continue;
          Draft draft = Draft::From(s.best());
          draft.layers[children[k]].decl.config = other->config();
          auto& left = draft.layers[i].children;
          left.erase(left.begin() + static_cast<ptrdiff_t>(j));
          if (s.Try(draft)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace clonecheck
