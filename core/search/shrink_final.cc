// Shrinking at its end: what changes several things at once, since each by
// itself does not fail, and so asks about many Graphs.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/model_kinds.h"
#include "core/search/shrink_passes.h"

namespace clonecheck {
namespace {

// Of each kind, the simplest layer of one input.
std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s) {
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (spec->traits().min_inputs > 1) continue;
    const bool seen =
        std::any_of(specs.begin(), specs.end(), [&](const LayerSpec* other) {
          return &other->kind() == &spec->kind();
        });
    if (!seen) specs.push_back(spec);
  }
  return specs;
}

Graph Chain(const Shape* shape, const LayerSpec& first,
            const LayerSpec& second) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const uint32_t a = builder.AddLayer(first.config());
  const uint32_t b = builder.AddLayer(second.config());
  const TensorRef y = builder.AddCall(a, {x});
  builder.SetModel({x}, {builder.AddCall(b, {y})});
  return std::move(builder).Build();
}

}  // namespace

// Two calls: the simplest layer of the kind of a call, after or before the
// simplest of any kind, on an input of any shape.
bool PairLayers(Shrinker& s) {
  constexpr size_t kMostCalls = 4;
  const size_t calls = s.best().calls().size();
  if (calls < 2 || calls > kMostCalls) return false;
  const std::vector<const LayerSpec*> all = OneOfEachKind(s);
  std::vector<const LayerSpec*> kept;
  for (const Call& call : s.best().calls()) {
    const LayerSpec* spec = s.catalogue().Find(s.ConfigOf(call));
    if (!s.IsDrawn(spec)) continue;
    for (const LayerSpec* simplest : all) {
      if (&simplest->kind() == &spec->kind()) kept.push_back(simplest);
    }
  }
  for (const LayerSpec* own : kept) {
    for (const LayerSpec* other : all) {
      for (const Shape* shape : s.shapes()) {
        if (s.Ask(Chain(shape, *other, *own)) ||
            s.Ask(Chain(shape, *own, *other))) {
          return true;
        }
      }
    }
  }
  return false;
}

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

// A call of a Sequential of a layer twice, alone or after one that there is.
bool DoubleChildren(Shrinker& s) {
  const Config* sequential = nullptr;
  std::vector<const LayerSpec*> before = {nullptr};
  const std::vector<const LayerSpec*> all = OneOfEachKind(s);
  for (const LayerDecl& layer : s.best().layers()) {
    if (IsSequential(layer)) sequential = layer.config;
    const LayerSpec* spec = s.catalogue().Find(layer.config);
    for (const LayerSpec* simplest : all) {
      if (spec != nullptr && &simplest->kind() == &spec->kind() &&
          std::count(before.begin(), before.end(), simplest) == 0) {
        before.push_back(simplest);
      }
    }
  }
  if (sequential == nullptr) return false;
  for (const LayerSpec* first : before) {
    for (const LayerSpec* twice : all) {
      for (const Shape* shape : s.shapes()) {
        GraphBuilder builder;
        const TensorRef x = builder.AddInput(shape);
        std::vector<uint32_t> children;
        if (first != nullptr) {
          children.push_back(builder.AddLayer(first->config()));
        }
        children.insert(children.end(), 2, builder.AddLayer(twice->config()));
        LayerDecl decl;
        decl.config = sequential;
        const uint32_t layer = builder.AddLayer(decl, children, {}, {});
        builder.SetModel({x}, {builder.AddCall(layer, {x})});
        if (s.Ask(std::move(builder).Build())) return true;
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

// A call of a wrapper of a layer that keeps its kind, or is recurrent where
// that was.
bool OneWrapper(Shrinker& s) {
  for (const LayerDecl& layer : s.best().layers()) {
    if (layer.children.size != 1 || IsSequential(layer)) continue;
    const LayerSpec* inner = s.catalogue().Find(
        s.best().layers()[s.best().children(layer)[0]].config);
    if (!s.IsDrawn(inner)) continue;
    const Config* config = layer.config;
    for (const LayerSpec* spec : s.domain()) {
      const bool recurrent =
          inner->traits().num_states > 0 && spec->traits().num_states > 0;
      if (!recurrent && &spec->kind() != &inner->kind()) continue;
      for (const Shape* shape : s.shapes()) {
        if (shape->rank != 3) continue;
        GraphBuilder builder;
        const TensorRef x = builder.AddInput(shape);
        LayerDecl wrapper;
        wrapper.config = config;
        const uint32_t child = builder.AddLayer(spec->config());
        const uint32_t number = builder.AddLayer(wrapper, {child}, {}, {});
        builder.SetModel({x}, {builder.AddCall(number, {x})});
        if (s.Ask(std::move(builder).Build())) return true;
      }
    }
  }
  return false;
}

// A wrapper of a Model that does nothing.
bool EmptyModels(Shrinker& s) {
  Pool& pool = s.catalogue().pool();
  const Config* const model =
      pool.InternConfig(pool.InternName(kModelKind), {});
  for (const LayerDecl& layer : s.best().layers()) {
    if (layer.children.size != 1 || IsSequential(layer)) continue;
    const Config* config = layer.config;
    for (const Shape* shape : s.shapes()) {
      GraphBuilder builder;
      const TensorRef x = builder.AddInput(shape);
      LayerDecl decl;
      decl.config = model;
      const uint32_t inner = builder.AddLayer(decl, {}, {x}, {x});
      decl.config = config;
      const uint32_t wrapper = builder.AddLayer(decl, {inner}, {}, {});
      builder.SetModel({x}, {builder.AddCall(wrapper, {x})});
      if (s.Ask(std::move(builder).Build())) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
