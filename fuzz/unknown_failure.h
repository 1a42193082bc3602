// What makes a fuzz target stop: a failure that is not known. Not for what a
// sanitizer finds, which stops by itself.
#ifndef CLONECHECK_FUZZ_UNKNOWN_FAILURE_H_
#define CLONECHECK_FUZZ_UNKNOWN_FAILURE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

struct UnknownFailure {
  const ClonerOnEngine* cloner = nullptr;  // null: there is none
  Signature signature;
  Graph graph;  // on which it fails so
};

// Judges the cloners on `graph` by all obligations, up to the first failure
// that neither corpus/known.json has, nor broken_obligations.h together with
// known_symptoms.txt, nor known_causes.h. Where calls outside of the model may
// be the cause of one, all is looked at once more without these calls: they
// excuse nothing but what comes of them. The graph is built anew where a cloner
// is on another engine than the one before.
UnknownFailure FindUnknownFailure(Workbench& bench, const Graph& graph,
                                  absl::Span<const ClonerOnEngine> cloners);
// Stops at it: prints the signature, the case as JSON, and the commands that
// replay and shrink it; then aborts, for libFuzzer to keep the input.
void StopAtUnknownFailures(Workbench& bench, const Graph& graph,
                           absl::Span<const ClonerOnEngine> cloners);

// All cloners but these, each on its default engine.
std::vector<ClonerOnEngine> ClonersBeside(
    absl::Span<const ClonerOnEngine> cloners);

// Stops at something else, that only the fuzz target looks for: prints `what`,
// the case as JSON, the input if it is a text, and how to see it again; then
// aborts, for libFuzzer to keep the input.
[[noreturn]] void Stop(absl::string_view what, const Graph& graph,
                       absl::string_view text = "");

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_UNKNOWN_FAILURE_H_
