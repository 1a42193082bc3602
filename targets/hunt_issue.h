// A finding as the text of an issue for the framework's tracker, in Markdown:
// what was expected, what happened, the script, a drawing, the versions.
#ifndef CLONECHECK_TARGETS_HUNT_ISSUE_H_
#define CLONECHECK_TARGETS_HUNT_ISSUE_H_

#include <string>

#include "nlohmann/json.hpp"
#include "targets/hunt_finding.h"

namespace clonecheck {

// `versions`: as the target declares them. `language`: of the script, such as
// `python`, for the block around it.
std::string HuntIssue(const HuntFinding& finding,
                      const nlohmann::json& versions,
                      const std::string& language);

// A Graph (the case JSON) as a Mermaid flowchart, which trackers draw.
std::string GraphToMermaid(const nlohmann::ordered_json& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_HUNT_ISSUE_H_
