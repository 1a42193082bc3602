// The list of grammars is whole; that they are enumerated rightly is for the
// enumerator's tests.
#include "core/search/grammar.h"

#include <set>
#include <string>

#include "core/registration.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(AllGrammars, are_all_that_a_file_here_returns) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/search/*.cc", R"(^Grammar (\w+)\(\) \{)"},
      {"core/search/all_grammars.inc", R"(^GRAMMAR\((\w+)\))"}));
}

TEST(AllGrammars, are_those_of_the_documentation) {
  const std::map<std::string, int> documented =
      CountNames({"docs/enumeration.md",
                  R"(^\| `(\w+)` \| [^|]+ \| [^|]*`\w+`[^|]* \| [^|]*\|$)"});
  std::map<std::string, int> registered;
  for (const Grammar& grammar : AllGrammars()) {
    ++registered[std::string(grammar.name)];
  }
  EXPECT_EQ(registered, documented);
}

TEST(AllGrammars, have_a_summary_inputs_and_productions_of_their_layers) {
  for (const Grammar& grammar : AllGrammars()) {
    EXPECT_FALSE(grammar.summary.empty()) << grammar.name;
    EXPECT_FALSE(grammar.inputs.empty()) << grammar.name;
    std::set<uint32_t> used;
    for (const Production& production : grammar.productions) {
      used.insert(production.layer);
      EXPECT_LE(production.inputs.size(), size_t{Grammar::kMaxInputs});
      EXPECT_LE(production.outputs.size(), size_t{Grammar::kMaxOutputs});
    }
    EXPECT_EQ(used.size(), grammar.layers.size()) << grammar.name;
    EXPECT_EQ(*used.rbegin() + 1, grammar.layers.size()) << grammar.name;
  }
}

}  // namespace
}  // namespace clonecheck
