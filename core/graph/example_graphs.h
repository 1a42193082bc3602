// Graphs for tests: one that holds every feature of the format, the graph of
// keras#12202, and a builder that saves typing.
#ifndef CLONECHECK_CORE_GRAPH_EXAMPLE_GRAPHS_H_
#define CLONECHECK_CORE_GRAPH_EXAMPLE_GRAPHS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"

namespace clonecheck {

// Makes configs of text: `Make(pool, "Dense", {{"units",
// ConfigValue::Int(3)}})`.
inline const Config* MakeConfig(
    Pool& pool, absl::string_view kind,
    const std::vector<std::pair<absl::string_view, ConfigValue>>& entries =
        {}) {
  std::vector<ConfigEntry> interned;
  interned.reserve(entries.size());
  for (const auto& [key, value] : entries) {
    interned.push_back(ConfigEntry{pool.InternName(key), value});
  }
  return pool.InternConfig(pool.InternName(kind), std::move(interned));
}

inline ConfigValue MakeText(Pool& pool, absl::string_view text) {
  return ConfigValue::String(pool.InternName(text));
}

inline const Config* DenseConfig(Pool& pool, int units) {
  return MakeConfig(pool, "Dense", {{"units", ConfigValue::Int(units)}});
}

inline const Config* LambdaConfig(Pool& pool, absl::string_view function) {
  return MakeConfig(pool, "Lambda", {{"function", MakeText(pool, function)}});
}

// keras#12202 at its smallest: the second of two outputs.
inline Graph SecondOfTwoOutputs(Pool& pool) {
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const TensorRef two = b.AddCall(b.AddLayer(LambdaConfig(pool, "two")), {x});
  b.SetModel({x}, {TensorRef::Call(two.producer, 1)});
  return std::move(b).Build();
}

// An input into a chain of `calls` Dense layers, one layer a call.
inline Graph Chain(Pool& pool, int calls) {
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  TensorRef last = x;
  for (int i = 0; i < calls; ++i) {
    last = b.AddCall(b.AddLayer(DenseConfig(pool, 4)), {last});
  }
  b.SetModel({x}, {last});
  return std::move(b).Build();
}

// Everything that a Graph can hold, at least once; real Keras builds it too.
inline Graph EverythingAtOnce(Pool& pool) {
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}),
                                 DType::kFloat32, pool.InternName("x"));
  const TensorRef steps = b.AddInput(pool.InternShape({kUnknownDim, 5, 4}));
  const TensorRef words =
      b.AddInput(pool.InternShape({kUnknownDim, 5}), DType::kInt32);

  // 0: a layer that is called three times, also inside of a nested Model.
  const uint32_t dense =
      b.AddLayer(DenseConfig(pool, 4), pool.InternName("shared"));
  const uint32_t two = b.AddLayer(LambdaConfig(pool, "two"));
  const uint32_t frozen = b.AddLayer(DenseConfig(pool, 4), nullptr, false);
  const uint32_t lstm = b.AddLayer(MakeConfig(
      pool, "LSTM",
      {{"units", ConfigValue::Int(4)}, {"dropout", ConfigValue::Double(0.5)}}));
  const uint32_t gru =
      b.AddLayer(MakeConfig(pool, "GRU", {{"units", ConfigValue::Int(4)}}));
  const uint32_t embedding =
      b.AddLayer(MakeConfig(pool, "Embedding",
                            {{"input_dim", ConfigValue::Int(3)},
                             {"output_dim", ConfigValue::Int(4)},
                             {"mask_zero", ConfigValue::Bool(true)}}));
  LayerDecl wrapper;
  wrapper.config = MakeConfig(pool, "TimeDistributed");
  const uint32_t timed = b.AddLayer(wrapper, {frozen}, {}, {});

  const TensorRef c0 = b.AddCall(dense, {x});
  const TensorRef c1 = b.AddCall(two, {c0});
  const TensorRef c1_second = TensorRef::Call(c1.producer, 1);

  LayerDecl nested;
  nested.config = MakeConfig(pool, "Model");
  nested.name = pool.InternName("inner");
  nested.position = 2;
  const uint32_t inner = b.AddLayer(nested, {}, {x}, {c1_second, c0});
  LayerDecl late;
  late.config = DenseConfig(pool, 4);
  late.position = 2;
  const uint32_t first = b.AddLayer(late, {}, {}, {});
  LayerDecl stack;
  stack.config = MakeConfig(pool, "Sequential");
  stack.position = 2;
  const uint32_t sequential = b.AddLayer(stack, {first, dense}, {}, {});

  const TensorRef c2 = b.AddCall(inner, {c1}, /*as_list=*/true);
  const TensorRef c3 = b.AddCall(sequential, {TensorRef::Call(c2.producer, 1)});
  const TensorRef c4 = b.AddCall(embedding, {words});
  const TensorRef c5 = b.AddCall(lstm, {c4});
  b.AddKwarg(pool.InternName("initial_state"), {c3, c0});
  b.AddKwarg(pool.InternName("training"), ConfigValue::Bool(false));
  b.AddKwarg(pool.InternName("mask"), ConfigValue::None());
  const TensorRef c6 = b.AddCall(gru, {c4});
  b.AddKwarg(pool.InternName("initial_state"), c5);
  const TensorRef c7 = b.AddCall(timed, {steps});
  const TensorRef c8 =
      b.AddCall(b.AddLayer(MakeConfig(pool, "Add")), {c6, c3, x});
  b.SetModel({steps, x, words}, {c8, c7, x, c8}, pool.InternName("outer"));
  b.SetModelPosition(9);
  // Outside of the model.
  b.AddCall(dense, {c8});
  return std::move(b).Build();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_EXAMPLE_GRAPHS_H_
