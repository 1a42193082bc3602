// `calls`: no layer of the clone is called more often than the original's. A
// call besides changes no value and stands in no config, but `layer.output`
// refuses to choose between two nodes: a note.
#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

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

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    calls = [{layer.name: len(layer._inbound_nodes) for layer in all_layers(m)} for m in (model, clone)]
    for name in sorted(calls[0]):
        if calls[1].get(name, 0) > calls[0][name]:
            yield 'the nodes of %s: the model has %d, the clone has %d' % (name, calls[0][name], calls[1][name])
)py";

PythonLook Look() {
  return {absl::StrCat(AllLayersPython(), kLook),
          "how often layers are called"};
}

}  // namespace

extern const Obligation kCalls{
    "calls", "no layer is called more often than the original's",
    Severity::kNote, &Judge, &Look};

}  // namespace clonecheck
