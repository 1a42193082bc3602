// `sharing`: a layer that is called twice stays one layer, and nothing else
// becomes one; so do weights, however deep the layers that hold them.
#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

std::string Named(const Layer* layer) {
  return layer == nullptr
             ? "nothing"
             : absl::StrCat("'", layer->name()->text, "' (",
                            layer->spec().kind().class_name(), ")");
}

// The first position at which the original has a weight that it had before and
// the clone does not. The other way round is a matter of `outputs`: one
// variable cannot stand for two.
bool FindSplitWeight(Subject& subject, size_t* position) {
  const auto& original = subject.match().original_weights();
  const auto& clone = subject.match().clone_weights();
  if (original.size() != clone.size()) return false;
  const Variable** counterpart =
      subject.session.arena().NewArray<const Variable*>(
          subject.session.num_variables());
  for (size_t i = 0; i < original.size(); ++i) {
    const Variable*& known = counterpart[original[i]->id];
    if (known != nullptr && known != clone[i]) {
      *position = i;
      return true;
    }
    known = clone[i];
  }
  return false;
}

Judgement Judge(Subject& subject) {
  size_t position = 0;
  if (const Pairing::Misfit* misfit = subject.pairing().misfit()) {
    const std::string original = Named(misfit->where);
    const std::string clone = Named(misfit->counterpart);
    return Differ(subject, misfit->symptom, misfit->where,
                  "what stands for a layer", original,
                  original == clone ? absl::StrCat("another ", clone) : clone);
  }
  if (FindSplitWeight(subject, &position)) {
    return Differ(subject, "weight-split", nullptr,
                  absl::StrCat("weight ", position),
                  "a weight that stands at two positions", "two weights");
  }
  return Judgement();
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    return sharing_faults(model, clone)
)py";

PythonLook Look() {
  return {absl::StrCat(SharingFaultsPython(), kLook), "what is shared"};
}

}  // namespace

extern const Obligation kSharing{
    "sharing", "shared layers stay shared, and no others become so",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
