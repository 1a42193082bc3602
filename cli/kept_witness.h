// Witnesses of earlier runs, which stay in a folder where a run that was broken
// off has shrunk its own less far.
#ifndef CLONECHECK_CLI_KEPT_WITNESS_H_
#define CLONECHECK_CLI_KEPT_WITNESS_H_

#include <string>

#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"

namespace clonecheck {

// Whether `file` is a case that is simpler than the finding's witness, and is
// judged today to have the same signature, where that witness was not shrunk to
// the end.
bool KeepsSimplerWitness(const std::string& file, const Finding& finding,
                         const CampaignOptions& options, Workbench& workbench);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_KEPT_WITNESS_H_
