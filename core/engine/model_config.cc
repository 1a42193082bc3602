#include "core/engine/model_config.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// The number that get_config gives to a node, in Node order, counting nodes of
// the Model only; Models and Sequentials start life with a node 0 of their own.
class Renumbering {
 public:
  Renumbering(Arena& arena, Model& model)
      : nodes_(arena, model.nodes()), layers_(arena, model.layers()) {
    for (const Node* node : model.nodes()) nodes_.Set(node, 1);
    for (size_t i = 0; i < model.layers().size(); ++i) {
      Layer* layer = model.layers()[i];
      layers_.Set(layer, static_cast<int32_t>(i) + 1);
      int32_t number = layer->as_model() != nullptr ? 1 : 0;
      for (const Node* node : layer->inbound_nodes()) {
        if (Contains(node)) nodes_.Set(node, 1 + number++);
      }
    }
  }

  bool Contains(const Node* node) const { return nodes_.Get(node) != 0; }

  // A node index that cannot be found is written 0.
  ModelConfig::TensorEntry Entry(const Layer* layer, int32_t node_index,
                                 int32_t tensor_index) const {
    const int32_t number = nodes_.Get(layer->inbound_nodes()[node_index]);
    return {static_cast<uint32_t>(layers_.Get(layer)) - 1,
            number == 0 ? 0 : number - 1, tensor_index};
  }
  bool HasLayer(const Layer* layer) const { return layers_.Get(layer) != 0; }

 private:
  // Numbers of objects; 0 for all others. A table over what the objects span;
  // a map where that is mostly of others, as in a graph of thousands of Models.
  template <typename Object>
  class Numbers {
   public:
    Numbers(Arena& arena, absl::Span<Object* const> objects) {
      uint32_t last = 0;
      for (const Object* object : objects) {
        first_ = std::min(first_, object->id());
        last = std::max(last, object->id());
      }
      if (first_ > last) return;
      const size_t span = last - first_ + 1;
      if (span > kWidestTable && span / kSparse > objects.size()) {
        map_.reserve(objects.size());
      } else {
        table_ = absl::MakeSpan(arena.NewArray<int32_t>(span), span);
      }
    }
    // REQUIRES: it is one of the objects.
    void Set(const Object* object, int32_t number) {
      if (table_.empty()) {
        map_[object->id()] = number;
      } else {
        table_[object->id() - first_] = number;
      }
    }
    int32_t Get(const Object* object) const {
      if (table_.empty()) {
        const auto found = map_.find(object->id());
        return found == map_.end() ? 0 : found->second;
      }
      const uint32_t at = object->id() - first_;
      return at < table_.size() ? table_[at] : 0;
    }

   private:
    static constexpr size_t kWidestTable = 256;  // always quick to clear
    static constexpr size_t kSparse = 8;

    uint32_t first_ = UINT32_MAX;
    absl::Span<int32_t> table_;  // in the arena; empty if there is a map
    absl::flat_hash_map<uint32_t, int32_t> map_;
  };

  Numbers<Node> nodes_;    // 1 + the number
  Numbers<Layer> layers_;  // 1 + the position
};

// json.dumps(node.arguments): a dict with a tensor in it cannot be written.
bool IsSerializable(const Dict& dict, const Name* without) {
  for (const Dict::Entry& entry : dict.entries()) {
    if (entry.key == without) continue;
    if (entry.value.type == Value::Type::kTensor) return false;
    if (entry.value.type == Value::Type::kTensorList) {
      for (const Tensor* tensor : entry.value.list()) {
        if (tensor != nullptr) return false;
      }
    }
  }
  return true;
}

}  // namespace

const Dict* SavedArguments(Session& session, const Node& node,
                           const Name* without) {
  const Dict* arguments = node.arguments();
  if (arguments == nullptr || !IsSerializable(*arguments, without)) {
    return nullptr;
  }
  Dict* copy = nullptr;
  for (const Dict::Entry& entry : arguments->entries()) {
    if (entry.key == without) continue;
    if (copy == nullptr) copy = session.NewDict();
    copy->Set(session, entry.key, entry.value);
  }
  return copy;
}

const ModelConfig* GetModelConfig(Session& session, Model& model) {
  using LayerEntry = ModelConfig::LayerEntry;
  using NodeEntry = ModelConfig::NodeEntry;
  using TensorEntry = ModelConfig::TensorEntry;
  Arena& arena = session.arena();
  Renumbering numbers(arena, model);

  ArenaVector<LayerEntry> layers;
  for (Layer* layer : model.layers()) {
    LayerEntry entry;
    entry.config = layer->GetConfig(session);
    ArenaVector<NodeEntry> nodes;
    for (Node* node : layer->inbound_nodes()) {
      if (!numbers.Contains(node) || !node->has_inbound_layers()) continue;
      ArenaVector<TensorEntry> inputs;
      for (const Node::Inbound& input : node->inputs()) {
        inputs.push_back(arena, numbers.Entry(input.layer, input.node_index,
                                              input.tensor_index));
      }
      nodes.push_back(
          arena, NodeEntry{absl::MakeConstSpan(inputs.data(), inputs.size()),
                           SavedArguments(session, *node)});
    }
    entry.inbound_nodes = absl::MakeConstSpan(nodes.data(), nodes.size());
    layers.push_back(arena, entry);
  }
  // Inputs that no output needs are left out.
  ArenaVector<TensorEntry> inputs;
  for (Layer* layer : model.input_layers()) {
    if (numbers.HasLayer(layer)) {
      inputs.push_back(arena, numbers.Entry(layer, 0, 0));
    }
  }
  ArenaVector<TensorEntry> outputs;
  for (const Model::Coordinates& output : model.output_coordinates()) {
    outputs.push_back(arena, numbers.Entry(output.layer, output.node_index,
                                           output.tensor_index));
  }
  ModelConfig* config = arena.New<ModelConfig>();
  config->name = model.name();
  config->layers = absl::MakeConstSpan(layers.data(), layers.size());
  config->input_layers = absl::MakeConstSpan(inputs.data(), inputs.size());
  config->output_layers = absl::MakeConstSpan(outputs.data(), outputs.size());
  return config;
}

