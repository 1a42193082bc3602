#include "bench/peers/question.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
absl::StatusOr<PeersQuestion> PeersQuestion::Parse(absl::string_view signature,
                                                   Workbench& bench) {
  if (std::count(signature.begin(), signature.end(), '/') != 3) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", signature,
        "' is no signature; say CLONER/OBLIGATION/SYMPTOM/LAYER, as in "
        "keras-2.2.4/completes/could-not-compute-output/Lambda."));
  }
  absl::StatusOr<ClonerOnEngine> cloner =
      FindCloner(signature.substr(0, signature.find('/')));
  if (!cloner.ok()) return cloner.status();
  return PeersQuestion(std::string(signature), *std::move(cloner), bench);
}

bool PeersQuestion::Shows(const Graph& graph) {
  const CaseVerdict found =
      bench_->JudgeGraph(graph, cloner_, AllObligations());
  if (!found.failed() || found.signature.ToString(cloner_.name) != text_) {
    return false;
  }
  signature_ = found.signature;
  return true;
}

size_t NeededCalls(const Graph& graph) {
  std::vector<bool> needed(graph.calls().size());
  for (TensorRef ref : graph.model_outputs()) {
    if (!ref.is_input()) needed[static_cast<size_t>(ref.producer)] = true;
  }
  for (size_t call = needed.size(); call-- > 0;) {
    if (!needed[call]) continue;
    for (TensorRef ref : graph.call_inputs(graph.calls()[call])) {
      if (!ref.is_input()) needed[static_cast<size_t>(ref.producer)] = true;
    }
  }
  return static_cast<size_t>(std::count(needed.begin(), needed.end(), true));
}

}  // namespace clonecheck
