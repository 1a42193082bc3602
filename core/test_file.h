// TestFile: a file of the repository that is among a test's data, wherever the
// test is started.
#ifndef CLONECHECK_CORE_TEST_FILE_H_
#define CLONECHECK_CORE_TEST_FILE_H_

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace clonecheck {

// Its path. `path` is from the root of the repository.
inline std::string TestFile(const std::string& path) {
  const char* runfiles = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (runfiles == nullptr || workspace == nullptr) return path;
  return std::string(runfiles) + "/" + workspace + "/" + path;
}

// Its text. One that is not there fails the test.
inline std::string ReadTestFile(const std::string& path) {
  std::ifstream file(TestFile(path));
  EXPECT_TRUE(file.is_open()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TEST_FILE_H_
