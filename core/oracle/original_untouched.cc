// `original_untouched`: cloning changes nothing of what was there before. The
// journal of the trial holds every write to an older object.
#include <cstring>

#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

const char* Symptom(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kInboundNodes:
      return "original-called";
    case ChangeKind::kOutboundNodes:
      return "original-used";
    case ChangeKind::kHistory:
      return "history-overwritten";
    case ChangeKind::kArguments:
      return "arguments-written";
    case ChangeKind::kWeights:
      return "weights-changed";
    case ChangeKind::kTrainable:
      return "trainable-changed";
    case ChangeKind::kName:
      return "name-changed";
    case ChangeKind::kCache:
      // An answer that is kept is never replaced by another; one more is none
      // that anybody had before.
      return nullptr;
  }
  return nullptr;
}

// Whether the field is as it was before its first change.
bool IsRestored(absl::Span<const Session::Change> changes, size_t i) {
  const Session::Change* first = changes.data();
  while (first->address != changes[i].address) ++first;
  return std::memcmp(first->old_bytes, first->address, first->bytes) == 0;
}

// The layer of the original that the change is about; null: none of them.
const Layer* LayerOf(const Model& original, const Session::Change& change) {
  for (const Node* node : original.nodes()) {
    bool is_it = node->outbound_layer()->id() == change.owner;
    if (change.kind == ChangeKind::kHistory) {
      is_it = false;
      for (const Tensor* tensor : node->output_tensors()) {
        is_it |= tensor->id == change.owner;
      }
    } else if (change.kind == ChangeKind::kArguments) {
      is_it = node->arguments() != nullptr &&
              node->arguments()->id() == change.owner;
    }
    if (is_it) return node->outbound_layer();
  }
  // Within the Models that it holds.
  for (Layer* layer : original.layers()) {
    if (const Model* nested = layer->as_model()) {
      if (LayerOf(*nested, change) != nullptr) return layer;
    }
  }
  return nullptr;
}

Judgement Judge(Subject& subject) {
  const absl::Span<const Session::Change> changes = subject.trial.changes();
  const Session::Change* worst = nullptr;
  for (size_t i = 0; i < changes.size(); ++i) {
    if (Symptom(changes[i].kind) == nullptr) continue;
    if (worst != nullptr && worst->kind <= changes[i].kind) continue;
    if (!IsRestored(changes, i)) worst = &changes[i];
  }
  if (worst == nullptr) return Judgement();
  const Layer* layer = LayerOf(subject.original, *worst);
  return Differ(subject, Symptom(worst->kind), layer,
                layer == nullptr ? "an object that was there before"
                                 : absl::StrCat("the original's layer '",
                                                layer->name()->text, "'"),
                "as it was before cloning", Symptom(worst->kind));
}

constexpr absl::string_view kLook = R"py(
def picture(model):
    """By layer, what cloning must leave as it is."""
    return [(layer.name, [
        layer.trainable, [variable.name for variable in layer.weights], len(layer._outbound_nodes),
        [(sorted((key, repr(value)) for key, value in (node.arguments or {}).items()),
          [repr(getattr(tensor, '_keras_history', None)) for tensor in node.output_tensors])
         for node in layer._inbound_nodes]]) for layer in [model] + all_layers(model)]


def look(model, clone, values, expected):
    fresh = build()
    before = picture(fresh)
    clone_model(fresh)
    for (name, old), (_, new) in zip(before, picture(fresh)):
        if old != new:
            yield 'the original\'s layer %s\nbefore:\n%s\nafter:\n%s' % (name, old, new)
)py";

PythonLook Look() {
  return {absl::StrCat(AllLayersPython(), kLook),
          "having left the original as it was"};
}

}  // namespace

extern const Obligation kOriginalUntouched{
    "original_untouched", "cloning changes nothing of the original",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
