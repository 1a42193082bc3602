// `node_order`: the clone's config is the original's to the letter: layers in
// the same order, and the same numbers for their nodes. A difference here means
// the same to a reader of the config, so it is a note.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/engine/model_config.h"
#include "core/engine/sequential.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

// What differs, or null.
const char* Compare(const ModelConfig& a, const ModelConfig& b);

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
  if (a.model != nullptr && b.model != nullptr) {
    return Compare(*a.model, *b.model);
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

const char* Compare(const ModelConfig& a, const ModelConfig& b) {
  const size_t layers = std::min(a.layers.size(), b.layers.size());
  for (size_t k = 0; k < layers; ++k) {
    const ModelConfig::LayerEntry& x = a.layers[k];
    const ModelConfig::LayerEntry& y = b.layers[k];
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
  return SameEntries(a.input_layers, b.input_layers) &&
                 SameEntries(a.output_layers, b.output_layers)
             ? nullptr
             : "nodes-in-another-order";
}

// `dense_1[0][1]`: layer, node, output.
std::string EntriesText(const ModelConfig& config,
                        absl::Span<const ModelConfig::TensorEntry> entries) {
  return absl::StrJoin(
      entries, ", ",
      [&](std::string* out, const ModelConfig::TensorEntry& entry) {
        absl::StrAppend(out, config.layers[entry.layer].config.name->text, "[",
                        entry.node_index, "][", entry.tensor_index, "]");
      });
}

std::string ModelText(const ModelConfig& config);

// `dense_1`; a container with what it holds: `model_1{…}`.
std::string LayerText(const LayerConfig& config) {
  std::string text(config.name->text);
  if (config.model != nullptr) {
    absl::StrAppend(&text, "{", ModelText(*config.model), "}");
  }
  if (config.sequential != nullptr) {
    absl::StrAppend(&text, "{",
                    absl::StrJoin(config.sequential->layers, ", ",
                                  [](std::string* out, const auto& layer) {
                                    absl::StrAppend(out, LayerText(layer));
                                  }),
                    "}");
  }
  if (config.inner != nullptr) {
    absl::StrAppend(&text, "{", LayerText(*config.inner), "}");
  }
  return text;
}

// `input_1; dense_1(input_1[0][0]); outputs dense_1[0][0]`:
// layer[node][output].
std::string ModelText(const ModelConfig& config) {
  std::string text;
  for (const ModelConfig::LayerEntry& entry : config.layers) {
    absl::StrAppend(&text, LayerText(entry.config));
    for (const auto& node : entry.inbound_nodes) {
      absl::StrAppend(&text, "(", EntriesText(config, node.inputs), ")");
    }
    absl::StrAppend(&text, "; ");
  }
  return absl::StrCat(text, "inputs ", EntriesText(config, config.input_layers),
                      "; outputs ", EntriesText(config, config.output_layers));
}

Judgement Judge(Subject& subject) {
  if (subject.original.as_sequential() != nullptr ||
      subject.clone->as_sequential() != nullptr) {
    return Judgement();
  }
  const ModelConfig& a = *GetModelConfig(subject.session, subject.original);
  const ModelConfig& b = *GetModelConfig(subject.session, *subject.clone);
  const char* const symptom = Compare(a, b);
  if (symptom == nullptr) return Judgement();
  // The order as a whole is another; no layer is to blame.
  if (subject.details == nullptr) return Differ(symptom, nullptr);
  return Differ(subject, symptom, nullptr,
                "the order of layers, or of their nodes", ModelText(a),
                ModelText(b));
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    found = parting(model.get_config(), clone.get_config())
    if found is not None:
        yield found
)py";

PythonLook Look() {
  return {absl::StrCat(PartingPython(), kLook), "its config to the letter"};
}

}  // namespace

extern const Obligation kNodeOrder{
    "node_order", "layers and nodes of the config in the same order",
    Severity::kNote, &Judge, &Look};

}  // namespace clonecheck
