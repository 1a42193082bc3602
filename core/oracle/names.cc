// `names`: the clone and its layers are called as the original and its layers;
// its inputs have the same names, dtypes and batch shapes.
#include "absl/strings/str_cat.h"
#include "core/graph/dtype.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

Judgement DifferAt(Subject& subject, const char* symptom, const Layer& where,
                   absl::string_view original, absl::string_view clone) {
  return Differ(subject, symptom, &where,
                absl::StrCat(symptom, " of '", where.name()->text, "'"),
                original, clone);
}

Judgement Judge(Subject& subject) {
  const Model& original = subject.original;
  const Model& clone = *subject.clone;
  if (original.name() != clone.name()) {
    return DifferAt(subject, "model-name", original, original.name()->text,
                    clone.name()->text);
  }
  // The names of inputs and outputs are those of their layers.
  for (const Pairing::LayerPair& pair : subject.pairing().layers()) {
    const Layer& a = *pair.original;
    const Layer& b = *pair.clone;
    if (a.name() != b.name()) {
      return DifferAt(subject, "layer-name", a, a.name()->text, b.name()->text);
    }
    if (!a.is_input_layer() || !b.is_input_layer()) continue;
    if (a.dtype() != b.dtype()) {
      return DifferAt(subject, "input-dtype", a, DTypeName(a.dtype()),
                      DTypeName(b.dtype()));
    }
    if (a.sparse() != b.sparse()) {
      return DifferAt(subject, "input-sparse", a,
                      a.sparse() ? "sparse" : "dense",
                      b.sparse() ? "sparse" : "dense");
    }
    if (a.batch_input_shape() != b.batch_input_shape()) {
      return DifferAt(subject, "input-shape", a,
                      a.batch_input_shape()->ToString(),
                      b.batch_input_shape()->ToString());
    }
  }
  return Judgement();
}

}  // namespace

extern const Obligation kNames{
    "names", "the names of model and layers, and what its inputs are, are kept",
    Severity::kError, &Judge};

}  // namespace clonecheck
