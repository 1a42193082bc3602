// Which obligations hold two clones against each other.
#include "campaign/preservation.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/string_view.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// These are about how the clone was made, or make more of them.
constexpr absl::string_view kNotAsked[] = {
    "completes",    "weights_fresh",  "original_untouched", "clone_twice",
    "input_layers", "clone_of_clone", "input_tensors"};

TEST(PreservationTest, every_obligation_is_asked_or_left_out_on_purpose) {
  const std::vector<const Obligation*> asked = PreservedObligations();
  for (const Obligation* obligation : AllObligations()) {
    const bool is_asked =
        std::find(asked.begin(), asked.end(), obligation) != asked.end();
    const bool is_left_out =
        std::find(std::begin(kNotAsked), std::end(kNotAsked),
                  obligation->name) != std::end(kNotAsked);
    EXPECT_NE(is_asked, is_left_out)
        << obligation->name
        << ": name it in campaign/preservation.cc if two clones can be held "
           "against each other by it, and otherwise here";
  }
}

}  // namespace
}  // namespace clonecheck
