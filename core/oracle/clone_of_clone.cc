// `clone_of_clone`: a clone of the clone is a clone of the original, too.
#include "absl/strings/str_cat.h"
#include "core/oracle/further_clone.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Session::Trial trial(subject.session);
  return JudgeFurtherClone(
      subject, trial, subject.cloner(subject.session, *subject.clone, nullptr));
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    try:
        further = clone_model(clone)
    except Exception as error:
        yield 'a clone of the clone: clone_model raised %s: %s' % (type(error).__name__, error)
        return
    for fault in faults(model, further, values, expected):
        yield 'a clone of the clone: ' + fault
    if {id(variable) for variable in further.weights} & {id(variable) for variable in clone.weights}:
        yield 'a clone of the clone shares variables with the clone'
)py";

PythonLook Look() {
  return {absl::StrCat(FaultsPython(), kLook), "a clone of the clone"};
}

}  // namespace

extern const Obligation kCloneOfClone{
    "clone_of_clone", "a clone of the clone is as good as the clone",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
