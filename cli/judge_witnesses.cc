#include "cli/judge_witnesses.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/digest.h"
#include "core/graph/json.h"
#include "core/graph/print_python.h"
#include "nlohmann/json.hpp"
#include "reports/files.h"
#include "reports/finding_text.h"
#include "reports/replay.h"
#include "reports/shell_word.h"

namespace clonecheck {
namespace {

// A script for a witness puts the candidate's text, verbatim, into
// keras.models. A JSON string is a Python string.
std::string ScriptWithCandidate(const std::string& script,
                                const JudgedCandidate& candidate) {
  const std::string source =
      nlohmann::json(candidate.source.text)
          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string file =
      nlohmann::json(candidate.report.file)
          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return WithBeforeMain(
      script,
      absl::StrCat("\n# The candidate, in the place of Keras' own function.\n"
                   "import keras.models\nexec(compile(",
                   source, ",\n             ", file,
                   ", 'exec'), keras.models.__dict__)\n\n"));
}

// ` --graph FILE…`, or how many graphs the plan made.
std::string ScopeFlags(absl::Span<const std::string> graphs,
                       const PlanOptions& options) {
  if (graphs.empty()) {
    return absl::StrCat(" --cases ", options.cases, " --max-calls ",
                        options.max_calls, " --seed ", options.seed);
  }
  std::string flags;
  for (const std::string& graph : graphs) {
    absl::StrAppend(&flags, " --graph ", ShellWord(graph));
  }
  return flags;
}

}  // namespace

absl::Status SaveJudgedWitnesses(const std::string& directory,
                                 absl::Span<const std::string> graphs,
                                 JudgedCandidate* candidate) {
  const CandidateReport& report = candidate->report;
  const Plan& plan = *candidate->plan;
  const std::string again =
      absl::StrCat("clonecheck judge ", ShellWord(report.file),
                   ObligationsFlag(plan.options().obligations));
  absl::Status saved;  // the first error
  const bool in_files = !directory.empty() && !report.findings.empty();
  if (in_files) saved.Update(MakeDirectory(directory));
  const bool has_directory = in_files && saved.ok();
  for (const JudgedFinding& judged : report.findings) {
    const Finding& finding = judged.finding;
    // Another run may judge another candidate whose file has the same name.
    const std::string path =
        absl::StrCat(directory, "/", FileName(candidate->name), "-",
                     DigestOf(candidate->source.text), "-",
                     FileName(FailureKindText(judged.kind)), "-",
                     FileName(absl::string_view(finding.signature)
                                  .substr(finding.signature.find('/') + 1)));
    const bool has_case =
        has_directory &&
        WroteFile(path + ".json", GraphToJson(finding.shrink.graph), &saved);
    candidate->replays.push_back(absl::StrCat(
        again, has_case ? absl::StrCat(" --graph ", ShellWord(path + ".json"))
                        : ScopeFlags(graphs, plan.options())));
    if (!has_directory) continue;
    const bool has_script =
        has_case &&
        WroteFile(path + ".py",
                  ScriptWithCandidate(
                      FindingPython(finding, plan.workbench().catalogue(),
                                    candidate->replays.back()),
                      *candidate),
                  &saved);
    candidate->scripts.push_back(has_script ? path + ".py"
                                            : "(it could not be written)");
  }
  return saved;
}

}  // namespace clonecheck
