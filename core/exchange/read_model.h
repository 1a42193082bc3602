// ReadModel: the text of a model in corpus/models, for tests.
#ifndef CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_
#define CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

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
  std::string root;
  const char* runfiles = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (runfiles != nullptr && workspace != nullptr) {
    root = std::string(runfiles) + "/" + workspace + "/";
  }
  std::ifstream file(root + "corpus/models/" + name + ".json");
  EXPECT_TRUE(file.is_open()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_READ_MODEL_H_
