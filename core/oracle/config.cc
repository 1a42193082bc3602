// `config`: the clone's config is the original's, but for the numbers of nodes.
#include "core/graph/config.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/engine/model_config.h"
#include "core/engine/sequential.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

Judgement DifferAt(Subject& subject, const char* symptom, const Layer& where,
                   absl::string_view original, absl::string_view clone) {
  return Differ(subject, symptom, &where,
                absl::StrCat("the config of '", where.name()->text, "'"),
                original, clone);
}

std::string ConfigText(const Layer& layer) {
  return ConfigValueToPython(ConfigValue::Dict(layer.spec().saved().config()));
}

std::string DictText(const Dict* dict) {
  if (dict == nullptr) return "no keyword arguments";
  return absl::StrJoin(
      dict->entries(), ", ", [](std::string* out, const Dict::Entry& entry) {
        absl::StrAppend(out, entry.key->text, "=",
                        entry.value.type == Value::Type::kLiteral
                            ? ConfigValueToPython(entry.value.literal)
                            : absl::StrCat("a list of ", entry.value.size));
      });
}

bool SameArguments(const Dict* a, const Dict* b) {
  if (a == nullptr || b == nullptr) return a == b;
  if (a->entries().size() != b->entries().size()) return false;
  for (const Dict::Entry& entry : a->entries()) {
    const Value* value = b->Find(entry.key);
    if (value == nullptr || !(*value == entry.value)) return false;
  }
  return true;
}

// The argument that a Model which was run outside of the model has written into
// this call of the original: the mask that it computed, for which no argument
// of the call is in the config. That is no clone's debt.
const Name* WrittenFromOutside(Session& session, const Node& node) {
  const Name* name = session.kMask;
  const Value* mask =
      node.arguments() == nullptr ? nullptr : node.arguments()->Find(name);
  return mask != nullptr && mask->was_computed() ? name : nullptr;
}

// The calls that a model's config lists.
size_t CountCalls(const Model& model) {
  size_t calls = 0;
  for (const Node* node : model.nodes()) calls += node->has_inbound_layers();
  return calls;
}

Judgement CompareModels(Subject& subject, Model& a, Model& b) {
  if (a.layers().size() != b.layers().size()) {
    return DifferAt(subject, "number-of-layers", a,
                    absl::StrCat(a.layers().size(), " layers"),
                    absl::StrCat(b.layers().size(), " layers"));
  }
  if (CountCalls(a) != CountCalls(b)) {
    return DifferAt(subject, "number-of-calls", a,
                    absl::StrCat(CountCalls(a), " calls"),
                    absl::StrCat(CountCalls(b), " calls"));
  }
  Sequential* x = a.as_sequential();
  Sequential* y = b.as_sequential();
  if (x != nullptr && y != nullptr &&
      x->build_input_shape() != y->build_input_shape()) {
    const auto text = [](const Shape* shape) {
      return shape == nullptr ? "no build_input_shape" : shape->ToString();
    };
    return DifferAt(subject, "build-input-shape", a,
                    text(x->build_input_shape()), text(y->build_input_shape()));
  }
  return Judgement();
}

Judgement Judge(Subject& subject) {
  Pairing& pairing = subject.pairing();
  Judgement judgement =
      CompareModels(subject, subject.original, *subject.clone);
  if (IsFailure(judgement.verdict)) return judgement;
  if (const Pairing::Misfit* misfit = pairing.misfit()) {
    return DifferAt(
        subject, misfit->symptom,
        misfit->where == nullptr ? subject.original : *misfit->where, "", "");
  }
  for (const Pairing::LayerPair& pair : pairing.layers()) {
    const Layer& a = *pair.original;
    const Layer& b = *pair.clone;
    if (a.spec().saved().config() != b.spec().saved().config()) {
      return DifferAt(subject, "layer-config", a, ConfigText(a), ConfigText(b));
    }
    if (a.trainable() != b.trainable()) {
      return DifferAt(subject, "trainable", a,
                      a.trainable() ? "trainable" : "not trainable",
                      b.trainable() ? "trainable" : "not trainable");
    }
    if (a.name() != b.name()) {
      return DifferAt(subject, "layer-name", a, a.name()->text, b.name()->text);
    }
    Model* x = pair.original->as_model();
    Model* y = pair.clone->as_model();
    if (x == nullptr || y == nullptr) continue;
    judgement = CompareModels(subject, *x, *y);
    if (IsFailure(judgement.verdict)) return judgement;
  }
  for (const Pairing::NodePair& pair : pairing.nodes()) {
    if (!pair.original->has_inbound_layers()) continue;
    const Name* lost = WrittenFromOutside(subject.session, *pair.original);
    const Dict* a = SavedArguments(subject.session, *pair.original, lost);
    const Dict* b = SavedArguments(subject.session, *pair.clone, lost);
    if (!SameArguments(a, b)) {
      return DifferAt(subject, "call-arguments",
                      *pair.original->outbound_layer(), DictText(a),
                      DictText(b));
    }
  }
  return Judgement();
}

constexpr absl::string_view kLook = R"py(
def numbers_aside(config):
    """The config without the numbers of nodes, whatever the order of layers and of their calls."""
    if isinstance(config, dict):
        config = {key: numbers_aside(value) for key, value in config.items()}
        if 'layers' in config and 'inbound_nodes' in config['layers'][0]:
            config['layers'] = sorted(config['layers'], key=lambda layer: layer['name'])
            for layer in config['layers']:
                layer['inbound_nodes'] = sorted(
                    ([[inbound[0]] + inbound[2:] for inbound in node] for node in layer['inbound_nodes']), key=repr)
            for ends in ('input_layers', 'output_layers'):
                config[ends] = [[name, output] for name, _, output in config[ends]]
    elif isinstance(config, (list, tuple)):
        config = [numbers_aside(item) for item in config]
    return config


def without_masks(config):
    """The config, without masks of calls."""
    if isinstance(config, dict):
        return {key: without_masks(value) for key, value in config.items() if key != 'mask'}
    return [without_masks(item) for item in config] if isinstance(config, (list, tuple)) else config


def look(model, clone, values, expected):
    written = written_masks(model)
    for node in written:  # from outside of the model: with such a mask nothing of the call is in the config
        node.arguments = {key: value for key, value in node.arguments.items() if key != 'mask'}
    configs = [numbers_aside(m.get_config()) for m in (model, clone)]
    found = parting(*[without_masks(config) if written else config for config in configs])
    if found is not None:
        yield found
    for a, b in zip(all_layers(model), all_layers(clone)):
        if a.trainable != b.trainable:
            yield '%s.trainable: the model has %s, the clone has %s' % (a.name, a.trainable, b.trainable)
)py";

PythonLook Look() {
  return {absl::StrCat(WrittenMasksPython(), PartingPython(), kLook),
          "its config, but for numbers of nodes"};
}

}  // namespace

extern const Obligation kConfig{"config",
                                "the same config, but for the numbers of nodes",
                                Severity::kWarning, &Judge, &Look};

}  // namespace clonecheck
