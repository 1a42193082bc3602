// `clone_twice`: a second clone of the same original is as good as the first,
// and shares nothing with it.
#include "absl/strings/str_cat.h"
#include "core/oracle/further_clone.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Session::Trial trial(subject.session);
  return JudgeFurtherClone(
      subject, trial,
      subject.cloner(subject.session, subject.original, nullptr));
}

constexpr absl::string_view kLook = R"py(
def look(model, clone, values, expected):
    try:
        further = clone_model(model)
    except Exception as error:
        yield 'a second clone: clone_model raised %s: %s' % (type(error).__name__, error)
        return
    for fault in faults(model, further, values, expected):
        yield 'a second clone: ' + fault
    if {id(variable) for variable in further.weights} & {id(variable) for variable in clone.weights}:
        yield 'a second clone shares variables with the clone'
)py";

PythonLook Look() {
  return {absl::StrCat(FaultsPython(), kLook), "a second clone"};
}

}  // namespace

extern const Obligation kCloneTwice{"clone_twice",
                                    "a second clone is as good as the first",
                                    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
