// The list of obligations, and finding some by name.
#include <set>
#include <string>

#include "absl/status/status.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

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
