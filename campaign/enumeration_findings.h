// The findings of an enumeration: nothing to shrink, only to explain.
#ifndef CLONECHECK_CAMPAIGN_ENUMERATION_FINDINGS_H_
#define CLONECHECK_CAMPAIGN_ENUMERATION_FINDINGS_H_

#include <vector>

#include "campaign/enumeration.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"

namespace clonecheck {

// In the order of FindingsOf (finding.h). A witness is proved minimal if all
// Graphs with as many calls, of all shards, were judged.
std::vector<Finding> FindingsOfEnumeration(const EnumerationOptions& options,
                                           const EnumerationResult& result,
                                           Workbench& workbench);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_ENUMERATION_FINDINGS_H_
