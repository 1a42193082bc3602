#include "fuzz/unknown_failure.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/json.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"
#include "reports/known_findings.h"

namespace clonecheck {

void StopAtUnknownFailure(Workbench& bench, const Graph& graph,
                          const ClonerOnEngine& cloner) {
  const CaseVerdict verdict = bench.JudgeGraph(graph, cloner, AllObligations());
  if (!verdict.failed()) return;
  const std::string signature = verdict.signature.ToString(cloner.name);
  if (FindKnown(OurKnownFindings(), signature) != nullptr) return;
  Stop(signature, graph, cloner.name);
}

void Stop(absl::string_view what, const Graph& graph,
          absl::string_view cloner) {
  const std::string message = absl::StrCat(
      "clonecheck: an unknown failure: ", what, "\n", GraphToJson(graph),
      "Save the JSON above as case.json, then see it again and make it small:\n"
      "  clonecheck replay case.json --cloners ",
      cloner, "\n  clonecheck shrink case.json --cloner ", cloner, "\n");
  std::fputs(message.c_str(), stderr);
  std::abort();
}

}  // namespace clonecheck
