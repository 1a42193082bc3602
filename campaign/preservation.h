// Preservation: the second half of a fix's duty. Where the reference clones
// rightly, the fixed clone is held against the reference's clone, not against
// the original: whatever can be seen to differ is a finding.
#ifndef CLONECHECK_CAMPAIGN_PRESERVATION_H_
#define CLONECHECK_CAMPAIGN_PRESERVATION_H_

#include <vector>

#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/judge.h"

namespace clonecheck {

// The obligations that compare two clones: those that clone nothing
// themselves.
std::vector<const Obligation*> PreservedObligations();

// Holds the clone of `graph` by `cloner` against that by `reference`. kUnjudged
// where one of them has none. REQUIRES: both are on one engine.
CaseVerdict JudgePreservation(Workbench& workbench, const Graph& graph,
                              const ClonerOnEngine& reference,
                              const ClonerOnEngine& cloner,
                              Details* details = nullptr);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_PRESERVATION_H_
