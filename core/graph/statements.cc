#include "core/graph/statements.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

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

// The layers by `positions` (one a layer), equal ones in the order of `before`.
std::vector<uint32_t> SortedBy(const std::vector<uint32_t>& positions,
                               const std::vector<uint32_t>& before) {
  std::vector<std::pair<uint32_t, uint32_t>> keys;  // position, place in before
  keys.reserve(before.size());
  for (uint32_t i = 0; i < before.size(); ++i) {
    keys.emplace_back(positions[before[i]], i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<uint32_t> order;
  order.reserve(keys.size());
  for (const auto& [position, place] : keys) order.push_back(before[place]);
  return order;
}

// `order`: the layers in order of `positions`.
std::vector<Statement> Arrange(const Graph& graph,
                               const std::vector<uint32_t>& order,
                               const std::vector<uint32_t>& positions) {
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
  std::vector<uint32_t> numbers(graph.layers().size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  return SortedBy(Positions(graph), numbers);
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
  return Arrange(graph, SortedBy(late, order), late);
}

}  // namespace clonecheck
