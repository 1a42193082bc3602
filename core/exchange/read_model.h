// ReadModel: the text of a model in corpus/models, for tests.
#ifndef CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_
#define CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_

#include <string>

#include "core/test_file.h"

namespace clonecheck {

// All of them, as README.md there lists them.
inline constexpr const char* kModels[] = {
    "data-parallel",
    "keras-12202-minimal",
    "multi-output-into-swap",
    "multi-task",
};

// REQUIRES: the test has //corpus/models as data.
inline std::string ReadModel(const std::string& name) {
  return ReadTestFile("corpus/models/" + name + ".json");
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_
