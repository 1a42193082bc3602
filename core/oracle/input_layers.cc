// `input_layers`: given Keras inputs, the clone has these for input layers and
// no others. One more that is called on a given input and hands it on changes
// no value, but it is in `layers` and in the config: a matter of taste, and so
// a note.
#include "absl/strings/str_cat.h"
#include "core/oracle/given_inputs.h"
#include "core/oracle/script_parts.h"

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

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    from keras.layers import InputLayer
    given = clone_model(model, input_tensors=new_inputs(model))
    layers = [[layer.name for layer in m.layers if isinstance(layer, InputLayer)] for m in (model, given)]
    if len(layers[0]) < len(layers[1]):
        yield 'input layers: the model has %s, a clone on given inputs %s' % (layers[0], layers[1])
)py";

PythonLook Look() {
  return {absl::StrCat(NewInputsPython(), kLook),
          "its input layers, given inputs"};
}

}  // namespace

extern const Obligation kInputLayers{
    "input_layers", "given inputs, the clone makes no input layers of its own",
    Severity::kNote, &Judge, &Look};

}  // namespace clonecheck
