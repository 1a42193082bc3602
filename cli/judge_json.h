// The run file of `clonecheck judge` (docs/run.schema.json).
#ifndef CLONECHECK_CLI_JUDGE_JSON_H_
#define CLONECHECK_CLI_JUDGE_JSON_H_

#include <optional>

#include "absl/types/span.h"
#include "cli/judged_candidate.h"
#include "judge/plan.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// `seconds`: none leaves out what depends on time.
nlohmann::ordered_json JudgeJson(const Plan& plan,
                                 absl::Span<const JudgedCandidate> candidates,
                                 std::optional<double> seconds);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGE_JSON_H_
