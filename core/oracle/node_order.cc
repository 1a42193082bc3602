// `node_order`: the clone's config is the original's to the letter: layers in
// the same order, and the same numbers for their nodes. A difference here means
// the same to a reader of the config, so it is a note.
#include "absl/strings/str_cat.h"
#include "core/engine/model_config.h"
#include "core/engine/sequential.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// What differs, or null. `where`: the index of the layer.
const char* Compare(const ModelConfig& a, const ModelConfig& b, size_t* where);

bool SameEntries(absl::Span<const ModelConfig::TensorEntry> a,
                 absl::Span<const ModelConfig::TensorEntry> b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const ModelConfig::TensorEntry& x, const ModelConfig::TensorEntry& y) {
        return x.layer == y.layer && x.node_index == y.node_index &&
               x.tensor_index == y.tensor_index;
      });
}

const char* CompareLayers(const LayerConfig& a, const LayerConfig& b) {
  size_t where = 0;
  if (a.model != nullptr && b.model != nullptr) {
    return Compare(*a.model, *b.model, &where);
  }
  if (a.sequential != nullptr && b.sequential != nullptr) {
    const auto& x = a.sequential->layers;
    const auto& y = b.sequential->layers;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      if (const char* symptom = CompareLayers(x[i], y[i])) return symptom;
    }
  }
  if (a.inner != nullptr && b.inner != nullptr) {
    return CompareLayers(*a.inner, *b.inner);
  }
  return nullptr;
}

const char* Compare(const ModelConfig& a, const ModelConfig& b, size_t* where) {
  const size_t layers = std::min(a.layers.size(), b.layers.size());
  for (*where = 0; *where < layers; ++*where) {
    const ModelConfig::LayerEntry& x = a.layers[*where];
    const ModelConfig::LayerEntry& y = b.layers[*where];
    if (x.config.name != y.config.name) return "layers-in-another-order";
    const size_t nodes =
        std::min(x.inbound_nodes.size(), y.inbound_nodes.size());
    for (size_t i = 0; i < nodes; ++i) {
      if (!SameEntries(x.inbound_nodes[i].inputs, y.inbound_nodes[i].inputs)) {
        return "nodes-in-another-order";
      }
    }
    if (const char* symptom = CompareLayers(x.config, y.config)) {
      return symptom;
    }
  }
  *where = 0;
  return SameEntries(a.input_layers, b.input_layers) &&
                 SameEntries(a.output_layers, b.output_layers)
             ? nullptr
             : "nodes-in-another-order";
}

Judgement Judge(Subject& subject) {
  if (subject.original.as_sequential() != nullptr ||
      subject.clone->as_sequential() != nullptr) {
    return Judgement();
  }
  const ModelConfig& a = *GetModelConfig(subject.session, subject.original);
  const ModelConfig& b = *GetModelConfig(subject.session, *subject.clone);
  size_t where = 0;
  const char* const symptom = Compare(a, b, &where);
  if (symptom == nullptr) return Judgement();
  const Layer& layer = *subject.original.layers()[where];
  const auto order = [](const ModelConfig& config) {
    std::string text;
    for (const ModelConfig::LayerEntry& entry : config.layers) {
      absl::StrAppend(&text, text.empty() ? "" : ", ", entry.config.name->text,
                      " (", entry.inbound_nodes.size(), " calls)");
    }
    return text;
  };
  // The order as a whole is another; no layer is to blame.
  if (subject.details == nullptr) return Differ(symptom, nullptr);
  return Differ(
      subject, symptom, nullptr,
      absl::StrCat("the place or the nodes of '", layer.name()->text, "'"),
      order(a), order(b));
}

}  // namespace

const Obligation kNodeOrder{"node_order",
                            "layers and nodes of the config in the same order",
                            Severity::kNote, &Judge};

}  // namespace clonecheck
