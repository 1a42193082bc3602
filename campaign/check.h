// Check: judges given graphs, a user's own models or cases that a campaign has
// written. A layer that nobody knows may drop masks or pass them, so a graph
// with such layers is judged in both readings.
#ifndef CLONECHECK_CAMPAIGN_CHECK_H_
#define CLONECHECK_CAMPAIGN_CHECK_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

struct CheckOptions {
  std::vector<ClonerOnEngine> cloners;
  std::vector<const Obligation*> obligations;
  // Of a user's own models, in which errors are shown small; else of cases that
  // a campaign has shrunk, whose proofs are held against numbers.
  bool own_model = false;
  // Polled before each graph: true leaves out those that are left; and while a
  // finding is made small, which ends with the best so far. Null: never.
  std::function<bool()> stop = nullptr;
};

// How a cloner fares on a graph. One reading, or two: with layers of unknown
// class that drop masks, and with such that pass them.
struct Checked {
  size_t graph = 0;
  size_t cloner = 0;
  std::vector<Explanation> readings;
};

struct CheckResult {
  CampaignCounts counts;  // a graph is a case
  std::vector<Checked> checked;
  // In the order in which they were met; `first_case` is the number of the
  // first graph. The witnesses refer to the pool of the workbench.
  std::vector<Finding> findings;
};

// The counts say how many graphs were judged; no fewer than one.
CheckResult CheckGraphs(Workbench& workbench, absl::Span<const Graph> graphs,
                        const CheckOptions& options);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_CHECK_H_
