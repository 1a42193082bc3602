// `input_tensors`: given Keras inputs, the cloner builds on these and on no
// others, and all else holds as without.
#include "absl/strings/str_cat.h"
#include "core/oracle/further_clone.h"
#include "core/oracle/given_inputs.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {

Tensors NewInputsLike(Subject& subject) {
  Session& session = subject.session;
  ArenaVector<Tensor*> inputs;
  for (size_t i = 0; i < subject.original.inputs().size(); ++i) {
    const Tensor* input = subject.original.inputs()[i];
    // What the tensor says of itself may have been overwritten by a call that
    // gave it back.
    const Layer* layer = subject.original.input_layers()[i];
    const Shape* shape =
        layer->is_input_layer() ? layer->batch_input_shape() : input->shape;
    // Not an automatic name: that may be one of the original's, if it was
    // loaded.
    const Name* name =
        session.pool().InternName(absl::StrCat("given_input_", inputs.size()));
    inputs.push_back(session.arena(), session.NewInput(shape, input->dtype,
                                                       /*sparse=*/false, name));
  }
  return absl::MakeConstSpan(inputs.data(), inputs.size());
}

namespace {

Judgement Judge(Subject& subject) {
  // A Sequential without layers: no tensors are no inputs to be given.
  if (subject.original.inputs().empty()) return Judgement();
  Session::Trial trial(subject.session);
  const Tensors tensors = NewInputsLike(subject);
  const OrRefusal<Model*> clone =
      subject.cloner(subject.session, subject.original, &tensors);
  if (!clone.ok() && clone.refusal->form == &errors::kTakesNoInputTensors) {
    return Judgement();
  }
  if (clone.ok() && clone.value->inputs() != tensors) {
    return Differ(subject, "other-inputs", nullptr,
                  "the inputs of a clone on given tensors",
                  absl::StrCat("the ", tensors.size(), " that were given"),
                  absl::StrCat(clone.value->inputs().size(), ", not these"));
  }
  return JudgeFurtherClone(subject, trial, clone);
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    inputs = new_inputs(model)
    try:
        given = clone_model(model, input_tensors=inputs)
    except Exception as error:
        yield 'given inputs, clone_model raised %s: %s' % (type(error).__name__, error)
        return
    if [id(tensor) for tensor in given.inputs] != [id(tensor) for tensor in inputs]:
        yield 'given the inputs %s, the clone has %s' % (inputs, given.inputs)
        return
    for fault in faults(model, given, values, expected):
        yield 'given inputs: ' + fault
)py";

PythonLook Look() {
  return {absl::StrCat(FaultsPython(), NewInputsPython(), kLook),
          "standing on given inputs"};
}

}  // namespace

extern const Obligation kInputTensors{
    "input_tensors", "the clone is built on the inputs it is given",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
