// Recorded: results that are kept in a file, line by line, and have to come out
// the same again: that the same seed gives the same result on any compiler and
// machine is promised, and that a step does exactly what it did is what most
// changes leave alone. For tests. That results are right is for other tests to
// say.
//
// Example:
//   Recorded recorded("core/search/recorded/generator.txt");
//   recorded.Add("default 1", GraphToText(graph));
//   EXPECT_TRUE(recorded.AreSame());
//
// Where results are meant to be others: tools/record-results, and look at what
// `git diff` says.
#ifndef CLONECHECK_CORE_RECORDED_H_
#define CLONECHECK_CORE_RECORDED_H_

#include <map>
#include <string>

#include "gtest/gtest.h"

namespace clonecheck {

class Recorded {
 public:
  // `file`: from the root of the repository, in the `data` of the test. A line
  // is a key, a colon, and the result.
  explicit Recorded(std::string file);

  // REQUIRES: neither has line breaks, and no key has a colon or comes twice.
  void Add(const std::string& key, const std::string& result);

  // Holds all that was added against the file. A failure names what is another
  // result, not recorded or gone, and says what to do. Where the environment
  // has CLONECHECK_RECORD, a checkout, the file is written there instead.
  testing::AssertionResult AreSame() const;

 private:
  const std::string file_;
  std::map<std::string, std::string> results_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_RECORDED_H_
