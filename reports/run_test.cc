#include "reports/run.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "reports/run_version.h"

namespace clonecheck {
namespace {

std::string Stored(int version) {
  std::ifstream file(
      absl::StrCat("reports/testdata/run_version_", version, ".json"));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Run, reads_a_stored_file_of_each_version) {
  for (int version = 1; version <= kRunFileVersion; ++version) {
    const auto run = ParseRun(Stored(version));
    ASSERT_TRUE(run.ok()) << version << ": " << run.status();
    EXPECT_EQ(run->version, version);
    EXPECT_EQ(run->command, "fuzz");
    EXPECT_GT(run->cases, 0u);
    ASSERT_EQ(run->cloners.size(), 3u);
    EXPECT_EQ(run->cloners[0].name, "keras-2.2.4");
    EXPECT_FALSE(run->findings.empty());
    const auto found = std::find_if(
        run->findings.begin(), run->findings.end(),
        [](const RunFinding& finding) {
          return finding.signature ==
                 "keras-2.2.4/completes/could-not-compute-output/Lambda";
        });
    ASSERT_NE(found, run->findings.end());
    EXPECT_TRUE(absl::StrContains(found->known, "keras#12202"));
    EXPECT_FALSE(run->features.empty());
  }
}

TEST(Run, a_minimum_is_no_more_than_what_was_proved) {
  RunFinding finding;
  finding.shrink_status = "fixed_point";
  finding.proof = "too_many";
  EXPECT_EQ(Minimality(finding), "shrinking: fixed_point");
  finding.proved_minimal = true;
  finding.proof = "kinds";
  EXPECT_EQ(Minimality(finding),
            "proved minimal: every simpler graph of its kinds was judged");
  finding.proof = "configs";
  EXPECT_EQ(Minimality(finding),
            "proved minimal: every simpler graph of its layers' configs was "
            "judged");
  finding.proof = "enumerated";
  EXPECT_EQ(Minimality(finding),
            "proved minimal: every simpler graph was judged");
  // Files of older programs do not say how.
  finding.proof = "";
  EXPECT_EQ(Minimality(finding), "proved minimal");
}

TEST(Run, says_what_is_wrong_with_a_file) {
  const std::string good = Stored(kRunFileVersion);
  struct Case {
    std::string text;
    const char* says;
  };
  std::string newer = good;
  newer.replace(newer.find("\"version\": 1"), 12, "\"version\": 999");
  std::string damaged = good;
  damaged.replace(damaged.find("\"severity\""), 10, "\"sever\"");
  for (const Case& one :
       std::vector<Case>{{"", "no run file"},
                         {"[]", "no run file"},
                         {"{\"version\": \"one\"}", "no run file"},
                         {newer, "knows 1 to"},
                         {damaged, "damaged run file: it has no \"severity\""},
                         {"{\"version\": 1}", "it has no \"command\""},
                         {R"({"version": 1, "command": "fidelity"})",
                          "what `clonecheck fidelity` wrote"},
                         {R"({"version": 1, "command": 2})",
                          "type must be string, but is number"}}) {
    const auto run = ParseRun(one.text);
    ASSERT_FALSE(run.ok());
    EXPECT_TRUE(absl::StrContains(run.status().message(), one.says))
        << run.status();
  }
}

}  // namespace
}  // namespace clonecheck
