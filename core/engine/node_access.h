// Looking back from layers: `layer.input`, `get_output_at`, `get_layer` and
// their kin, with their refusals. Keras 2.2.4, keras/engine/base_layer.py and
// network.py; 2.2.5 and 2.3.1 do the same.
#ifndef CLONECHECK_CORE_ENGINE_NODE_ACCESS_H_
#define CLONECHECK_CORE_ENGINE_NODE_ACCESS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/engine/tensor.h"

namespace clonecheck {

// One side of a node.
enum class NodeEnd : uint8_t { kInput, kOutput };

// `layer.get_input_at(node_index)`, `layer.get_output_at(node_index)`. A list
// of one stands for its element.
OrRefusal<Tensors> GetTensorsAt(Session& session, const Layer& layer,
                                NodeEnd end, int64_t node_index);
// `layer.get_input_mask_at(node_index)`, … Null: None.
OrRefusal<Tensors> GetMasksAt(Session& session, const Layer& layer, NodeEnd end,
                              int64_t node_index);
// `layer.get_input_shape_at(node_index)`, … Shapes as the tensors have them
// now.
OrRefusal<absl::Span<const Shape* const>> GetShapesAt(Session& session,
                                                      const Layer& layer,
                                                      NodeEnd end,
                                                      int64_t node_index);

// The properties `layer.input`, `layer.output`: of a layer with one node.
OrRefusal<Tensors> GetTensors(Session& session, const Layer& layer,
                              NodeEnd end);
// `layer.input_mask`, `layer.output_mask`.
OrRefusal<Tensors> GetMasks(Session& session, const Layer& layer, NodeEnd end);
// `layer.input_shape`, `layer.output_shape`: of a layer whose nodes have equal
// shapes.
OrRefusal<absl::Span<const Shape* const>> GetShapes(Session& session,
                                                    const Layer& layer,
                                                    NodeEnd end);

// `model.get_layer(name, index)`: the index goes before the name. Negative
// indices count from the end, as Python's; too small a one is an IndexError.
OrRefusal<Layer*> GetLayer(Session& session, const Model& model,
                           absl::string_view name,
                           std::optional<int64_t> index = std::nullopt);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_NODE_ACCESS_H_
