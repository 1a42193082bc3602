#include "core/engine/dump.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/tensor.h"
#include "core/engine/value.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

// Writes the objects of a session, each once.
class Dumper {
 public:
  explicit Dumper(Session& session) : session_(session) {}

  std::string Run() {
    absl::StrAppend(&text_, "objects ", session_.num_objects(), ", tensors ",
                    session_.num_tensors(), ", terms ", session_.terms().size(),
                    "\n");
    for (Layer* layer : session_.layers()) AddLayer(layer);
    for (const Tensor* tensor : tensors_) AddTensor(tensor);
    return std::move(text_);
  }

 private:
  struct ById {
    bool operator()(const Tensor* a, const Tensor* b) const {
      return a->id < b->id;
    }
  };

  std::string Id(const Tensor* tensor) {
    if (tensor == nullptr) return "None";
    tensors_.insert(tensor);
    return absl::StrCat("t", tensor->id);
  }
  static std::string Id(const Layer* layer) {
    return layer == nullptr ? "-" : absl::StrCat("l", layer->id());
  }
  static std::string Id(const Node* node) {
    return absl::StrCat("n", node->id());
  }
  template <typename Items>
  std::string Ids(const Items& items) {
    std::string text = "[";
    for (const auto* item : items) {
      absl::StrAppend(&text, text.size() > 1 ? " " : "", Id(item));
    }
    return text + "]";
  }

  void AddLayer(Layer* layer) {
    absl::StrAppend(&text_, Id(layer), " ", layer->name()->text, " ",
                    layer->spec().kind().class_name(), " config ",
                    layer->spec().config()->id, " trainable ",
                    layer->trainable(), " built ", layer->built());
    if (layer->is_input_layer()) {
      absl::StrAppend(&text_, " ", layer->batch_input_shape()->ToString(),
                      " dtype ", static_cast<int>(layer->dtype()), " sparse ",
                      layer->sparse(), " placeholder ",
                      layer->is_placeholder());
    }
    absl::StrAppend(&text_, "\n  outbound ", Ids(layer->outbound_nodes()),
                    "\n");
    for (const Node* node : layer->inbound_nodes()) AddNode(node);
    ArenaVector<Variable*> weights;
    layer->AppendWeights(session_.arena(), &weights);
    for (const Variable* weight : weights) {
      absl::StrAppend(&text_, "  w", weight->id, " ", weight->role, " ",
                      weight->shape->ToString(), " term ", weight->term,
                      " trainable ", weight->trainable, "\n");
    }
    if (Model* model = layer->as_model()) AddModel(model);
  }

  void AddNode(const Node* node) {
    absl::StrAppend(&text_, "  ", Id(node), " of ", Id(node->outbound_layer()),
                    node->has_inbound_layers() ? "" : " by nobody", "\n");
    for (const Node::Inbound& input : node->inputs()) {
      absl::StrAppend(&text_, "    in ", Id(input.tensor), " from ",
                      Id(input.layer), ":", input.node_index, ":",
                      input.tensor_index, " mask ", Id(input.mask), "\n");
    }
    absl::StrAppend(&text_, "    out ", Ids(node->output_tensors()), " masks ",
                    node->num_output_masks(), ":");
    for (size_t i = 0; i < node->num_output_masks(); ++i) {
      absl::StrAppend(&text_, " ", Id(node->output_mask(i)));
    }
    absl::StrAppend(&text_, "\n");
    if (node->arguments() == nullptr) return;
    absl::StrAppend(&text_, "    arguments {");
    for (const Dict::Entry& entry : node->arguments()->entries()) {
      absl::StrAppend(&text_, " ", entry.key->text, "=", Text(entry.value));
    }
    absl::StrAppend(&text_, " }\n");
  }

  std::string Text(const Value& value) {
    switch (value.type) {
      case Value::Type::kLiteral:
        return ConfigValueToPython(value.literal);
      case Value::Type::kTensor:
        return Id(value.tensor);
      case Value::Type::kTensorList:
        return Ids(value.list());
    }
    return "";
  }

  void AddModel(Model* model) {
    absl::StrAppend(&text_, "  inputs ", Ids(model->inputs()), " outputs ",
                    Ids(model->outputs()), " input layers ",
                    Ids(model->input_layers()), " layers ",
                    Ids(model->layers()), " nodes ", Ids(model->nodes()),
                    " depths ", absl::StrJoin(model->node_depths(), " "), "\n");
    for (const Model::Coordinates& at : model->output_coordinates()) {
      absl::StrAppend(&text_, "  output from ", Id(at.layer), ":",
                      at.node_index, ":", at.tensor_index, "\n");
    }
    for (const Model::CacheEntry& entry : model->cached_answers()) {
      const size_t outputs = model->outputs().size();
      absl::StrAppend(&text_, "  for ",
                      Ids(absl::MakeConstSpan(entry.inputs, entry.input_count)),
                      " masks ", entry.mask_count);
      if (entry.masks != nullptr) {
        absl::StrAppend(
            &text_, Ids(absl::MakeConstSpan(entry.masks, entry.mask_count)));
      }
      if (entry.outputs != nullptr) {
        absl::StrAppend(&text_, " gives ",
                        Ids(absl::MakeConstSpan(entry.outputs, outputs)));
      }
      if (entry.output_masks != nullptr) {
        absl::StrAppend(&text_, " output masks ",
                        Ids(absl::MakeConstSpan(entry.output_masks, outputs)));
      }
      absl::StrAppend(&text_, "\n");
    }
  }

  void AddTensor(const Tensor* tensor) {
    absl::StrAppend(&text_, "t", tensor->id, " ", tensor->shape->ToString(),
                    " dtype ", static_cast<int>(tensor->dtype), " term ",
                    tensor->term, " history ", Id(tensor->layer), ":",
                    tensor->node_index, ":", tensor->tensor_index, " op ",
                    tensor->op == nullptr ? "-" : tensor->op, "\n");
  }

  Session& session_;
  std::set<const Tensor*, ById> tensors_;
  std::string text_;
};

}  // namespace

std::string Dump(Session& session) { return Dumper(session).Run(); }

}  // namespace clonecheck
