// The list of cloners, and finding one by name.
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/engine/rules.h"
#include "core/registration.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::vector<Cloner> ClonersAndMutants() {
  std::vector<Cloner> all = AllCloners();
  all.insert(all.end(), AllMutants().begin(), AllMutants().end());
  return all;
}

TEST(AllCloners, are_all_that_a_file_here_returns) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/cloners/*.cc", R"(^Cloner (\w+)\(\) \{)"},
      {"core/cloners/all_cloners.inc", R"(^CLONER\((\w+)\))"}));
}

TEST(AllCloners, have_distinct_names_a_summary_and_engines_that_exist) {
  std::set<std::string> names;
  for (const Cloner& cloner : ClonersAndMutants()) {
    EXPECT_TRUE(names.insert(std::string(cloner.name)).second) << cloner.name;
    EXPECT_FALSE(cloner.summary.empty()) << cloner.name;
    EXPECT_NE(cloner.clone, nullptr) << cloner.name;
    ASSERT_FALSE(cloner.engines.empty()) << cloner.name;
    for (absl::string_view engine : cloner.engines) {
      EXPECT_NE(FindEngineRules(engine), nullptr) << engine;
    }
  }
}

TEST(FindCloner, finds_each_by_its_name_on_its_default_engine) {
  for (const Cloner& cloner : ClonersAndMutants()) {
    absl::StatusOr<ClonerOnEngine> found = FindCloner(cloner.name);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->cloner->summary, cloner.summary);
    EXPECT_EQ(found->engine->version, cloner.engines[0]);
    EXPECT_EQ(found->name, cloner.name);
  }
}

TEST(FindCloner, finds_each_on_each_of_its_engines) {
  for (const Cloner& cloner : AllCloners()) {
    for (absl::string_view engine : cloner.engines) {
      const std::string name =
          std::string(cloner.name) + "@" + std::string(engine);
      absl::StatusOr<ClonerOnEngine> found = FindCloner(name);
      ASSERT_TRUE(found.ok()) << found.status();
      EXPECT_EQ(found->engine->version, engine);
      // The default engine is not part of the name.
      EXPECT_EQ(found->name,
                engine == cloner.engines[0] ? std::string(cloner.name) : name);
    }
  }
}

TEST(FindCloner, defaults_are_those_of_the_imitated_versions) {
  EXPECT_EQ(FindCloner("keras-2.2.4")->engine->version, "2.2.4");
  EXPECT_EQ(FindCloner("keras-2.3.1")->engine->version, "2.3.1");
  EXPECT_EQ(FindCloner("fixed")->engine->version, "2.2.4");
}

TEST(FindCloner, says_which_there_are) {
  const std::string names = [] {
    std::string text;
    for (const Cloner& cloner : AllCloners()) {
      text += (text.empty() ? "" : ", ") + std::string(cloner.name);
    }
    return text;
  }();
  EXPECT_EQ(
      FindCloner("another one").status(),
      absl::InvalidArgumentError("There is no cloner \"another one\"; choose "
                                 "from " +
                                 names +
                                 ", or a mutant (`clonecheck list "
                                 "cloners`)."));
  EXPECT_FALSE(FindCloner("").ok());
}

TEST(FindCloner, says_of_which_versions_of_keras_there_are_cloners) {
  for (const char* name : {"keras-2.2.4x", "keras-"}) {
    EXPECT_EQ(FindCloner(name).status(),
              absl::InvalidArgumentError(
                  "There is no cloner \"" + std::string(name) +
                  "\"; of Keras' own there are keras-2.2.4, keras-2.2.5, "
                  "keras-2.3.1 (`clonecheck list cloners` has all)."));
  }
}

TEST(FindCloner, says_how_to_write_what_a_version_of_keras_ships) {
  EXPECT_EQ(FindCloner("2.3.1").status(),
            absl::InvalidArgumentError("There is no cloner \"2.3.1\"; for "
                                       "Keras 2.3.1 write keras-2.3.1."));
}

TEST(FindCloner, finds_what_a_version_of_keras_ships_by_that_version) {
  const absl::StatusOr<ClonerOnEngine> found = FindCloner("keras-2.2.5");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->name, "keras-2.2.5");
  EXPECT_EQ(found->engine->version, "2.2.5");
  EXPECT_EQ(found->cloner, FindCloner("keras-2.3.1")->cloner);
  EXPECT_EQ(FindCloner("keras-2.2.5@2.2.5")->name, "keras-2.2.5");
  EXPECT_EQ(FindCloner("keras-2.2.5@2.3.1").status(),
            absl::InvalidArgumentError(
                "Cloner keras-2.2.5 does not run on engine \"2.3.1\"; it runs "
                "as keras-2.2.5 alone; for Keras 2.3.1 write keras-2.3.1."));
  EXPECT_EQ(FindCloners("keras-2.2.5,keras-2.3.1@2.2.5").status(),
            absl::InvalidArgumentError(
                "Cloner keras-2.3.1@2.2.5 is named twice; name it once."));
}

TEST(FindCloner, takes_the_engine_for_no_part_of_a_mistyped_name) {
  EXPECT_EQ(FindCloner("fixd@2.2.5").status(),
            absl::InvalidArgumentError(
                "There is no cloner \"fixd\"; did you mean \"fixed\"?"));
}

TEST(FindCloner, knows_what_mistyped_name_of_a_mutant_was_meant) {
  EXPECT_EQ(FindCloner("mutant-latest-outputs").status(),
            absl::InvalidArgumentError(
                "There is no cloner \"mutant-latest-outputs\"; did you mean "
                "\"mutant-latest-output\"?"));
}

TEST(FindCloner, takes_no_list) {
  for (const char* name : {"keras-2.2.4,fixed", "keras-2.3.1@2.2.5,fixed"}) {
    EXPECT_EQ(FindCloner(name).status(),
              absl::InvalidArgumentError(
                  "There is no cloner \"" + std::string(name) +
                  "\"; only one is taken here: name one of them."));
  }
}

TEST(FindCloner, says_on_which_engines_it_runs) {
  EXPECT_EQ(FindCloner("keras-2.2.4@2.3.1").status(),
            absl::InvalidArgumentError("Cloner keras-2.2.4 does not run on "
                                       "engine \"2.3.1\"; it runs as "
                                       "keras-2.2.4 alone; for Keras 2.3.1 "
                                       "write keras-2.3.1."));
  EXPECT_EQ(FindCloner("fixed@").status(),
            absl::InvalidArgumentError("Cloner fixed does not run on engine "
                                       "\"\"; choose from fixed, "
                                       "fixed@2.2.5, fixed@2.3.1."));
}

TEST(FindCloners, takes_a_list_with_spaces) {
  absl::StatusOr<std::vector<ClonerOnEngine>> found =
      FindCloners(" fixed , keras-2.3.1@2.2.4,keras-2.3.1");
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_EQ(found->size(), 3u);
  EXPECT_EQ((*found)[0].name, "fixed");
  EXPECT_EQ((*found)[1].name, "keras-2.3.1@2.2.4");
  EXPECT_EQ((*found)[2].name, "keras-2.3.1");
}

TEST(FindCloners, refuses_a_list_that_names_one_twice) {
  EXPECT_EQ(
      FindCloners("fixed,fixed@2.2.4").status(),
      absl::InvalidArgumentError("Cloner fixed is named twice; name it once."));
}

TEST(FindCloners, refuses_a_list_of_none) {
  EXPECT_EQ(FindCloners(" , ").status(),
            absl::InvalidArgumentError("Name at least one cloner."));
}

TEST(FindCloners, refuses_a_list_with_an_unknown_one) {
  EXPECT_FALSE(FindCloners("fixed,nobody").ok());
}

}  // namespace
}  // namespace clonecheck
