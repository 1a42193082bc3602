#include "core/search/enumerator.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/grammar.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class EnumeratorTest : public ::testing::Test {
 protected:
  uint64_t Count(absl::string_view grammar, int calls) {
    Enumerator enumerator(*FindGrammar(grammar).value(), catalogue_);
    uint64_t count = 0;
    enumerator.Run(calls, [&] {
      ++count;
      return true;
    });
    return count;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

TEST_F(EnumeratorTest, Print) {
  for (const Grammar& g : AllGrammars()) {
    for (int n = 0; n < 6; ++n) {
      uint64_t c = Count(g.name, n);
      printf("%s %d %lu\n", g.name.data(), n, c);
      fflush(stdout);
      if (c > 1000000) break;
    }
  }
}

}  // namespace
}  // namespace clonecheck