OrRefusal<Model*> ModelFromConfig(Session& session, const ModelConfig& config) {
  // What is to be called of each layer, in the order in which it waits.
  struct Queue {
    const ModelConfig::NodeEntry** nodes;
    size_t size;
  };
  Arena& arena = session.arena();
  ArenaVector<Layer*> layers;
  Queue* queues = arena.NewUnset<Queue>(config.layers.size());
  size_t waiting = 0;
  for (const ModelConfig::LayerEntry& entry : config.layers) {
    OrRefusal<Layer*> layer = Layer::FromConfig(session, entry.config);
    if (!layer.ok()) return layer.refusal;
    const size_t count = entry.inbound_nodes.size();
    Queue& queue = queues[layers.size()];
    queue = {arena.NewUnset<const ModelConfig::NodeEntry*>(count), count};
    for (size_t i = 0; i < count; ++i) queue.nodes[i] = &entry.inbound_nodes[i];
    waiting += count;
    layers.push_back(arena, layer.value);
  }
  const bool keeps_order = session.rules().from_config_keeps_node_order;
  ArenaVector<Tensor*> inputs;
  while (waiting > 0) {
    const size_t before = waiting;
    for (size_t i = 0; i < layers.size(); ++i) {
      Queue& queue = queues[i];
      // Those that go on waiting move to the front.
      const size_t queued = std::exchange(queue.size, 0);
      bool stopped = false;
      for (size_t k = 0; k < queued; ++k) {
        const ModelConfig::NodeEntry* const node = queue.nodes[k];
        inputs.resize_down(0);
        bool available = !stopped;
        for (const ModelConfig::TensorEntry& input : node->inputs) {
          if (!available) break;
          absl::Span<Node* const> nodes = layers[input.layer]->inbound_nodes();
          if (static_cast<size_t>(input.node_index) >= nodes.size()) {
            available = false;
            break;
          }
          Tensors outputs = nodes[input.node_index]->output_tensors();
          if (static_cast<size_t>(input.tensor_index) >= outputs.size()) {
            // 2.2.4 lets the IndexError out; later versions take any
            // LookupError for "not yet".
            if (!keeps_order) return session.Refuse(errors::kListIndex);
            available = false;
            break;
          }
          inputs.push_back(arena, outputs[input.tensor_index]);
        }
        if (!available) {
          queue.nodes[queue.size++] = node;
          stopped = keeps_order;
          continue;
        }
        OrRefusal<Tensors> called =
            layers[i]->Call(session, inputs, node->kwargs);
        if (!called.ok()) {
          const ErrorType type = called.refusal->type();
          const bool is_lookup_error =
              type == ErrorType::kIndexError || type == ErrorType::kKeyError;
          if (!keeps_order || !is_lookup_error) return called.refusal;
          queue.nodes[queue.size++] = node;
          stopped = true;
          continue;
        }
        --waiting;
      }
    }
    if (waiting == before) return session.Refuse(errors::kPassesForEver);
  }

  auto find = [&](absl::Span<const ModelConfig::TensorEntry> entries,
                  ArenaVector<Tensor*>* tensors) -> Refusal {
    for (const ModelConfig::TensorEntry& entry : entries) {
      absl::Span<Node* const> nodes = layers[entry.layer]->inbound_nodes();
      if (static_cast<size_t>(entry.node_index) >= nodes.size() ||
          static_cast<size_t>(entry.tensor_index) >=
              nodes[entry.node_index]->output_tensors().size()) {
        return session.Refuse(errors::kListIndex);
      }
      tensors->push_back(
          arena, nodes[entry.node_index]->output_tensors()[entry.tensor_index]);
    }
    return nullptr;
  };
  ArenaVector<Tensor*> model_inputs;
  ArenaVector<Tensor*> model_outputs;
  if (Refusal refusal = find(config.input_layers, &model_inputs)) {
    return refusal;
  }
  if (Refusal refusal = find(config.output_layers, &model_outputs)) {
    return refusal;
  }
  return Model::Make(session, model_inputs, model_outputs, config.name);
}

OrRefusal<Model*> Reload(Session& session, Model& model) {
  OrRefusal<Layer*> layer =
      Layer::FromConfig(session, model.GetConfig(session));
  if (!layer.ok()) return layer.refusal;
  return layer.value->as_model();
}

}  // namespace clonecheck
