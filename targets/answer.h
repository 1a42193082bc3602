// What a worker's answer to clonecheck looks like (docs/targets.md), checked
// once where it comes in: who reads it need not ask for types again, but for
// those of what stands in lists.
#ifndef CLONECHECK_TARGETS_ANSWER_H_
#define CLONECHECK_TARGETS_ANSWER_H_

#include <string>

#include "nlohmann/json.hpp"

namespace clonecheck {

// The first value in an answer that is of another type than docs/targets.md
// says, as `/steps/build/raised/type is 5, no text`; empty if there is none.
// Keys that may be left out may be missing, and unknown ones are not looked at.
// REQUIRES: `answer` is an object
std::string FaultOfAnswer(const nlohmann::json& answer);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_ANSWER_H_
