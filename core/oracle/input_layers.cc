// `input_layers`: given Keras inputs, the clone has these for input layers and
// no others. One more that is called on a given input and hands it on changes
// no value, but it is in `layers` and in the config: a matter of taste, and so
// a note.
#include "absl/strings/str_cat.h"
#include "core/oracle/given_inputs.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Session::Trial trial(subject.session);
  const Tensors given = NewInputsLike(subject);
  const OrRefusal<Model*> clone =
      subject.cloner(subject.session, subject.original, &given);
  if (!clone.ok()) return Judgement();
  subject.spare->pairing.Start(subject.session, subject.original, *clone.value);
  const Layer* extra = subject.spare->pairing.extra_input_layer();
  if (extra == nullptr) return Judgement();
  return Differ(subject, "extra-input-layer", extra,
                "the input layers of a clone on given tensors",
                "those of the given tensors",
                absl::StrCat("'", extra->name()->text,
                             "' besides, called on a given tensor"));
}

}  // namespace

const Obligation kInputLayers{
    "input_layers", "given inputs, the clone makes no input layers of its own",
    Severity::kNote, &Judge};

}  // namespace clonecheck
