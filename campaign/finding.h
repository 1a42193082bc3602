// Finding: one signature of one cloner, shrunk to its witness and explained.
// What reports print.
#ifndef CLONECHECK_CAMPAIGN_FINDING_H_
#define CLONECHECK_CAMPAIGN_FINDING_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/oracle/verdict.h"
#include "core/search/shrink.h"

namespace clonecheck {

// Why a clone fails, in words and numbers.
struct Explanation {
  CaseVerdict verdict;
  Details details;
};

// Judges `graph` and explains the first failure, if there is one. `proofs`:
// as for Judge.
Explanation Explain(Workbench& workbench, const Graph& graph,
                    const ClonerOnEngine& cloner,
                    absl::Span<const Obligation* const> obligations,
                    const ProofLog* proofs = nullptr);

struct Finding {
  std::string cloner;     // `keras-2.2.4`, with `@ENGINE` off its default
  std::string signature;  // `cloner/obligation/symptom/layer kind`
  const Obligation* obligation = nullptr;
  std::string symptom;
  uint64_t count = 0;
  uint64_t first_case = 0;
  std::vector<std::string> implied;  // further obligations that failed
  ShrinkResult shrink;               // its graph is the witness
  Explanation explanation;           // of the witness
  // Why it is accepted, with a reference; empty: it is new.
  std::string known;
};

// As Shrink is asked about a failure: with a proof, and without Graphs in which
// the kind of layer that the signature names does not occur. `hurry`, `stop`:
// as ShrinkOptions has them.
ShrinkOptions ShrinkOptionsFor(const Signature& signature,
                               std::function<bool()> hurry = nullptr,
                               std::function<bool()> stop = nullptr);

// Shrinks `start`, which shows `signature`, and explains the witness.
Finding ShrinkToFinding(Workbench& workbench, const Graph& start,
                        const ClonerOnEngine& cloner,
                        absl::Span<const Obligation* const> obligations,
                        const Signature& signature, int max_evaluations,
                        std::function<bool()> hurry = nullptr,
                        std::function<bool()> stop = nullptr);

// The findings of a campaign, by cloner in the order of the options, then
// errors before warnings before notes, then by how often they were seen, then
// by signature. The witnesses refer to the pool of `workbench`. `hurry` and
// `stop`: as ShrinkOptions has them, the first told how many findings are done.
std::vector<Finding> FindingsOf(
    const CampaignOptions& options, const CampaignCounts& counts,
    Workbench& workbench,
    const std::function<bool(size_t findings)>& hurry = nullptr,
    const std::function<bool()>& stop = nullptr);

// Findings in the order of reports, of one cloner.
void SortFindings(std::vector<Finding>::iterator begin,
                  std::vector<Finding>::iterator end);
// The names of the obligations whose bits are set.
std::vector<std::string> ObligationNames(
    uint32_t bits, absl::Span<const Obligation* const> obligations);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_FINDING_H_
