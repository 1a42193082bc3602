// Holds one more clone of the original, made within a judgement, against the
// obligations that every clone owes.
#ifndef CLONECHECK_CORE_ORACLE_FURTHER_CLONE_H_
#define CLONECHECK_CORE_ORACLE_FURTHER_CLONE_H_

#include "core/oracle/obligation.h"

namespace clonecheck {

// What `result` fails first of: completes, outputs, masks, weights_fresh,
// sharing. `trial`: from before it was made. REQUIRES: `subject.spare`.
Judgement JudgeFurtherClone(Subject& subject, Session::Trial& trial,
                            const OrRefusal<Model*>& result);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_FURTHER_CLONE_H_
