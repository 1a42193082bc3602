// What a cloner may be given as `input_tensors`.
#ifndef CLONECHECK_CORE_ORACLE_GIVEN_INPUTS_H_
#define CLONECHECK_CORE_ORACLE_GIVEN_INPUTS_H_

#include "core/oracle/obligation.h"

namespace clonecheck {

// New Keras inputs with the shapes and dtypes of the original's.
Tensors NewInputsLike(Subject& subject);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_GIVEN_INPUTS_H_
