// PeersQuestion: the predicate that all peers are asked to satisfy: does a
// cloner fail on this graph, with this signature? Answered by clonecheck's
// oracle, the same for each of them.
#ifndef CLONECHECK_BENCH_PEERS_QUESTION_H_
#define CLONECHECK_BENCH_PEERS_QUESTION_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

class PeersQuestion {
 public:
  // `signature`: `CLONER/OBLIGATION/SYMPTOM/LAYER`, as a report says it; the
  // cloner may be one with a planted fault. Errors: InvalidArgument.
  // REQUIRES: `bench` outlives the question.
  static absl::StatusOr<PeersQuestion> Parse(absl::string_view signature,
                                             Workbench& bench);

  // REQUIRES: `graph` is valid and resolved by the bench's catalogue.
  bool Shows(const Graph& graph);
  // Of the last graph that showed it.
  const Signature& signature() const { return signature_; }

 private:
  PeersQuestion(std::string text, ClonerOnEngine cloner, Workbench& bench)
      : text_(std::move(text)), cloner_(std::move(cloner)), bench_(&bench) {}

  std::string text_;
  ClonerOnEngine cloner_;
  Workbench* bench_;
  Signature signature_;
};

// How many calls some output of the model needs.
size_t NeededCalls(const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_QUESTION_H_
