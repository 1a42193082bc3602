// What fuzz targets over cases share: a workbench, and what reads cases from
// bytes and mutates them. That libFuzzer asks it is case_mutator.cc's.
#ifndef CLONECHECK_FUZZ_CASES_H_
#define CLONECHECK_FUZZ_CASES_H_

#include "campaign/workbench.h"
#include "core/search/byte_mutator.h"

namespace clonecheck {

Workbench& FuzzBench();
ByteMutator& FuzzMutator();

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CASES_H_
