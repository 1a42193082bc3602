#include "cli/fidelity_output.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/counted.h"
#include "reports/replay.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

std::string Table(const FidelityResult& result) {
  std::string text = absl::StrFormat("%-16s %10s %10s %14s  %s\n", "field",
                                     "agree", "differ", "not compared", "");
  for (size_t i = 0; i < result.fields.size(); ++i) {
    const FidelityField& field = AllFidelityFields()[i];
    const FieldCount& count = result.fields[i];
    absl::StrAppendFormat(&text, "%-16s %10s %10s %14s  %s\n", field.name,
                          WithCommas(count.agree), WithCommas(count.differ),
                          WithCommas(count.not_compared), field.summary);
  }
  return text;
}

// `flags` are those with the files that were read.
std::string Replay(const FidelityFlags& flags, uint64_t first_case) {
  if (!flags.files.empty()) {
    return FidelityFileReplay(flags.target, flags.cloner, flags.common.seed,
                              flags.files[first_case]);
  }
  return FidelityReplay(
      {flags.target, flags.profile, flags.common.seed, first_case},
      flags.cloner, flags.spoil_percent);
}

// Which case it is that was the first.
std::string FirstCase(const FidelityFlags& flags, uint64_t first_case) {
  return flags.files.empty() ? absl::StrCat("case ", first_case)
                             : flags.files[first_case];
}

void AddFile(const FidelityFlags& flags, uint64_t first_case,
             ordered_json* entry) {
  if (!flags.files.empty()) (*entry)["file"] = flags.files[first_case];
}

}  // namespace

std::string FidelitySummary(const FidelityFlags& flags,
                            const FidelityResult& result) {
  std::string text = absl::StrFormat(
      "%s: %s in %.0f s, seed %d; %s refused while building, %s refused.\n"
      "Values: equal within rtol %g, atol %g (float32 against double).\n\n"
      "%s",
      flags.target, Counted(result.cases, "case"), result.seconds,
      flags.common.seed, WithCommas(result.refused),
      Counted(result.clones_refused, "clone"), kValueRtol, kValueAtol,
      Table(result));
  for (const auto& [reason, count] : result.reasons) {
    absl::StrAppend(&text, "not compared ", WithCommas(count),
                    " times: ", reason, "\n");
  }
  return text;
}

std::string DifferencesText(const FidelityFlags& flags,
                            const FidelityResult& result) {
  std::string text;
  int number = 0;
  for (const Difference& difference : result.differences) {
    const FidelityField& field = AllFidelityFields()[difference.field];
    absl::StrAppendFormat(
        &text, "\n%d. %s %s\n   in %s, the first is %s; %s after %s\n",
        ++number, field.name, difference.kind,
        Counted(difference.count, "case"),
        FirstCase(flags, difference.first_case), difference.shrink_status,
        Counted(static_cast<uint64_t>(difference.shrink_evaluations),
                "evaluation"));
    absl::StrAppend(&text, "   at ", field.name, difference.result.where,
                    "\n     ours: ", difference.result.ours,
                    "\n     live: ", difference.result.theirs, "\n",
                    difference.text, difference.graph.dump(), "\n",
                    "   replay: ", Replay(flags, difference.first_case), "\n");
  }
  for (const WorkerFailure& failure : result.failures) {
    absl::StrAppendFormat(&text,
                          "\n%d. the worker %s in %s, the first is %s\n   "
                          "%s\n%s\n   replay: %s\n",
                          ++number, WorkerOutcomeName(failure.outcome),
                          Counted(failure.count, "case"),
                          FirstCase(flags, failure.first_case), failure.detail,
                          failure.graph.dump(),
                          Replay(flags, failure.first_case));
  }
  return text;
}

ordered_json FidelityReport(const FidelityFlags& flags,
                            const FidelityResult& result) {
  ordered_json fields = ordered_json::object();
  for (size_t i = 0; i < result.fields.size(); ++i) {
    fields[std::string(AllFidelityFields()[i].name)] = {
        {"agree", result.fields[i].agree},
        {"differ", result.fields[i].differ},
        {"not_compared", result.fields[i].not_compared}};
  }
  ordered_json differences = ordered_json::array();
  for (const Difference& difference : result.differences) {
    differences.push_back(
        {{"field", std::string(AllFidelityFields()[difference.field].name)},
         {"kind", difference.kind},
         {"count", difference.count},
         {"first_case", difference.first_case},
         {"where", difference.result.where},
         {"ours", difference.result.ours},
         {"live", difference.result.theirs},
         {"shrink",
          {{"status", difference.shrink_status},
           {"evaluations", difference.shrink_evaluations}}},
         {"witness", difference.graph},
         {"replay", Replay(flags, difference.first_case)}});
    AddFile(flags, difference.first_case, &differences.back());
  }
  ordered_json failures = FailuresJson(result.failures, /*repeats=*/false);
  for (ordered_json& failure : failures) {
    AddFile(flags, failure["first_case"], &failure);
  }
  return {
      {"version", 1},
      {"command", "fidelity"},
      {"target", flags.target},
      {"versions", result.versions.is_object() ? ordered_json(result.versions)
                                               : ordered_json::object()},
      {"seed", flags.common.seed},
      {"cases", result.cases},
      {"refused", result.refused},
      {"clones_refused", result.clones_refused},
      {"seconds", flags.common.no_timing ? ordered_json(nullptr)
                                         : ordered_json(result.seconds)},
      {"tolerance", {{"rtol", kValueRtol}, {"atol", kValueAtol}}},
      {"fields", std::move(fields)},
      {"not_compared", ordered_json(result.reasons)},
      {"differences", std::move(differences)},
      {"worker_failures", std::move(failures)}};
}

}  // namespace clonecheck
