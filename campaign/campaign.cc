#include "campaign/campaign.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "campaign/stopwatch.h"
#include "core/random.h"
#include "core/search/choice_source.h"

namespace clonecheck {
namespace {

// Clones that a thread judges before it asks whether to go on.
constexpr uint64_t kClonesAtATime = 1024;
// Between two calls of the progress function.
constexpr std::chrono::milliseconds kProgressInterval(200);

}  // namespace

void CampaignCounts::Add(const CampaignCounts& other) {
  cases += other.cases;
  calls += other.calls;
  nodes_in_model += other.nodes_in_model;
  for (int i = 0; i < kNumFeatures; ++i) features[i] += other.features[i];
  if (cloners.size() < other.cloners.size()) {
    cloners.resize(other.cloners.size());
  }
  for (size_t i = 0; i < other.cloners.size(); ++i) {
    for (int v = 0; v < kNumVerdicts; ++v) {
      cloners[i].verdicts[v] += other.cloners[i].verdicts[v];
    }
    cloners[i].proofs.Add(other.cloners[i].proofs);
    if (const auto& theirs = other.cloners[i].contradicted_case) {
      auto& ours = cloners[i].contradicted_case;
      ours = std::min(ours.value_or(*theirs), *theirs);
    }
    for (const auto& [signature, count] : other.cloners[i].signatures) {
      SignatureCount& sum = cloners[i].signatures[signature];
      if (sum.count == 0 || count.first_case < sum.first_case) {
        sum.first_case = count.first_case;
        sum.verdict = count.verdict;
      }
      sum.count += count.count;
      sum.implied |= count.implied;
    }
  }
}

void CountVerdict(const CaseVerdict& verdict, uint64_t index,
                  ClonerCounts* counts) {
  ++counts->verdicts[static_cast<int>(verdict.verdict)];
  if (!verdict.failed()) return;
  SignatureCount& count = counts->signatures[verdict.signature];
  if (count.count == 0 || index < count.first_case) {
    count.first_case = index;
    count.verdict = verdict.verdict;
  }
  ++count.count;
  count.implied |= verdict.implied;
}

CaseRunner::CaseRunner(const CampaignOptions& options)
    : options_(options), generator_(workbench_.catalogue(), options.profile) {
  for (const EngineRules& engine : kEngineRules) {
    EngineGroup group{&engine, {}};
    for (size_t i = 0; i < options.cloners.size(); ++i) {
      if (options.cloners[i].engine == &engine) group.cloners.push_back(i);
    }
    if (!group.cloners.empty()) groups_.push_back(std::move(group));
  }
}

const Graph& CaseRunner::Generate(uint64_t index) {
  ChoiceSource choices(CaseSeed(options_.seed, index));
  return generator_.Generate(choices);
}

void CaseRunner::RunCase(uint64_t index, CampaignCounts* counts) {
  RunGraph(Generate(index), index, counts);
}

void CaseRunner::RunGraph(const Graph& graph, uint64_t index,
                          CampaignCounts* counts) {
  verdicts_.resize(options_.cloners.size());
  ++counts->cases;
  counts->calls += graph.calls().size();
  CountFeatures(graph, workbench_.catalogue(), &counts->features);
  if (counts->cloners.size() < options_.cloners.size()) {
    counts->cloners.resize(options_.cloners.size());
  }
  bool counted_nodes = false;
  for (const EngineGroup& group : groups_) {
    absl::StatusOr<Built> built = workbench_.Build(graph, *group.engine);
    if (built.ok() && built->model != nullptr && !counted_nodes) {
      counted_nodes = true;
      for (const Node* node : built->model->nodes()) {
        counts->nodes_in_model += node->has_inbound_layers() ? 1 : 0;
      }
    }
    for (size_t i : group.cloners) {
      ClonerCounts& cloner = counts->cloners[i];
      const uint64_t contradicted = cloner.proofs.contradicted;
      const ProofLog log{&cloner.proofs,
                         index % options_.proof_check_interval == 0, index};
      CaseVerdict& verdict = verdicts_[i];
      verdict = CaseVerdict{};
      if (built.ok()) {
        verdict = workbench_.JudgeBuilt(*built, options_.cloners[i],
                                        options_.obligations,
                                        /*details=*/nullptr, &log);
      } else {
        verdict.verdict = Verdict::kUnjudged;
      }
      if (cloner.proofs.contradicted > contradicted) {
        cloner.contradicted_case =
            std::min(cloner.contradicted_case.value_or(index), index);
      }
      CountVerdict(verdict, index, &cloner);
    }
  }
}

uint64_t CasesAtATime(size_t cloners) {
  const uint64_t at_least_one = std::max<uint64_t>(cloners, 1);
  return std::max<uint64_t>(kClonesAtATime / at_least_one, 1);
}

CampaignResult RunCampaign(const CampaignOptions& options,
                           const Progress& progress,
                           const std::function<bool()>& stop) {
  const Stopwatch watch;
  const int jobs = std::max(options.jobs, 1);
  const uint64_t chunk = CasesAtATime(options.cloners.size());
  std::atomic<uint64_t> next_chunk{0};
  std::atomic<bool> stopping{false};
  std::mutex mutex;  // guards total and running
  std::condition_variable finished;
  CampaignCounts total;
  total.cloners.resize(options.cloners.size());
  int running = jobs;

  auto work = [&] {
    CaseRunner runner(options);
    // Chunks are taken in order and finished once taken, so what ran is always
    // a prefix of the cases.
    while (!stopping.load()) {
      const uint64_t begin = next_chunk.fetch_add(1) * chunk;
      if (options.cases > 0 && begin >= options.cases) break;
      const uint64_t end = options.cases > 0
                               ? std::min(begin + chunk, options.cases)
                               : begin + chunk;
      CampaignCounts counts;
      for (uint64_t i = begin; i < end; ++i) {
        runner.RunCase(options.first_case + i, &counts);
      }
      std::lock_guard<std::mutex> lock(mutex);
      total.Add(counts);
    }
    std::lock_guard<std::mutex> lock(mutex);
    if (--running == 0) finished.notify_all();
  };

  std::vector<std::thread> threads;
  for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (running > 0) {
      finished.wait_for(lock, kProgressInterval, [&] { return running == 0; });
      const bool all_begun =
          options.cases > 0 && next_chunk.load() * chunk >= options.cases;
      if ((options.seconds > 0 && watch.Seconds() >= options.seconds) ||
          (running > 0 && !all_begun && stop && stop())) {
        stopping.store(true);
      }
      if (progress && running > 0) progress(total, watch.Seconds());
    }
  }
  for (std::thread& thread : threads) thread.join();
  return CampaignResult{std::move(total), watch.Seconds()};
}

}  // namespace clonecheck
