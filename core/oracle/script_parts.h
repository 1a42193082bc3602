// Functions of Python that the scripts of several obligations use
// (core/graph/python_look.h), each with what it needs of the others.
#ifndef CLONECHECK_CORE_ORACLE_SCRIPT_PARTS_H_
#define CLONECHECK_CORE_ORACLE_SCRIPT_PARTS_H_

#include <string>

namespace clonecheck {

// `all_layers(model)`.
std::string AllLayersPython();
// `all_layers`, `written_masks(model)`: calls with a mask that the run of a
// model has written into their arguments.
std::string WrittenMasksPython();
// `all_layers`, `calls(model)`, `mask_faults(model, clone, values)`: of all
// calls.
std::string MaskFaultsPython();
// `all_layers`, `calls`, `sharing_faults(model, clone)`: of layers and weights.
std::string SharingFaultsPython();
// All of these, `value_faults(model, clone, values, expected)`: outputs and
// masks; `faults(model, clone, values, expected)`: what a further clone owes.
std::string FaultsPython();
// `new_inputs(model)`.
std::string NewInputsPython();
// `parting(a, b)`: where two configs part.
std::string PartingPython();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_SCRIPT_PARTS_H_
