// Campaign: runs cloners over many generated Graphs, on several threads, and
// counts what the oracle says. The same options give the same result, whatever
// the number of threads; with a time limit, for the prefix of cases that ran.
#ifndef CLONECHECK_CAMPAIGN_CAMPAIGN_H_
#define CLONECHECK_CAMPAIGN_CAMPAIGN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "core/oracle/proofs.h"
#include "core/oracle/verdict.h"
#include "core/search/features.h"
#include "core/search/generator.h"
#include "core/search/profile.h"

namespace clonecheck {

// A check costs some 40,000 instructions a comparison; at this rate about 1 %
// of the campaign.
inline constexpr uint64_t kProofCheckInterval = 256;

struct CampaignOptions {
  uint64_t seed = 0;
  uint64_t first_case = 0;
  // Number of cases; 0: no limit.
  uint64_t cases = 0;
  // Seconds; 0: no limit. One of the two limits is set.
  double seconds = 0;
  int jobs = 1;
  Profile profile;
  std::vector<ClonerOnEngine> cloners;
  std::vector<const Obligation*> obligations;
  // Of so many cases one has its proofs held against numbers.
  uint64_t proof_check_interval = kProofCheckInterval;
};

// How often a signature was seen.
struct SignatureCount {
  uint64_t count = 0;
  uint64_t first_case = 0;  // the lowest number of a case that showed it
  Verdict verdict = Verdict::kDiffer;
  uint32_t implied = 0;  // bits of obligations, over all cases
};

struct ClonerCounts {
  std::array<uint64_t, kNumVerdicts> verdicts{};
  ProofCounts proofs;
  // The lowest number of a case in which numbers contradicted a proof.
  std::optional<uint64_t> contradicted_case;
  absl::flat_hash_map<Signature, SignatureCount> signatures;
};

struct CampaignCounts {
  uint64_t cases = 0;
  uint64_t calls = 0;           // in the Graphs
  uint64_t nodes_in_model = 0;  // in the originals, without inputs
  std::array<uint64_t, kNumFeatures> features{};
  std::vector<ClonerCounts> cloners;  // as in the options

  void Add(const CampaignCounts& other);
};

// Adds what one cloner got in the case of this number.
void CountVerdict(const CaseVerdict& verdict, uint64_t index,
                  ClonerCounts* counts);

// Called now and then, from one thread at a time, with the counts so far.
using Progress =
    std::function<void(const CampaignCounts& counts, double seconds)>;

struct CampaignResult {
  CampaignCounts counts;
  double seconds = 0;
};

// Cases that a thread takes at a time, and finishes once taken: some 10 ms of
// work, some 50 with all obligations (by the rates in docs/benchmarks.md). From
// 1.
uint64_t CasesAtATime(size_t cloners);

// `stop`: polled now and then while cases are left; true ends the campaign
// early (an interrupt).
CampaignResult RunCampaign(const CampaignOptions& options,
                           const Progress& progress,
                           const std::function<bool()>& stop);

// One case, without clock or threads: adds to `counts`. For benchmarks and
// fuzz targets, too.
class CaseRunner {
 public:
  explicit CaseRunner(const CampaignOptions& options);

  Workbench& workbench() { return workbench_; }
  // The Graph of a case of the campaign. Valid until the next call.
  const Graph& Generate(uint64_t index);
  void RunCase(uint64_t index, CampaignCounts* counts);
  // The same for any Graph, as the case of this number. What each cloner got
  // stands in verdicts() until the next call.
  void RunGraph(const Graph& graph, uint64_t index, CampaignCounts* counts);
  absl::Span<const CaseVerdict> verdicts() const { return verdicts_; }

 private:
  const CampaignOptions& options_;
  Workbench workbench_;
  Generator generator_;
  // Engines in use, each with the cloners that run on it.
  struct EngineGroup {
    const EngineRules* engine;
    std::vector<size_t> cloners;
  };
  std::vector<EngineGroup> groups_;
  std::vector<CaseVerdict> verdicts_;  // as options_.cloners
};

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_CAMPAIGN_H_
