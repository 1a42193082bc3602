// Gives an enumeration out, finished, interrupted or merged from shards: to the
// terminal, to a directory of witnesses, and to a run file.
#ifndef CLONECHECK_CLI_ENUMERATION_OUTPUT_H_
#define CLONECHECK_CLI_ENUMERATION_OUTPUT_H_

#include <string>
#include <vector>

#include "campaign/enumeration.h"
#include "cli/options.h"
#include "corpus/known_findings.h"

namespace clonecheck {

// Returns the exit code. An exception to a law counts as a finding.
// `known`: what --known says. `out`: directory for witnesses; empty: none are
// written.
int GiveOutEnumeration(const CommonOptions& common,
                       const std::vector<KnownFinding>& known,
                       const EnumerationOptions& options,
                       const EnumerationResult& result, const std::string& out);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_ENUMERATION_OUTPUT_H_
