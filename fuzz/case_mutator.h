// What fuzz targets over cases share: a workbench, and the mutator that
// libFuzzer asks instead of its own, on Graphs.
#ifndef CLONECHECK_FUZZ_CASE_MUTATOR_H_
#define CLONECHECK_FUZZ_CASE_MUTATOR_H_

#include "campaign/workbench.h"
#include "core/search/byte_mutator.h"

namespace clonecheck {

Workbench& FuzzBench();
ByteMutator& FuzzMutator();

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CASE_MUTATOR_H_
