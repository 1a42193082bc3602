// `calls`: no layer of the clone is called more often than the original's. A
// call besides changes no value and stands in no config, but `layer.output`
// refuses to choose between two nodes: a note.
#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  for (const Pairing::LayerPair& pair : subject.pairing().layers()) {
    const size_t original = pair.original->inbound_nodes().size();
    const size_t clone = pair.clone->inbound_nodes().size();
    if (clone <= original) continue;
    return Differ(
        subject, "called-more-often", pair.original,
        absl::StrCat("the nodes of '", pair.original->name()->text, "'"),
        absl::StrCat(original), absl::StrCat(clone));
  }
  return Judgement();
}

}  // namespace

const Obligation kCalls{"calls",
                        "no layer is called more often than the original's",
                        Severity::kNote, &Judge};

}  // namespace clonecheck
