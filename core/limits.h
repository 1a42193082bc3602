// The limits of clonecheck: how much of everything a Graph or a file may hold,
// with units and reasons. They refuse what nobody writes by hand and no
// framework finishes, long before memory or stack run out. Not for budgets of a
// run (cases, seconds): those are options.
#ifndef CLONECHECK_CORE_LIMITS_H_
#define CLONECHECK_CORE_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace clonecheck {

// ---- Graphs ----------------------------------------------------------------

// Calls of a Graph. The largest published Keras models have some 2,000 layers;
// ten times that leaves room, and quadratic steps still end within seconds.
inline constexpr size_t kMaxCalls = 20'000;

// Layers of a Graph, those inside of wrappers and nested models included. As
// many as calls: a layer that nobody calls is of no use.
inline constexpr size_t kMaxLayers = 20'000;

// Inputs of a Graph. Each is a placeholder that is fed with numbers.
inline constexpr size_t kMaxInputs = 1'000;

// Tensors or layers in one list: the inputs of a call, the outputs of a model,
// the layers of a Sequential. Keeps one call from costing as much as a Graph.
inline constexpr size_t kMaxListLength = 4'096;

// Outputs of one call, hence indices in `c0.7`. Real layers have fewer than 10.
inline constexpr size_t kMaxOutputs = 1'024;

// Keyword arguments of one call. Keras' layers take at most 4.
inline constexpr size_t kMaxKwargs = 64;

// Levels of models and wrappers within each other. The engine recurses into
// nested models, with some kilobytes of stack a level; real ones have 3.
inline constexpr size_t kMaxNesting = 64;

// Size of one dimension. Numeric evaluation makes arrays of this size.
inline constexpr int32_t kMaxDim = 1 << 24;

// Values (doubles) that a numeric evaluation of one model may hold. 4 Mi are
// 32 MiB; a difference shows on small tensors or not at all.
inline constexpr double kMaxNumericValues = 1 << 22;

// Bytes of a name (input, layer, model, class, keyword, config key). TensorFlow
// copies names into every operation below them.
inline constexpr size_t kMaxNameBytes = 1'024;

// ---- JSON ------------------------------------------------------------------

// Bytes of a JSON text. The config of a 2,000-layer model is about 2 MB.
inline constexpr size_t kMaxJsonBytes = size_t{64} << 20;

// Bytes of a run file, which is held in memory whole, and as objects besides.
inline constexpr size_t kMaxRunFileBytes = size_t{256} << 20;

// Levels of arrays and objects. A Keras config uses about 5 a nested model. The
// readers recurse: 200 levels are some 100 kB of stack.
inline constexpr size_t kMaxJsonDepth = 200;

// Values (scalars, arrays, objects) in a JSON text. `[[],[],…` makes a value of
// 3 bytes of text and some 50 bytes of memory: this bounds it to about 400 MB.
inline constexpr size_t kMaxJsonValues = 5'000'000;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LIMITS_H_
