// Shrinking at its end: Graphs of two or three calls in patterns that many
// failures come down to, whatever the witness was.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/search/shrink_passes.h"
#include "core/search/shrink_specs.h"

namespace clonecheck {
namespace {

// Two calls of `spec` on inputs of `shape`, in one of kWays ways. If `mask` is
// given, that is the name of the second's keyword for what the first gave.
constexpr unsigned kWays = 32;
Graph Repeated(const LayerSpec& spec, const Shape* shape, unsigned way,
               const Name* mask = nullptr) {
  const bool one_layer = (way & 1) == 0;
  const bool one_input = (way & 2) == 0;
  const bool one_output = (way & 4) == 0;
  const bool chain = (way & 8) == 0;
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const TensorRef z = one_input ? x : builder.AddInput(shape);
  const uint32_t a = builder.AddLayer(spec.config());
  const uint32_t b = one_layer ? a : builder.AddLayer(spec.config());
  const TensorRef first = CallOn(spec, a, x, x, &builder);
  const bool second_output = (way & 16) != 0 && spec.num_outputs() > 1;
  const TensorRef between =
      TensorRef::Call(first.producer, second_output ? 1 : 0);
  const TensorRef second = CallOn(spec, b, z, chain ? between : z, &builder);
  if (mask != nullptr) builder.AddKwarg(mask, between);
  std::vector<TensorRef> outputs = {first, second};
  if (one_output) outputs.erase(outputs.begin());
  std::vector<TensorRef> model_inputs = {x};
  if (!one_input) model_inputs.push_back(z);
  builder.SetModel(model_inputs, outputs);
  return std::move(builder).Build();
}

// Three calls of a layer, in one of kWaysOfThree ways: on what the second and
// the third are, and which the model gives.
constexpr unsigned kWaysOfThree = 64;
Graph Thrice(const LayerSpec& spec, const Shape* shape, unsigned way) {
  const bool chain = (way & 1) == 0;
  const unsigned third_on = way >> 1 & 3;
  const bool all_outputs = (way & 8) == 0;
  const bool last_two = (way & 16) == 0;
  const bool second_alone = (way & 32) != 0;  // on an input of its own
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const bool two_inputs = third_on == 3 || second_alone;
  const TensorRef z = two_inputs ? builder.AddInput(shape) : x;
  const uint32_t layer = builder.AddLayer(spec.config());
  const TensorRef first = CallOn(spec, layer, x, x, &builder);
  const TensorRef second_on = second_alone ? z : x;
  const TensorRef second =
      CallOn(spec, layer, second_on, chain && !second_alone ? first : second_on,
             &builder);
  const TensorRef on[] = {x, first, second, z};
  const TensorRef third =
      CallOn(spec, layer, on[third_on], on[third_on], &builder);
  std::vector<TensorRef> outputs = {first, second, third};
  if (!all_outputs) outputs.erase(outputs.begin() + (last_two ? 0 : 1));
  std::vector<TensorRef> model_inputs = {x};
  if (two_inputs) model_inputs.push_back(z);
  builder.SetModel(model_inputs, outputs);
  return std::move(builder).Build();
}

// Would a generator call it on that?
bool TakesShape(const LayerSpec& spec, const Shape* shape) {
  TensorInfo input;
  input.shape = shape;
  return spec.traits().min_inputs > 1 || spec.Accepts({}, input);
}

// A Graph of two calls, of a witness of few.
bool TwoCallsMayBeSimpler(const Shrinker& s) {
  constexpr size_t kMostCalls = 4;
  const size_t calls = s.best().calls().size();
  return calls <= kMostCalls &&
         (calls >= 2 || s.best().model().layer != ModelDecl::kNoLayer);
}

Graph Chain(const Shape* shape, const LayerSpec& first,
            const LayerSpec& second) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const uint32_t a = builder.AddLayer(first.config());
  const uint32_t b = builder.AddLayer(second.config());
  const TensorRef y = CallOn(first, a, x, x, &builder);
  builder.SetModel({x}, {CallOn(second, b, x, y, &builder)});
  return std::move(builder).Build();
}

// Three calls of two layers: `outer` around `inner`, or `inner` twice on what
// both gave before, in either order; the model has the given output of the
// last.
enum class Triple { kAround, kTwice, kTwiceReversed };
Graph ThreeCalls(const Shape* shape, const LayerSpec& outer,
                 const LayerSpec& inner, Triple triple, int output) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape);
  const uint32_t a = builder.AddLayer(outer.config());
  const uint32_t b = builder.AddLayer(inner.config());
  const TensorRef first = CallOn(outer, a, x, x, &builder);
  const TensorRef second = CallOn(inner, b, x, first, &builder);
  TensorRef third;
  switch (triple) {
    case Triple::kAround:
      third = CallOn(outer, a, second, second, &builder);
      break;
    case Triple::kTwice:
      third = CallOn(inner, b, first, second, &builder);
      break;
    case Triple::kTwiceReversed:
      third = CallOn(inner, b, second, first, &builder);
      break;
  }
  builder.SetModel({x}, {TensorRef::Call(third.producer, output)});
  return std::move(builder).Build();
}

}  // namespace

