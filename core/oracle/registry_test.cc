// The list of obligations, and finding some by name.
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"
#include "core/registration.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(AllObligations, are_all_that_a_file_here_defines) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/oracle/*.cc", R"(^extern const Obligation (\w+)\{)"},
      {"core/oracle/all_obligations.inc", R"(^OBLIGATION\((\w+)\))"}));
}

TEST(AllObligations, are_those_of_the_documentation_in_its_order) {
  std::ifstream page("docs/obligations.md");
  const std::regex row(R"(^\| `(\w+)` \| (error|warning|note) \|)");
  std::vector<std::string> documented;
  for (std::string line; std::getline(page, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, row)) continue;
    documented.push_back(match[1].str() + " " + match[2].str());
  }
  std::vector<std::string> registered;
  for (const Obligation* obligation : AllObligations()) {
    registered.push_back(absl::StrCat(obligation->name, " ",
                                      SeverityName(obligation->severity)));
  }
  EXPECT_EQ(registered, documented);
}

TEST(AllObligations, charge_errors_before_warnings_before_notes) {
  for (size_t i = 1; i < AllObligations().size(); ++i) {
    EXPECT_LE(AllObligations()[i - 1]->severity, AllObligations()[i]->severity)
        << AllObligations()[i]->name;
  }
}

TEST(AllObligations, have_distinct_names_a_summary_and_a_judge) {
  std::set<std::string> names;
  for (const Obligation* obligation : AllObligations()) {
    EXPECT_TRUE(names.insert(std::string(obligation->name)).second);
    EXPECT_FALSE(obligation->summary.empty()) << obligation->name;
    EXPECT_NE(obligation->judge, nullptr) << obligation->name;
  }
  // Failures are charged in this order; bits of `implied` number them.
  EXPECT_EQ(AllObligations()[0], &kCompletes);
  EXPECT_EQ(AllObligations()[1], &kOutputs);
  EXPECT_LE(AllObligations().size(), 32u);
}

TEST(AllObligations, have_scripts_that_look_at_them) {
  // What every script compares.
  const std::set<const Obligation*> usual = {&kCompletes, &kOutputs,
                                             &kWeightsFresh, &kNames};
  for (const Obligation* obligation : AllObligations()) {
    EXPECT_EQ(obligation->look == nullptr, usual.count(obligation) > 0)
        << obligation->name;
    if (obligation->look == nullptr) continue;
    const PythonLook look = obligation->look();
    const size_t last = look.functions.rfind("\ndef ");
    EXPECT_EQ(
        look.functions.find("\ndef look(model, clone, values, expected):\n"),
        last)
        << obligation->name;
    EXPECT_FALSE(look.what.empty()) << obligation->name;
  }
}

TEST(FindObligations, keeps_the_order_of_all_whatever_the_list) {
  absl::StatusOr<std::vector<const Obligation*>> found =
      FindObligations(" outputs,completes, outputs ");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(*found, (std::vector<const Obligation*>{&kCompletes, &kOutputs}));
}

TEST(FindObligations, says_which_there_are) {
  std::string names;
  for (const Obligation* obligation : AllObligations()) {
    names += (names.empty() ? "" : ", ") + std::string(obligation->name);
  }
  EXPECT_EQ(FindObligations("outputs,sense").status(),
            absl::InvalidArgumentError("There is no obligation \"sense\"; "
                                       "choose from " +
                                       names + "."));
}

TEST(FindObligations, refuses_a_list_of_none) {
  EXPECT_EQ(FindObligations(" , ").status(),
            absl::InvalidArgumentError("Name at least one obligation."));
}

}  // namespace
}  // namespace clonecheck
