// What a candidate raises, as the engine's refusals: values with a type and a
// text, and a symptom that is the same for the same cause.
#ifndef CLONECHECK_JUDGE_BINDINGS_RAISED_H_
#define CLONECHECK_JUDGE_BINDINGS_RAISED_H_

#include <pybind11/pybind11.h>

#include <string>

#include "judge/bindings/world.h"

namespace clonecheck {

// `ValueError: Could not compute …`.
std::string DescribeException(pybind11::error_already_set& error);

// The refusal for what a candidate raised on `model`: the engine's own, if it
// was one of these; Keras' for a lost output, if the text says so.
Refusal RefuseRaised(World& world, Model& model,
                     pybind11::error_already_set& error);

// The refusal for a result of this type, which is no Model.
Refusal RefuseReturned(World& world, const char* type);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_RAISED_H_
