#include "core/registration.h"

#include <fstream>
#include <regex>

namespace clonecheck {

std::map<std::string, int> CountNames(const NamesIn& names) {
  const std::regex regex(names.pattern);
  std::map<std::string, int> found;
  std::ifstream file(names.path);
  for (std::string line; std::getline(file, line);) {
    for (std::sregex_iterator at(line.begin(), line.end(), regex), end;
         at != end; ++at) {
      ++found[(*at)[1]];
    }
  }
  return found;
}

testing::AssertionResult EachIsRegistered(const NamesIn& declared,
                                          const NamesIn& registered) {
  testing::AssertionResult result = testing::AssertionFailure();
  bool fails = false;
  const auto say = [&](const std::string& what) {
    result << (fails ? "\n" : "") << what;
    fails = true;
  };
  const std::map<std::string, int> there = CountNames(registered);
  const std::map<std::string, int> wanted = CountNames(declared);
  if (wanted.empty()) say(declared.path + " declares nothing");
  for (const auto& [name, count] : wanted) {
    if (count > 1) say(declared.path + " has " + name + " twice");
    if (there.count(name) == 0) {
      say(registered.path + " has no " + name + ", which is in " +
          declared.path);
    }
  }
  for (const auto& [name, count] : there) {
    if (count > 1) say(registered.path + " has " + name + " twice");
    if (wanted.count(name) == 0) {
      say(declared.path + " has no " + name + ", which is in " +
          registered.path);
    }
  }
  return fails ? result : testing::AssertionSuccess();
}

}  // namespace clonecheck
