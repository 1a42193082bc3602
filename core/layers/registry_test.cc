// The registry holds every class that a file here defines, under its own name.
#include <string>
#include <vector>

#include "core/layers/kinds.h"
#include "core/registration.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Registry, holds_every_class_that_a_file_here_defines) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/layers/*.cc", R"(^const LayerKind& (\w+)Kind\(\) \{)"},
      {"core/layers/all_kinds.inc", R"(^LAYER_KIND\((\w+)\))"}));
}

TEST(Registry, names_each_function_after_its_class) {
  const std::vector<std::string> names = {
#define LAYER_KIND(name) #name,
#include "core/layers/all_kinds.inc"
#undef LAYER_KIND
  };
  std::vector<std::string> registered;
  for (const LayerKind* kind : AllLayerKinds()) {
    registered.emplace_back(kind->class_name());
  }
  EXPECT_EQ(names, registered);
}

}  // namespace
}  // namespace clonecheck
