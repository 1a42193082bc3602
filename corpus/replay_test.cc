// Replays the corpus: each case and each model, on each cloner, all obligations
// judged, against expected.json. README.md here says how to add one.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/oracle/obligation.h"
#include "core/oracle/verdict.h"
#include "core/test_file.h"
#include "corpus/recorded_obligations_test.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kCloners[] = {"keras-2.2.4", "keras-2.3.1", "fixed"};

std::string Read(const std::string& name) {
  return ReadTestFile("corpus/" + name);
}

const Json& Expected() {
  static const Json& expected = *new Json(Json::parse(Read("expected.json")));
  return expected;
}

// `cases/keras-12202.json`, …: every file that there is, in order of name.
std::vector<std::string> Files() {
  std::vector<std::string> files;
  for (const char* directory : {"cases", "models"}) {
    for (const auto& entry :
         fs::directory_iterator(TestFile(std::string("corpus/") + directory))) {
      if (entry.path().extension() != ".json") continue;
      files.push_back(
          absl::StrCat(directory, "/", entry.path().filename().string()));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What expected.json has to say of one cloner.
Json Observed(const Explanation& explanation, const std::string& cloner) {
  const CaseVerdict& verdict = explanation.verdict;
  Json observed = {{"verdict", std::string(VerdictName(verdict.verdict))}};
  if (verdict.failed()) {
    observed["signature"] = verdict.signature.ToString(cloner);
  }
  if (!explanation.details.error.empty())
    observed["error"] = explanation.details.error;
  return observed;
}

TEST(Corpus, every_file_has_an_expectation_and_every_expectation_a_file) {
  std::set<std::string> files;
  for (const std::string& file : Files()) files.insert(file);
  std::set<std::string> expectations;
  for (const auto& [file, expected] : Expected().items()) {
    expectations.insert(file);
  }
  EXPECT_EQ(files, expectations)
      << "Add what is missing to corpus/expected.json; see corpus/README.md.";
}

TEST(Corpus, every_expectation_says_what_it_shows_and_where_it_comes_from) {
  for (const auto& [file, expected] : Expected().items()) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : expected.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"shows", "from", "keras-2.2.4",
                                              "keras-2.3.1", "fixed"}))
        << file;
    EXPECT_GT(expected.value("shows", "").size(), 10u) << file;
    EXPECT_GT(expected.value("from", "").size(), 3u) << file;
  }
}

class Replay
    : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(Replay, the_cloner_does_what_is_expected) {
  const auto& [file, cloner_name] = GetParam();
  ASSERT_TRUE(Expected().contains(file)) << "corpus/expected.json lacks it";
  const absl::StatusOr<ClonerOnEngine> cloner = FindCloner(cloner_name);
  ASSERT_TRUE(cloner.ok()) << cloner.status();
  Workbench workbench;
  const absl::StatusOr<Graph> graph =
      LoadGraph(Read(file), workbench.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  const Explanation explanation =
      Explain(workbench, *graph, *cloner, RecordedObligations());
  EXPECT_EQ(Expected()[file][cloner_name].dump(2),
            Observed(explanation, cloner_name).dump(2));
}

std::string TestName(
    const ::testing::TestParamInfo<std::tuple<std::string, const char*>>&
        info) {
  std::string name =
      absl::StrCat(std::get<0>(info.param), "_on_", std::get<1>(info.param));
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Replay,
                         ::testing::Combine(::testing::ValuesIn(Files()),
                                            ::testing::ValuesIn(kCloners)),
                         TestName);

// A case is stored as `clonecheck show --as json` prints it, so that a change
// to it shows as the lines that changed.
TEST(Corpus, cases_are_in_the_form_in_which_they_are_written) {
  for (const std::string& file : Files()) {
    if (!file.starts_with("cases/")) continue;
    Workbench workbench;
    const absl::StatusOr<Graph> graph =
        LoadGraph(Read(file), workbench.catalogue());
    ASSERT_TRUE(graph.ok()) << file << ": " << graph.status();
    EXPECT_EQ(Read(file), GraphToJson(*graph)) << file;
  }
}

}  // namespace
}  // namespace clonecheck
