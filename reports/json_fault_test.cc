#include "reports/json_fault.h"

#include <string>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

template <typename Read>
std::string FaultOf(Read read) {
  try {
    read();
  } catch (const nlohmann::json::exception& error) {
    return JsonFault(error);
  }
  return "";
}

TEST(JsonFault, is_told_without_the_librarys_numbers) {
  const nlohmann::json json = {{"it's", "text"}};
  EXPECT_EQ(FaultOf([&] { (void)json.at("seed"); }), "it has no \"seed\"");
  EXPECT_EQ(FaultOf([&] { (void)json.at("it's").get<int>(); }),
            "type must be number, but is string");
  EXPECT_EQ(FaultOf([&] { (void)json.at("it's").at("key"); }),
            "cannot use at() with string");
}

}  // namespace
}  // namespace clonecheck
