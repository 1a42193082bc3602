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

// Where each layer is constructed, as the Graph says.
class DeclaredPosition {
 public:
  explicit DeclaredPosition(const Graph& graph) : graph_(graph) {}
  uint32_t operator()(uint32_t layer) const {
    return graph_.layers()[layer].position;
  }

 private:
  const Graph& graph_;
};

// The layers of `order` by `position(layer)`, equal ones as they are.
template <typename Position>
std::vector<uint32_t> SortedBy(const Position& position,
                               std::vector<uint32_t> order) {
  const auto before = [&position](uint32_t a, uint32_t b) {
    return position(a) < position(b);
  };
  // Mostly they are in order.
  if (std::is_sorted(order.begin(), order.end(), before)) return order;
  std::vector<std::pair<uint32_t, size_t>> keys;  // position, place in order
  keys.reserve(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    keys.emplace_back(position(order[i]), i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<uint32_t> sorted;
  sorted.reserve(keys.size());
  for (const auto& [key, place] : keys) sorted.push_back(order[place]);
  return sorted;
}

// `order`: the layers in order of `position_of(layer)`.
template <typename Position>
std::vector<Statement> Arrange(const Graph& graph,
                               const std::vector<uint32_t>& order,
                               const Position& position_of) {
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
           (position_of(order[next]) <= position || position == calls)) {
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
  return SortedBy(DeclaredPosition(graph), std::move(numbers));
}

std::vector<Statement> Statements(const Graph& graph) {
  return Arrange(graph, ConstructionOrder(graph), DeclaredPosition(graph));
}

std::vector<Statement> ReadableStatements(const Graph& graph) {
  const DeclaredPosition fixed(graph);
  const auto num_layers = static_cast<uint32_t>(graph.layers().size());

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
  for (uint32_t i = 0; i < num_layers; ++i) {
    const LayerDecl& layer = graph.layers()[i];
    if (late[i] == kUnused || layer.children.size > 0 || IsModel(layer) ||
        IsSequential(layer)) {
      late[i] = fixed(i);
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
  for (uint32_t i = 0; i < num_layers; ++i) {
    if (pinned.contains(KindName(graph.layers()[i]))) late[i] = fixed(i);
  }
  const auto latest = [&late](uint32_t layer) { return late[layer]; };
  return Arrange(graph, SortedBy(latest, order), latest);
}

}  // namespace clonecheck
