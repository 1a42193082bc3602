// Is everything registered that is defined? For tests that hold the files of a
// folder against the list of what is in them, by their text: a list that lacks
// a line does not know it. What the entries do is for other tests.
//
// Example:
//   EXPECT_TRUE(EachIsRegistered(
//       {"core/search/*.cc", R"(^Grammar (\w+)\(\) \{)"},
//       {"core/search/all_grammars.inc", R"(^GRAMMAR\((\w+)\))"}));
#ifndef CLONECHECK_CORE_REGISTRATION_H_
#define CLONECHECK_CORE_REGISTRATION_H_

#include <map>
#include <string>

#include "gtest/gtest.h"

namespace clonecheck {

// Names in the lines of a file, or of all files of a folder that end alike.
// They must be in the `data` of the test.
struct NamesIn {
  std::string path;     // from the root of the repository; `core/cloners/*.cc`
  std::string pattern;  // a regular expression; the name is its first group
};

// How often each name is there. A line may have several.
std::map<std::string, int> CountNames(const NamesIn& names);

// Failures name what is declared but not registered, what is registered but not
// declared, and what is there twice. Nothing declared is a failure, too: then
// the pattern is wrong.
testing::AssertionResult EachIsRegistered(const NamesIn& declared,
                                          const NamesIn& registered);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_REGISTRATION_H_
