// Which cloners with a planted fault an input shows to fail: what
// planted_fuzzer measures.
#ifndef CLONECHECK_FUZZ_PLANTED_H_
#define CLONECHECK_FUZZ_PLANTED_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"
#include "core/graph/graph.h"

namespace clonecheck {

class PlantedFaults {
 public:
  // All of them are to be found.
  PlantedFaults();

  // The names of those that fail on this Graph and did on none before it. What
  // clone_fuzzer judges of every input is judged first, so that one takes as
  // long as there.
  std::vector<absl::string_view> FoundBy(const Graph& graph);

 private:
  std::vector<Cloner> left_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_PLANTED_H_
