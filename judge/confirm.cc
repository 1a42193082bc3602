#include "judge/confirm.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "campaign/array_json.h"
#include "core/graph/json.h"
#include "worker/worker.h"

namespace clonecheck {

std::string WithoutNames(absl::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const absl::string_view rest = text.substr(i);
    size_t skip = 0;
    if (absl::StartsWith(rest, "0x")) {
      skip = 2;
      while (skip < rest.size() && std::isxdigit(rest[skip]) != 0) ++skip;
      result += "0x";
    } else if (rest[0] == '\'' || rest[0] == '"') {
      // A name within quotes ends with `:0`.
      const size_t end = rest.find(rest[0], 1);
      if (end != absl::string_view::npos && end > 2 &&
          absl::EndsWith(rest.substr(1, end - 1), ":0")) {
        skip = end + 1;
        result += "'T'";
      }
    }
    if (skip == 0) {
      result += rest[0];
    } else {
      i += skip - 1;
    }
  }
  return result;
}

std::string Disagreement(const ConfirmCase& ours,
                         const nlohmann::json& answer) {
  const std::string error =
      answer.contains("error") && answer["error"].is_string()
          ? answer["error"].get<std::string>()
          : "";
  const auto& faults = answer["faults"];
  const bool fails = std::any_of(
      faults.begin(), faults.end(), [](const nlohmann::json& fault) {
        return fault == "completes" || fault == "outputs" || fault == "weights";
      });
  const auto say = [](bool fails_values, const std::string& raised) {
    return !raised.empty() ? raised
           : fails_values  ? std::string("wrong outputs")
                           : std::string("right outputs");
  };
  const bool same_error =
      WithoutNames(error) == WithoutNames(ours.error) ||
      // TensorFlow's own texts are not imitated; nor is what is no Model.
      absl::StrContains(ours.error, "refused by the backend") ||
      absl::StrContains(ours.error, "where a Model was expected");
  if (fails == ours.fails_values && same_error) return "";
  return absl::StrCat("here: ", say(ours.fails_values, ours.error),
                      "; there: ", say(fails, error));
}

absl::StatusOr<Confirmation> Confirm(const std::string& target,
                                     const std::vector<std::string>& command,
                                     const CandidateSource& source,
                                     const std::string& file,
                                     const std::vector<ConfirmCase>& cases,
                                     const std::function<bool()>& stop) {
  Worker worker(command, Worker::Limits());
  Confirmation confirmation;
  confirmation.target = target;
  for (const ConfirmCase& ours : cases) {
    if (stop != nullptr && stop()) {
      confirmation.interrupted = true;
      break;
    }
    nlohmann::json numbers;
    if (ours.numbers.has_value()) {
      numbers = {
          {"inputs", nlohmann::json(ArraysToJson(ours.numbers->inputs))},
          {"weights", nlohmann::json(ArraysToJson(ours.numbers->weights))}};
    }
    const WorkerReply reply = worker.Ask(
        {{"source", source.text},
         {"numbers", std::move(numbers)},
         {"file", file},
         {"values_only", ours.finding < 0},
         {"graphs", {nlohmann::json(GraphToJsonValue(ours.graph))}}});
    nlohmann::json answer;
    if (reply.outcome == WorkerOutcome::kNotStarted) {
      return absl::FailedPreconditionError(reply.detail);
    }
    if (reply.outcome == WorkerOutcome::kAnswered) {
      if (!reply.answer.contains("answers")) {
        return absl::FailedPreconditionError(
            absl::StrCat(target, " says of ", file, ": ", reply.answer.dump()));
      }
      answer = reply.answer["answers"][0];
    }
    ++confirmation.asked;
    // To take a process along, or to find no end, is one thing in two ways.
    const bool lost = answer.is_null() || answer.contains("too_long");
    if (lost || answer.contains("unanswered")) {
      ++(lost && ours.loses_process ? confirmation.agree
                                    : confirmation.unanswered);
      continue;
    }
    const std::string difference = Disagreement(ours, answer);
    if (difference.empty()) {
      ++confirmation.agree;
      continue;
    }
    confirmation.disagreements.push_back(
        absl::StrCat(difference, "; on ", GraphToJsonValue(ours.graph).dump()));
    const auto& faults = answer["faults"];
    if (ours.finding >= 0 && faults.empty()) {
      confirmation.refuted.push_back(ours.finding);
    }
  }
  return confirmation;
}

PatchVerdict VerdictWithout(const CandidateReport& report,
                            const std::vector<int>& refuted) {
  if (refuted.empty()) return report.verdict;
  bool does_not_fix = false;
  bool breaks = false;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    if (std::find(refuted.begin(), refuted.end(), static_cast<int>(i)) !=
        refuted.end()) {
      continue;
    }
    does_not_fix |= report.findings[i].kind == FailureKind::kDoesNotFix;
    breaks |= report.findings[i].kind == FailureKind::kBreaks;
  }
  if (does_not_fix) return PatchVerdict::kDoesNotFix;
  return breaks ? PatchVerdict::kBreaks : PatchVerdict::kEquivalent;
}

}  // namespace clonecheck
