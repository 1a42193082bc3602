// BuildGraph: executes a Graph, as Python would execute the program that it
// stands for, and gives the live model.
#ifndef CLONECHECK_CORE_ENGINE_BUILD_H_
#define CLONECHECK_CORE_ENGINE_BUILD_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/graph/graph.h"

namespace clonecheck {

struct Built {
  // The model under test; null if Keras refuses the program.
  Model* model = nullptr;
  Refusal refusal = nullptr;
  // Where it was refused: number of the call, or kAtLayer/kAtModel.
  static constexpr int kAtLayer = -1;
  static constexpr int kAtModel = -2;
  int refused_at = 0;
  // By number of the Graph's layer; null where it was not made. In the arena.
  absl::Span<Layer* const> layers;
};

// REQUIRES: `graph` is valid (Validate) and each of its configs was resolved by
// the session's catalogue; an unknown config is an InvalidArgument error.
absl::StatusOr<Built> BuildGraph(Session& session, const Graph& graph);

// Where `built` was refused: `call 3 of layer 2 (Dense)`, `the model`.
std::string DescribePlace(const Graph& graph, const Built& built);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_BUILD_H_
