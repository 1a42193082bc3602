#include "core/graph/statements.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"

namespace clonecheck {
namespace {

std::vector<uint32_t> Positions(const Graph& graph) {
  std::vector<uint32_t> positions;
  positions.reserve(graph.layers().size());
  for (const LayerDecl& layer : graph.layers()) {
    positions.push_back(layer.position);
  }
  return positions;
}

// `order`: layers by construction; `positions`: by layer, never falling along
// `order` unless the two disagree, in which case the positions win.
std::vector<Statement> Arrange(const Graph& graph, std::vector<uint32_t> order,
                               const std::vector<uint32_t>& positions) {
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return positions[a] < positions[b];
  });
  std::vector<Statement> statements;
  statements.reserve(graph.inputs().size() + order.size() +
                     graph.calls().size() + 1);
  for (uint32_t i = 0; i < graph.inputs().size(); ++i) {
    statements.push_back({Statement::Kind::kInput, i});
  }
  const auto calls = static_cast<uint32_t>(graph.calls().size());
  size_t next = 0;
  for (uint32_t position = 0; position <= calls; ++position) {
    // A position past the end, which Validate refuses, counts as the end.
    while (next < order.size() &&
           (positions[order[next]] <= position || position == calls)) {
      statements.push_back({Statement::Kind::kLayer, order[next++]});
    }
    if (std::min(graph.model().position, calls) == position) {
      statements.push_back({Statement::Kind::kModel, 0});
    }
    if (position < calls) {
      statements.push_back({Statement::Kind::kCall, position});
    }
  }
  return statements;
}

}  // namespace

std::vector<uint32_t> ConstructionOrder(const Graph& graph) {
  std::vector<uint32_t> order(graph.layers().size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return graph.layers()[a].position < graph.layers()[b].position;
  });
  return order;
}

std::vector<Statement> Statements(const Graph& graph) {
  return Arrange(graph, ConstructionOrder(graph), Positions(graph));
}

std::vector<Statement> ReadableStatements(const Graph& graph) {
  const std::vector<uint32_t> fixed = Positions(graph);
  const size_t num_layers = graph.layers().size();

  // The last moment for each layer: before its first call, and before it is
  // wrapped or stacked.
  constexpr uint32_t kUnused = UINT32_MAX;
  std::vector<uint32_t> late(num_layers, kUnused);
  for (uint32_t i = 0; i < graph.calls().size(); ++i) {
    const uint32_t layer = graph.calls()[i].layer;
    if (layer < num_layers) late[layer] = std::min(late[layer], i);
  }
  for (const LayerDecl& parent : graph.layers()) {
    for (uint32_t child : graph.children(parent)) {
      if (child < num_layers) {
        late[child] = std::min(late[child], parent.position);
      }
    }
  }
  for (size_t i = 0; i < num_layers; ++i) {
    const LayerDecl& layer = graph.layers()[i];
    if (late[i] == kUnused || layer.children.size > 0 || IsModel(layer) ||
        IsSequential(layer)) {
      late[i] = fixed[i];
    }
  }

  // Classes whose unnamed layers would change places.
  const std::vector<uint32_t> order = ConstructionOrder(graph);
  absl::flat_hash_map<absl::string_view, uint32_t> last;
  absl::flat_hash_set<absl::string_view> pinned;
  for (uint32_t i : order) {
    if (graph.layers()[i].name != nullptr) continue;
    const absl::string_view kind = KindName(graph.layers()[i]);
    uint32_t& position = last[kind];
    if (late[i] < position) pinned.insert(kind);
    position = late[i];
  }
  for (size_t i = 0; i < num_layers; ++i) {
    if (pinned.contains(KindName(graph.layers()[i]))) late[i] = fixed[i];
  }
  return Arrange(graph, order, late);
}

}  // namespace clonecheck
