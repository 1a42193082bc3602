// `clone_of_clone`: a clone of the clone is a clone of the original, too.
#include "core/oracle/further_clone.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Session::Trial trial(subject.session);
  return JudgeFurtherClone(
      subject, trial, subject.cloner(subject.session, *subject.clone, nullptr));
}

}  // namespace

const Obligation kCloneOfClone{"clone_of_clone",
                               "a clone of the clone is as good as the clone",
                               Severity::kError, &Judge};

}  // namespace clonecheck