// Two calls: the simplest layer of a kind that there is, after or before the
// simplest of any kind, on an input of any shape.
bool PairLayers(Shrinker& s) {
  if (!TwoCallsMayBeSimpler(s)) return false;
  const std::vector<const LayerSpec*> all = Simplest(s, /*of_best=*/false);
  for (const LayerSpec* own : Simplest(s, /*of_best=*/true)) {
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

// Two calls of one layer, or of two that are alike: one after the other, or
// side by side, on one input or on two. Of the kinds that there are, all
// layers, and with what the first gives as the second's mask; of others, and of
// InputLayers, the simplest.
bool RepeatLayers(Shrinker& s) {
  if (!TwoCallsMayBeSimpler(s)) return false;
  const Name* const mask = s.catalogue().pool().InternName("mask");
  std::vector<const LayerKind*> seen;
  for (const LayerSpec* spec : s.domain()) {
    const bool there = HasKind(s, spec->kind());
    const bool first = std::count(seen.begin(), seen.end(), &spec->kind()) == 0;
    if (!there && !first) continue;
    seen.push_back(&spec->kind());
    for (size_t shape = 0; shape < (there ? s.shapes().size() : 1); ++shape) {
      if (!first && !TakesShape(*spec, s.shapes()[shape])) continue;
      for (unsigned way = 0; way < kWays; ++way) {
        // Some kinds have dozens of configs: only the simplest on two inputs.
        if (!first && (way & 2) != 0) continue;
        if (s.Ask(Repeated(*spec, s.shapes()[shape], way))) return true;
        // Of one layer, and its first output.
        const bool with_mask = there && spec->traits().takes_mask &&
                               (way & 1) == 0 && (way & 16) == 0;
        if (with_mask && s.Ask(Repeated(*spec, s.shapes()[shape], way, mask))) {
          return true;
        }
      }
    }
  }
  const Config* const input_layer = InputLayerOn(s, s.shapes()[0]);
  const LayerSpec& spec = *s.catalogue().Find(input_layer);
  for (unsigned way = 0; way < kWays; ++way) {
    if (s.Ask(Repeated(spec, s.shapes()[0], way))) return true;
  }
  return false;
}

// The model gives its input, too.
bool InputAsOutput(Shrinker& s) {
  std::vector<const Config*> configs;
  for (const LayerSpec* spec : Simplest(s, /*of_best=*/false)) {
    configs.push_back(spec->config());
  }
  configs.push_back(InputLayerOn(s, s.shapes()[0]));
  for (const Config* config : configs) {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(s.shapes()[0]);
    const TensorRef call = builder.AddCall(builder.AddLayer(config), {x});
    builder.SetModel({x}, {x, call});
    if (s.Ask(std::move(builder).Build())) return true;
  }
  return false;
}

// One call, which the model gives twice, of a layer of a kind that there is.
bool OneOutputTwice(Shrinker& s) {
  for (const LayerSpec* spec : AllOfBest(s)) {
    for (const Shape* shape : s.shapes()) {
      GraphBuilder builder;
      const TensorRef x = builder.AddInput(shape);
      const TensorRef call =
          CallOn(*spec, builder.AddLayer(spec->config()), x, x, &builder);
      builder.SetModel({x}, {call, call});
      if (s.Ask(std::move(builder).Build())) return true;
    }
  }
  return false;
}

// Three calls of one layer, which there is.
bool ThreeCallsOfOne(Shrinker& s) {
  if (s.best().calls().size() < 3) return false;
  for (const LayerSpec* spec : AllOfBest(s)) {
    for (unsigned way = 0; way < kWaysOfThree; ++way) {
      if (s.Ask(Thrice(*spec, s.shapes()[0], way))) return true;
    }
  }
  return false;
}

// Three calls of two layers, one of them of a kind that there is.
bool TripleCalls(Shrinker& s) {
  constexpr size_t kMostCalls = 6;
  const size_t calls = s.best().calls().size();
  if (calls < 3 || calls > kMostCalls) return false;
  const std::vector<const LayerSpec*> own = AllOfBest(s);
  const std::vector<const LayerSpec*> all = Simplest(s, /*of_best=*/false);
  const auto ask = [&](const LayerSpec& outer, const LayerSpec& inner) {
    const Shape* shape = s.shapes()[0];
    const int outputs = inner.num_outputs();
    for (int k = 0; k < outer.num_outputs(); ++k) {
      if (s.Ask(ThreeCalls(shape, outer, inner, Triple::kAround, k))) {
        return true;
      }
    }
    if (inner.traits().min_inputs < 2) return false;
    for (int k = 0; k < outputs; ++k) {
      if (s.Ask(ThreeCalls(shape, outer, inner, Triple::kTwice, k)) ||
          s.Ask(ThreeCalls(shape, outer, inner, Triple::kTwiceReversed, k))) {
        return true;
      }
    }
    return false;
  };
  for (const LayerSpec* spec : own) {
    for (const LayerSpec* other : all) {
      if (ask(*spec, *other) || ask(*other, *spec)) return true;
    }
  }
  return false;
}

}  // namespace clonecheck
