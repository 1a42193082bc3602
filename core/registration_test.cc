// What is missing in a table, or there twice, is named.
#include "core/registration.h"

#include <filesystem>
#include <fstream>

namespace clonecheck {
namespace {

class Registration : public testing::Test {
 protected:
  // The message where a header has one text and its table another.
  std::string Say(const std::string& header, const std::string& table) {
    const std::string folder = testing::TempDir() + "/";
    std::ofstream(folder + "some.h") << header;
    std::ofstream(folder + "some.cc") << table;
    std::string text =
        EachIsRegistered({folder + "some.h", R"(^Thing (\w+)\(\);)"},
                         {folder + "some.cc", R"(\b(\w+)\(\),)"})
            .message();
    for (size_t at; (at = text.find(folder)) != std::string::npos;) {
      text.erase(at, folder.size());
    }
    return text;
  }
};

TEST_F(Registration, is_whole_where_both_have_the_same_in_any_order) {
  EXPECT_EQ(Say("// Things\nThing A();\nThing B();\n", "{B(), A(),}"), "");
}

TEST_F(Registration, names_what_is_declared_and_not_registered) {
  EXPECT_EQ(Say("Thing A();\nThing B();\nThing C();\n", "B(),"),
            "some.cc has no A, which is in some.h\n"
            "some.cc has no C, which is in some.h");
}

TEST_F(Registration, names_what_is_registered_and_not_declared) {
  EXPECT_EQ(Say("Thing A();\n", "A(),\nB(),\n"),
            "some.h has no B, which is in some.cc");
}

TEST_F(Registration, names_what_is_there_twice) {
  EXPECT_EQ(Say("Thing A();\nThing A();\n", "A(),"), "some.h has A twice");
  EXPECT_EQ(Say("Thing A();\n", "A(), A(),"), "some.cc has A twice");
}

TEST_F(Registration, is_not_whole_where_nothing_is_declared) {
  EXPECT_EQ(Say("", ""), "some.h declares nothing");
}

TEST_F(Registration, reads_all_files_that_end_alike) {
  const std::string folder = testing::TempDir() + "/alike";
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "/one.cc") << "Thing A() {\n";
  std::ofstream(folder + "/two.cc") << "Thing B() {\nThing C() {\n";
  std::ofstream(folder + "/two.h") << "Thing D() {\n";
  EXPECT_EQ(CountNames({folder + "/*.cc", R"(^Thing (\w+)\(\) \{)"}),
            (std::map<std::string, int>{{"A", 1}, {"B", 1}, {"C", 1}}));
}

}  // namespace
}  // namespace clonecheck
