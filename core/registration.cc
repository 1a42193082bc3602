#include "core/registration.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <string_view>
#include <vector>

namespace clonecheck {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> FilesOf(const fs::path& path) {
  const std::string name = path.filename();
  if (name[0] != '*') return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path.parent_path())) {
    const std::string other = entry.path().filename();
    if (other.ends_with(std::string_view(name).substr(1))) {
      files.push_back(entry.path());
    }
  }
  return files;
}

}  // namespace

std::map<std::string, int> CountNames(const NamesIn& names) {
  const std::regex regex(names.pattern);
  std::map<std::string, int> found;
  for (const fs::path& path : FilesOf(names.path)) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      for (std::sregex_iterator at(line.begin(), line.end(), regex), end;
           at != end; ++at) {
        ++found[(*at)[1]];
      }
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
