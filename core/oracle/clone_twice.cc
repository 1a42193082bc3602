// `clone_twice`: a second clone of the same original is as good as the first,
// and shares nothing with it.
#include "core/oracle/further_clone.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Session::Trial trial(subject.session);
  return JudgeFurtherClone(
      subject, trial,
      subject.cloner(subject.session, subject.original, nullptr));
}

}  // namespace

const Obligation kCloneTwice{"clone_twice",
                             "a second clone is as good as the first",
                             Severity::kError, &Judge};

}  // namespace clonecheck
