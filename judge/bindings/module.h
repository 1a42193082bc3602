// What the Python module `_engine` is put together from, a file each.
#ifndef CLONECHECK_JUDGE_BINDINGS_MODULE_H_
#define CLONECHECK_JUDGE_BINDINGS_MODULE_H_

#include <pybind11/pybind11.h>

namespace clonecheck {

void DefineTensors(pybind11::module_& module);
void DefineLayers(pybind11::module_& module);
void DefineCalls(pybind11::module_& module);
void DefineConfigs(pybind11::module_& module);
void DefineModels(pybind11::module_& module);

// The module, new. REQUIRES: once a process.
pybind11::module_ MakeEngineModule();

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_MODULE_H_
