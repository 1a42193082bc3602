// The registry holds every class that kinds.h declares, in the same order.
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "core/layers/kinds.h"
#include "core/registration.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// The classes in kinds.h, in order: `Dense` of `const LayerKind& DenseKind();`.
std::vector<std::string> DeclaredKinds() {
  std::ifstream file("core/layers/kinds.h");
  std::vector<std::string> kinds;
  for (std::string line; std::getline(file, line);) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, "const LayerKind& ") &&
        absl::ConsumeSuffix(&rest, "Kind();")) {
      kinds.emplace_back(rest);
    }
  }
  return kinds;
}

TEST(Registry, names_what_it_lacks) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/layers/kinds.h", R"(^const LayerKind& (\w+Kind)\(\);)"},
      {"core/layers/registry.cc", R"(^      &(\w+)\(\),)"}));
}

TEST(Registry, holds_every_declared_class_in_order) {
  std::vector<std::string> registered;
  for (const LayerKind* kind : AllLayerKinds()) {
    registered.emplace_back(kind->class_name());
  }
  ASSERT_FALSE(registered.empty());
  EXPECT_EQ(DeclaredKinds(), registered);
}

}  // namespace
}  // namespace clonecheck
